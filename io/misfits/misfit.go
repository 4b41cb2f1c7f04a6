// Package misfits says what in a file does not fit a plan, such as last year's plan and this year's file: columns that are missing or hold
// something else, answers that are not declared, and blanks. It is for the steward's eyes only: it may quote the file. Window and command line
// ask it. It imports core and io.
package misfits

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"steward/core/account"
	"steward/core/cuts"
	"steward/core/domain"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/spelling"
	"steward/core/table"
	"steward/io/propose"
	"steward/io/records"
	"steward/io/sheet"
)

// Misfit is something in a file that does not fit a plan, such as last year's plan and this
// year's file. It is for the steward's eyes only: it may quote the file.
type Misfit struct {
	Column string
	Kind   Kind
	Said   message.Text // a sentence
	// Stops tells whether a release would stop there.
	Stops bool
	// Instead is, for a missing column, one of the file that is most likely the same; "" for
	// none.
	Instead string
}

// Kind says what does not fit.
type Kind int

// The kinds of misfit.
const (
	MissingColumn Kind = iota // the file has no such column
	OtherType                 // numbers where texts are declared, and the like
	OutsideValues             // answers that are not declared
	StoppingBlank             // blank cells where none are allowed
	Uncalculated              // formulas whose results the file does not store
)

// Of says what in a file does not fit a plan, missing columns first.
func Of(p plan.Plan, found *sheet.Inspection) []Misfit {
	var missing, others []Misfit
	taken := make(map[string]bool)
	if p.Rows != nil {
		taken[p.Rows.Person], taken[p.Rows.Key] = true, true
	}
	if p.Weight != nil {
		taken[p.Weight.Column] = true
	}
	for _, c := range p.Columns {
		taken[string(c.Name)] = true
	}
	column := func(name string) (sheet.Column, bool) {
		i := slices.IndexFunc(found.Columns, func(c sheet.Column) bool { return c.Name == name })
		if i < 0 {
			return sheet.Column{}, false
		}
		return found.Columns[i], true
	}
	absent := func(c plan.Column) {
		m := Misfit{Column: string(c.Name), Kind: MissingColumn, Stops: true, Said: message.Sprintf("The file has no column %s.", c.Name)}
		best := likeness(0)
		for _, candidate := range found.Columns {
			if l := alike(c, candidate); !taken[candidate.Name] && l > best {
				best, m.Instead = l, candidate.Name
			}
		}
		if m.Instead != "" {
			taken[m.Instead] = true
			m.Said = message.Sprintf("%s%s", m.Said, message.Sprintf(" %s is most likely the same.", m.Instead))
		}
		missing = append(missing, m)
	}
	if p.Rows != nil && p.Rows.Person != "" {
		if _, ok := column(p.Rows.Person); !ok {
			absent(plan.Column{Name: domain.AttributeName(p.Rows.Person)})
		}
	}
	if p.Rows != nil && p.Rows.Key != "" {
		if _, ok := column(p.Rows.Key); !ok {
			absent(plan.Column{Name: domain.AttributeName(p.Rows.Key)})
		}
	}
	if p.Weight != nil && p.Weight.Column != "" {
		if _, ok := column(p.Weight.Column); !ok {
			absent(plan.Column{Name: domain.AttributeName(p.Weight.Column)})
		}
	}
	for _, c := range p.Columns {
		in, ok := column(string(c.Name))
		if !ok {
			absent(c)
			continue
		}
		others = append(others, misfitsIn(c, in)...)
	}
	return append(missing, others...)
}

// In reads the file at path as a plan says and says what in it does not fit, missing
// columns first. It errors when the file cannot be read.
func In(ctx context.Context, p plan.Plan, path string) ([]Misfit, error) {
	data, err := records.Open(ctx, path, p.Data)
	if err != nil {
		return nil, err
	}
	defer data.Close()
	if data.Counted() { // it says itself what it was made for
		return nil, nil
	}
	found, err := sheet.Inspect(ctx, data.Sheet, sheet.InspectOptions{})
	if err != nil {
		return nil, err
	}
	return Of(p, found), nil
}

