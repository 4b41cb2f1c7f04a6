package plan

import (
	"fmt"
	"math"
	"math/big"
	"strings"

	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/guide"
	"steward/core/limits"
	"steward/core/mechanism"
)

// Weight says which column tells how many people each row stands for, as survey weights do.
// Step and Cap are public numbers, not read off the data. Weights above the cap count as the cap,
// and every weight is rounded to a whole number of steps, so that numbers are weighted counts.
//
// What is published are Step times counts of units: a row of weight w counts as
//
//	m(w) = round(min(w, Cap) / Step), halves to the even number, 0 <= m(w) <= M = Cap / Step,
//
// units, all in the row's cell. A row is thus M slots, as if a person had up to M rows (see Rows):
// m(w) of them hold the row's answers, the others "no unit", which is the absent vertex. Let a
// person's row change from answers v and weight w to v' and w'. Then min(m(w), m(w')) slots go
// from v to v', |m(w) - m(w')| between answers and "no unit", and the others stay. Each slot moves
// along an edge at most where v and v' are joined, since every cell is joined to the absent
// vertex, and the counts change by the sum over the slots. So their L1 and L2 change is at most M
// times that of one row's change along the same edges, and it is attained by weights at the cap:
// noise that hides one unit at budget e/M hides the whole row, its weight, and whether it is there
// at all, at e. This is Problem.Rows = M. Multiplying by Step, which is public, comes after.
type Weight struct {
	Column string `json:"column"`
	// Step and Cap are plain decimals.
	Step string `json:"step"`
	Cap  string `json:"cap"`
}

// Units are what rows are counted in where they have weights: how many people a unit stands for,
// and how many units a row counts as at most. The zero Units are those of rows without weights.
type Units struct {
	Step int64
	Most int
}

// People says how many people a unit stands for: "one person" or "10 people".
func (u Units) People() string {
	if u.Step == 1 {
		return "one person"
	}
	return fmt.Sprintf("%d people", u.Step)
}

// maxStep is the largest step, so that Step times a count stays exact.
const maxStep = 1000

// Units returns the step as a number and how many of it make the cap. It errors, saying what to
// do, when one of them is missing or no number, when the step is no whole number of people, and
// when the cap is no whole number of steps, or too many.
func (w Weight) Units() (Units, error) {
	step, err := amount("step", w.Step)
	if err != nil {
		return Units{}, err
	}
	top, err := amount("cap", w.Cap)
	if err != nil {
		return Units{}, err
	}
	most := new(big.Rat).Quo(top, step)
	switch {
	case !step.IsInt() || step.Cmp(big.NewRat(maxStep, 1)) > 0:
		return Units{}, fmt.Errorf("the step of the weights is %s, but a whole number from 1 to %d is expected, so that published numbers are whole: where weights lie around 1, multiply the column by 10 or 100 first", w.Step, maxStep)
	case !most.IsInt():
		return Units{}, fmt.Errorf("the cap of the weights, %s, is no whole number of steps of %s: take %s, say", w.Cap, w.Step, nearestCap(step, most))
	case most.Cmp(big.NewRat(limits.MaxRowsPerPerson, 1)) > 0:
		return Units{}, fmt.Errorf("the cap of the weights, %s, is %s steps of %s, but up to %d are possible: take a larger step, since all noise grows with that number", w.Cap, most.RatString(), w.Step, limits.MaxRowsPerPerson)
	}
	return Units{Step: step.Num().Int64(), Most: int(most.Num().Int64())}, nil
}

// nearestCap is the next whole number of steps, from one on.
func nearestCap(step, most *big.Rat) string {
	n := new(big.Int).Quo(most.Num(), most.Denom())
	n.Add(n, big.NewInt(1))
	return new(big.Rat).Mul(step, new(big.Rat).SetInt(n)).RatString()
}

// amount reads a public number of the weights.
func amount(what, text string) (*big.Rat, error) {
	if strings.TrimSpace(text) == "" {
		return nil, fmt.Errorf("the weights have no %s: give one that is public, not the largest weight of this file", what)
	}
	r, err := decimal(text)
	if err != nil {
		return nil, fmt.Errorf("the %s of the weights: %w", what, err)
	}
	return r, nil
}

// Of returns how many units a weight counts as, and whether it is above the cap and counts as the
// cap. The weight is a finite number from 0.
func (u Units) Of(weight float64) (units int64, capped bool) {
	top := float64(u.Step) * float64(u.Most)
	if weight > top {
		return int64(u.Most), true
	}
	return int64(math.RoundToEven(weight / float64(u.Step))), false
}

// weight checks what is said about weights.
func (c *compiler) weight(p Plan) {
	w := p.Weight
	if w == nil {
		return
	}
	if strings.TrimSpace(w.Column) == "" {
		c.report(guide.Data, "weight", fmt.Errorf("rows have weights, but no column says which: name the column with the weights"))
	}
	if p.Rows != nil {
		c.report(guide.Data, "weight", fmt.Errorf("weights go with one row for each person, but people can have several rows here: choose one of the two"))
	}
	var err error
	if c.out.Units, err = w.Units(); err != nil {
		c.report(guide.Data, "weight", err)
	}
	if c.out.Domain == nil {
		return
	}
	if _, published := c.out.Domain.Attribute(domain.AttributeName(w.Column)); published {
		c.report(guide.Columns, w.Column, fmt.Errorf("column %q says how many people a row stands for, so it cannot be published: take it out", w.Column))
	}
}

// slots returns how many slots each person has: rows, or units of their row's weight.
func (c *Compiled) slots() int {
	switch {
	case c.Plan.Rows != nil:
		return c.Plan.Rows.AtMost
	case c.Plan.Weight != nil:
		return c.Units.Most
	}
	return 0
}

// tiedUnits is the multiplier of a problem whose slots are units, in the words of weights.
func (c *Compiled) tiedUnits(p mechanism.Problem) constraint.Multiplier {
	p.Rows = 0
	m := p.Multiplier()
	why := fmt.Sprintf("each row counts as up to %d units of %s, and all of them are hidden together", c.Units.Most, c.Units.People())
	if c.Units.Most == 1 {
		why = fmt.Sprintf("each row counts as %s or none", c.Units.People())
	}
	if m.Factor > 1 {
		why += "; " + m.Why
	}
	m.Factor, m.Why = m.Factor*c.Units.Most, why
	return m
}

// Sentence says what is hidden about a row with a weight.
func (w Weight) Sentence() string {
	return fmt.Sprintf("A row can stand for up to %s people; what is hidden is everything in it, its weight, and whether there is one.", w.Cap)
}

// Slotted reports whether each person has several slots, of which an unused one holds "no row" or
// "no unit": where people can have several rows, and where rows have weights. Who is in the file
// is then hidden for everybody, and the number of people is no total of the counts.
func (p Plan) Slotted() bool { return p.Rows != nil || p.Weight != nil }

// Counting says in sentences what weighted numbers count, and what their errors leave out.
func (w Weight) Counting() string {
	return fmt.Sprintf("They are weighted counts: a row counts as many people as its weight says, in whole steps of %s and up to %s. That weights were rounded to steps and cut off there is not part of the errors given.", w.Step, w.Cap)
}
