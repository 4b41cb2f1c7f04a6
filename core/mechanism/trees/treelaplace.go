package trees

import (
	"context"
	"math/big"

	"steward/core/accuracy"
	"steward/core/guide"
	"steward/core/mechanism"
	"steward/core/mechanism/line"
	"steward/core/message"
	"steward/core/noise"
)

// TreeLaplace adds discrete Laplace noise to the number of people below every edge of a policy
// whose graph is a tree or several (transformational equivalence, Haney, Machanavajjhala and
// Ding 2015, theorem 4.3 and appendix E). On a line in its order that is the
// ordered mechanism and on a star noise on each cell, which are mechanisms of their own.
//
// # Guarantee
//
// An edge changes one coordinate by one; scale 1/ε.
//
// # Expected error
//
// Exact: V(1/ε) for every edge of which an answer counts one end more often than the other, and
// less what a known number of people takes away.
//
// # Cost
//
// Linear in cells and answers, but for ranges a logarithm more.
type TreeLaplace struct{}

func (TreeLaplace) Info() mechanism.Info {
	return mechanism.Info{ID: "tree-laplace", Name: message.Sprintf("Noise on cumulative counts of a tree"), Source: message.Sprintf("Haney, Machanavajjhala and Ding 2015, theorem 4.3 and appendix E")}
}

func (TreeLaplace) Check(p mechanism.Problem) mechanism.Fit {
	if f := mechanism.CountsOnly(p); !f.OK() {
		return f
	}
	g, err := ownForest(p)
	switch {
	case err != nil:
		return mechanism.Unfit(guide.Questions, "%s", err)
	case g == nil:
		return mechanism.Unfit(guide.Secrets, "the secret pairs form rings, but this method counts along trees")
	case g.star:
		return mechanism.Unfit(guide.Secrets, "no two values are a secret pair, so this is the same as noise on each cell")
	case factorWork(p) > maxFactorWork:
		return mechanism.Unfit(guide.Questions, "there are too many answers to work out their errors: ask for fewer")
	}
	if ordered := (line.Ordered{}).Check(p); ordered.OK() && isLine(g) {
		return mechanism.Unfit(guide.Secrets, "the tree is the order of the values, so this is the same as noise on cumulative counts")
	}
	return mechanism.Fit{}
}

// isLine says whether every cell hangs on the next one, if on any.
func isLine(g *SpanningForest) bool {
	for u := range g.forest.Cells() {
		if on := g.forest.Parent(u); on >= 0 && on != u+1 {
			return false
		}
	}
	return true
}

func (m TreeLaplace) Prepare(_ context.Context, p mechanism.Problem) (mechanism.Prepared, error) {
	if err := mechanism.MustFit(m, p); err != nil {
		return nil, err
	}
	g, err := ownForest(p)
	if err != nil {
		return nil, err
	}
	q := &PreparedTree{Task: mechanism.Task{By: m.Info(), Problem: p}, SpanningForest: g}
	if q.Noisy, err = NewSubtreeNoise(g, p); err != nil {
		return nil, err
	}
	q.estimate = q.Condition(q, g.known, q.Linear(q.Noisy.(SubtreeNoise).Scale), 1)
	return q, nil
}

// SubtreeNoise estimates z by noise of one size on every coordinate.
type SubtreeNoise struct{ Scale noise.Scale }

func NewSubtreeNoise(g *SpanningForest, p mechanism.Problem) (SubtreeNoise, error) {
	scale, err := g.scale(p.Effective().Rat())
	return SubtreeNoise{scale}, err
}

func (n SubtreeNoise) Estimate(g *SpanningForest, m measuring) ([]float64, error) {
	noisy := make([]int64, 0, g.forest.Coordinates())
	for u, v := range m.z {
		if g.forest.HasCoordinate(u) {
			noisy = append(noisy, v)
		}
	}
	n.Scale.Add(m.src, noisy, noisy)
	z := make([]float64, len(m.z))
	for u, v := range m.z {
		if g.forest.HasCoordinate(u) {
			v, noisy = noisy[0], noisy[1:]
		}
		z[u] = float64(v)
	}
	g.impose(z, m.sums)
	return z, nil
}

func (n SubtreeNoise) noise(g *SpanningForest) []mechanism.Noise {
	rows := g.forest.Coordinates()
	if rows == 0 {
		return nil
	}
	return []mechanism.Noise{{What: message.Sprintf("numbers of people below an edge of the tree"), Rows: rows, Sensitivity: big.NewRat(int64(g.stretch), 1), Law: n.Scale.Law()}}
}

// Linear returns the exact errors of noise of one scale on every coordinate.
func (q *PreparedTree) Linear(scale noise.Scale) accuracy.Estimate {
	op := q.Problem.Workload.Operator()
	e := accuracy.Estimate{Kind: accuracy.Computed, Answers: make([]accuracy.Answer, op.Rows())}
	widths, v := mechanism.NewHalfWidths(), scale.Variance()
	for i, f := range q.factors(op, eachRow(op)) {
		a := accuracy.Answer{Variance: f.Of(q.SpanningForest) * v}
		if terms := f.edges + f.apart; terms == 0 || q.tops && f.tops > 0 && f.Of(q.SpanningForest) < 1e-9*float64(terms) {
			a.Variance = 0 // all that hangs on Outside, whose number is public
		} else if f.unweighted() && !q.tops {
			a.HalfWidth = widths.Of(int(terms), scale.Law())
		}
		if a.Variance > 0 && a.HalfWidth == 0 {
			a.HalfWidth = mechanism.HalfWidthOf(a.Variance)
		}
		e.Answers[i] = a
	}
	return e
}
