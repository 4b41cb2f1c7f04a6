package workload

import (
	"math/big"
	"slices"
	"strings"

	"steward/core/domain"
	"steward/core/limits"
	"steward/core/linop"
	"steward/core/message"
)

// Totals is the kind of question that adds up numbers: what the values of some columns stand for,
// over everybody and for each combination of values of the other columns.
const Totals Kind = "totals"

// Number says what a value stands for, or a combination of values of several columns.
type Number struct {
	// Values are the labels, one for each of the question's Of.
	Values []string
	// Number is a plain decimal; empty where the value stands for none, so that it counts
	// neither in a total nor among the people of an average.
	Number string
}

// What the last label of an answer to totals says: what was added up.
const (
	FigureHeading = "figure"
	TotalFigure   = "total of %s"
	CountFigure   = "number with %s"
)

// saidFigure is what the last label of answer i says.
func (w *Workload) saidFigure(i int) message.Text {
	if w.sums.IsTotal(i) {
		return message.Sprintf(TotalFigure, w.Summed())
	}
	return message.Sprintf(CountFigure, w.Summed())
}

// Sums is what is known of a question of totals beside its operator. Everything in it is public.
type Sums struct {
	// Weights say what a person in each cell adds, in units; 0 where their values stand for no
	// number.
	Weights []int64
	// Valued marks the cells whose values stand for a number; those that cannot occur are not.
	Valued []bool
	// Group numbers the group of each cell, -1 for cells that cannot occur.
	Group  []int
	Groups int
	// Overall says that the totals over all groups are asked for too, behind those of the
	// groups. A question without groups has one group, everybody.
	Overall bool
	// Averages says that the numbers of people are asked for too, behind all totals.
	Averages bool
	// Unit is what a unit is worth: numbers are exact multiples of it.
	Unit *big.Rat
	// Least and Most bound what a person can add, in units.
	Least, Most int64
	// By are the positions of the columns that make the groups, Of those of the columns that stand
	// for numbers, among the columns of the question.
	By, Of []int
}

// Figures returns how many totals there are, each with a number of people where averages are asked.
func (s *Sums) Figures() int {
	if s.Overall {
		return s.Groups + 1
	}
	return s.Groups
}

// IsTotal reports whether answer i is a total, in units, and not a number of people.
func (s *Sums) IsTotal(i int) bool { return i < s.Figures() }

// Sums returns what is known of a question of totals, false for any other.
func (w *Workload) Sums() (*Sums, bool) { return w.sums, w.sums != nil }

// Weighs reports whether some answer adds up numbers instead of people.
func (w *Workload) Weighs() bool {
	return w.sums != nil || slices.ContainsFunc(w.parts, (*Workload).Weighs)
}

// UnitOf returns what a unit of answer i is worth, 1 for numbers of people.
func (w *Workload) UnitOf(i int) *big.Rat {
	switch {
	case w.parts != nil:
		p, n := w.partOf(i)
		return p.UnitOf(n)
	case w.sums != nil && w.sums.IsTotal(i):
		return w.sums.Unit
	}
	return big.NewRat(1, 1)
}

// UnitOfAll returns what a unit of every answer is worth; false where answers have units of their own,
// or are not what the question is about, as the totals and numbers of people of averages.
func (w *Workload) UnitOfAll() (unit float64, alike bool) {
	switch {
	case w.sums != nil:
		unit, _ = w.sums.Unit.Float64()
		return unit, !w.sums.Averages
	case w.Weighs():
		return 0, false
	}
	return 1, true
}

