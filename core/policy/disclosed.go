package policy

import (
	"slices"
	"strings"

	"steward/core/domain"
	"steward/core/message"
)

// Disclosed lists what the policy lets anyone learn exactly: for every part that falls
// into several components, the number of people in each of them, and the same for the sets
// of cells that impossible combinations keep apart. It is the text that the steward says
// yes to before any of it is published without noise, and it is empty exactly when the
// possible cells hang together. Where columns tied by impossible combinations have too many
// cells to walk over, it may list more than there is and never less. The number of
// people in the whole file is a known fact of its own and not listed.
//
// Where being in the file is a secret for some only, the numbers of people in those sets of
// cells that none of them are in are disclosed; the list is then that without such secrets,
// with a sentence that says for whom it does not hold.
func (p *Policy) Disclosed() []message.Text {
	if p.hangsTogether() {
		return nil
	}
	if p.Presence() {
		out := p.with(p.parts, nil).Disclosed()
		if len(out) > 0 {
			for _, a := range p.absences {
				out = append(out, message.Sprintf("but no number that counts people with %s, or others that nobody can tell from them", a.say()))
			}
		}
		return out
	}
	tied := make([]*Policy, 0, len(p.parts))
	for _, parts := range p.tied() {
		q := p.over(parts)
		if _, err := q.domain.Cells(); err == nil && q.domain.PossibleCells() == 0 {
			return nil // nobody can be in the file
		}
		tied = append(tied, q)
	}
	var pieces []Part
	var said []message.Text
	for _, piece := range p.pieces() {
		component, count := piece.Components()
		if count == 1 {
			continue
		}
		occurs := slices.Repeat([]bool{true}, count)
		for _, q := range tied {
			q.strike(occurs, piece, component)
		}
		if s := sayComponents(piece, component, occurs); !s.IsZero() {
			pieces, said = append(pieces, piece), append(said, s)
		}
	}
	out := p.gathered(pieces, said)
	for _, q := range tied {
		if s := q.keptApart(); !s.IsZero() {
			out = append(out, s)
		}
	}
	if len(out) > 1 || len(said) > 1 {
		out = append(out, message.Sprintf("how many people are in each combination of these"))
	}
	return out
}

// gathered returns what is said of each piece, but once for all of many columns of which the same is said.
func (p *Policy) gathered(pieces []Part, said []message.Text) (out []message.Text) {
	same, alike := alike(pieces, said)
	for i, text := range said {
		names := alike[same[i]]
		of := text.With(names[0], message.Sprintf("that column"))
		switch n := len(names); {
		case n <= mostColumns:
			out = append(out, text)
		case slices.Index(same, same[i]) < i: // said with the first of them
		case n == len(p.domain.Attributes()):
			out = append(out, message.Sprintf("for each of the %d columns: %s", n, of))
		default:
			out = append(out, message.Sprintf("for each of %s: %s", message.And(names), of))
		}
	}
	return out
}

// hangsTogether reports whether "not in the file" connects all possible cells, as far as it
// can tell: where the cells are too many to walk over, when one absence holds in every
// component.
func (p *Policy) hangsTogether() bool {
	switch {
	case p.PresenceOfAll():
		return true
	case !p.Presence():
		return false
	case p.searchable():
		_, count, err := p.Components()
		return err == nil && count < 2
	case !p.domain.AllPossible():
		return false
	}
	return slices.ContainsFunc(p.absences, func(a absence) bool {
		for _, piece := range p.pieces() {
			component, count := piece.Components()
			met := make(map[int]bool)
			for v, c := range component {
				if !met[c] && a.holdsFor(piece.Attributes(), v) {
					met[c] = true
				}
			}
			if len(met) < count {
				return false
			}
		}
		return true
	})
}

// strike unmarks the components of a piece that have no possible cell, when the policy has
// the piece's columns and its cells can be walked over.
func (p *Policy) strike(occurs []bool, piece Part, component []int) {
	var at []int
	for _, a := range piece.Attributes() {
		pos, ok := p.domain.Position(a.Name())
		if !ok {
			return
		}
		at = append(at, pos)
	}
	if !p.searchable() {
		return
	}
	clear(occurs)
	values := make([]int, len(p.domain.Attributes()))
	k, _ := p.domain.Cells()
	for cell := range k {
		if p.domain.Possible(cell) {
			p.domain.Values(values, cell)
			occurs[component[localOf(piece, at, values)]] = true
		}
	}
}

