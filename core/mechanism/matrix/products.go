package matrix

import (
	"context"
	"errors"
	"math"
	"slices"
	"steward/core/limits"
	"steward/core/policy/weighted"

	"steward/core/accuracy"
	"steward/core/guide"
	"steward/core/linop"
	"steward/core/mechanism"
	"steward/core/mechanism/box"
	"steward/core/message"
	"steward/core/noise"
	"steward/core/policy"
)

// Products measures products of whole-number rows, one of each column: the column's own combinations,
// which are searched for by numbers, or its sum. Every choice of the columns that are summed up has
// noise of its own scale (Kronecker products as of McKenna, Miklau, Hay and Machanavajjhala 2018, with the
// policy's sensitivities; "Products of columns" in docs/mathematics.md).
//
// # Guarantee
//
// An edge that changes one column moves a product by the change of that column's row times the other
// entries; from the exact largest changes and the largest sums of absolute entries of each column's whole
// numbers follow the changes of every group of rows, whose sum over the scales is at most ε, exactly.
//
// # Expected error
//
// Exact: least squares falls apart into two spaces per column, so that the variance of an answer is a sum
// over their choices of products of one number per column.
//
// # Cost
//
// Up to a second of search for columns of 64 values, remembered for other budgets; then to release
// linear in cells times the values of a column.
type Products struct{}

func (Products) Info() mechanism.Info {
	return mechanism.Info{ID: "products", Name: message.Sprintf("Products of columns"), Source: message.Sprintf("McKenna, Miklau, Hay and Machanavajjhala 2018, with " + mechanism.Steward + "“Products of columns”"), Laborious: true}
}

func (Products) Check(p mechanism.Problem) mechanism.Fit {
	attrs := p.Workload.Domain().Attributes()
	if len(attrs) == 1 {
		return mechanism.Unfit(guide.Questions, "it is for several columns: for one column use searched combinations")
	}
	if f := box.CheckBoxes(p); !f.OK() {
		return f
	}
	cells := 1
	for _, a := range attrs {
		if cells *= a.Size(); a.Size() > limits.MaxFactorCells {
			return mechanism.Unfit(guide.Questions, "it can be worked out for columns of up to %d values, but %q has %d: use coarser values", limits.MaxFactorCells, a.Name(), a.Size())
		}
	}
	if cells > limits.MaxProductCells || len(attrs) > limits.MaxFactors {
		return mechanism.Unfit(guide.Questions, "it can be worked out for up to %d combinations of values of %d columns: ask over fewer columns or coarser values", limits.MaxProductCells, limits.MaxFactors)
	}
	if factorDigits(p, len(attrs)) < fewestFactorDigits {
		return mechanism.Unfit(guide.Questions, "its noise would be larger than can be drawn: give the question more of the budget, or use another method")
	}
	return mechanism.Fit{}
}

func (m Products) Prepare(ctx context.Context, p mechanism.Problem) (mechanism.Prepared, error) {
	if err := mechanism.MustFit(m, p); err != nil {
		return nil, err
	}
	c, err := p.Components()
	if err != nil {
		return nil, err
	}
	list := linop.NewBoxList(p.Workload.Operator(), p.Workload.Domain().Sizes())
	q, err := tuneProduct(ctx, &preparedProduct{Task: mechanism.Task{By: m.Info(), Problem: p}, cells: c, known: p.Known(c)}, list)
	if err != nil {
		return nil, err
	}
	q.estimate = q.Condition(q, q.known, q.variances(list).EstimateOf(list, q.known.Count > 0, noise.Laplace), 1)
	return q, ctx.Err()
}

// aparts are by how much the cells of a secret pair may differ in their column, whose cells have norm one:
// two is any difference. They are tried one after another while that helps.
var aparts = []float64{2, 1.5, 1.2, 1, 0.8}

// hopelessProduct is how many times the error of the best other mechanism that of a product may be for
// smaller differences to be tried: what they bring is half of it at best where it was measured.
const hopelessProduct = 3

