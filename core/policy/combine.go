package policy

import (
	"fmt"
	"slices"
	"strings"

	"steward/core/domain"
)

// union joins what any of its parts joins: all their secrets hold. A pair that several join has
// the least of their weights.
type union struct{ parts []Part }

// Union returns the part that keeps the secrets of all the given parts, which must be over the
// same columns in the same order.
func Union(parts ...Part) (Part, error) {
	if err := sameColumns(parts); err != nil {
		return nil, err
	}
	return dress(union{parts}, parts), nil
}

// intersection joins what all of its parts join. A pair has the largest of their weights, which
// is the protection that each of them promises at least.
type intersection struct{ parts []Part }

// Intersection returns the part that keeps secret only what every one of the given parts keeps
// secret. They must be over the same columns in the same order.
func Intersection(parts ...Part) (Part, error) {
	if err := sameColumns(parts); err != nil {
		return nil, err
	}
	return dress(intersection{parts}, parts), nil
}

func sameColumns(parts []Part) error {
	if len(parts) == 0 {
		return fmt.Errorf("there is nothing to combine: give at least one kind of secret")
	}
	for _, p := range parts[1:] {
		if !slices.Equal(p.Attributes(), parts[0].Attributes()) {
			return fmt.Errorf("kinds of secret can be combined only over the same columns in the same order: found %s and %s",
				columnNames(parts[0].Attributes()), columnNames(p.Attributes()))
		}
	}
	return countable(parts[0].Attributes())
}

// dress hides the weights of a combination in which all edges weigh One.
func dress(p Weighted, parts []Part) Part {
	if slices.ContainsFunc(parts, func(part Part) bool { _, graded := part.(Weighted); return graded }) {
		return p
	}
	return unweighted{p}
}

func (p union) Attributes() []*domain.Attribute { return p.parts[0].Attributes() }
func (p union) Size() int                       { return p.parts[0].Size() }

func (p union) Joined(u, v int) bool {
	return slices.ContainsFunc(p.parts, func(part Part) bool { return part.Joined(u, v) })
}

func (p union) Neighbours(u int, yield func(v int) bool) {
	for i, part := range p.parts {
		more := true
		part.Neighbours(u, func(v int) bool {
			if !slices.ContainsFunc(p.parts[:i], func(before Part) bool { return before.Joined(u, v) }) {
				more = yield(v)
			}
			return more
		})
		if !more {
			return
		}
	}
}

func (p union) EdgeWeight(u, v int) Weight {
	w := Infinite
	for _, part := range p.parts {
		if part.Joined(u, v) {
			w = min(w, edgeWeight(part, u, v))
		}
	}
	if w == Infinite {
		return One
	}
	return w
}

func (p union) Least() Weight {
	w := Infinite
	for _, part := range p.parts {
		w = min(w, leastWeight(part))
	}
	return w
}

func (p union) Distance(u, v int) (int, bool)            { return graphOf(p).distance(u, v) }
func (p union) WeightedDistance(u, v int) (Weight, bool) { return weighingOf(p).distance(u, v) }
func (p union) Components() ([]int, int)                 { return graphOf(p).components() }

func (p union) Project(keep []int) Part {
	q, err := Union(projectAll(p.parts, keep)...)
	if err != nil {
		panic("policy: fewer columns of combined secrets are no longer valid: " + err.Error())
	}
	return q
}

func (p union) Secret() string { return strings.Join(secretsOf(p.parts), "; nor ") }
func (p union) Expert() string {
	return "union of (" + strings.Join(expertsOf(p.parts), ") and (") + ")"
}

func (p intersection) Attributes() []*domain.Attribute { return p.parts[0].Attributes() }
func (p intersection) Size() int                       { return p.parts[0].Size() }

func (p intersection) Joined(u, v int) bool {
	return !slices.ContainsFunc(p.parts, func(part Part) bool { return !part.Joined(u, v) })
}

func (p intersection) Neighbours(u int, yield func(v int) bool) {
	p.parts[0].Neighbours(u, func(v int) bool { return !p.Joined(u, v) || yield(v) })
}

func (p intersection) EdgeWeight(u, v int) Weight {
	if !p.Joined(u, v) {
		return One
	}
	w := Weight(0)
	for _, part := range p.parts {
		w = max(w, edgeWeight(part, u, v))
	}
	return w
}

// Least returns a bound: the largest of the parts' least weights.
func (p intersection) Least() Weight {
	w := Weight(0)
	for _, part := range p.parts {
		w = max(w, leastWeight(part))
	}
	return w
}

func (p intersection) Distance(u, v int) (int, bool) { return graphOf(p).distance(u, v) }
func (p intersection) WeightedDistance(u, v int) (Weight, bool) {
	return weighingOf(p).distance(u, v)
}
func (p intersection) Components() ([]int, int) { return graphOf(p).components() }

// Project walks over the edges: what the parts' projections have in common may be more than
// what is left of their common edges.
func (p intersection) Project(keep []int) Part {
	attrs := p.Attributes()
	kept := make([]*domain.Attribute, len(keep))
	for i, k := range keep {
		kept[i] = attrs[k]
	}
	q, seen := newListed(kept), through(attrs, keep)
	for u := range p.Size() {
		p.Neighbours(u, func(v int) bool {
			if a, b := seen(u), seen(v); u < v && a != b {
				q.join(a, b, p.EdgeWeight(u, v))
			}
			return true
		})
	}
	return dress(&described{q, p.Secret(), p.Expert() + ", projected"}, p.parts)
}

func (p intersection) Secret() string {
	return strings.Join(secretsOf(p.parts), ", where that is also ")
}
func (p intersection) Expert() string {
	return "intersection of (" + strings.Join(expertsOf(p.parts), ") and (") + ")"
}

func projectAll(parts []Part, keep []int) []Part {
	out := make([]Part, len(parts))
	for i, part := range parts {
		out[i] = part.Project(keep)
	}
	return out
}

func secretsOf(parts []Part) []string {
	var out []string
	for _, p := range parts {
		if s := p.Secret(); s != "" {
			out = append(out, s)
		}
	}
	return out
}

func expertsOf(parts []Part) []string {
	out := make([]string, len(parts))
	for i, p := range parts {
		out[i] = p.Expert()
	}
	return out
}

func graphOf(p Part) graph { return graph{p.Size(), p.Neighbours} }

func weighingOf(p Weighted) weighing {
	return weighing{p.Size(), func(u int, yield func(v int, w Weight) bool) {
		p.Neighbours(u, func(v int) bool { return yield(v, p.EdgeWeight(u, v)) })
	}}
}