// keptApart says which sets of cells impossible combinations keep apart beyond what the
// parts do, or nothing when there are none. A set is named by its first cell.
func (p *Policy) keptApart() message.Text {
	if p.full() {
		return message.Text{}
	}
	columns := columnNames(p.domain.Attributes())
	if !p.searchable() {
		return message.Sprintf("how many people are in each of the sets of values of %s that the combinations declared impossible may keep apart", columns)
	}
	component, count, err := p.Components()
	if err != nil {
		panic("policy: the cells are counted: " + err.Error())
	}
	around := make([]int, len(component))
	p.productComponents(around)
	seen := make(map[int]bool)
	names := make([]string, 0, count)
	for cell, c := range component {
		if c < 0 {
			continue
		}
		seen[around[cell]] = true
		if c == len(names) { // components are numbered in order of first appearance
			names = append(names, cellLabel(p.domain, cell))
		}
	}
	if len(seen) == count {
		return message.Text{}
	}
	return message.Sprintf("how many people are in each of the %d sets of values of %s that the combinations declared impossible keep apart (around %s)",
		count, columns, list(names))
}

// sayComponents says that the sizes of the components of a part that occur are disclosed,
// or nothing when there is only one.
func sayComponents(part Part, component []int, occurs []bool) message.Text {
	n := 0
	for _, is := range occurs {
		if is {
			n++
		}
	}
	columns := columnNames(part.Attributes())
	if _, open := part.(alone); open && n > 1 {
		return message.Sprintf("how many people have each answer in %s", columns)
	}
	if n < 2 {
		return message.Text{}
	}
	names := componentNames(part, component, occurs)
	if attrs := part.Attributes(); len(attrs) == 1 && attrs[0].Regular() > 0 && occurs[component[0]] && !slices.ContainsFunc(component[:attrs[0].Regular()], func(c int) bool { return c != component[0] }) {
		// Not that of any answer it would be known how many gave it.
		if n == 2 && names[1].String() == domain.BlankLabel {
			return message.Sprintf("how many people have no answer in %s", columns)
		}
		return message.Sprintf("how many people have an answer in %s at all, and how many have %s", columns, row(names[1:]))
	}
	return message.Sprintf("how many people are in each of these groups of %s: %s", columns, row(names))
}

// mostNamed is the most components that are named one by one, unless they are groups, which
// the steward has named.
const mostNamed = 100

// componentNames names the components of a part that occur by the values in them.
func componentNames(part Part, component []int, occurs []bool) []message.Text {
	count := len(occurs)
	first, last, size := make([]int, count), make([]int, count), make([]int, count)
	for v, c := range component {
		if size[c] == 0 {
			first[c] = v
		}
		last[c] = v
		size[c]++
	}
	g, grouped := part.(*groups)
	var names []message.Text
	left := 0
	for c := range count {
		if !occurs[c] {
			continue
		}
		if len(names) == mostNamed && !grouped {
			left++
			continue
		}
		switch label := vertexLabel(part.Attributes(), first[c]); {
		case grouped:
			names = append(names, domain.Said(g.names[g.of[first[c]]:][:1])...)
		case size[c] == 1:
			names = append(names, domain.Said([]string{label})...)
		case size[c] == last[c]-first[c]+1:
			names = append(names, message.Sprintf("%s to %s", label, vertexLabel(part.Attributes(), last[c])))
		default:
			names = append(names, message.Sprintf("%s and %d more", label, size[c]-1))
		}
	}
	if left > 0 {
		last := &names[len(names)-1]
		*last = message.Sprintf("%s and %d more", *last, left)
	}
	return names
}

// columnNames lists the names of columns.
func columnNames(attrs []*domain.Attribute) message.Text {
	var names []message.Text
	for _, a := range attrs {
		names = append(names, message.Sprintf("%q", a.Name()))
	}
	return message.List(names, "%s and %s", "%s and %s")
}

// cellLabel writes a cell by the labels of its values.
func cellLabel(d *domain.Domain, cell int) string {
	var labels []string
	for i, a := range d.Attributes() {
		labels = append(labels, a.Label(d.Value(cell, i)))
	}
	return strings.Join(labels, " × ")
}
