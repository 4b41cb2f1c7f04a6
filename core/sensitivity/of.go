package sensitivity

import (
	"context"
	"math/big"

	"steward/core/linop"
	"steward/core/message"
	"steward/core/policy"
	"steward/core/policy/weighted"
)

// Value is a sensitivity.
type Value struct {
	// Size is the largest change along an edge divided by the edge's weight; for L2 its
	// square.
	Size *big.Rat
	// Exact says that some edge has it. Otherwise Size may be above the maximum, which is
	// safe and costs accuracy.
	Exact bool
	// How says how it was found, in the field's terms.
	How string
}

// Of returns the sensitivity of an operator under a policy, which is the projection to the
// question's columns: the maximum over the edges, those to "not in the file" included, of
// ‖a_u − a_v‖₁/w(u,v), or of ‖a_u − a_v‖₂²/w(u,v)² (docs/mathematics.md, "1. The promise"). A projection leaves
// out the redundant edges of metrics, so that a metric over a million values is a line.
//
// It takes the first way that is exact: displacements of a box, parts one by one, blocks and
// lines in closed form (docs/mathematics.md, "Sensitivities"), and else a walk over the edges, up to
// limits.MaxEdgeScan of them, or fewer where queries have many entries per cell. Where impossible combinations leave out edges of the closed
// forms and the rest are too many to walk over, the closed form is returned as a bound.
//
// It errors when the operator is over other cells than the policy's, when its numbers are too
// large to add up, when nothing but too long a walk is left, and when ctx ends.
func Of(ctx context.Context, op linop.Operator, p *policy.Policy, norm Norm) (Value, error) {
	k, err := p.Domain().Cells()
	if err != nil {
		return Value{}, err
	}
	if op.Columns() != k {
		return Value{}, message.Errorf("the queries are over %d cells, and the policy over %d: project the policy to the columns of the question", op.Columns(), k)
	}
	if norm == L2Squared && op.Rows() == 1 { // the change of one row is the same in L1
		v, err := Of(ctx, op, p, L1)
		if err == nil {
			v.Size.Mul(v.Size, v.Size)
		}
		return v, err
	}
	op = alike(op)
	s := search{ctx: ctx, op: op, policy: p, norm: norm, cells: k, frame: frameOf(p.Domain().Attributes())}
	if s.change, err = changeOf(op, norm, s.frame); err != nil {
		return Value{}, err
	}
	return s.run()
}

// search looks for the sensitivity of one operator under one policy.
type search struct {
	ctx    context.Context
	op     linop.Operator
	policy *policy.Policy
	norm   Norm
	cells  int
	frame  frame
	change change
}

// found is the largest cost of some edges.
type found struct {
	cost
	exact bool
	how   string
}

func (s *search) run() (Value, error) {
	absent, err := s.absences()
	if err != nil {
		return Value{}, err
	}
	best, err := s.between(absent)
	if err != nil {
		return Value{}, err
	}
	t := tally{norm: s.norm}
	if !t.above(best.cost, absent.cost) && absent.change > 0 {
		best = absent // exact even where the rest is a bound: no edge is above it
	}
	return Value{Size: t.size(best.cost), Exact: best.exact, How: best.how}, nil
}

// absences looks at the edges to "not in the file".
func (s *search) absences() (found, error) {
	t := tally{norm: s.norm}
	for u := 0; u < s.cells && s.policy.Presence(); u++ {
		if u&(1<<12-1) == 0 && s.ctx.Err() != nil {
			return found{}, s.ctx.Err()
		}
		if w, ok := s.policy.AbsentWeight(policy.Vertex(u)); ok {
			t.show(s.change.alone(u), w)
		}
	}
	return found{t.best, true, "joining or leaving the file"}, nil
}

// between looks at the edges between cells, the quick ways first. What the edges to "not in
// the file" cost is given, so that a walk can end when nothing above it is left to find.
func (s *search) between(absent found) (found, error) {
	if !s.joins() {
		return found{exact: true, how: "no two cells are joined"}, nil
	}
	if s.change.most() == 0 {
		return found{exact: true, how: "no query tells two cells apart"}, nil
	}
	var bound *found
	for _, way := range []func() (found, bool, error){s.onWhole, s.byParts, s.byBlocks} {
		f, ok, err := way()
		switch {
		case err != nil:
			return found{}, err
		case ok && f.exact:
			return f, nil
		case ok && (bound == nil || (&tally{norm: s.norm}).above(bound.cost, f.cost)):
			bound = &f
		}
	}
	edges := mostEdges(s.change)
	if bound != nil {
		edges /= 10 // no long wait for what is safe already
	}
	f, err := s.walk(absent.cost, edges)
	if err != nil && bound != nil && s.ctx.Err() == nil {
		return *bound, nil
	}
	return f, err
}

// joins reports whether any two cells may be joined.
func (s *search) joins() bool {
	_, heaviest := s.valueWeights()
	return heaviest > 0
}

// valueWeights returns bounds on the weights of the edges between cells.
func (s *search) valueWeights() (lightest, heaviest weighted.Weight) {
	lightest = weighted.Infinite
	if s.policy.Together() == 0 {
		return lightest, 0
	}
	for _, part := range s.policy.Parts() {
		l, h := part.Weights()
		lightest, heaviest = min(lightest, l), max(heaviest, h)
	}
	return lightest, heaviest
}

// onWhole uses what the only part knows of its graph, where its combinations are the cells.
func (s *search) onWhole() (found, bool, error) {
	parts, d := s.policy.Parts(), s.policy.Domain()
	if len(parts) > 1 {
		return found{}, false, nil
	}
	for i, a := range parts[0].Attributes() {
		if d.Attributes()[i] != a {
			return found{}, false, nil
		}
	}
	g := graph{ctx: s.ctx, part: parts[0], change: s.change, tally: &tally{norm: s.norm}}
	how, exact, ok, err := g.quick()
	return found{g.tally.best, exact && d.AllPossible(), how}, ok, err
}
