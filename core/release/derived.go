package release

import (
	"math"
	"steward/core/guide"

	"steward/core/accuracy"
	"steward/core/mechanism"
	"steward/core/mechanism/registry"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/result"
)

// level is that of intervals; a difference of two shares has one from intervals of levelOfTwo,
// both of which hold at least as often (Bonferroni).
const (
	level      = 0.95
	levelOfTwo = 0.975
)

// Derive works out what follows from the answers to question n of a group, as the plan asks: percentages, rates and differences of
// the published ones, so that whoever works them out from what is printed comes to the same, with intervals around those of the
// unadjusted ones, from the exact variances and covariances of the mechanism. Published may be nil: then all is made of the
// unadjusted answers, as it was in releases of record versions 1 and 2. Only released numbers and public choices go into it. It errors
// where the mechanism's error is not known without the data.
func Derive(c *plan.Compiled, g registry.Group, n int, unadjusted, published []float64) ([]result.DerivedTable, error) {
	at := g.Questions[n]
	asked, w := c.Plan.Questions[at], c.Problems[at].Workload
	tables, err := asked.Derived(w)
	if err != nil || len(tables) == 0 {
		return nil, err
	}
	if err := derivable(c, g); err != nil {
		return nil, err
	}
	if published == nil {
		published = unadjusted
	}
	d := deriving{group: g, n: n, unadjusted: unadjusted, published: published, known: make(map[mechanism.Term]mechanism.Combined)}
	var out []result.DerivedTable
	for _, t := range tables {
		made := result.DerivedTable{Title: t.Title, Unit: t.Unit, Keys: w.KeyNames(), Values: make([]result.Derived, len(t.Values)), Joined: t.Joined}
		for i, v := range t.Values {
			if made.Values[i], err = d.value(t, v); err != nil {
				return nil, message.Errorf("%s, %s: %w", asked.Title, t.Title, err)
			}
			made.Values[i].Key = v.Key
		}
		out = append(out, made)
	}
	return out, nil
}

// Contain makes the intervals of what follows from the answers to question n of a group their own: cut to what is
// possible, as those of answers are, and with the number in them; and marks numbers as unreliable whose interval says next to nothing.
// Percentages, points and averages are cut already.
func Contain(c *plan.Compiled, at int, tables []result.DerivedTable) error {
	p := c.Problems[at]
	plans, err := c.Plan.Questions[at].Derived(p.Workload)
	if err != nil || len(plans) != len(tables) {
		return err
	}
	possible := p.Possible()
	for k, t := range plans {
		for i, v := range t.Values {
			d := &tables[k].Values[i]
			if t.Unit == plan.InCounts && d.High > d.Low {
				unit := p.UnitOf(v.Sum[0].Answer)
				size := unit.Of(1)
				in := possibleSum(possible, v.Sum).Around((d.Low+d.High)/(2*size), (d.High-d.Low)/(2*size))
				d.Low, d.High = unit.Of(in.Low), unit.Of(in.High)
			}
			if d.Unreliable {
				continue
			}
			if in := (accuracy.Interval{Low: d.Low, High: d.High}).With(d.Value); t.SaysNothing(in.Width()) {
				d.Value, d.Unreliable = 0, true
			} else {
				d.Low, d.High = in.Low, in.High
			}
		}
	}
	return nil
}

// possibleSum is what a sum of answers can be, each of which counts once or is taken away once.
func possibleSum(possible func(int) accuracy.Possible, sum []mechanism.Term) accuracy.Possible {
	var out accuracy.Possible
	for _, t := range sum {
		one := possible(t.Answer)
		if t.Weight < 0 {
			one.Least, one.Most = -one.Most, -one.Least
		}
		out.Least, out.Most = out.Least+one.Least, out.Most+one.Most
	}
	return out
}

// derivable refuses, before anything is spent, percentages by a mechanism whose error depends on
// the data: their intervals could not be worked out.
func derivable(c *plan.Compiled, g registry.Group) error {
	for _, at := range g.Questions {
		if info := g.Prepared.Info(); c.Plan.Questions[at].Derives() && info.DataDependent {
			return message.Errorf("%s asks for percentages, rates, differences or averages, whose intervals are not known with “%s”, since its error depends on the data: choose another method for it in the step %s", c.Plan.Questions[at].Title, info.Name, guide.Budget.Title())
		}
	}
	return nil
}

// deriving makes numbers from the answers to one question.
type deriving struct {
	group      registry.Group
	n          int
	unadjusted []float64
	published  []float64
	known      map[mechanism.Term]mechanism.Combined // of single answers
}