// totals makes the operator of a question of totals.
func (w *Workload) totals() error {
	q := w.question
	s := &Sums{Overall: q.Totals, Averages: q.Averages}
	if len(q.Of) == 0 {
		return message.Errorf("it does not say what to add up: choose a column of numbers")
	}
	seen := make(map[int]bool)
	for _, c := range q.Of {
		j := slices.Index(q.Columns, c)
		if j < 0 {
			return message.Errorf("it adds up %q, which is not among its columns: add the column to the question", c)
		}
		if seen[j] {
			return message.Errorf("it adds up the column %q twice: remove one", c)
		}
		seen[j] = true
		s.Of = append(s.Of, j)
	}
	for j := range q.Columns {
		if !seen[j] {
			s.By = append(s.By, j)
		}
	}
	if len(s.By) == 0 {
		s.Overall = false
	}
	v, err := w.valuesOf(s.Of)
	if err != nil {
		return err
	}
	s.Unit, s.Least, s.Most = v.unit, v.least, v.most
	if err := w.group(s); err != nil {
		return err
	}
	w.weigh(s, v)
	w.sums = s
	return nil
}

// group numbers the groups of the cells and makes the operator of their sizes.
func (w *Workload) group(s *Sums) error {
	k, _ := w.domain.Cells()
	attrs := w.domain.Attributes()
	sizes, combinations := make([]int, len(attrs)), 1
	for j, a := range attrs {
		sizes[j] = a.Size()
	}
	for _, j := range s.By {
		combinations *= sizes[j]
	}
	s.Group, s.Valued = make([]int, k), make([]bool, k)
	occurs := make([]bool, combinations)
	for cell := range k {
		s.Group[cell] = -1
		if !w.domain.Possible(cell) {
			continue
		}
		at := 0
		for _, j := range s.By {
			at = at*sizes[j] + w.domain.Value(cell, j)
		}
		s.Group[cell], occurs[at] = at, true
	}
	number, groups := make([]int, combinations), []int(nil)
	for at, yes := range occurs {
		if number[at] = len(groups); yes {
			groups = append(groups, at)
		}
	}
	for cell, at := range s.Group {
		if at >= 0 {
			s.Group[cell] = number[at]
		}
	}
	s.Groups, w.groups = len(groups), groups
	if n := 2 * float64(s.Groups+1); n > limits.MaxAnswers {
		return message.Errorf("it has %d groups, too many: use fewer columns, or coarser values", s.Groups)
	}
	return nil
}

// weigh makes the operator: for every group the total of what its people stand for, then that of
// all, then the same of the numbers of people.
func (w *Workload) weigh(s *Sums, v values) {
	k, attrs := len(s.Group), w.domain.Attributes()
	s.Weights = make([]int64, k)
	people, some := make([]int64, k), false
	for cell := range k {
		if s.Group[cell] < 0 {
			continue
		}
		at := 0
		for _, j := range s.Of {
			at = at*attrs[j].Size() + w.domain.Value(cell, j)
		}
		if v.valued[at] {
			x := v.units[at]
			s.Weights[cell], people[cell], s.Valued[cell] = x, 1, true
			if !some {
				s.Least, s.Most, some = x, x, true
			}
			s.Least, s.Most = min(s.Least, x), max(s.Most, x)
		}
	}
	var by linop.Operator = linop.Ranges(k, []linop.Interval{{Lo: 0, Hi: k - 1}})
	if len(s.By) > 0 {
		sizes, combinations := make([]int, len(attrs)), 1
		for j, a := range attrs {
			sizes[j] = a.Size()
		}
		for _, j := range s.By {
			combinations *= sizes[j]
		}
		var groups linop.Operator = linop.Select(combinations, w.groups)
		if s.Overall {
			groups = linop.NewStack(groups, linop.Ranges(combinations, []linop.Interval{{Lo: 0, Hi: combinations - 1}}))
		}
		by = linop.Lift(groups, sizes, s.By)
	}
	w.op = linop.NewWeighed(by, s.Weights)
	if s.Averages {
		w.op = linop.NewStack(w.op, linop.NewWeighed(by, people))
	}
}

// values is what the combinations of the columns that stand for numbers are worth.
type values struct {
	units       []int64 // per combination
	valued      []bool
	unit        *big.Rat
	least, most int64
}

