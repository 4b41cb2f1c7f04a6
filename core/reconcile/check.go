package reconcile

import (
	"math"
	"slices"

	"steward/core/linop"
	"steward/core/mechanism"
)

// Published is what is published of a question.
type Published struct {
	Problem mechanism.Problem // the question's own
	Answers []float64         // as published, before rules round or hide them
	Gave    mechanism.Gave
}

// Contradiction says that the published answers to a question contradict what is known, or those to another question.
type Contradiction struct {
	Question, Other int // Other is -1 for what is known and for answers that contradict others of their own question
}

// Contradictions compares published answers that count people with what is known of the counted people, and with one another:
// sums over columns that two questions share are the same, as far as answers tell them. What they say that they gave up is not
// held against them.
func Contradictions(all []Published) []Contradiction {
	var out []Contradiction
	told := make([]telling, len(all))
	for i, p := range all {
		told[i] = p.telling()
		if !told[i].agreesWith(told[i]) || p.Gave < mechanism.GaveFacts && !told[i].agreesWithFacts(p) {
			out = append(out, Contradiction{i, -1})
		}
	}
	for i, p := range all {
		for j, q := range all[:i] {
			if max(p.Gave, q.Gave) < mechanism.GaveAgreement && !(told[i].agreesWith(told[j]) && told[j].agreesWith(told[i])) {
				out = append(out, Contradiction{i, j})
			}
		}
	}
	return out
}

// telling is what answers tell of the cells of their columns.
type telling struct {
	counted
	counts  bool      // whether any answers count people
	answers []float64 // those that do, in units
	cells   []float64 // nil where answers leave some open
	each    float64   // what the last decimal of a cell may add
	nearly  float64   // what computing in floating point may add
}

// lastDecimal is by how much a published cell with decimals may be off.
const lastDecimal = 1e-3

func (p Published) telling() telling {
	of, ok := countedBy(p.Problem.Workload)
	t := telling{counted: of, counts: ok}
	if !ok {
		return t
	}
	unit := p.Problem.Unit.Of(1)
	last := of.first + of.op.Rows()
	largest := 1.0
	for _, x := range p.Answers[of.first:last] {
		t.answers = append(t.answers, x/unit)
		largest = max(largest, math.Abs(x/unit))
	}
	if t.nearly = 1e-9 * largest; p.Gave >= mechanism.GaveWholeness {
		t.each = lastDecimal
	}
	t.cells = t.read()
	return t
}

// read returns the cells that answers tell, singly or by running sums, nil where they leave any open.
func (t telling) read() []float64 {
	sizes := t.over.Sizes()
	cells, known := make([]float64, t.over.cells), make([]bool, t.over.cells)
	var before []linop.Interval
	linop.EachBox(t.op, sizes, func(i int, runs []linop.Interval) {
		at, single := 0, true
		for j, r := range runs {
			at, single = at*sizes[j]+r.Hi, single && r.Lo == r.Hi
		}
		switch {
		case single:
			cells[at], known[at] = t.answers[i], true
		case len(runs) == 1 && before != nil && before[0].Lo == runs[0].Lo && before[0].Hi+1 == runs[0].Hi:
			cells[at], known[at] = t.answers[i]-t.answers[i-1], true
		}
		before = slices.Clone(runs)
	})
	for cell, is := range known {
		if !is && t.over.Possible(cell) {
			return nil
		}
	}
	return cells
}

// agreesWithFacts reports whether answers are what facts leave possible.
func (t telling) agreesWithFacts(p Published) bool {
	if !t.counts {
		return true
	}
	if p.Gave < mechanism.GaveSigns {
		possible := p.Problem.Possible()
		for i, x := range t.answers {
			within := possible(t.first + i)
			if off := t.nearly + t.each*float64(t.over.cells); x < within.Least-off || x > within.Most+off {
				return false
			}
		}
	}
	if t.cells == nil {
		return true
	}
	for _, k := range p.Problem.Facts.Sums(t.over.Domain) {
		found := 0.0
		for _, cell := range k.Cells {
			found += t.cells[cell]
		}
		if math.Abs(found-float64(k.Total)) > t.nearly+t.each*float64(len(k.Cells)) {
			return false
		}
	}
	return true
}

// agreesWith reports whether the cells that answers tell say the same as other answers, as far as both say anything of it.
func (t telling) agreesWith(other telling) bool {
	if t.cells == nil || !other.counts {
		return true
	}
	if other.over.within(t.over) {
		of := t.over.onto(other.over.Domain)
		return t.near(other.answered(of, t.cells), other.answers, other.answered(of, t.ones()), other)
	}
	if other.cells == nil {
		return true
	}
	names := common(t.over, other.over)
	one, err := t.over.margin(names)
	two, err2 := other.over.margin(names)
	if err != nil || err2 != nil {
		return false
	}
	return t.near(one.sums(t.cells), two.sums(other.cells), one.sums(t.ones()), other)
}

// answered returns the answers that cells of larger tables make.
func (t telling) answered(at margin, cells []float64) []float64 {
	out := make([]float64, t.op.Rows())
	t.op.ApplyFloat(out, at.sums(cells))
	return out
}

func (t telling) ones() []float64 { return slices.Repeat([]float64{1}, len(t.cells)) }

// near reports whether sums of so many cells are the same but for decimals.
func (t telling) near(a, b, cells []float64, other telling) bool {
	for i, x := range a {
		if math.Abs(x-b[i]) > t.nearly+other.nearly+t.each*cells[i]+other.each*float64(other.over.cells) {
			return false
		}
	}
	return true
}

func (m margin) sums(x []float64) []float64 {
	out := make([]float64, m.cells)
	m.add(out, x)
	return out
}