// misfitsIn compares a column with what was found in it.
func misfitsIn(c plan.Column, found sheet.Column) (out []Misfit) {
	if n := found.Uncalculated; n > 0 {
		if _, said := c.Readings[table.NotCalculated]; !said {
			out = append(out, Misfit{Column: string(c.Name), Kind: Uncalculated, Stops: true, Said: several(n,
				"%s cell of %s is a formula whose result the file does not store. Open the file in a spreadsheet program, let it calculate, and save it.",
				"%s cells of %s are formulas whose results the file does not store. Open the file in a spreadsheet program, let it calculate, and save it.", commas(n), c.Name)})
		}
	}
	if said := otherType(c, found); !said.IsZero() {
		return append(out, Misfit{Column: string(c.Name), Kind: OtherType, Stops: true, Said: said})
	}
	o, ok := OutsideOf(c, found)
	if !ok {
		return nil // what is declared is not complete, which the plan says
	}
	if o.Count > 0 {
		out = append(out, Misfit{Column: string(c.Name), Kind: OutsideValues, Stops: o.Stops, Said: o.Said()})
	}
	if o.BlanksStop {
		out = append(out, Misfit{Column: string(c.Name), Kind: StoppingBlank, Stops: true, Said: o.BlanksSaid()})
	}
	return out
}

// otherType says that most cells hold something else than what is declared, nothing where they do not.
func otherType(c plan.Column, found sheet.Column) message.Text {
	filled := 0
	for _, k := range []table.Kind{table.Text, table.Number, table.Bool, table.Date} {
		filled += found.Kinds[k]
	}
	if filled == 0 {
		return message.Text{}
	}
	mostly := func(kinds ...table.Kind) bool {
		n := 0
		for _, k := range kinds {
			n += found.Kinds[k]
		}
		return 2*n > filled
	}
	kind := message.Word("whole numbers")
	if c.Kind == domain.Ranges {
		kind = message.Word("numbers in ranges")
	}
	switch c.Kind {
	case domain.Whole, domain.Ranges:
		if mostly(table.Date) {
			return message.Sprintf("%s is declared as %s, but the file has dates there.", c.Name, kind)
		}
		if mostly(table.Text) && !anyNumber(found.Values) {
			return message.Sprintf("%s is declared as %s, but the file has texts there.", c.Name, kind)
		}
		if c.Kind == domain.Whole && mostly(table.Number) && !found.Whole {
			return message.Sprintf("%s is declared as whole numbers, but the file has others there.", c.Name)
		}
	case domain.Periods:
		if !propose.Dated(found) && !mostly(table.Date) && !anyDate(c, found.Values) {
			return message.Sprintf("%s is declared as dates in periods, but the file has none there.", c.Name)
		}
	}
	return message.Text{}
}

func anyNumber(values []string) bool {
	return slices.ContainsFunc(values, func(v string) bool { _, err := cuts.Number(v); return err == nil })
}

func anyDate(c plan.Column, values []string) bool {
	a := c.Calendar()
	return a != nil && slices.ContainsFunc(values, func(v string) bool { _, err := a.ValueOfText(v); return err == nil })
}

// likeness says how likely a column of a file is one of a plan; 0 is not at all.
type likeness float64

const (
	sameLetters likeness = 3   // but for case, spaces and marks
	nearLetters likeness = 0.6 // of the letters agree, at the least
	sharedMost           = 0.8
)

// alike compares a declared column with one of a file that has another name: their names, and
// the values of lists.
func alike(c plan.Column, found sheet.Column) likeness {
	a, b := letters(string(c.Name)), letters(found.Name)
	if a == "" || b == "" {
		return 0
	}
	if a == b {
		return sameLetters
	}
	var l likeness
	longest := max(len([]rune(a)), len([]rune(b)))
	if near := 1 - likeness(spelling.Edits(a, b))/likeness(longest); near >= nearLetters {
		l = near
	}
	if len(c.Values) > 1 && len(found.Values) > 1 {
		shared := 0
		for _, v := range found.Values {
			if _, read := c.Readings[v]; read || slices.Contains(c.Values, v) {
				shared++
			}
		}
		if share := float64(shared) / float64(len(found.Values)); share >= sharedMost {
			l += 1 + likeness(share)
		}
	}
	return l
}

// letters returns the letters and digits of a name without regard to case.
func letters(name string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(" _-./()", r) {
			return -1
		}
		return r
	}, strings.ToLower(name))
}

// several is the format for one or for many.
func several(n int, one, many string, args ...any) message.Text {
	if n == 1 {
		return message.Sprintf(one, args...)
	}
	return message.Sprintf(many, args...)
}

// commas writes a whole number with commas between the thousands.
func commas(n int) string { return account.Commas(strconv.Itoa(n)) }