// valuesOf works out what the values of some columns stand for: as the question says, and where it
// says nothing whole numbers for themselves and ranges for their middle.
func (w *Workload) valuesOf(of []int) (values, error) {
	attrs := w.domain.Attributes()
	columns, n := make([]*domain.Attribute, len(of)), 1
	for i, j := range of {
		columns[i] = attrs[j]
		n *= attrs[j].Size()
	}
	if len(columns) == 1 && columns[0].Kind() == domain.Whole && len(w.question.Numbers) == 0 && n > manyNumbers {
		return wholeNumbers(columns[0])
	}
	numbers := make([]*big.Rat, n)
	stated := make([]bool, n)
	for i, x := range w.question.Numbers {
		at, err := combination(columns, x.Values)
		if err != nil {
			return values{}, message.Errorf("number %d: %w", i+1, err)
		}
		if stated[at] {
			return values{}, message.Errorf("number %d: %s already has a number: keep one", i+1, naming(columns, at))
		}
		stated[at] = true
		if strings.TrimSpace(x.Number) == "" {
			continue
		}
		if numbers[at], err = ParseNumber(x.Number); err != nil {
			return values{}, message.Errorf("number %d, for %s: %w", i+1, naming(columns, at), err)
		}
	}
	for at := range numbers {
		if stated[at] {
			continue
		}
		if len(columns) == 1 {
			var ok bool
			if numbers[at], ok = OwnNumber(columns[0], at); ok {
				continue
			}
		}
		if !special(columns, at) {
			return values{}, message.Errorf("%s has no number: give it one, or say that it does not count", naming(columns, at))
		}
	}
	return inUnits(numbers)
}

// manyNumbers is how many whole numbers are not written as fractions one by one.
const manyNumbers = 1 << 12

// wholeNumbers is the values of a column of whole numbers, which stand for themselves.
func wholeNumbers(a *domain.Attribute) (values, error) {
	v := values{units: make([]int64, a.Size()), valued: make([]bool, a.Size()), unit: big.NewRat(1, 1)}
	v.least, v.most = a.Bounds()
	if v.least < -limits.MaxUnits || v.most > limits.MaxUnits {
		return v, message.Errorf("the numbers go from %d to %d, but totals can be of numbers up to %d: declare the column in ranges, or in a larger unit", v.least, v.most, limits.MaxUnits)
	}
	for i := range a.Regular() {
		v.units[i], v.valued[i] = v.least+int64(i), true
	}
	return v, nil
}

// combination returns the number of a combination of values given by their labels.
func combination(columns []*domain.Attribute, labels []string) (at int, err error) {
	if len(labels) != len(columns) {
		return 0, message.Errorf("it is given for %d values, but %d columns are added up: name one value for each", len(labels), len(columns))
	}
	for i, a := range columns {
		v, ok := a.Find(labels[i])
		if !ok {
			return 0, message.Errorf("%q is not a value of %q: choose one of its values", labels[i], a.Name())
		}
		at = at*a.Size() + v
	}
	return at, nil
}

// naming names a combination of values.
func naming(columns []*domain.Attribute, at int) message.Text {
	parts := make([]message.Text, len(columns))
	for i := len(columns) - 1; i >= 0; i-- {
		a := columns[i]
		parts[i] = message.Sprintf("%q of %q", a.Label(at%a.Size()), a.Name())
		at /= a.Size()
	}
	return message.List(parts, "%s with %s", "%s with %s")
}

// special reports whether a combination has a blank, or a value that is not declared.
func special(columns []*domain.Attribute, at int) bool {
	for i := len(columns) - 1; i >= 0; i-- {
		if at%columns[i].Size() >= columns[i].Regular() {
			return true
		}
		at /= columns[i].Size()
	}
	return false
}

// OwnNumber returns the number that a value stands for where nothing is said: a whole number
// itself, a range its middle. It returns false for values of lists and periods, for ranges with an
// open end, and for blanks and others.
func OwnNumber(a *domain.Attribute, value int) (*big.Rat, bool) {
	if value >= a.Regular() || !a.Kind().OfNumbers() {
		return nil, false
	}
	lo, hi := a.Ends(value)
	if lo == nil || hi == nil {
		return nil, false
	}
	middle := new(big.Rat).Add(lo, hi)
	return middle.Quo(middle, big.NewRat(2, 1)), true
}

