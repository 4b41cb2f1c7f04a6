package strategy

import (
	"math"

	"steward/core/message"
)

// ErrPrecision is wrapped by errors about precisions that are not usable: negative, not a
// number, too few, or leaving some cell without any information.
var ErrPrecision = message.New("unusable precisions")

// Weighted is a chain together with the precision (one over the noise variance) of each group
// of rows. It knows the least-squares estimate and its exact covariance, in closed form. It
// never sees counts except in Estimate, so all its variances may be shown before any budget is
// spent. It is immutable and safe for concurrent use.
//
// A precision of 0 means that the group is not measured (its rows are ignored), +Inf that it
// is known exactly.
type Weighted struct {
	chain     *Chain
	precision []float64
	tiers     []tierVariance
	ends      ends
}

// tierVariance holds, for one tier, the precision of its own rows and the variances of its
// nodes' totals. "Below" is the variance of the sum of a node's children as estimated from the
// rows below it; "up" adds the node's own row. Nodes other than the last have equal variances.
type tierVariance struct {
	precision           float64
	below, lastBelow    float64
	up, lastUp          float64
	childUp, lastKidsUp float64 // up of a full child, and of the last child of the last node
}

// Weigh attaches one precision to each group of c.Groups(). It returns an error wrapping
// [ErrPrecision] when one is missing, negative or not a number, or when the measured groups
// do not determine every cell.
func (c *Chain) Weigh(precision []float64) (*Weighted, error) {
	w := &Weighted{
		chain:     c,
		precision: make([]float64, len(c.groups)),
		tiers:     make([]tierVariance, len(c.tiers)),
	}
	if len(precision) != len(c.groups) {
		return nil, message.Errorf("%w: %d given for %d groups of rows", ErrPrecision, len(precision), len(c.groups))
	}
	for g, p := range precision {
		if math.IsNaN(p) || p < 0 {
			return nil, message.Errorf("%w: group %d (%v) has precision %v, it must be 0 or more", ErrPrecision, g, c.groups[g].Kind, p)
		}
	}
	if err := w.set(precision); err != nil {
		return nil, err
	}
	return w, nil
}

// set recomputes all variances for new precisions, which must be valid, without allocating.
func (w *Weighted) set(precision []float64) error {
	copy(w.precision, precision)
	var prefix, total float64
	level := 0
	for g, group := range w.chain.groups {
		switch group.Kind {
		case Prefix:
			prefix = precision[g]
		case Whole:
			total = precision[g]
		case Level:
			w.tiers[level].precision = precision[g]
			level++
		}
	}
	w.climb()
	top := w.tiers[len(w.tiers)-1]
	if math.IsInf(w.tiers[0].up, 1) && (w.chain.spec.Block > 1 || w.chain.blocks > 1 && prefix == 0) {
		return message.Errorf("%w: the single cells are not measured, so they cannot be told apart", ErrPrecision)
	}
	if w.chain.spec.Total != TotalKnown && math.IsInf(top.lastUp, 1) && total == 0 {
		return message.Errorf("%w: neither the total nor the last cell is known or measured", ErrPrecision)
	}
	w.ends.set(endsInput{
		blocks: w.chain.blocks, block: top.up, last: top.lastUp,
		prefix: prefix, total: total, known: w.chain.spec.Total == TotalKnown,
	})
	return nil
}

// climb computes the variances tier by tier, from the cells to the blocks (M4 step 1).
func (w *Weighted) climb() {
	for j := range w.tiers {
		t := &w.tiers[j]
		shape := w.chain.tiers[j]
		if j == 0 {
			t.below, t.lastBelow = math.Inf(1), math.Inf(1)
		} else {
			child := w.tiers[j-1]
			t.childUp, t.lastKidsUp = child.up, child.lastUp
			t.below = float64(shape.fan) * child.up
			t.lastBelow = float64(shape.lastFan-1)*child.up + child.lastUp
			if shape.lastFan == 1 { // keeps 0·Inf out
				t.lastBelow = child.lastUp
			}
		}
		t.up = combine(t.below, t.precision)
		t.lastUp = combine(t.lastBelow, t.precision)
	}
}

// combine returns the variance that remains when a quantity known with the given variance is
// also measured with the given precision.
func combine(variance, precision float64) float64 {
	switch {
	case variance == 0 || math.IsInf(precision, 1):
		return 0
	case math.IsInf(variance, 1):
		return 1 / precision
	}
	return variance / (1 + variance*precision)
}

// gain returns how far an estimate with the given variance moves towards a measurement with
// the given precision: 0 not at all, 1 all the way.
func gain(variance, precision float64) float64 {
	switch {
	case variance == 0 || precision == 0:
		return 0
	case math.IsInf(variance, 1) || math.IsInf(precision, 1):
		return 1
	}
	return variance * precision / (1 + variance*precision)
}
