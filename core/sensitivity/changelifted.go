package sensitivity

import "steward/core/linop"

// lifted is the change of an operator over some columns.
type lifted struct {
	op    linop.Lifted
	below change
}

func newLifted(op linop.Lifted, norm Norm, f frame) (change, error) {
	var own frame
	for _, j := range op.Lines() {
		own.sizes, own.regular = append(own.sizes, op.Sizes()[j]), append(own.regular, op.Sizes()[j])
		if j < len(f.regular) && len(f.sizes) == len(op.Sizes()) {
			own.regular[len(own.regular)-1] = f.regular[j]
		}
	}
	below, err := changeOf(op.Operator(), norm, own)
	return lifted{op, below}, err
}

func (l lifted) between(u, v int) int64 {
	if a, b := l.op.Cell(u), l.op.Cell(v); a != b {
		return l.below.between(a, b)
	}
	return 0
}

func (l lifted) alone(u int) int64 { return l.below.alone(l.op.Cell(u)) }
func (l lifted) most() int64       { return l.below.most() }

func (l lifted) work() int {
	n := len(l.op.Lines())
	if c, ok := l.below.(laborious); ok {
		n += c.work()
	}
	return n
}