// tuneProduct chooses the columns' combinations and the scales.
func tuneProduct(ctx context.Context, bare *preparedProduct, list *linop.BoxList) (*preparedProduct, error) {
	p := bare.Problem
	few := list.Some(box.MaxTuned)
	columns := searchesOf(p, list)
	rival := math.Inf(1)
	if p.Rival > 0 {
		rival = p.Rival * float64(list.Len())
	}
	var best *preparedProduct
	least := math.Inf(1)
	for _, apart := range aparts {
		q := new(preparedProduct)
		*q = *bare
		if err := q.search(ctx, columns, apart); errors.Is(err, errTooManyPairs) && best != nil {
			break
		} else if err != nil {
			return nil, err
		}
		if err := q.design(few); err != nil {
			return nil, err
		}
		e := q.variances(few).Total(few) * float64(list.Len()) / float64(few.Len())
		if e >= least*(1-1e-6) {
			break
		}
		best, least = q, e
		if e > hopelessProduct*rival || !narrow(p) {
			break
		}
	}
	return best, nil
}

// narrow reports whether there are columns in which not all values are secret from one another.
func narrow(p mechanism.Problem) bool {
	for _, part := range p.Policy.Parts() {
		if _, count := part.Components(); count > 1 {
			return true
		}
		joined := 0
		part.Neighbours(0, func(int, weighted.Weight) bool { joined++; return true })
		if joined < part.Size()-1 {
			return true
		}
	}
	return false
}

// preparedProduct is products of one row of each column.
type preparedProduct struct {
	mechanism.Task
	box.Leveled
	factors  []*measuredColumn
	cells    mechanism.ComponentCells
	known    mechanism.KnownSums
	estimate accuracy.Estimate
}

// design chooses the groups and the scales for some boxes.
func (q *preparedProduct) design(list *linop.BoxList) error {
	q.Grid, q.Groups, q.Volumes = box.LevelGridOf(q.factors), nil, nil
	for n := range q.Grid.Len() {
		g := box.ProductGroup{Levels: q.GroupLevels(n), Rows: 1}
		volume := 1.0
		var what []message.Text
		for j, l := range g.Levels {
			f := q.factors[j]
			if l == 1 {
				volume *= f.all
				what = append(what, message.Sprintf("sum"))
				continue
			}
			g.Rows *= f.rows
			what = append(what, message.Sprintf("combinations"))
		}
		g.What = message.Sprintf("products of %s", message.List(what, "%s × %s", "%s × %s"))
		q.Groups, q.Volumes = append(q.Groups, g), append(q.Volumes, volume)
	}
	loads := q.Loads()
	need := box.Costs(q.Grid, box.PartsOf(q.factors, list), list)
	if q.known.Count > 0 {
		need[len(need)-1] = 0 // the space along which the total is all that is unknown
	}
	return q.keep(q.Scales(need, loads, 1, designRounds), loads)
}

// designRounds is how often scales and least squares take turns.
const designRounds = 60

// norm returns the largest sum of absolute entries that a cell has in a group.
func (q *preparedProduct) norm(g box.ProductGroup) int {
	n := 1
	for j, l := range g.Levels {
		if l == 0 {
			n *= int(q.factors[j].norm)
		}
	}
	return n
}

