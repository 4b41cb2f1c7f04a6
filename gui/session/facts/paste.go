package facts

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/guide"
	"steward/gui/session/amounts"
	"steward/gui/words"
)

// PasteNumbers fills the totals that are entered with what was copied from a spreadsheet: lines
// of cells with tabs between. It takes a line for each combination with its labels and its
// number last, in any order, with or without a line of column names; a cross-table of two
// columns with the labels of one at the left and of the other above; or one number a line for
// all combinations in their order. It errors, naming the line, on anything else, and then
// changes nothing.
func (s *Step) PasteNumbers(text string) error {
	d := s.Draft()
	if d == nil || d.Kind != Totals || len(d.Numbers) == 0 {
		return words.Errorf("choose columns first")
	}
	p := pasted{over: s.over(d.Columns), into: slices.Clone(d.Numbers)}
	for i, line := range strings.Split(strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n"), "\n") {
		if strings.TrimSpace(line) == "" {
			continue
		}
		cells := strings.Split(line, "\t")
		for k := range cells {
			cells[k] = strings.TrimSpace(cells[k])
		}
		p.lines = append(p.lines, pastedLine{i + 1, cells})
	}
	if len(p.lines) == 0 {
		return words.Errorf("nothing was copied: copy the cells with the labels and numbers in the spreadsheet first")
	}
	if err := p.read(); err != nil {
		return err
	}
	s.Change(func(d *Draft) { d.Numbers = p.into })
	return nil
}

// pasted is a table of cells that is read into numbers.
type pasted struct {
	over  *domain.Domain
	lines []pastedLine
	into  []string
}

type pastedLine struct {
	number int
	cells  []string
}

func (p *pasted) read() error {
	attrs := p.over.Attributes()
	first := p.lines[0].cells
	switch {
	case len(first) == 1:
		return p.inOrder()
	case len(attrs) == 2 && p.crossed(first):
		return p.cross(first[1:])
	}
	return p.list()
}

// inOrder reads one number a line.
func (p *pasted) inOrder() error {
	if len(p.lines) != len(p.into) {
		return words.Errorf("found %d lines with one cell each where %d are expected, one for each combination: copy the labels with the numbers", len(p.lines), len(p.into))
	}
	for i, l := range p.lines {
		if len(l.cells) > 1 {
			return words.Errorf("line %d: found %d cells where one is expected", l.number, len(l.cells))
		}
		if err := p.put(l, i, l.cells[0]); err != nil {
			return err
		}
	}
	return nil
}

// crossed reports whether a line has labels of the second column after its first cell.
func (p *pasted) crossed(first []string) bool {
	for _, l := range first[1:] {
		if _, ok := p.over.Attributes()[1].Find(l); !ok {
			return false
		}
	}
	// With one label it can be the first line of a list as well.
	_, listed := p.over.Attributes()[0].Find(first[0])
	return !listed || len(first) > 3
}

// cross reads a cross-table.
func (p *pasted) cross(above []string) error {
	for _, l := range p.lines[1:] {
		if len(l.cells) != len(above)+1 {
			return words.Errorf("line %d: found %d cells where %d are expected, as in the first line", l.number, len(l.cells), len(above)+1)
		}
		for k, label := range above {
			cell, err := cellOf(p.over, []string{l.cells[0], label})
			if err != nil {
				return words.Errorf("line %d: %w", l.number, err)
			}
			if err := p.put(l, cell, l.cells[k+1]); err != nil {
				return err
			}
		}
	}
	return nil
}

// list reads lines of labels and a number. Labels stand in the order of the columns, or in
// that of a first line with their names.
func (p *pasted) list() error {
	attrs := p.over.Attributes()
	order := make([]int, len(attrs)) // of the columns in a line
	for i := range order {
		order[i] = i
	}
	lines := p.lines
	if named, ok := p.header(lines[0].cells); ok {
		order, lines = named, lines[1:]
	} else if _, err := numberOf(last(lines[0].cells)); err != nil && len(lines[0].cells) == len(attrs)+1 {
		if _, err := cellOf(p.over, lines[0].cells[:len(attrs)]); err != nil {
			lines = lines[1:] // names of some kind
		}
	}
	for _, l := range lines {
		if len(l.cells) != len(attrs)+1 {
			return words.Errorf("line %d: found %d cells where %d are expected: %s and the number of people", l.number, len(l.cells), len(attrs)+1, plainNames(attrs))
		}
		labels := make([]string, len(attrs))
		for k, at := range order {
			labels[k] = l.cells[at]
		}
		cell, err := cellOf(p.over, labels)
		if err != nil {
			return words.Errorf("line %d: %w", l.number, err)
		}
		if err := p.put(l, cell, last(l.cells)); err != nil {
			return err
		}
	}
	return nil
}

// header finds the columns in a line of their names.
func (p *pasted) header(cells []string) (order []int, ok bool) {
	for _, a := range p.over.Attributes() {
		at := slices.Index(cells, string(a.Name()))
		if at < 0 || at == len(cells)-1 {
			return nil, false
		}
		order = append(order, at)
	}
	return order, true
}

func (p *pasted) put(l pastedLine, cell int, text string) error {
	if text != "" {
		if _, err := peopleOf(text); err != nil {
			return words.Errorf("line %d: %w", l.number, err)
		}
	}
	p.into[cell] = text
	return nil
}

func last(cells []string) string { return cells[len(cells)-1] }

func plainNames(attrs []*domain.Attribute) string {
	names := make([]string, len(attrs))
	for i, a := range attrs {
		names[i] = string(a.Name())
	}
	return amounts.Named(names)
}

// ReadNumbers fills the totals that are entered from a sheet (ReadFacts): from the rows that
// name exactly their columns. It fails where there are none.
func (s *Step) ReadNumbers(path string) {
	d, p := s.Draft(), s.of.Plan()
	if d == nil || d.Kind != Totals {
		return
	}
	var facts []constraint.Fact
	s.of.Run(guide.Facts, words.T("Reading the sheet"), func(ctx context.Context) error {
		var err error
		facts, err = Read(ctx, path, p)
		return err
	}, func(err error) {
		if err != nil || s.Draft() != d {
			return
		}
		if err := s.fillFrom(d, facts); err != nil {
			d.Trouble = words.SentenceOf(err)
		}
	})
}

// fillFrom takes the numbers of the totals over a draft's columns.
func (s *Step) fillFrom(d *Draft, facts []constraint.Fact) error {
	over := s.over(d.Columns)
	for _, f := range facts {
		if f.Totals == nil || len(f.Totals.Columns) != len(d.Columns) {
			continue
		}
		order := make([]int, len(d.Columns))
		for i, c := range d.Columns {
			order[i] = slices.Index(f.Totals.Columns, c)
		}
		if slices.Contains(order, -1) {
			continue
		}
		numbers := slices.Clone(d.Numbers)
		for _, r := range f.Totals.Rows {
			labels := make([]string, len(order))
			for i, at := range order {
				labels[i] = r.Labels[at]
			}
			cell, err := cellOf(over, labels)
			if err != nil {
				return err
			}
			numbers[cell] = fmt.Sprint(r.Count)
		}
		d.Numbers, d.Trouble = numbers, ""
		return nil
	}
	return words.Errorf("the sheet has no totals by %s: it should have these columns and the number of people last", plainColumns(d.Columns))
}
