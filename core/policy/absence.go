package policy

import (
	"fmt"
	"math/big"
	"slices"

	"steward/core/domain"
)

// Leaving joins chosen values to "not in the file": that somebody with one of them is in the
// file is a secret, that others are is not (unbounded and mixed policies; MECHANISMS section 2,
// last row, and F4).
type Leaving struct {
	// Attribute and Values say which people: those with one of the values, by label, in the
	// column. No attribute means everybody.
	Attribute *domain.Attribute
	Values    []string
	// Weight is the budget of the edges to "not in the file" as a multiple of the release's;
	// nil is 1.
	Weight *big.Rat
}

// absence is which cells are joined to "not in the file".
type absence struct {
	all    bool              // every cell
	attr   *domain.Attribute // otherwise those with a marked value of a column, nil for none
	at     int               // the column's position
	marked []bool
	weight Weight
}

func newAbsence(s Spec) (absence, error) {
	l := s.Leaving
	switch {
	case l != nil && s.Presence:
		return absence{}, fmt.Errorf("being in the file is kept secret for everybody and for chosen people: choose one")
	case l == nil:
		return absence{all: s.Presence, weight: One}, nil
	}
	a := absence{all: l.Attribute == nil, attr: l.Attribute, weight: One}
	if l.Weight != nil {
		var ok bool
		if a.weight, ok = WeightOf(l.Weight); !ok {
			return a, fmt.Errorf("the weight of being in the file is %s, but it must be a number above zero (and below four million)", plain(l.Weight))
		}
	}
	if l.Attribute == nil {
		return a, nil
	}
	var ok bool
	if a.at, ok = s.Domain.Position(l.Attribute.Name()); !ok || s.Domain.Attributes()[a.at] != l.Attribute {
		return a, fmt.Errorf("being in the file is kept secret by %q, which is not a published column", l.Attribute.Name())
	}
	if len(l.Values) == 0 {
		return a, fmt.Errorf("being in the file is kept secret by %q, but for none of its values: name some", l.Attribute.Name())
	}
	a.marked = make([]bool, l.Attribute.Size())
	for _, label := range l.Values {
		v, ok := l.Attribute.Find(label)
		if !ok {
			return a, fmt.Errorf("being in the file is kept secret for %q, which is not one of the values of %q", label, l.Attribute.Name())
		}
		a.marked[v] = true
	}
	a.all = !slices.Contains(a.marked, false)
	return a, nil
}

// any reports whether any cell is joined.
func (a absence) any() bool { return a.all || a.attr != nil }

// has reports whether a record with these values, in the order of the domain, is joined.
func (a absence) has(values []int) bool {
	return a.all || a.attr != nil && a.marked[values[a.at]]
}

// seen returns the absence through the columns that are kept: without its column every cell
// looks like one that is joined.
func (a absence) seen(kept map[domain.AttributeName]bool) (presence bool, leaving *Leaving) {
	if !a.any() {
		return false, nil
	}
	l := &Leaving{Weight: a.weight.Rat()}
	if !a.all && kept[a.attr.Name()] {
		l.Attribute = a.attr
		for v, in := range a.marked {
			if in {
				l.Values = append(l.Values, a.attr.Label(v))
			}
		}
	}
	if l.Attribute == nil && a.weight == One {
		return true, nil
	}
	return false, l
}

// Presence reports whether any value is joined to "not in the file". Where only chosen values
// are, what treats all alike hides more than it has to.
func (p *Policy) Presence() bool { return p.absent.any() }

// AbsentWeight returns the weight of the edge from a cell to "not in the file", and false
// when there is none.
func (p *Policy) AbsentWeight(u Vertex) (Weight, bool) {
	if !p.absent.any() || !p.domain.Possible(int(u)) {
		return p.absent.weight, false
	}
	return p.absent.weight, p.absent.all || p.absent.marked[p.domain.Value(int(u), p.absent.at)]
}

// say returns what the absence hides, in words, and the expert's sentence with it added.
func (a absence) say(expert string) (steward, withExpert string) {
	weighed := ""
	if a.weight != One {
		weighed = " with weight " + plain(a.weight.Rat())
	}
	if a.all {
		return "Whether a person is in the file is hidden too.", expert + "; every vertex joined to the absent vertex" + weighed
	}
	var names []string
	for v, in := range a.marked {
		if in {
			names = append(names, a.attr.Label(v))
		}
	}
	who := fmt.Sprintf("%s in %q", list(names), a.attr.Name())
	return "Whether a person with " + who + " is in the file is hidden too.",
		expert + "; every vertex with " + who + " joined to the absent vertex" + weighed
}