// Loads returns for every choice of parts that an edge may change at most, and for people who come and
// leave, the largest L1 change of each group of rows; last what hides one person in the groups that no
// edge changes.
func (q *preparedProduct) Loads() [][]int {
	p := q.Problem.Policy
	var out [][]int
	if p.Presence() {
		load := make([]int, len(q.Groups))
		for n, g := range q.Groups {
			load[n] = q.norm(g)
		}
		out = append(out, load)
	}
	var parts [][]int // by part the changes of the groups
	for _, part := range p.Parts() {
		load := make([]int, len(q.Groups))
		for n, g := range q.Groups {
			load[n] = q.change(part, g)
		}
		parts = append(parts, load)
	}
	var choose func(first, left int, sum []int)
	choose = func(first, left int, sum []int) {
		if left == 0 || first == len(parts) {
			load := make([]int, len(q.Groups))
			for n, g := range q.Groups {
				load[n] = min(sum[n], 2*q.norm(g))
			}
			out = append(out, load)
			return
		}
		for i := first; i <= len(parts)-left; i++ {
			more := slices.Clone(sum)
			for n, v := range parts[i] {
				more[n] += v
			}
			choose(i+1, left-1, more)
		}
	}
	if most := min(p.Together(), len(parts)); most > 0 {
		choose(0, most, make([]int, len(q.Groups)))
	}
	hidden := make([]int, len(q.Groups))
	for n, g := range q.Groups {
		if !box.Moved(n, out) && !(q.known.Count > 0 && n == len(q.Groups)-1) {
			hidden[n] = q.norm(g)
		}
	}
	return append(out, hidden)
}

// change returns the largest L1 change of a group's rows along the edges of one part: exactly, for
// a part of one column; for one of several it takes all changes of their values for possible.
func (q *preparedProduct) change(part policy.Part, g box.ProductGroup) int {
	if _, heaviest := part.Weights(); heaviest == 0 {
		return 0
	}
	attrs := part.Attributes()
	if len(attrs) > 1 {
		for _, a := range attrs {
			if j, _ := q.Problem.Policy.Domain().Position(a.Name()); g.Levels[j] == 0 && a.Size() > 1 {
				return 2 * q.norm(g)
			}
		}
		return 0
	}
	j, _ := q.Problem.Policy.Domain().Position(attrs[0].Name())
	if g.Levels[j] == 1 {
		return 0
	}
	f := q.factors[j]
	return q.norm(g) / int(f.norm) * int(f.moved)
}

// keep leaves out the groups that hardly count, and equips the others.
func (q *preparedProduct) keep(s []float64, loads [][]int) error {
	lambda := q.Eigenvalues(func(n int) float64 { return q.PrecisionOf(s[n]) })
	budget := q.Problem.Effective().Rat()
	epsilon, _ := budget.Float64()
	var groups []box.ProductGroup
	var left []float64
	less := make([][]int, len(loads))
	for n, g := range q.Groups {
		p := q.PrecisionOf(s[n]) * q.Volumes[n]
		if n > 0 && (q.known.Count > 0 && n == len(q.Groups)-1 || p < box.NegligibleShare*lambda[n]) {
			continue
		}
		groups, left = append(groups, g), append(left, max(s[n], box.LeastShare/float64(q.norm(g))))
		for e, class := range loads {
			less[e] = append(less[e], class[n])
		}
	}
	q.Groups = groups
	if err := box.EquipProduct(q.Groups, box.FloorSharesAt(left, less, 2/(epsilon*noise.MaxScale)), less, budget); err != nil {
		return err
	}
	edges := less[:len(less)-1]
	for n := range q.Groups {
		if !box.Moved(n, edges) {
			q.Groups[n].Load = 0
		}
	}
	return nil
}

// weights returns the variance of a unit of each space; there is none of the total where that is known.
func (q *preparedProduct) weights() []float64 {
	out := q.Leveled.Weights()
	if q.known.Count > 0 {
		out[len(out)-1] = 0
	}
	return out
}

func (q *preparedProduct) variances(list *linop.BoxList) *box.BoxVariances {
	return box.NewBoxVariances(q.factors, q.weights(), list, false)
}

func (q *preparedProduct) Noise() []mechanism.Noise         { return box.NoiseOf(q.Groups) }
func (q *preparedProduct) ExpectedError() accuracy.Estimate { return q.estimate }

// Combined returns the error of a sum of answers.
func (q *preparedProduct) Combined(terms []mechanism.Term) mechanism.Combined {
	return q.Given(terms, box.ProductSum{Axes: box.SpacesOf(q.factors), Weights: q.weights(), Imposed: false, Known: q.known.Count > 0}.Combined(q.Problem.Workload.Operator(), terms))
}
