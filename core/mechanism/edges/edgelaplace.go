package edges

import (
	"cmp"
	"context"
	"math/big"
	"slices"
	"steward/core/limits"
	"steward/core/policy/weighted"

	"steward/core/accuracy"
	"steward/core/guide"
	"steward/core/histogram"
	"steward/core/mechanism"
	"steward/core/mechanism/line"
	"steward/core/message"
	"steward/core/noise"
	"steward/core/policy"
)

// EdgeLaplace moves, for every edge of the policy, a random number of made-up people along it: a
// draw of discrete Laplace noise is added to the count at one end and taken from that at the other.
//
// # Guarantee
//
// For counts that differ by one person along an edge the released cells are the same function of
// noise that differs by one in one draw, whose scale is 1/(ε·w) for an edge of weight w (the shift
// lemma; docs/mathematics.md). Only what is made of the noisy cells is ever released.
//
// # Expected error
//
// Exact: for an answer q the sum over the edges (u,v) of V(1/(ε·w))·(q_u − q_v)².
//
// # Cost
//
// Linear in edges, cells and answers; refused for many more edges than cells, where others are
// better in any case.
type EdgeLaplace struct{}

func (EdgeLaplace) Info() mechanism.Info {
	return mechanism.Info{ID: "edge-laplace", Name: message.Sprintf("Noise on each secret pair"), Source: message.Sprintf(mechanism.Steward + "5")}
}

// Bounds on the edges: so many in any case, so many per cell, and in all.
const (
	fewNoiseEdges     = 4096
	noiseEdgesPerCell = 16
	mostNoiseEdges    = 1 << 24
)

func (EdgeLaplace) Check(p mechanism.Problem) mechanism.Fit {
	_, fit := fitEdges(p, noise.Laplace)
	return fit
}

// fitEdges returns the noise for a problem where it is not too much work.
func fitEdges(p mechanism.Problem, f noise.Family) (edgeNoise, mechanism.Fit) {
	e, err := newEdgeNoise(p, f)
	if err != nil {
		return edgeNoise{}, mechanism.Unfit(guide.Secrets, "%s", err)
	}
	if e.work(p.Workload.Operator(), p.Workload.Domain().Sizes()) > mechanism.MaxVarianceWork {
		return edgeNoise{}, mechanism.Unfit(guide.Questions, "there are too many answers to work out their errors pair by pair: ask for fewer")
	}
	return e, mechanism.Fit{}
}

func (m EdgeLaplace) Prepare(ctx context.Context, p mechanism.Problem) (mechanism.Prepared, error) {
	return prepareEdges(ctx, m.Info(), p, noise.Laplace)
}

