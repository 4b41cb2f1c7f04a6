package sensitivity

import (
	"maps"
	"math"
	"math/bits"
	"slices"

	"steward/core/limits"
	"steward/core/linop"
	"steward/core/message"
	"steward/core/policy"
	"steward/core/policy/weighted"
)

// byParts puts together what each part changes by itself, for queries that fall apart the
// same way: sums, families of marginals and Kronecker products. In a domain without
// impossible combinations every choice of an edge in each part is there, which makes it
// exact.
func (s *search) byParts() (found, bool, error) {
	var f found
	var ok bool
	var err error
	switch c := s.change.(type) {
	case *summing:
		f, ok, err = s.sums(c)
	case tables:
		f, ok, err = s.marginals(c)
	case picked:
		if c.counted == nil {
			f, ok, err = s.marginals(wholeTable(s.policy))
		}
	case *multiplying:
		f, ok, err = s.kronecker(c)
	}
	f.exact = f.exact && s.policy.Domain().AllPossible()
	return f, ok && err == nil, err
}

// positions returns the columns of a part.
func (s *search) positions(part policy.Part) []int {
	var at []int
	for _, a := range part.Attributes() {
		j, _ := s.policy.Domain().Position(a.Name())
		at = append(at, j)
	}
	return at
}

// sums adds up the largest changes of as many parts as may change together. An edge is as
// heavy as the heaviest of its parts', so for each weight the parts' edges up to it are
// candidates. The signs of the changes of one row can be chosen alike, since edges have no
// direction.
func (s *search) sums(c *summing) (found, bool, error) {
	f := found{exact: true, how: "sums of the parts' largest changes"}
	norm := s.norm
	if c.together {
		norm = L1 // of each part; of one row, L2 is not asked for
	}
	weights := make(map[weighted.Weight]bool)
	var gains [][]cost
	for _, part := range s.policy.Parts() {
		at, ok := s.positions(part), false
		tables := make([][]int64, len(at))
		for i, j := range at {
			tables[i] = c.op.Table(j)
			ok = ok || tables[i] != nil
		}
		if _, heaviest := part.Weights(); heaviest == 0 || !ok {
			continue
		}
		own := frameOf(part.Attributes())
		op := linop.NewSums(own.sizes, tables)
		if c.together {
			op = linop.NewSum(own.sizes, tables)
		}
		change, err := newSumming(op, norm, own.regular)
		if err != nil {
			return f, false, err
		}
		t := &tally{norm: norm, byWeight: make(map[weighted.Weight]int64)}
		exact, err := graph{ctx: s.ctx, part: part, change: change, tally: t}.all()
		if err != nil {
			return f, false, s.ctx.Err() // too many edges: another way may do
		}
		f.exact = f.exact && exact
		var rising []cost
		for _, w := range slices.Sorted(maps.Keys(t.byWeight)) {
			if n := t.byWeight[w]; len(rising) == 0 || n > rising[len(rising)-1].change {
				rising = append(rising, cost{n, w})
				weights[w] = true
			}
		}
		gains = append(gains, rising)
	}
	t := &tally{norm: s.norm}
	each, at := make([]int64, len(gains)), make([]int, len(gains))
	for _, w := range slices.Sorted(maps.Keys(weights)) {
		for i, rising := range gains {
			for at[i] < len(rising) && rising[at[i]].weight <= w {
				at[i]++
			}
			each[i] = 0
			if at[i] > 0 {
				each[i] = rising[at[i]-1].change
			}
		}
		slices.SortFunc(each, func(a, b int64) int { return int(min(max(b-a, -1), 1)) })
		var sum int64
		for _, n := range each[:min(s.policy.Together(), len(each))] {
			sum += n
		}
		t.show(sum, w)
	}
	f.cost = t.best
	return f, true, nil
}

// wholeTable returns the change of the table over all columns.
func wholeTable(p *policy.Policy) tables {
	f := frameOf(p.Domain().Attributes())
	all := make([]int, len(f.sizes))
	for j := range all {
		all[j] = j
	}
	return tables{linop.NewMarginals(f.sizes, [][]int{all})}
}

// mostColumnsChosen is the largest number of columns, and mostChoices of ways to change some
// of them, that are tried one by one.
const (
	mostColumnsChosen = 64
	mostChoices       = 1 << 20
)

// moving is a set of columns that an edge changes, with the least weight of such an edge.
type moving struct {
	columns uint64
	weight  weighted.Weight
}

// marginals counts the tables that each set of columns touches that an edge can change.
func (s *search) marginals(c tables) (found, bool, error) {
	f := found{exact: true, how: "tables with a column that changes"}
	if len(s.policy.Domain().Attributes()) > mostColumnsChosen {
		return f, false, nil
	}
	var options [][]moving
	choices := 1
	for _, part := range s.policy.Parts() {
		moves, err := s.moves(part)
		if err != nil {
			return f, false, s.ctx.Err()
		}
		if len(moves) > 0 {
			options = append(options, moves)
		}
		if choices *= len(moves) + 1; choices > mostChoices {
			return f, false, nil
		}
	}
	t := &tally{norm: s.norm}
	var choose func(i, left int, m moving)
	choose = func(i, left int, m moving) {
		if i == len(options) || left == 0 {
			if m.columns != 0 {
				t.show(c.touched(func(j int) bool { return m.columns>>j&1 == 1 }), m.weight)
			}
			return
		}
		choose(i+1, left, m)
		for _, o := range options[i] {
			choose(i+1, left-1, moving{m.columns | o.columns, max(m.weight, o.weight)})
		}
	}
	choose(0, s.policy.Together(), moving{})
	f.cost = t.best
	return f, true, nil
}

