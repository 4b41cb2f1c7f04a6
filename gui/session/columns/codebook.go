package columns

import (
	"context"
	"fmt"
	"path/filepath"
	"reflect"
	"slices"

	"steward/core/domain"
	"steward/core/guide"
	"steward/core/plan"
	"steward/core/repair"
	"steward/gui/session/amounts"
	"steward/gui/session/questions"
	"steward/gui/words"
	"steward/io/codebook"
)

// Codebook is what a codebook says, compared with the open file and the plan.
type Codebook struct {
	Name string // of its file
	// Assumed says what was assumed to read the file, "" where nothing was.
	Assumed string
	// Columns are the declarations that the plan can take: those of columns of the open
	// file, of all while none is open. The column that says whose a row is, is not published
	// and not among them.
	Columns []plan.Column
	// Rows says whose the rows are, nil where the codebook does not.
	Rows *plan.Rows
	// Weight says which column holds weights, nil for none.
	Weight *plan.Weight
	// Splits are the columns whose cells hold several answers that are not read so yet.
	Splits []repair.Split
	// Lacking are the columns of the codebook that the open file does not have.
	Lacking []string
	// Undeclared are the columns of the open file, or of the plan while none is open, that
	// have no complete declaration once the codebook is applied.
	Undeclared []string
}

// ReadCodebook reads a codebook and says what applying it would come to. It changes nothing.
// It errors as codebook.Read does, naming the cell at fault.
func (s *Step) ReadCodebook(path string) (Codebook, error) {
	read, err := codebook.Read(context.Background(), path)
	if err != nil {
		return Codebook{}, err
	}
	b := Codebook{Name: filepath.Base(path), Assumed: words.Say(read.Assumed), Rows: read.Rows, Weight: read.Weight}
	if r := read.Rows; r != nil && s.of.File() != nil && !slices.Contains(s.of.File().Header, r.Person) {
		b.Rows, b.Lacking = nil, append(b.Lacking, r.Person)
	}
	if w := read.Weight; w != nil && s.of.File() != nil && !slices.Contains(s.of.File().Header, w.Column) {
		b.Weight, b.Lacking = nil, append(b.Lacking, w.Column)
	}
	var options []string // that the file has no columns for until it is read so
	for _, split := range read.Splits {
		known := slices.ContainsFunc(s.of.Plan().Data.Splits, func(other repair.Split) bool { return other.Column == split.Column })
		switch {
		case s.of.File() != nil && !slices.Contains(s.of.File().Header, split.Column):
			b.Lacking = append(b.Lacking, split.Column)
		case !known:
			b.Splits, options = append(b.Splits, split), append(options, split.Names()...)
		}
	}
	for _, c := range read.Columns {
		name := string(c.Name)
		switch {
		case s.persons.KeptOut(name) != "":
		case s.of.File() != nil && !slices.Contains(s.of.File().Header, name) && !slices.Contains(options, name):
			b.Lacking = append(b.Lacking, name)
		default:
			b.Columns = append(b.Columns, c)
		}
	}
	b.Undeclared = slices.DeleteFunc(s.undeclared(b.Columns), b.keepsOut)
	return b, nil
}

// keepsOut tells whether a codebook has a column not published: the one that says whose a row is,
// that of the weights, and those whose options are published instead.
func (b Codebook) keepsOut(column string) bool {
	split := slices.ContainsFunc(b.Splits, func(s repair.Split) bool { return s.Column == column })
	return split || b.Rows != nil && b.Rows.Person == column || b.Weight != nil && b.Weight.Column == column
}

// undeclared returns the columns without a complete declaration once others are declared.
func (s *Step) undeclared(declared []plan.Column) []string {
	known := make(map[string]bool)
	for _, c := range s.of.Plan().Columns {
		_, err := c.Attribute()
		known[string(c.Name)] = err == nil
	}
	for _, c := range declared {
		known[string(c.Name)] = true
	}
	var out []string
	for _, name := range s.columnNames() {
		if !known[name] && s.persons.KeptOut(name) == "" {
			out = append(out, name)
		}
	}
	return out
}

// ApplyCodebook declares the columns of a codebook in one edit, which can be undone. Columns
// that the plan does not publish yet are added. Rules for blanks and others that the codebook
// does not mention stay as they are where the new values allow it.
func (s *Step) ApplyCodebook(b Codebook) {
	s.of.Edit(func(p *plan.Plan) { s.declare(p, b) })
	if len(b.Splits) > 0 {
		s.reread(s.of.Plan().Data)
	}
}

// declare declares the columns of a codebook in a plan.
func (s *Step) declare(p *plan.Plan, b Codebook) {
	redeclare(p, (plan.Plan{Columns: b.Columns}).Clone().Columns...)
	if len(b.Splits) > 0 {
		p.Data.Splits = slices.Concat(p.Data.Splits, b.Splits)
	}
	questions.SetCounting(p, func(p *plan.Plan) {
		if b.Rows != nil {
			rows := *b.Rows
			p.Rows = &rows
		}
		if b.Weight != nil {
			weight := *b.Weight
			p.Weight = &weight
		}
	})
	p.Columns = slices.DeleteFunc(p.Columns, func(c plan.Column) bool { return b.keepsOut(string(c.Name)) })
	s.InSheetOrder(p)
}

