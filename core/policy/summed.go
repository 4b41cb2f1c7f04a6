package policy

import (
	"math/big"
	"slices"

	"steward/core/message"
	"steward/core/policy/weighted"
)

// summed is a metric over several ordered columns that is the sum of metrics of theirs: as
// edges it has those of one column at a time, of which its shortest ways are made (docs/mathematics.md,
// "Policies"). With the redundant ones it is whole, in which every two combinations are joined.
type summed struct {
	*product
	whole *metric
}

func newSum(parts []Part, b box, g Grade) (Part, error) {
	p, err := Product(parts, 1)
	if err != nil {
		return nil, err
	}
	whole, err := newMetric(b, g, weighted.One)
	if err != nil {
		return nil, err
	}
	return &summed{p.(*product), whole}, nil
}

func (p *summed) Project(keep []int) Part {
	q := p.product.Project(keep)
	if small, ok := q.(*product); ok {
		return &summed{small, p.whole.Project(keep).(*metric)}
	}
	return q
}

func (p *summed) Weigh(factor *big.Rat) (Part, error) {
	parts, err := p.product.Weigh(factor)
	if err != nil {
		return nil, err
	}
	whole, err := p.whole.Weigh(factor)
	if err != nil {
		return nil, err
	}
	return &summed{parts.(*product), whole.(*metric)}, nil
}

func (p *summed) Displacements(yield func(by []int, w weighted.Weight) bool) bool {
	by, more := make([]int, len(p.attrs)), true
	for _, part := range p.parts {
		if !part.(*ladder).Displacements(func([]int, weighted.Weight) bool { return false }) {
			return false
		}
	}
	for i, part := range slices.Backward(p.parts) {
		part.(*ladder).Displacements(func(one []int, w weighted.Weight) bool {
			by[i] = one[0]
			more = yield(by, w)
			return more
		})
		if by[i] = 0; !more {
			break
		}
	}
	return true
}

func (p *summed) Secret() message.Text { return p.whole.Secret() }
func (p *summed) Expert() message.Text { return p.whole.Expert() }
