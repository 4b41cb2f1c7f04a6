package plan

import (
	"math"
	"math/big"
	"strconv"
	"strings"

	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/guide"
	"steward/core/limits"
	"steward/core/mechanism"
	"steward/core/message"
	"steward/core/plan/decimal"
)

// Weight says which column tells how many people each row stands for, as survey weights do.
// Step and Cap are public numbers, not taken from the data. Weights above the cap count as the cap,
// and every weight is rounded to a whole number of steps, so that numbers are weighted counts.
//
// What is published are Step times counts of units: a row of weight w counts as
//
//	m(w) = round(min(w, Cap) / Step), halves to the even number, 0 <= m(w) <= M = Cap / Step,
//
// units, all in the row's cell. The rule is public and draws nothing, so that the same weights
// always count alike, in a file and in a database. A row is thus M slots, as if a person had up to
// M rows (see Rows): m(w) of them hold the row's answers, the others "no unit", which is the absent
// vertex. Let a person's row change from answers v and weight w to v' and w'. Then min(m(w), m(w'))
// slots go from v to v', |m(w) - m(w')| between answers and "no unit", and the others stay. Each
// slot moves along an edge at most where v and v' are joined, since every cell is joined to the
// absent vertex, and the counts change by the sum over the slots. So their L1 and L2 change is at
// most M times that of one row's change along the same edges, and it is attained by weights at the
// cap: noise that hides one unit at budget e/M hides the whole row, its weight, and whether it is
// there at all, at e. This is Problem.Rows = M. Multiplying by Step, which is public, comes after.
//
// Where people can also have several rows, up to R of each count, and each of those is M slots of
// units in turn. Which rows are kept depends on their places alone (Rows), and a row that
// none fills is M slots that hold "no unit". All rows of a person thus are R·M slots, of which each
// moves along an edge at most, and the same holds with R·M in place of M: Problem.Rows = R·M, which
// is attained by R rows with weights at the cap that all change alike.
type Weight struct {
	Column string `json:"column"`
	// Step and Cap are plain decimals.
	Step string `json:"step"`
	Cap  string `json:"cap"`
}

// Units are what rows are counted in where they have weights: how many people a unit stands for,
// and how many units a row counts as at most. The zero Units are those of rows without weights.
type Units struct {
	Step mechanism.Unit
	Most int
}

// People says how many people a unit stands for: "one person", "10 people" or "0.05 people".
func (u Units) People() message.Text {
	if u.Step.IsOne() {
		return message.Sprintf("one person")
	}
	return message.Sprintf("%s people", u.Times(1))
}

// Times writes how many people so many units stand for, as a plain decimal.
func (u Units) Times(units int64) string {
	return strconv.FormatFloat(u.Step.Of(float64(units)), 'f', -1, 64)
}

// Decimals returns how many decimals every whole number of units can be written with.
func (u Units) Decimals() int {
	n := 0
	for scale := int64(1); u.Step.Parts > 1 && scale%u.Step.Parts != 0; scale *= 10 {
		n++
	}
	return n
}

// Units returns the step as a number and how many of it make the cap. It errors, saying what to
// do, when one of them is missing or no number, when the step is too large or too fine, and when
// the cap is no whole number of steps, or too many.
func (w Weight) Units() (Units, error) {
	step, err := amount(message.Sprintf("step"), w.Step)
	if err != nil {
		return Units{}, err
	}
	top, err := amount(message.Sprintf("cap"), w.Cap)
	if err != nil {
		return Units{}, err
	}
	most := new(big.Rat).Quo(top, step)
	fine := new(big.Rat).Mul(step, new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(limits.MaxWeightDecimals), nil)))
	switch {
	case !fine.IsInt() || step.Cmp(big.NewRat(limits.MaxWeightStep, 1)) > 0:
		return Units{}, message.Errorf("the step of the weights is %s, but a number up to %d with at most %d decimals is expected, such as 0.05 or 10", w.Step, limits.MaxWeightStep, limits.MaxWeightDecimals)
	case !most.IsInt():
		return Units{}, message.Errorf("the cap of the weights, %s, is not a whole number of steps of %s: use %s, for example", w.Cap, w.Step, nearestCap(step, most))
	case most.Cmp(big.NewRat(limits.MaxRowsPerPerson, 1)) > 0:
		return Units{}, message.Errorf("the cap of the weights, %s, is %s steps of %s, but up to %d are possible: use a larger step, since all noise grows with that number", w.Cap, most.RatString(), w.Step, limits.MaxRowsPerPerson)
	}
	return Units{Step: mechanism.Unit{People: step.Num().Int64(), Parts: step.Denom().Int64()}, Most: int(most.Num().Int64())}, nil
}

// nearestCap is the next whole number of steps, from one on.
func nearestCap(step, most *big.Rat) string {
	n := new(big.Int).Quo(most.Num(), most.Denom())
	n.Add(n, big.NewInt(1))
	r := new(big.Rat).Mul(step, new(big.Rat).SetInt(n))
	digits, _ := r.FloatPrec()
	return r.FloatString(digits)
}

// amount reads a public number of the weights.
func amount(what message.Text, text string) (*big.Rat, error) {
	if strings.TrimSpace(text) == "" {
		return nil, message.Errorf("the weights have no %s: give one that is public, not the largest weight of this file", what)
	}
	r, err := decimal.Read(text)
	if err != nil {
		return nil, message.Errorf("the %s of the weights: %w", what, err)
	}
	return r, nil
}