// CodebookConsequences says what in later steps needs another look once a codebook is applied.
func (s *Step) CodebookConsequences(b Codebook) []string {
	next := s.of.Plan().Clone()
	s.declare(&next, b)
	_, err := plan.Compile(next)
	var out []string
	for _, i := range plan.IssuesIn(err) {
		known := slices.ContainsFunc(s.of.Issues(i.Step), func(now plan.Issue) bool { return now.String() == i.String() })
		unasked := i.Step == guide.Questions && len(s.of.Plan().Titles()) == 0
		if !known && !unasked && i.Step != guide.Columns {
			out = append(out, fmt.Sprintf("%s: %s", words.Say(i.Step.Title()), words.Sentence(words.Say(i.Message))))
		}
	}
	return out
}

// CodebookChange is what applying a codebook does to a column.
type CodebookChange struct {
	Column  string
	Before  string // what is declared now, "" where it is not published
	After   string // "" where the codebook changes nothing
	KeptOut bool   // the column is not published, but says whose a row is, or its weight
}

// CodebookChanges says column by column what applying a codebook would change.
func (s *Step) CodebookChanges(b Codebook) (out []CodebookChange) {
	if r := b.Rows; r != nil {
		change := CodebookChange{Column: r.Person, Before: declaredRows(s.of.Plan().Rows), After: declaredRows(r), KeptOut: true}
		if before := s.of.Plan().Rows; before != nil && *before == *r {
			change.After = ""
		}
		out = append(out, change)
	}
	if w := b.Weight; w != nil {
		change := CodebookChange{Column: w.Column, Before: declaredWeight(s.of.Plan().Weight), After: declaredWeight(w), KeptOut: true}
		if before := s.of.Plan().Weight; before != nil && *before == *w {
			change.After = ""
		}
		out = append(out, change)
	}
	for _, split := range b.Splits {
		change := CodebookChange{Column: split.Column, After: words.T("cells with several answers, read as one column for each option: %s", amounts.Named(split.Options)), KeptOut: true}
		if before, published := s.Published(split.Column); published {
			change.Before = declaredWords(before)
		}
		out = append(out, change)
	}
	for _, c := range b.Columns {
		change := CodebookChange{Column: string(c.Name), After: declaredWords(c)}
		if before, published := s.Published(string(c.Name)); published {
			change.Before = declaredWords(before)
			if reflect.DeepEqual((plan.Plan{Columns: []plan.Column{keepRules(c, before)}}).Clone().Columns[0], before) {
				change.After = ""
			}
		}
		out = append(out, change)
	}
	return out
}

// declaredRows says on a line whose the rows are.
func declaredRows(r *plan.Rows) string {
	if r == nil || r.Person == "" {
		return ""
	}
	return words.T("%s says whose row it is, up to %s of each person count", r.Person, amounts.Count(r.AtMost, "row", "rows"))
}

// declaredWeight says on a line how weights count.
func declaredWeight(w *plan.Weight) string {
	if w == nil {
		return ""
	}
	return words.T("weights: %s in steps of %s up to %s", w.Column, words.Number(w.Step), words.Number(w.Cap))
}

// declaredWords says on a line what a column declares.
func declaredWords(c plan.Column) string {
	wording := fmt.Sprintf("%s: %s", KindWords(c.Kind), ValuesLine(c))
	if n := c.Regular(); n > 3 {
		wording += fmt.Sprintf(" (%s)", amounts.Commas(n))
	}
	if n := len(c.Readings); n > 0 {
		wording += ", " + amounts.Several(n, "reading", "readings")
	}
	if c.Origin != "" && c.Origin != domain.Codebook {
		wording += ", " + OriginWords(c.Origin)
	}
	return wording
}

// SaveCodebook writes the plan's columns, whose its rows are, and its weights as a codebook. It
// errors as codebook.Save does.
func (s *Step) SaveCodebook(path string) error {
	return codebook.Save(path, codebook.BookOf(s.of.Plan()))
}

// redeclare declares columns in a plan; those that it has keep the rules that they are not given.
func redeclare(p *plan.Plan, columns ...plan.Column) {
	for _, c := range columns {
		i := slices.IndexFunc(p.Columns, func(old plan.Column) bool { return old.Name == c.Name })
		if i < 0 {
			p.Columns = append(p.Columns, c)
			continue
		}
		p.Columns[i] = keepRules(c, p.Columns[i])
	}
}

// keepRules gives a column the rules of an earlier declaration where it has none of its own.
func keepRules(c, before plan.Column) plan.Column {
	if c.Label == "" {
		c.Label = before.Label
	}
	if c.PartOf == "" {
		c.PartOf = before.PartOf
	}
	keep := func(of func(*plan.Column) *plan.Special) {
		if of(&c).Rule != "" {
			return
		}
		with := c
		*of(&with) = *of(&before)
		if _, err := with.Attribute(); err == nil {
			c = with
		}
	}
	keep(func(c *plan.Column) *plan.Special { return &c.Blank })
	keep(func(c *plan.Column) *plan.Special { return &c.Other })
	return c
}