func prepareEdges(ctx context.Context, info mechanism.Info, p mechanism.Problem, f noise.Family) (mechanism.Prepared, error) {
	e, fit := fitEdges(p, f)
	if !fit.OK() {
		return nil, message.Errorf("%s does not apply: %s", info.Name, fit.Reasons[0].Text)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	e.list()
	q := &preparedEdges{Task: mechanism.Task{By: info, Problem: p}, edgeNoise: e}
	q.Expect(&q.Task, q, q.known, q.expected, mechanism.MostCounted(p))
	return q, nil
}

// edgeNoise is the noise of a policy's edges.
type edgeNoise struct {
	policy *policy.Policy
	// reach has for each cell the last one joined to it, where all up to there are and weigh One;
	// nil otherwise.
	reach []int
	cells mechanism.ComponentCells
	known mechanism.KnownSums
	// added are edges that no secret needs: they hide the totals of components that nobody
	// agreed to publish.
	added []noiseEdge
	kinds []edgeKind
	// impose says that the number of people is known and the noise does not keep it.
	impose bool
	// listed are all edges in the order of each, where they are few enough to be held.
	listed []listedEdge
}

// listedEdge is an edge with its kind.
type listedEdge struct{ u, v, kind int32 }

// mostListed is how many edges are held: these take less than a megabyte.
const mostListed = 1 << 16

// noiseEdge joins two cells, the first the lower, or a cell to "not in the file", which is -1.
type noiseEdge struct{ u, v int }

// edgeKind is the noise of all edges of one weight; the last kind is that of the added edges.
type edgeKind struct {
	weight weighted.Weight // 0 for added edges
	edges  int
	law    noise.Law
}

func newEdgeNoise(p mechanism.Problem, f noise.Family) (edgeNoise, error) {
	c, err := p.Components()
	if err != nil {
		return edgeNoise{}, err
	}
	e := edgeNoise{policy: p.Policy, cells: c, known: p.Known(c)}
	if line, ok := p.Policy.Line(); ok && line.Solid() {
		e.reach = line.Reach()
	}
	if err := e.count(); err != nil {
		return edgeNoise{}, err
	}
	e.hideTotals()
	for i := range e.kinds {
		if e.kinds[i].law, err = mechanism.LawFor(f, big.NewRat(1, 1), p.EffectiveAt(e.kinds[i].weight).Rat()); err != nil {
			return edgeNoise{}, err
		}
	}
	if len(e.added) > 0 {
		l, err := mechanism.LawFor(f, big.NewRat(1, 1), p.Effective().Rat())
		if err != nil {
			return edgeNoise{}, err
		}
		e.kinds = append(e.kinds, edgeKind{edges: len(e.added), law: l})
	}
	return e, nil
}

// count counts the edges by weight. It errors when there are too many.
func (e *edgeNoise) count() error {
	most := min(max(fewNoiseEdges, noiseEdgesPerCell*len(e.cells.Of)), mostNoiseEdges)
	if e.policy.EdgesAtLeast() > float64(most) {
		return tooManyEdges(most)
	}
	edges, last := 0, 0
	for u, v := range e.reach { // so that nobody walks over very many
		if edges += v - u; edges > most {
			break
		}
	}
	if edges > most {
		return tooManyEdges(most)
	}
	edges = 0
	err := e.edges(func(edge policy.Edge) bool {
		if edges++; edges > most {
			return false
		}
		if last >= len(e.kinds) || e.kinds[last].weight != edge.Weight {
			last = slices.IndexFunc(e.kinds, func(k edgeKind) bool { return k.weight == edge.Weight })
			if last < 0 {
				last = len(e.kinds)
				e.kinds = append(e.kinds, edgeKind{weight: edge.Weight})
			}
		}
		e.kinds[last].edges++
		return len(e.kinds) <= limits.MaxEdgeWeights
	})
	switch {
	case err != nil:
		return err
	case edges > most:
		return tooManyEdges(most)
	case len(e.kinds) > limits.MaxEdgeWeights:
		return message.Errorf("the secret pairs have more than %d different weights: use fewer, or another method", limits.MaxEdgeWeights)
	}
	return nil
}

func tooManyEdges(most int) error {
	return message.Errorf("there are more than %d secret pairs, too many to move people along each: keep smaller differences secret, or use another method, which is more accurate then", most)
}

// edges calls yield for the policy's edges as policy.Edges does, without asking for each of a line.
func (e *edgeNoise) edges(yield func(policy.Edge) bool) error {
	if e.reach == nil {
		return e.policy.Edges(yield)
	}
	for u, far := range e.reach {
		for v := u + 1; v <= far; v++ {
			if !yield(policy.Edge{U: policy.Vertex(u), V: policy.Vertex(v), Weight: weighted.One}) {
				return nil
			}
		}
	}
	for u := range e.reach {
		if w, ok := e.policy.AbsentWeight(policy.Vertex(u)); ok && !yield(policy.Edge{U: policy.Vertex(u), V: policy.Absent, Weight: w}) {
			return nil
		}
	}
	return nil
}

// hideTotals adds the edges that hide the totals of the connected components, which the noise on
// the policy's own edges leaves as they are: between the components, so that the number of people
// stays, where that is known, and otherwise to "not in the file".
func (e *edgeNoise) hideTotals() {
	n, known := len(e.cells.Sizes), e.known.Count > 0
	e.impose = known && e.cells.Presence
	if !e.cells.Presence && e.known.Count == n {
		return // they are public
	}
	first, last, hidden := make([]int, n), make([]int, n), make([]bool, n)
	for c := range first {
		first[c] = -1
	}
	for cell, c := range e.cells.Of {
		if c < 0 {
			continue
		}
		if first[c] < 0 {
			first[c] = cell
		}
		last[c] = cell
		if _, absent := e.policy.AbsentWeight(policy.Vertex(cell)); absent {
			hidden[c] = true
		}
	}
	for c := range n {
		switch {
		case known && !e.cells.Presence:
			if c > 0 {
				u, v := last[c-1], first[c]
				e.added = append(e.added, noiseEdge{min(u, v), max(u, v)})
			}
		case !hidden[c]:
			e.added = append(e.added, noiseEdge{last[c], -1})
		}
	}
	slices.SortStableFunc(e.added, func(a, b noiseEdge) int { return cmp.Compare(a.u, b.u) })
}

// each calls do for every edge, u below v or v = -1, with the number of its kind: those between
// cells in the order of u, then those to "not in the file".
func (e *edgeNoise) each(do func(u, v, kind int)) {
	if e.listed == nil {
		e.walk(do)
		return
	}
	for _, l := range e.listed {
		do(int(l.u), int(l.v), int(l.kind))
	}
}

// list holds all edges, unless they are very many: a policy finds its edges less quickly than they are read.
func (e *edgeNoise) list() {
	n := 0
	for _, k := range e.kinds {
		n += k.edges
	}
	if n > mostListed {
		return
	}
	list := make([]listedEdge, 0, n)
	e.walk(func(u, v, kind int) { list = append(list, listedEdge{int32(u), int32(v), int32(kind)}) })
	e.listed = list
}

// walk is each, by the policy.
func (e *edgeNoise) walk(do func(u, v, kind int)) {
	added := e.added
	add := func(upTo int) {
		for ; len(added) > 0 && added[0].v >= 0 && added[0].u <= upTo; added = added[1:] {
			do(added[0].u, added[0].v, len(e.kinds)-1)
		}
	}
	kind := 0
	err := e.edges(func(edge policy.Edge) bool {
		for e.kinds[kind].weight != edge.Weight {
			kind = (kind + 1) % len(e.kinds)
		}
		u, v := int(edge.U), int(edge.V)
		if edge.V == policy.Absent {
			add(len(e.cells.Of))
			do(u, -1, kind)
			return true
		}
		add(u)
		do(u, v, kind)
		return true
	})
	if err != nil {
		panic("mechanism: edges that were counted: " + err.Error())
	}
	add(len(e.cells.Of))
	for _, a := range added {
		do(a.u, -1, len(e.kinds)-1)
	}
}

// preparedEdges is the noise of the edges for one question.
type preparedEdges struct {
	mechanism.Task
	mechanism.Expected
	edgeNoise
}

func (q *preparedEdges) ExpectedError() accuracy.Estimate { return q.Errors(q.expected) }

func (q *preparedEdges) Noise() []mechanism.Noise {
	var out []mechanism.Noise
	for _, k := range q.kinds {
		n := mechanism.Noise{What: message.Sprintf("secret pairs"), Rows: k.edges, Sensitivity: new(big.Rat), Law: k.law}
		switch k.weight {
		case 0:
			n.What = message.Sprintf("totals that no secret pair changes")
		case weighted.One:
			n.Sensitivity.SetInt64(1)
		default:
			n.What = message.Sprintf("secret pairs of one weight")
			n.Sensitivity = mechanism.Spendable(k.law.Family(), n.Sensitivity.Inv(k.weight.Rat()))
		}
		out = append(out, n)
	}
	return out
}

func (q *preparedEdges) Release(ctx context.Context, counts *histogram.Vector, src noise.Source) (mechanism.Answers, error) {
	if err := q.Problem.CheckCounts(counts); err != nil {
		return mechanism.Answers{}, err
	}
	noisy := slices.Clone(counts.Counts())
	q.move(noisy, src)
	if err := ctx.Err(); err != nil {
		return mechanism.Answers{}, err
	}
	x := make([]float64, len(noisy))
	for cell, n := range noisy {
		x[cell] = float64(n)
	}
	sums := q.known.Values(counts)
	q.toTotal(x, sums)
	q.Meet(x, sums)
	tidied, err := q.tidy(x, sums)
	if err != nil {
		return mechanism.Answers{}, err
	}
	a := q.Exactly(q.Problem.AnswersBy(x, tidied))
	q.Problem.TidyTotals(&a, q.ExpectedError)
	return a, nil
}

// move draws the noise of every edge and adds it to the counts at its ends. Whole numbers that do
// not fit wrap around, which takes nothing from the guarantee: it is a shift all the same.
func (q *preparedEdges) move(x []int64, src noise.Source) {
	const batch = 1 << 10
	type drawer struct {
		left        int // how many edges have not met theirs
		room, draws []int64
	}
	of := make(map[noise.Law]*drawer) // edges in the order of their noise, as a record states it
	for _, k := range q.kinds {
		if of[k.law] == nil {
			of[k.law] = new(drawer)
		}
		of[k.law].left += k.edges
	}
	byKind := make([]*drawer, len(q.kinds))
	for i, k := range q.kinds {
		byKind[i] = of[k.law]
	}
	q.each(func(u, v, kind int) {
		d := byKind[kind]
		if len(d.draws) == 0 {
			if d.room == nil {
				d.room = make([]int64, min(d.left, batch))
			}
			d.draws = d.room[:min(d.left, batch)]
			q.kinds[kind].law.Fill(src, d.draws)
			d.left -= len(d.draws)
		}
		z := d.draws[0]
		d.draws = d.draws[1:]
		x[u] += z
		if v >= 0 {
			x[v] -= z
		}
	})
}

// toTotal makes the cells add up to the known number of people where the noise does not: each
// moves by the share that its noise of people who come and leave has in that of all.
func (q *preparedEdges) toTotal(x []float64, sums []int64) {
	if !q.impose {
		return
	}
	share, all, off := make([]float64, len(x)), 0.0, float64(sums[0])
	for _, v := range x {
		off -= v
	}
	q.each(func(u, v, kind int) {
		if v < 0 {
			share[u] += q.kinds[kind].law.Variance()
			all += q.kinds[kind].law.Variance()
		}
	})
	for cell := range x {
		if all > 0 {
			x[cell] += share[cell] / all * off
		}
	}
}

// tidy returns whole cells, none below zero, that meet the known sums; along one column in order
// with cumulative counts that rise.
func (q *preparedEdges) tidy(x []float64, sums []int64) (mechanism.Tidied, error) {
	d := q.Problem.Workload.Domain()
	if len(d.Attributes()) == 1 && d.Attributes()[0].HasOrder() {
		l := &line.PreparedLine{Task: mechanism.Task{Problem: q.Problem}, Known: q.known, Segments: line.Segments(q.cells, q.known)}
		if q.known.Count <= 1 || len(l.Segments) == q.known.Count {
			return l.Tidy(x, sums)
		}
	}
	return q.Problem.TidyFor(q.known, x, sums)
}
