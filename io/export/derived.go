package export

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/xuri/excelize/v2"

	"steward/assets/language"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/result"
)

// DerivedTable is numbers that follow from the answers to a question, in the record.
type DerivedTable struct {
	Title  string         `json:"title"`
	Unit   plan.Unit      `json:"unit"`
	Keys   []string       `json:"keys"`
	Values []DerivedValue `json:"values"`
}

// DerivedValue is one of them, with the interval that holds the true one 19 times in 20.
type DerivedValue struct {
	Key        []string `json:"key"`
	Value      float64  `json:"value"`
	From       float64  `json:"from95"`
	To         float64  `json:"to95"`
	Unreliable bool     `json:"unreliable,omitempty"`
}

func derivedOf(tables []result.DerivedTable) (out []DerivedTable) {
	for _, t := range tables {
		d := DerivedTable{t.Title.String(), t.Unit, t.Keys, make([]DerivedValue, len(t.Values))}
		for i, v := range t.Values {
			d.Values[i] = DerivedValue{v.Key, v.Value, v.Low, v.High, v.Unreliable}
		}
		out = append(out, d)
	}
	return out
}

// Results returns the numbers as they are in a release.
func (t DerivedTable) Results() result.DerivedTable {
	out := result.DerivedTable{Title: message.Verbatim(t.Title), Unit: t.Unit, Keys: t.Keys, Values: make([]result.Derived, len(t.Values))}
	for i, v := range t.Values {
		out.Values[i] = result.Derived{Key: v.Key, Value: v.Value, Low: v.From, High: v.To, Unreliable: v.Unreliable}
	}
	return out
}

// shownOf returns what is written of an answer beside its tidied number.
func shownOf(q *result.Question, i int) (shown *float64, hidden bool) {
	n, ok := q.Published(i)
	if ok && n != q.Tidied[i] {
		shown = &n
	}
	return shown, !ok
}

// HiddenText stands where a number is not published, UnreliableText where a derived one is not.
const (
	HiddenText     = "hidden"
	UnreliableText = "too unreliable to show"
)

// derivedColumns follow the labels of derived numbers.
var derivedColumns = []message.Text{message.Sprintf("Value"), message.Word(FromColumn), message.Word(ToColumn), message.Sprintf("Unit"), message.Sprintf("Note")}

// noteOf says why a derived number is missing.
func noteOf(in language.Language, v result.Derived) string {
	if v.Unreliable {
		return in.Sayf(UnreliableText)
	}
	return ""
}

// unitOf names a unit.
func unitOf(u plan.Unit) message.Text {
	switch u {
	case plan.InPercent:
		return message.Sprintf("per cent")
	case plan.InPoints:
		return message.Sprintf("percentage points")
	case plan.InAverages:
		return message.Sprintf("average")
	case plan.InCounts:
		return message.Sprintf("counts")
	}
	return message.Verbatim(string(u))
}

// derivedHead are the headings of what follows from the answers to a question.
func (q answered) derivedHead() []string {
	table, values := q.in.Sayf("Table"), q.in.SayAll(derivedColumns)
	names := append([]string{table}, values...)
	return append(append([]string{table}, apartFrom(names, q.Workload.SaidKeyNames(q.in.Say))...), values...)
}

// derivedFields are the columns of that table.
func (q answered) derivedFields() []field {
	head := q.derivedHead()
	values := len(head) - len(derivedColumns)
	return fields(head, values, values+3)
}

// writeDerivedCSV writes what follows from the answers to a question, one table after the other.
func (q answered) writeDerivedCSV(ctx context.Context, out io.Writer) error {
	return writeTable(ctx, out, q.derivedHead(), func(yield func([]string) bool) {
		var row []string
		for _, t := range q.Derived {
			for i, v := range t.Values {
				row = allHarmless(append(row[:0], Harmless(q.in.Say(t.Title))), t.SaidKey(q.in.Say, i)...)
				v = v.Printed()
				value := decimal(v.Value)
				if v.Unreliable {
					value = ""
				}
				row = append(row, value, decimal(v.Low), decimal(v.High), q.in.Say(unitOf(t.Unit)), noteOf(q.in, v))
				if !yield(row) {
					return
				}
			}
		}
	})
}

// apartFrom returns names of which none is called as another column is.
func apartFrom(taken, keys []string) []string {
	seen := make(map[string]bool)
	for _, name := range taken {
		seen[strings.ToLower(name)] = true
	}
	var out []string
	for _, key := range keys {
		name := key
		for n := 2; seen[strings.ToLower(name)]; n++ {
			name = fmt.Sprintf("%s (%d)", key, n)
		}
		seen[strings.ToLower(name)] = true
		out = append(out, name)
	}
	return out
}

// derived writes a sheet for each table that follows from the answers to a question.
func (b *book) derived(number int, q answered) error {
	for _, t := range q.Derived {
		name := b.sheetName(number, b.Say(t.Title))
		b.contents = append(b.contents, content{name, b.Sayf("%s, which follows from “%s”", t.Title, q.Title())})
		if err := b.derivedTable(name, q, &t); err != nil {
			return err
		}
	}
	return nil
}

func (b *book) derivedTable(name string, q answered, t *result.DerivedTable) error {
	keys := len(t.Keys)
	widths := []width{{1, keys, 22}, {keys + 1, keys + len(derivedColumns), 18}}
	if err := b.begin(name, keys+len(derivedColumns), len(t.Values), across(widths)); err != nil {
		return err
	}
	head := labels(b.styles.head, append(apartFrom(b.SayAll(derivedColumns), q.Workload.SaidKeyNames(b.Say)), b.SayAll(derivedColumns)...)...)
	for j := range 3 {
		head[keys+j].StyleID = b.styles.headRight
	}
	head[keys+3].StyleID = b.styles.headIndent // beside numbers
	return b.fill(name, widths, head, func(yield func([]excelize.Cell) bool) {
		var row []excelize.Cell
		for i, v := range t.Values {
			v = v.Printed()
			value := b.fine(v.Value)
			if v.Unreliable {
				value = excelize.Cell{}
			}
			row = append(b.keys(row[:0], t.SaidKey(b.Say, i)...), value, b.fine(v.Low), b.fine(v.High), label(b.styles.indent, b.Say(unitOf(t.Unit))), label(0, noteOf(b.Language, v)))
			if !yield(row) {
				return
			}
		}
	})
}

// readMe says what the rules of a question do to its published numbers, and what follows from
// its answers.
func (q answered) readMe() (heading string, says []string) {
	title := q.Title()
	for _, s := range q.Rule.Sentences() {
		says = append(says, q.in.Sayf("%s: %s Unadjusted numbers and their errors are given beside them unchanged, and intervals contain what is published.", title, s))
	}
	s, totals := q.Workload.Sums()
	if totals && s.Least < 0 {
		says = append(says, q.in.Sayf("%s: numbers can be below zero, and so can published totals.", title))
	}
	switch {
	case len(q.Derived) == 0:
	case totals:
		says = append(says, q.in.Sayf("%s: averages come from the published totals and numbers of people. Their intervals take the errors of both unadjusted numbers into account (Fieller) and contain what is published. Where the number of people is not clearly above zero, or the interval is longer than half of what is possible, it says “%s”.", title, q.in.Sayf(UnreliableText)))
	default:
		says = append(says, q.in.Sayf("%s: percentages, rates and differences come from the published numbers. Their intervals take into account that the errors of unadjusted numbers are related, and contain what is published. Where the number to divide by is not clearly above zero, or the interval is longer than half of what is possible, it says “%s”.", title, q.in.Sayf(UnreliableText)))
	}
	return "", says
}
