package synthetic

import (
	"context"
	"math/big"
	"slices"

	"steward/core/domain"
	"steward/core/message"
	"steward/core/noise"
)

// Check goes once more through what a release says that it measured: that every step is one which the
// problem could have led to, with the noise and the rate that follow from the budget, and that together
// they spend no more than it. It sees no data, and errors with what is wrong: with *Differs where they
// keep the budget and are only not what this version would have measured.
func (p *Prepared) Check(ctx context.Context, made *Made) error {
	r := p.start()
	r.made.Known, r.made.People = made.Known, made.People
	if n, known := p.problem.Tables[0].Facts.Total(); known != made.Known || known && max(n, 1) != made.People {
		return message.Errorf("the number of people is not the one that the public knows")
	}
	var err error
	switch steps := made.Steps; p.Method() {
	case Weights:
		err = r.checkWeights(steps)
	case Small:
		err = r.checkSmall(steps)
	default:
		err = r.checkGraph(ctx, steps)
	}
	if err == nil && r.differs != nil {
		return r.differs
	}
	return err
}

// over returns the columns of a step.
func (r *run) over(s Step) (out columns, err error) {
	for _, name := range s.Columns {
		j, ok := r.sheet().domain.Position(domain.AttributeName(name))
		if !ok {
			return 0, message.Errorf("a table over %q was measured, which is not one of its columns", name)
		}
		out |= 1 << j
	}
	return out, nil
}

// Differs is the error of steps that keep the budget, but that this version of the program would have
// measured otherwise.
type Differs struct{ What message.Text }

// Said says it.
func (d *Differs) Said() message.Text { return d.What }

// Error says what is otherwise.
func (d *Differs) Error() string { return d.What.String() }

// otherwise notes what this version would have done otherwise.
func (r *run) otherwise(format string, details ...any) {
	if r.differs == nil {
		r.differs = &Differs{message.Sprintf(format, details...)}
	}
}

// stated returns the noise and the rate of a step as it states them, and notes where they are others
// than they should be. It errors where it states none.
func (r *run) stated(s Step, l noise.Law, rate *big.Rat) (noise.Law, *big.Rat, error) {
	want := &run{Prepared: r.Prepared, made: &Made{}}
	want.step(Step{}, l, rate)
	if w := want.made.Steps[0]; w.Stated != s.Stated {
		r.otherwise("the noise on %v is not that of the plan", s.Columns)
	} else if w.Rate != s.Rate || w.Chosen != s.Chosen {
		r.otherwise("the rate at which %v was chosen is not that of the plan", s.Columns)
	}
	scale, ok := new(big.Rat).SetString(s.Parameter())
	if !ok || scale.Sign() <= 0 || s.Family() != r.spending.family {
		return l, nil, message.Errorf("the noise on %v is not stated", s.Columns)
	}
	l, err := r.spending.family.Law(scale)
	if err != nil || !s.Chosen {
		return l, nil, err
	}
	rate, err = rateOf(s)
	return l, rate, err
}

// rateOf reads the rate of a step.
func rateOf(s Step) (*big.Rat, error) {
	rate, ok := new(big.Rat).SetString(s.Rate)
	if !ok || rate.Sign() < 0 {
		return nil, message.Errorf("the rate at which %v was chosen is not stated", s.Columns)
	}
	return rate, nil
}

// countOfPeople checks that the number of people was measured first, where it is not known, and returns
// the other steps.
func (r *run) countOfPeople(steps []Step, part *big.Rat) ([]Step, error) {
	if r.made.Known {
		return steps, nil
	}
	if len(steps) == 0 || steps[0].Columns != nil {
		return nil, message.Errorf("it does not say how the number of people was measured")
	}
	l, err := r.spending.lawFor(part.Mul(part, r.spending.least()))
	if err != nil {
		return nil, err
	}
	if l, _, err = r.stated(steps[0], l, nil); err != nil {
		return nil, err
	}
	return steps[1:], r.spending.measure(0, l)
}

