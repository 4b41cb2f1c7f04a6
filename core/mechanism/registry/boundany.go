package registry

import (
	"slices"

	"steward/core/linop"
	"steward/core/mechanism"
	"steward/core/message"
	"steward/core/optimum"
	"steward/core/policy"
	"steward/core/policy/weighted"
	"steward/core/workload"
)

// Secret pairs that are looked at to learn how they change answers, and changes of answers: a fraction of a second. Where there are
// more, nothing is known of answers one by one, as a bound by some of them would be far too low.
const (
	maxBoundShifts  = 1 << 17
	maxBoundChanges = 1 << 24
)

// shift is a move of a person that two data sets may differ by, with the weight of the odds that it may shift.
type shift struct {
	from, to policy.Vertex
	weight   weighted.Weight
}

// leastOfAny bounds the total squared error from below that a mechanism of any kind has on the data where it has most
// (docs/mathematics.md, "Any method"): by the least error with Gaussian noise of variance 1 along edges of weight One, and by what answers
// have one by one and tables have whose cells are all secret from one another. It returns 0 where nothing is known: with a chance of failure, and where facts tie people together.
func leastOfAny(p mechanism.Problem, gaussian float64) (total float64, how message.Text, err error) {
	if p.Gaussian || p.TiedPeople().Factor != 1 {
		return 0, how, nil
	}
	// All of a person's rows may move at once, which shifts every answer as often and the odds no more than one.
	epsilon, rows := p.Budget.Float(), float64(max(p.Rows, 1))
	total, how = gaussian*discreteLaplace(epsilon*float64(heaviestShift(p))/float64(weighted.One))/(epsilon*epsilon), message.Sprintf("the information that any method can give about secret pairs")
	loss := func(w weighted.Weight) float64 { return epsilon * float64(w) / float64(weighted.One) }
	tables, err := leastOfTables(p, loss)
	if tables > total {
		total, how = tables, message.Sprintf("the least error of any method, answer by answer and over tables that are secret as a whole")
	}
	return total * rows * rows, how, err
}

// heaviestShift returns the weight that no shift exceeds.
func heaviestShift(p mechanism.Problem) weighted.Weight {
	_, heaviest := p.Policy.Weights()
	if _, known := p.Facts.Total(); known {
		_, absent := p.Policy.AbsentWeights()
		heaviest = max(heaviest, 2*absent)
	}
	return heaviest
}

// shiftsOf returns the moves of a person that are to be hidden: edges, and where the number of people is known, instead of those to
// "not in the file", two of them, one there and one back. It returns false where they are too many.
func shiftsOf(p mechanism.Problem) (list []shift, all bool, err error) {
	_, known := p.Facts.Total()
	var absent []shift
	few := func() bool { return len(list)+len(absent)*(len(absent)-1)/2 <= maxBoundShifts }
	err = p.Policy.Edges(func(e policy.Edge) bool {
		if e.V == policy.Absent && known {
			absent = append(absent, shift{e.U, e.V, e.Weight})
		} else {
			list = append(list, shift{e.U, e.V, e.Weight})
		}
		return few()
	})
	if err != nil || !few() {
		return nil, false, err
	}
	for i, a := range absent {
		for _, b := range absent[:i] {
			list = append(list, shift{a.from, b.from, a.weight + b.weight})
		}
	}
	return list, true, nil
}

// leastOfTables adds up what answers have at least by themselves, or together where they are cells that are all secret from one another.
func leastOfTables(p mechanism.Problem, loss func(weighted.Weight) float64) (total float64, err error) {
	op := p.Workload.Operator()
	if cells, isTable := op.(linop.Selection); isTable {
		if _, more := p.Policy.Everything(); !more && p.Policy.HasValueEdges() {
			rows := 0
			for i := range cells.Rows() {
				if p.Workload.Domain().Possible(cells.Cell(i)) {
					rows++
				}
			}
			_, heaviest := p.Policy.ValueWeights()
			return float64(rows) * optimum.Table(rows, loss(heaviest)), nil
		}
	}
	list, all, err := shiftsOf(p)
	if err != nil || !all {
		return 0, err
	}
	answers := 0 // that count a cell in the middle, as many as others do at most in what asks for runs
	op.Column(op.Columns()/2, func(int, int64) { answers++ })
	if len(list)*answers > maxBoundChanges {
		return 0, nil
	}
	c := newChanges(p.Workload)
	for _, s := range list {
		if c.add(op, s, loss(s.weight)); c.seen > 2*maxBoundChanges {
			return 0, nil
		}
	}
	return c.least(loss), nil
}

