package codebook

import (
	"context"
	"maps"
	"path/filepath"
	"slices"

	"steward/core/domain"
	"steward/core/message"
	"steward/core/plan"
)

// Coarser is a coarser list for a column, such as the region of each district, compared with
// the column's values.
type Coarser struct {
	Name   string // of its file
	Column string
	Groups []CoarserGroup
	// Missing are values of the column that the list does not have: it is of no use before it
	// does. Beside are those of the list that the column does not have, which do no harm.
	Missing, Beside []string

	of map[string]string // by the column's values
}

// CoarserGroup is a coarser value with the values that belong to it.
type CoarserGroup struct {
	Name   string
	Values []string
}

// CoarserFor reads a coarser list for a declared column. A column without values takes those
// of the list. It errors as ReadMapping does, naming the cell at fault, and for a column that is not a list.
func CoarserFor(ctx context.Context, path string, c plan.Column) (Coarser, error) {
	column := string(c.Name)
	if !c.Kind.OfNames() {
		return Coarser{}, message.Errorf("%s is not a list of values, and only values of a list can be made coarser", column)
	}
	m, err := ReadMapping(ctx, path)
	if err != nil {
		return Coarser{}, err
	}
	out := Coarser{Name: filepath.Base(path), Column: column, of: make(map[string]string)}
	values := c.Values
	if len(values) == 0 {
		values = m.Values
	}
	members := make(map[string][]string)
	for _, v := range values {
		to, ok := m.Of[v]
		if !ok {
			out.Missing = append(out.Missing, v)
			continue
		}
		out.of[v] = to
		members[to] = append(members[to], v)
	}
	for _, v := range m.Values {
		if !slices.Contains(values, v) && v != domain.BlankLabel && v != domain.OtherLabel {
			out.Beside = append(out.Beside, v)
		}
	}
	for _, name := range m.Coarser {
		if len(members[name]) > 0 {
			out.Groups = append(out.Groups, CoarserGroup{name, members[name]})
		}
	}
	return out, nil
}

// Recoded returns a column that is published by its coarser values; none of its own may be missing
// in the list.
func (l Coarser) Recoded(c plan.Column) plan.Column {
	readings := make(map[string]string, len(l.of)+len(c.Readings))
	values := make([]string, len(l.Groups))
	for i, g := range l.Groups {
		values[i] = g.Name
	}
	for text, target := range c.Readings {
		if to, ok := l.of[target]; ok {
			target = to
		}
		readings[text] = target
	}
	for v, to := range l.of {
		if v != to { // what is called alike is read so without more ado
			readings[v] = to
		}
	}
	for _, special := range []*plan.Special{&c.Blank, &c.Other} {
		if special.Rule == domain.AsValue {
			special.Value = l.of[special.Value]
		}
	}
	if c.Kind == domain.Ordered && !l.keepsOrder(c.Values) {
		c.Kind = domain.List
	}
	c.Values, c.Readings, c.Origin = values, readings, domain.Codebook
	return c
}

// keepsOrder reports whether the groups are runs of the values that follow one another in the
// order of the groups.
func (l Coarser) keepsOrder(values []string) bool {
	var run []string
	for _, g := range l.Groups {
		run = append(run, g.Values...)
	}
	return len(values) == 0 || slices.Equal(run, values)
}

// Of returns the coarser value of each of the column's values that the list has.
func (l Coarser) Of() map[string]string { return maps.Clone(l.of) }
