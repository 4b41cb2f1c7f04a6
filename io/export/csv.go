package export

import (
	"context"
	"io"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"steward/assets/language"
	"steward/core/result"
)

// answered is a question with its answers, number i of a release.
type answered struct {
	*result.Question
	release *result.Release
	i       int
	in      language.Language
}

// writeCSV writes the answers of a question, in the order of their keys.
func (q answered) writeCSV(ctx context.Context, out io.Writer) error {
	return writeTable(ctx, out, q.headings(), func(yield func([]string) bool) {
		var row []string
		for i := range q.Len() {
			exact := ""
			if q.Exact[i] {
				exact = Harmless(q.in.Say(q.ExactWhy))
			}
			unadjusted, typical := q.Printed(i)
			row = append(allHarmless(row[:0], q.SaidKey(q.in.Say, i)...), q.published(i), decimal(q.Low[i]), decimal(q.High[i]),
				decimal(unadjusted), decimal(typical), exact)
			if !yield(row) {
				return
			}
		}
	})
}

// fields are the columns of a question's table.
func (q answered) fields() []field {
	head := q.headings()
	return fields(head, len(head)-len(valueColumns), len(head)-1)
}

// published writes what is published of answer i.
func (q answered) published(i int) string {
	if n, shown := q.Published(i); shown {
		return decimal(n)
	}
	return q.in.Sayf(HiddenText)
}

// decimal writes the shortest decimal that reads back as x.
func decimal(x float64) string {
	if x == 0 {
		return "0"
	}
	return strconv.FormatFloat(x, 'f', -1, 64)
}

// Harmless puts an apostrophe before a text that a spreadsheet program would take for a
// formula, and removes control characters. A plain number such as -5 is none, and stays.
// Spaces and invisible characters before the sign do not count, and East Asian systems
// take the wide signs too.
func Harmless(s string) string {
	s = strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' && r != '\n' {
			return -1
		}
		return r
	}, s)
	sign := strings.TrimLeftFunc(s, func(r rune) bool { return unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) })
	switch {
	case s == "" || plainNumber.MatchString(s):
		return s
	case strings.ContainsRune("\t\n", rune(s[0])), strings.IndexAny(sign, "=+-@＝＋－＠") == 0:
		return "'" + s
	}
	return s
}

var plainNumber = regexp.MustCompile(`^-?[0-9]+(\.[0-9]+)?$`)

// headings returns the heading of every column, no two alike where case does not count: a
// key that is called as another column is gets a number.
func (q answered) headings() []string {
	values := q.in.SayAll(valueColumns)
	if !q.MeasuredOn.IsZero() {
		for _, i := range errorColumns {
			values[i] = q.in.Sayf("%s (on a stand-in)", values[i])
		}
	}
	return append(apartFrom(values, q.Workload.SaidKeyNames(q.in.Say)), values...)
}