// changes is how secret pairs change the answers of a question.
type changes struct {
	alone []float64 // what an answer has at least by itself
	// joined are pairs of answers to one table of which a shift takes one from one and adds it to the other, and changes nothing else of the table.
	joined map[[2]int]weighted.Weight
	tables []tableChange
	seen   int

	by      []int64 // of a shift, by answer
	touched []int
}

// tableChange is how a shift changes the answers to a table.
type tableChange struct {
	end     int // the number of the first answer after it
	changed int // how many answers
	last    [2]int
	product int64 // of the changes; 0 where one is not of one
}

func newChanges(w *workload.Workload) *changes {
	c := &changes{alone: make([]float64, w.Len()), by: make([]int64, w.Len()), joined: make(map[[2]int]weighted.Weight)}
	end := 0
	for _, part := range w.Parts() {
		end += part.Len()
		c.tables = append(c.tables, tableChange{end: end})
	}
	if c.tables == nil {
		c.tables = []tableChange{{end: w.Len()}}
	}
	return c
}

// add takes in what a shift changes that has some loss.
func (c *changes) add(op linop.Operator, s shift, loss float64) {
	column := func(v policy.Vertex, sign int64) {
		if v != policy.Absent {
			op.Column(int(v), func(row int, value int64) {
				c.by[row] += sign * value
				c.touched = append(c.touched, row)
			})
		}
	}
	column(s.from, 1)
	column(s.to, -1)
	c.seen += len(c.touched) + len(c.tables)
	one := optimum.Alone(loss)
	for i := range c.tables {
		c.tables[i].changed, c.tables[i].product = 0, 1
	}
	for _, row := range c.touched {
		by := c.by[row]
		if by == 0 { // by both ends alike, or seen before
			continue
		}
		c.by[row] = 0
		c.alone[row] = max(c.alone[row], mechanism.Square(float64(by))*one)
		i, _ := slices.BinarySearchFunc(c.tables, row+1, func(t tableChange, end int) int { return t.end - end })
		t := &c.tables[i]
		t.last[t.changed%2] = row
		t.changed++
		if t.product *= by; by != 1 && by != -1 {
			t.product = 0
		}
	}
	c.touched = c.touched[:0]
	for _, t := range c.tables {
		if t.changed != 2 || t.product != -1 {
			continue
		}
		pair := [2]int{min(t.last[0], t.last[1]), max(t.last[0], t.last[1])}
		if before, there := c.joined[pair]; !there || s.weight < before {
			c.joined[pair] = s.weight
		}
	}
}

// least adds up what the answers have at least.
func (c *changes) least(loss func(weighted.Weight) float64) (total float64) {
	after := make([][]int, len(c.alone)) // by answer, the later ones that it is joined to
	for pair := range c.joined {
		after[pair[0]] = append(after[pair[0]], pair[1])
	}
	taken := make([]bool, len(c.alone))
	for row, apart := range c.alone {
		if taken[row] {
			continue
		}
		together, heaviest := []int{row}, weighted.Weight(0)
		slices.Sort(after[row])
		for _, next := range after[row] {
			if w, all := c.joinedTo(together, next); all && !taken[next] {
				together, heaviest, apart = append(together, next), max(heaviest, w), apart+c.alone[next]
				taken[next] = true
			}
		}
		if heaviest > 0 {
			apart = max(apart, float64(len(together))*optimum.Table(len(together), loss(heaviest)))
		}
		total += apart
	}
	return total
}

// joinedTo reports whether an answer is joined to all of some, and by which weight at most.
func (c *changes) joinedTo(rows []int, next int) (heaviest weighted.Weight, all bool) {
	for _, row := range rows {
		w, there := c.joined[[2]int{row, next}]
		if !there {
			return 0, false
		}
		heaviest = max(heaviest, w)
	}
	return heaviest, true
}