func (r *run) checkWeights(steps []Step) error {
	steps, err := r.countOfPeople(steps, weightsPeople())
	if err != nil {
		return err
	}
	rounds, queries := r.rounds(float64(r.made.People)), 0.0
	if len(steps) != rounds {
		r.otherwise("%d counts were measured, where the plan asks for %d", len(steps), rounds)
	}
	for _, t := range r.sheet().tables {
		queries += t.cells(r.sheet().sizes)
	}
	rate, err := r.countRate(rounds)
	if err != nil {
		return err
	}
	if queries == 1 {
		rate = nil
	}
	for _, s := range steps {
		over, err := r.over(s)
		if err != nil {
			return err
		}
		if !slices.Contains(r.sheet().tables, over) || s.Cell == nil {
			return message.Errorf("a count over %v was measured, which is not asked for", s.Columns)
		}
		l, err := r.countLaw(over, rounds)
		if err != nil {
			return err
		}
		l, chosen, err := r.stated(s, l, rate)
		if err != nil {
			return err
		}
		if chosen != nil {
			if err := r.spending.choose(chosen, func(c class) int64 { return countSpan(c, r.sheet().tables) }); err != nil {
				return err
			}
		}
		if err := r.spending.measureOne(over, l); err != nil {
			return err
		}
	}
	return nil
}

func (r *run) checkSmall(steps []Step) error {
	steps, err := r.countOfPeople(steps, smallPeople())
	if err != nil {
		return err
	}
	size := r.sheet().smallSize(r.made.People)
	if len(steps) != 1 || steps[0].Numbers != size {
		return message.Errorf("a data set of a size other than %d was drawn", size)
	}
	want, err := r.smallRate(size)
	if err != nil {
		return err
	}
	rate, err := rateOf(steps[0])
	if err != nil {
		return err
	}
	if rate.Quo(rate, big.NewRat(int64(size), 1)); rate.Cmp(want) != 0 {
		r.otherwise("the rate at which it was drawn is not that of the plan")
	}
	return r.spending.choose(rate, func(c class) int64 { return smallSpanOf(c, r.sheet().tables) * int64(size) })
}

func (r *run) checkGraph(ctx context.Context, steps []Step) error {
	sizes := r.sheet().sizes
	if len(steps) < len(sizes) {
		return message.Errorf("%d tables were measured, fewer than there are columns", len(steps))
	}
	m := r.sheet().newModel()
	m.people = float64(max(r.made.People, 1))
	losses := r.firstLosses(r.firstPart())
	for j := range sizes {
		over, err := r.over(steps[j])
		if err != nil {
			return err
		}
		if over != 1<<j {
			return message.Errorf("the tables over one column each were not measured first, in order")
		}
		l, err := r.spending.lawFor(losses[j])
		if err != nil {
			return err
		}
		if l, _, err = r.stated(steps[j], l, nil); err != nil {
			return err
		}
		if err := r.spending.measure(over, l); err != nil {
			return err
		}
		m.param(over)
	}
	m.rebuild()
	if err := r.meetKnown(ctx, m); err != nil {
		return err
	}
	for i, s := range steps[len(sizes):] {
		r.made.Steps = steps[:len(sizes)+i]
		over, err := r.over(s)
		if err != nil {
			return err
		}
		loss, ok := new(big.Rat).SetString(s.Loss)
		if !ok || loss.Sign() <= 0 {
			return message.Errorf("it does not say what measuring %v was to cost", s.Columns)
		}
		loss.Quo(loss, r.cost(over, big.NewRat(1, 1)))
		candidates := r.candidates(m, loss)
		if !slices.ContainsFunc(candidates, func(c candidate) bool { return c.over == over }) {
			r.otherwise("the table over %v could no longer be measured", s.Columns)
		}
		l, err := r.tableLaw(over, loss)
		if err != nil {
			return err
		}
		var rate *big.Rat
		if len(candidates) > 1 {
			if rate, err = r.tableRate(loss); err != nil {
				return err
			}
		}
		if l, rate, err = r.stated(s, l, rate); err != nil {
			return err
		}
		if rate != nil {
			if err := r.spending.choose(rate, func(c class) int64 { return distanceSpan(c, candidates) }); err != nil {
				return err
			}
		}
		if err := r.spending.measure(over, l); err != nil {
			return err
		}
		if _, fresh := m.param(over); fresh {
			m.rebuild()
			if err := r.meetKnown(ctx, m); err != nil {
				return err
			}
		}
	}
	return nil
}
