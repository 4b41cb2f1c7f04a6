package sensitivity

import "steward/core/linop"

// multiplying is the change of a Kronecker product.
type multiplying struct {
	factors []*sparse
	sizes   []int
	strides []int
	norm    Norm
	high    int64
}

func newMultiplying(op linop.Kronecker, norm Norm) (*multiplying, error) {
	m := &multiplying{norm: norm, high: 4}
	room := 1.0
	for _, f := range op.Factors() {
		s, err := newSparse(f, norm)
		if err != nil {
			return nil, err
		}
		m.factors, m.sizes = append(m.factors, s), append(m.sizes, f.Columns())
		most := s.largest()
		room *= float64(max(most, 1))
		if room > 1<<58 {
			return nil, fits(1, 1<<61, norm)
		}
		m.high *= most
	}
	m.strides = make([]int, len(m.sizes))
	stride := 1
	for j := len(m.sizes) - 1; j >= 0; j-- {
		m.strides[j] = stride
		stride *= m.sizes[j]
	}
	return m, nil
}

func (m *multiplying) alone(u int) int64 {
	n := int64(1)
	for j, f := range m.factors {
		n *= f.alone(u / m.strides[j] % m.sizes[j])
	}
	return n
}

func (m *multiplying) between(u, v int) int64 { return m.differ(0, u, v, 1, 1) }
func (m *multiplying) most() int64            { return m.high }

func (m *multiplying) work() int {
	n := 1
	for _, f := range m.factors {
		n = min(n*f.work(), 1<<30)
	}
	return n
}

// differ returns the change of the rows in which the factors before j are x in cell u and y
// in cell v.
func (m *multiplying) differ(j, u, v int, x, y int64) (sum int64) {
	switch {
	case x == 0 && y == 0:
		return 0
	case j == len(m.factors):
		return m.norm.apart(x - y)
	}
	f := m.factors[j]
	at, to := u/m.strides[j]%m.sizes[j], v/m.strides[j]%m.sizes[j]
	a, endA := f.first[at], f.first[at+1]
	b, endB := f.first[to], f.first[to+1]
	for a < endA || b < endB {
		switch {
		case b == endB || a < endA && f.rows[a] < f.rows[b]:
			sum += m.differ(j+1, u, v, x*f.values[a], 0)
			a++
		case a == endA || f.rows[b] < f.rows[a]:
			sum += m.differ(j+1, u, v, 0, y*f.values[b])
			b++
		default:
			sum += m.differ(j+1, u, v, x*f.values[a], y*f.values[b])
			a++
			b++
		}
	}
	return sum
}
