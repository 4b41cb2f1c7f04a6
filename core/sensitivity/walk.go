package sensitivity

import (
	"steward/core/policy"
	"steward/core/policy/weighted"
)

// walk looks at every edge between cells, up to a number of them, but ends when nothing can be above what it and the
// edges to "not in the file" have.
func (s *search) walk(absent cost, most int) (found, error) {
	lightest, _ := s.valueWeights()
	t := &tally{norm: s.norm, best: absent, enough: cost{s.change.most(), lightest}}
	if t.done() {
		return found{absent, true, "no edge can cost more than joining or leaving the file"}, nil
	}
	w := walker{ctx: s.ctx, tally: t, change: s.change, cells: s.cells, most: most}
	err := w.over(func(u int, yield func(v int, w weighted.Weight) bool) {
		s.policy.Neighbours(policy.Vertex(u), func(v policy.Vertex, w weighted.Weight) bool { return yield(int(v), w) })
	})
	return found{t.best, true, "a walk over the edges"}, err
}