// Of returns how many units a weight counts as, and whether it is above the cap and counts as the
// cap. The weight is a finite number from 0. It is worked out in doubles: queries do the same.
func (u Units) Of(weight float64) (units int64, capped bool) {
	if weight > u.Step.Of(float64(u.Most)) {
		return int64(u.Most), true
	}
	return int64(math.RoundToEven(weight * float64(u.Step.Parts) / float64(u.Step.People))), false
}

// weight checks what is said about weights.
func (c *compiler) weight(p Plan) {
	w := p.Weight
	if w == nil {
		return
	}
	if strings.TrimSpace(w.Column) == "" {
		c.report(guide.Data, "weight", message.Errorf("rows have weights, but no column says which: name the column with the weights"))
	}
	var err error
	switch c.out.Units, err = w.Units(); {
	case err != nil:
		c.report(guide.Data, "weight", err)
	case p.Rows == nil || c.out.Units.Most == 0:
	case p.Rows.Person == w.Column && w.Column != "":
		c.report(guide.Data, "weight", message.Errorf("column %q cannot say both whose row it is and how many people it stands for: choose two columns", w.Column))
	case c.out.slots() > limits.MaxRowsPerPerson:
		c.report(guide.Data, "weight", message.Errorf("a person can have up to %d rows of up to %d steps each, %d in total, but up to %d are possible: use a larger step, a lower cap or fewer rows, since all noise grows with that number", p.Rows.AtMost, c.out.Units.Most, c.out.slots(), limits.MaxRowsPerPerson))
	}
	if c.out.Domain == nil {
		return
	}
	if _, published := c.out.Domain.Attribute(domain.AttributeName(w.Column)); published {
		c.report(guide.Columns, w.Column, message.Errorf("column %q says how many people a row stands for, so it cannot be published: leave it out", w.Column))
	}
}

// Slots returns how many answers of a person a plan hides together: its rows, and the units of its weights.
// It errors when the weights are not said.
func Slots(p Plan) (int, error) {
	c := Compiled{Plan: p}
	if p.Weight != nil {
		var err error
		if c.Units, err = p.Weight.Units(); err != nil {
			return 0, err
		}
	}
	return max(c.slots(), 1), nil
}

// slots returns how many slots each person has: rows, units of their row's weight, or units of all
// their rows.
func (c *Compiled) slots() int {
	rows, units := c.Plan.Rows, c.Plan.Weight
	switch {
	case rows != nil && units != nil:
		return rows.AtMost * c.Units.Most
	case rows != nil:
		return rows.AtMost
	case units != nil:
		return c.Units.Most
	}
	return 0
}

// tiedUnits is the multiplier of a problem whose slots are units, in the words of weights.
func (c *Compiled) tiedUnits(p mechanism.Problem) constraint.Multiplier {
	p.Rows = 0
	m := p.Multiplier()
	why := message.Sprintf("each row counts as up to %d units of %s, and all of them are hidden together", c.Units.Most, c.Units.People())
	if c.Units.Most == 1 {
		why = message.Sprintf("each row counts as %s or none", c.Units.People())
	}
	if r := c.Plan.Rows; r != nil && r.AtMost > 1 {
		why = message.Sprintf("each person can have up to %d rows; %s", r.AtMost, why)
		if c.Units.Most == 1 {
			why = message.Sprintf("%s, and all rows are hidden together", why)
		}
	}
	if m.Ties {
		why = message.Sprintf("%s; %s", why, m.Why)
	}
	m.Factor, m.Why = m.Factor*c.slots(), why
	return m
}

// Sentence says what is hidden about a row with a weight.
func (w Weight) Sentence() message.Text {
	return message.Sprintf("A row can stand for up to %s people; what is hidden is everything in it, its weight, and whether there is one.", w.Cap)
}

// Hidden says in a sentence what is hidden about someone's rows, their weights included; nothing where
// everybody has one row without a weight.
func (p Plan) Hidden() message.Text {
	switch {
	case p.Rows != nil && p.Weight != nil && p.Rows.AtMost > 1:
		return p.Rows.withBeyond(message.Sprintf("People can appear up to %d times, and a row can stand for up to %s people; what is hidden is everything about %s rows together, their weights, and how many there are.", p.Rows.AtMost, p.Weight.Cap, allOf(p.Rows.AtMost)))
	case p.Rows != nil && p.Weight != nil:
		return p.Rows.withBeyond(p.Weight.Sentence())
	case p.Weight != nil:
		return p.Weight.Sentence()
	case p.Rows != nil:
		return p.Rows.Sentence()
	}
	return message.Text{}
}

// Slotted reports whether each person has several slots, of which an unused one holds "no row" or
// "no unit": where people can have several rows, and where rows have weights. Who is in the file
// is then hidden for everybody, and the number of people is no total of the counts.
func (p Plan) Slotted() bool { return p.Rows != nil || p.Weight != nil }

// Counting says in sentences what weighted numbers count, and what their errors leave out.
func (w Weight) Counting() message.Text {
	return message.Sprintf("They are weighted counts: a row counts for as many people as its weight says, rounded to the nearest multiple of %s and capped at %s. The errors given do not include this rounding and capping.", w.Step, w.Cap)
}
