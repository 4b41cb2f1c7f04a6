package session

import (
	"context"
	"path/filepath"
	"slices"

	"steward/core/plan"
	"steward/io/codebook"
)

// Codebook is what a codebook says, compared with the open file and the plan.
type Codebook struct {
	Name string // of its file
	// Columns are the declarations that the plan can take: those of columns of the open
	// file, of all while none is open. The column that says whose a row is, is not published
	// and not among them.
	Columns []plan.Column
	// Lacking are the columns of the codebook that the open file does not have.
	Lacking []string
	// Undeclared are the columns of the open file, or of the plan while none is open, that
	// have no complete declaration once the codebook is applied.
	Undeclared []string
}

// ReadCodebook reads a codebook and says what applying it would come to. It changes nothing.
// It errors as codebook.Read does, naming the cell at fault.
func (s *Session) ReadCodebook(path string) (Codebook, error) {
	columns, err := codebook.Read(context.Background(), path)
	if err != nil {
		return Codebook{}, err
	}
	b := Codebook{Name: filepath.Base(path)}
	for _, c := range columns {
		name := string(c.Name)
		switch {
		case s.plan.Rows != nil && s.plan.Rows.Person == name:
		case s.file != nil && !slices.Contains(s.file.Header, name):
			b.Lacking = append(b.Lacking, name)
		default:
			b.Columns = append(b.Columns, c)
		}
	}
	b.Undeclared = s.undeclared(b.Columns)
	return b, nil
}

// undeclared returns the columns without a complete declaration once others are declared.
func (s *Session) undeclared(declared []plan.Column) []string {
	known := make(map[string]bool)
	for _, c := range s.plan.Columns {
		_, err := c.Attribute()
		known[string(c.Name)] = err == nil
	}
	for _, c := range declared {
		known[string(c.Name)] = true
	}
	var names []string
	if s.file != nil {
		names = s.file.Header
	} else {
		for _, c := range s.plan.Columns {
			names = append(names, string(c.Name))
		}
	}
	var out []string
	for _, name := range names {
		if !known[name] && (s.plan.Rows == nil || s.plan.Rows.Person != name) {
			out = append(out, name)
		}
	}
	return out
}

// ApplyCodebook declares the columns of a codebook in one edit, which can be undone. Columns
// that the plan does not publish yet are added. Rules for blanks and others that the codebook
// does not mention stay as they are where the new values allow it.
func (s *Session) ApplyCodebook(b Codebook) {
	s.Edit(func(p *plan.Plan) {
		for _, c := range clone(plan.Plan{Columns: b.Columns}).Columns {
			i := slices.IndexFunc(p.Columns, func(old plan.Column) bool { return old.Name == c.Name })
			if i < 0 {
				p.Columns = append(p.Columns, c)
				continue
			}
			p.Columns[i] = keepRules(c, p.Columns[i])
		}
		s.inSheetOrder(p)
	})
}

// keepRules gives a column the rules of an earlier declaration where it has none of its own.
func keepRules(c, before plan.Column) plan.Column {
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