// moves returns the sets of columns that the edges of a part change, each with the least
// weight.
func (s *search) moves(part policy.Part) ([]moving, error) {
	at := s.positions(part)
	least := make(map[uint64]weighted.Weight)
	note := func(columns uint64, w weighted.Weight) {
		if before, ok := least[columns]; !ok || w < before {
			least[columns] = w
		}
	}
	lightest, heaviest := part.Weights()
	if heaviest == 0 {
		return nil, nil
	}
	d, shifts := part.(policy.Displacer)
	if shifts {
		shifts = d.Displacements(func(by []int, w weighted.Weight) bool {
			var columns uint64
			for i, n := range by {
				if n != 0 {
					columns |= 1 << at[i]
				}
			}
			note(columns, w)
			return true
		})
	}
	if !shifts {
		t := &tally{norm: L1, enough: cost{1, heaviest}}
		c := movingColumns{part: part, at: at, note: note, lightest: lightest}
		w := walker{ctx: s.ctx, tally: t, change: &c, cells: part.Size(), most: limits.MaxEdgeScan}
		if err := w.over(func(u int, yield func(v int, w weighted.Weight) bool) {
			part.Neighbours(u, func(v int, w weighted.Weight) bool {
				c.see(u, v, w)
				return yield(v, w)
			})
		}); err != nil {
			return nil, err
		}
	}
	var moves []moving
	for columns, w := range least {
		moves = append(moves, moving{columns, w})
	}
	return moves, nil
}

// movingColumns notes which columns edges change. To a walk it is a change of nothing, until
// all sets have been seen at the least weight; the walk then ends.
type movingColumns struct {
	part     policy.Part
	at       []int
	note     func(columns uint64, w weighted.Weight)
	lightest weighted.Weight
	seen     map[uint64]bool // at the least weight
}

func (m *movingColumns) see(u, v int, w weighted.Weight) {
	var columns uint64
	attrs := m.part.Attributes()
	for i := len(attrs) - 1; i >= 0; i-- {
		size := attrs[i].Size()
		if u%size != v%size {
			columns |= 1 << m.at[i]
		}
		u, v = u/size, v/size
	}
	m.note(columns, w)
	if w == m.lightest {
		if m.seen == nil {
			m.seen = make(map[uint64]bool)
		}
		m.seen[columns] = true
	}
}

func (m *movingColumns) between(int, int) int64 {
	if len(m.at) < 32 && len(m.seen) == 1<<len(m.at)-1 {
		return 1
	}
	return 0
}

func (m *movingColumns) alone(int) int64 { return 0 }
func (m *movingColumns) most() int64     { return 1 }

// oneByOne returns the parts that have edges, those taken apart into columns whose edges
// change a single column each and all weigh the same.
func oneByOne(parts []policy.Part) (out []policy.Part) {
	for _, part := range parts {
		lightest, heaviest := part.Weights()
		if heaviest == 0 {
			continue
		}
		n := len(part.Attributes())
		d, ok := part.(policy.Displacer)
		single := lightest == heaviest
		if !ok || n == 1 || !single || !d.Displacements(func(by []int, _ weighted.Weight) bool {
			changed := 0
			for _, b := range by {
				if b != 0 {
					changed++
				}
			}
			single = changed == 1
			return single
		}) || !single {
			out = append(out, part)
			continue
		}
		for i := range n {
			out = append(out, part.Project([]int{i}))
		}
	}
	return out
}

// kronecker multiplies the largest change of each part's factors with the largest columns of
// all others (docs/mathematics.md, "Sensitivities"), where one part changes along an edge.
func (s *search) kronecker(c *multiplying) (found, bool, error) {
	f := found{exact: true, how: "the parts' own factors times the largest columns of the others"}
	parts := oneByOne(s.policy.Parts())
	if s.policy.Together() > 1 && len(parts) > 1 || !slices.Equal(c.sizes, s.frame.sizes) {
		return f, false, nil
	}
	t := &tally{norm: s.norm}
	factors := s.op.(linop.Kronecker).Factors()
	for _, part := range parts {
		at := s.positions(part)
		var own []linop.Operator
		for _, j := range at {
			own = append(own, factors[j])
		}
		op := own[0]
		if len(own) > 1 {
			op = linop.NewKronecker(own...)
		}
		change, err := changeOf(op, s.norm, frameOf(part.Attributes()))
		if err != nil {
			return f, false, err
		}
		inside := &tally{norm: s.norm}
		exact, err := graph{ctx: s.ctx, part: part, change: change, tally: inside}.all()
		if err != nil {
			return f, false, s.ctx.Err()
		}
		f.exact = f.exact && exact
		best := inside.best
		for j, factor := range c.factors {
			if slices.Contains(at, j) {
				continue
			}
			hi, lo := bits.Mul64(uint64(best.change), uint64(factor.largest()))
			if hi > 0 || lo > math.MaxInt64 {
				return f, false, message.Errorf("the queries' products are too large to add up: use smaller numbers")
			}
			best.change = int64(lo)
		}
		t.show(best.change, best.weight)
	}
	f.cost = t.best
	return f, true, nil
}