// ParseNumber reads a plain decimal such as 12.5 or -3. It errors on anything else, and on one with
// more than nine digits before or behind the point.
func ParseNumber(text string) (*big.Rat, error) {
	t := strings.TrimSpace(text)
	bare := strings.TrimLeft(t, "+-")
	whole, digits, _ := strings.Cut(bare, ".")
	r, ok := new(big.Rat).SetString(t)
	if t == "" || len(t)-len(bare) > 1 || strings.Trim(bare, "0123456789.") != "" || !ok {
		return nil, message.Errorf("found %q where a number such as 12.5 is expected", text)
	}
	if len(strings.TrimLeft(whole, "0")) > limits.MaxTotalDigits || len(digits) > limits.MaxTotalDigits {
		return nil, message.Errorf("%s has more than %d digits before or after the decimal point: use a larger unit, or round it", t, limits.MaxTotalDigits)
	}
	return r, nil
}

// inUnits writes numbers, nil for none, as multiples of the largest unit that divides them all.
func inUnits(numbers []*big.Rat) (values, error) {
	v := values{units: make([]int64, len(numbers)), valued: make([]bool, len(numbers)), unit: big.NewRat(1, 1)}
	den := big.NewInt(1)
	for _, r := range numbers {
		if r != nil && !r.IsInt() {
			g := new(big.Int).GCD(nil, nil, den, r.Denom())
			den.Mul(den, new(big.Int).Quo(r.Denom(), g))
		}
	}
	divisor, some := new(big.Int), false
	n, rest := new(big.Int), new(big.Int)
	steps := make([]*big.Int, len(numbers))
	for i, r := range numbers {
		if r == nil {
			continue
		}
		some = true
		n.Mul(r.Num(), rest.Quo(den, r.Denom()))
		steps[i] = new(big.Int).Set(n)
		divisor.GCD(nil, nil, divisor, n.Abs(n))
	}
	switch {
	case !some:
		return v, message.Errorf("no value has a number: give the numbers that they stand for")
	case divisor.Sign() == 0:
		return v, message.Errorf("every value stands for 0, so every total is 0: say what the values stand for")
	}
	first := true
	for i, s := range steps {
		if s == nil {
			continue
		}
		s.Quo(s, divisor)
		if !s.IsInt64() || s.Int64() > limits.MaxUnits || s.Int64() < -limits.MaxUnits {
			return v, message.Errorf("the numbers go up to %s times the step of %s that they have in common, more than %d times: round them to a coarser step",
				new(big.Int).Abs(s), new(big.Rat).SetFrac(divisor, den).RatString(), limits.MaxUnits)
		}
		v.units[i], v.valued[i] = s.Int64(), true
		if first {
			v.least, v.most, first = s.Int64(), s.Int64(), false
		}
		v.least, v.most = min(v.least, s.Int64()), max(v.most, s.Int64())
	}
	v.unit.SetFrac(divisor, den)
	return v, nil
}

// sumsKey returns the labels of an answer of totals: its group, and what was added up.
func (w *Workload) sumsKey(i int) []string {
	s, attrs := w.sums, w.domain.Attributes()
	figure := w.saidFigure(i).String()
	if !s.IsTotal(i) {
		i -= s.Figures()
	}
	labels := make([]string, len(s.By)+1)
	for n := len(s.By) - 1; n >= 0; n-- {
		labels[n] = domain.TotalLabel
	}
	if i < s.Groups {
		at := 0
		if len(w.groups) > 0 {
			at = w.groups[i]
		}
		for n := len(s.By) - 1; n >= 0; n-- {
			a := attrs[s.By[n]]
			labels[n], at = a.Label(at%a.Size()), at/a.Size()
		}
	}
	labels[len(s.By)] = figure
	return labels
}

// Summed names what a question of totals adds up.
func (w *Workload) Summed() string {
	names := make([]string, len(w.question.Of))
	for i, c := range w.question.Of {
		names[i] = string(c)
	}
	return strings.Join(names, " and ")
}