// sum adds answers up.
func sum(answers []float64, terms []mechanism.Term) float64 {
	s := 0.0
	for _, t := range terms {
		s += t.Weight * answers[t.Answer]
	}
	return s
}

// error returns the error of a sum; where the mechanism does not know it, that of answers whose
// errors all go the same way, which is the most that it can be.
func (d *deriving) error(terms []mechanism.Term) (mechanism.Combined, error) {
	if len(terms) == 1 {
		if c, ok := d.known[terms[0]]; ok {
			return c, nil
		}
	}
	c, err := d.group.Combine(d.n, terms)
	if _, linear := d.group.Prepared.(mechanism.Combiner); !linear {
		c, err = d.bound(terms), nil
	}
	if len(terms) == 1 && err == nil {
		d.known[terms[0]] = c
	}
	return c, err
}

func (d *deriving) bound(terms []mechanism.Term) mechanism.Combined {
	answers := d.group.Error(d.n).Answers
	sd, weight := 0.0, 0.0
	for _, t := range terms {
		sd += math.Abs(t.Weight) * answers[t.Answer].RMSE()
		weight += math.Abs(t.Weight)
	}
	return mechanism.Combined{Variance: sd * sd, Weight: weight}
}

// value makes one number.
func (d *deriving) value(t plan.DerivedTable, v plan.Derivation) (result.Derived, error) {
	switch t.Unit {
	case plan.InAverages:
		p, err := d.part(v.Sum, v.Whole, level)
		return p.average(t.Low, t.High), err
	case plan.InCounts:
		e, err := d.error(v.Sum)
		s := sum(d.unadjusted, v.Sum)
		return result.Derived{Value: sum(d.published, v.Sum), Low: s - e.HalfWidth(), High: s + e.HalfWidth()}, err
	case plan.InPercent:
		p, err := d.part(v.Sum, v.Whole, level)
		return p.percent(), err
	}
	first, err := d.part(v.Sum, v.Whole, levelOfTwo)
	if err != nil {
		return result.Derived{}, err
	}
	second, err := d.part(v.LessSum, v.LessOfWhole, levelOfTwo)
	if err != nil {
		return result.Derived{}, err
	}
	a, b := first.percent(), second.percent()
	if a.Unreliable || b.Unreliable {
		return result.Derived{Low: -100, High: 100, Unreliable: true}, nil
	}
	return result.Derived{Value: a.Value - b.Value, Low: a.Low - b.High, High: a.High - b.Low}, nil
}

// part is a share of a whole with its interval.
type part struct {
	value, low, high float64
	ok               bool
}

func (p part) percent() result.Derived {
	if !p.ok {
		return result.Derived{Low: 0, High: 100, Unreliable: true}
	}
	return result.Derived{Value: 100 * p.value, Low: 100 * p.low, High: 100 * p.high}
}

// average is the number that is that part of the way from low to high.
func (p part) average(low, high float64) result.Derived {
	if !p.ok {
		return result.Derived{Low: low, High: high, Unreliable: true}
	}
	at := func(part float64) float64 { return low + part*(high-low) }
	return result.Derived{Value: at(p.value), Low: at(p.low), High: at(p.high)}
}

// part divides one sum by another that holds it.
func (d *deriving) part(some, whole []mechanism.Term, level float64) (part, error) {
	s, err := d.error(some)
	if err != nil {
		return part{}, err
	}
	n, err := d.error(whole)
	if err != nil {
		return part{}, err
	}
	less := append([]mechanism.Term(nil), some...)
	for _, t := range whole {
		less = append(less, mechanism.Term{Answer: t.Answer, Weight: -t.Weight})
	}
	rest, err := d.error(less)
	if err != nil {
		return part{}, err
	}
	x := accuracy.Part{
		Sum: sum(d.unadjusted, some), Whole: sum(d.unadjusted, whole), SumVariance: s.Variance, WholeVariance: n.Variance,
		Covariance: (s.Variance + n.Variance - rest.Variance) / 2,
		Factor:     s.Family.Factor(level),
	}
	if s.Variance+n.Variance > 0 {
		// A draw counts a in the sum and b in the whole, so |a − r·b| at most in the sum or in the rest.
		x.Weight = max(s.Weight, rest.Weight)
	}
	out := part{}
	out.low, out.high, out.ok = x.Interval()
	if out.ok {
		out.value = min(max(x.Sum/x.Whole, 0), 1)
		if n := sum(d.published, whole); n > 0 {
			out.value = min(max(sum(d.published, some)/n, 0), 1)
		}
	}
	return out, nil
}
