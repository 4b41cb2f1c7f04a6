package attack

import (
	"context"
	"math"
	"math/big"

	"steward/core/account"
	"steward/core/accuracy"
	"steward/core/constraint"
	"steward/core/message"
	"steward/core/noise"
	"steward/core/policy"
	"steward/core/sensitivity"
)

// Setting is what a demonstration is about.
type Setting struct {
	// Policy is over the one or two columns of the table.
	Policy *policy.Policy
	// Budget is what the table would be published at.
	Budget account.Epsilon
	// Cells is the most cells that it runs through, up to Longest; 0 means 16.
	Cells int
	// Draws is how often the table is published to measure the errors; 0 means 400.
	Draws int
}

// Errors says how good guesses are.
type Errors struct {
	// Typical is the typical error of a guess of the made-up count (accuracy.Typical), in people.
	Typical float64
	// Right is the share of guesses that, rounded, are the count itself.
	Right float64
}

// Off writes the typical error with the digits that matter, in people.
func (e Errors) Off() message.Text { return people(e.Typical) }

// TimesIn100 writes how many guesses of a hundred are the count itself.
func (e Errors) TimesIn100() int { return int(math.Round(100 * e.Right)) }

// Row says how good the attacker's guesses are when each averages some published numbers.
type Row struct {
	Used int
	// Plain is for noise made as if nothing were known, Guarded for noise that counts the
	// facts.
	Plain, Guarded Errors
}

// Cell is one cell of one drawn table.
type Cell struct {
	Label string
	Count int64 // made up
	// Published is the number with noise as if nothing were known, and Guess what the
	// attacker makes of all of them; the others are the same with noise that counts the
	// facts.
	Published, GuardedPublished int64
	Guess, GuardedGuess         float64
}

// Result is a worked demonstration.
type Result struct {
	// Multiplier is what the public sums cost under the policy.
	Multiplier constraint.Multiplier
	// Plain and Guarded are the noise scales.
	Plain, Guarded noise.Scale
	Rows           []Row
	Example        []Cell
	// Explanation says what is seen, in a few sentences.
	Explanation []message.Text
}

// madeUp returns counts for a demonstration: they rise and fall between 5 and 95 and are
// nobody's.
func madeUp(cells int) []int64 {
	out := make([]int64, cells)
	for i := range out {
		out[i] = 50 + int64(math.Round(45*math.Sin(float64(i)*0.7)*math.Cos(float64(i)*0.23)))
	}
	return out
}

// Averaging works the averaging attack on made-up counts, with noise that anyone can repeat. It
// errors on more than two columns, on fewer than four possible combinations, and where nothing is
// secret, so that nothing would be published with noise.
func Averaging(ctx context.Context, s Setting) (*Result, error) {
	return averaging(ctx, s, noise.NewTrial("the averaging attack"))
}

// averaging is Averaging with the given randomness.
func averaging(ctx context.Context, s Setting, src noise.Source) (*Result, error) {
	if s.Cells == 0 {
		s.Cells = 16
	}
	if s.Draws == 0 {
		s.Draws = 400
	}
	if s.Budget.IsZero() {
		return nil, message.Errorf("the demonstration has no budget: give one, such as that of the release")
	}
	if s.Cells < shortest || s.Cells > Longest || s.Draws < 1 {
		return nil, message.Errorf("%d cells and %d draws are asked for: use %d to %d cells and at least one draw", s.Cells, s.Draws, shortest, Longest)
	}
	c, err := newChain(s.Policy.Domain(), s.Cells)
	if err != nil {
		return nil, err
	}
	counts := madeUp(len(c.cells))
	r := &Result{}
	if err := r.scales(s, c, counts); err != nil {
		return nil, err
	}
	a := attacker{counts: counts, known: sums(counts), plain: make([]int64, len(counts)), guarded: make([]int64, len(counts))}
	if err := a.measure(ctx, s.Draws, r, src); err != nil {
		return nil, err
	}
	r.Example = a.example(c)
	r.explain(c)
	return r, nil
}

// scales finds the noise without and with the facts.
func (r *Result) scales(s Setting, c chain, counts []int64) error {
	facts, err := c.facts(s.Policy.Domain(), counts)
	if err != nil {
		return err
	}
	change := sensitivity.Histogram(s.Policy)
	if change == 0 {
		return message.Errorf("no two answers are secret from one another, so nothing would be published with noise: choose secrets first")
	}
	lightest, _ := s.Policy.Weights()
	each := new(big.Rat).Quo(big.NewRat(change, 1), new(big.Rat).Mul(s.Budget.Rat(), lightest.Rat()))
	if r.Plain, err = noise.NewScale(each); err != nil {
		return err
	}
	if r.Multiplier, err = facts.Tie(s.Policy, constraint.EdgeMinimal); err != nil {
		return err
	}
	r.Guarded, err = noise.NewScale(each.Mul(each, big.NewRat(int64(r.Multiplier.Factor), 1)))
	return err
}

// attacker knows the public sums and sees published tables.
type attacker struct {
	counts         []int64
	known          known
	plain, guarded []int64
}

// publish draws a table.
func (a *attacker) publish(r *Result, src noise.Source) {
	r.Plain.Add(src, a.counts, a.plain)
	r.Guarded.Add(src, a.counts, a.guarded)
}

// measure publishes many tables and averages one, two, four and so on of their numbers.
func (a *attacker) measure(ctx context.Context, draws int, r *Result, src noise.Source) error {
	for used := 1; used < len(a.counts); used *= 2 {
		r.Rows = append(r.Rows, Row{Used: used})
	}
	r.Rows = append(r.Rows, Row{Used: len(a.counts)})
	for range draws {
		if err := ctx.Err(); err != nil {
			return err
		}
		a.publish(r, src)
		for i := range r.Rows {
			r.Rows[i].Plain.add(a, r.Rows[i].Used, a.plain)
			r.Rows[i].Guarded.add(a, r.Rows[i].Used, a.guarded)
		}
	}
	all := float64(draws * len(a.counts))
	for i := range r.Rows {
		for _, e := range []*Errors{&r.Rows[i].Plain, &r.Rows[i].Guarded} {
			e.Typical, e.Right = accuracy.Typical(math.Sqrt(e.Typical/all)), e.Right/all
		}
	}
	return nil
}

// add adds the squared errors of the guesses from one table.
func (e *Errors) add(a *attacker, used int, published []int64) {
	for i, n := range a.counts {
		guess := a.known.average(i, used, published)
		e.Typical += (guess - float64(n)) * (guess - float64(n))
		if math.Round(guess) == float64(n) {
			e.Right++
		}
	}
}

// example returns the table drawn last.
func (a *attacker) example(c chain) []Cell {
	out := make([]Cell, len(a.counts))
	for i, n := range a.counts {
		out[i] = Cell{
			Label: c.labels[i], Count: n,
			Published: a.plain[i], Guess: a.known.average(i, len(a.counts), a.plain),
			GuardedPublished: a.guarded[i], GuardedGuess: a.known.average(i, len(a.counts), a.guarded),
		}
	}
	return out
}

// explain says what is seen.
func (r *Result) explain(c chain) {
	first, last := r.Rows[0], r.Rows[len(r.Rows)-1]
	r.Explanation = []message.Text{
		message.Sprintf("Made-up numbers: %d cells, from %s to %s, each published with noise and typically off by %s people. That would be enough if nothing else were known.",
			len(c.cells), c.labels[0], c.labels[len(c.labels)-1], first.Plain.Off()),
		message.Sprintf("Suppose the sums of neighbouring cells are public. Then every cell can be worked out from each of the %d published numbers, with different noise every time. The average of all is typically off by only %s people, and rounded it is exactly right %d times in 100: the noise has been averaged away.",
			last.Used, last.Plain.Off(), last.Plain.TimesIn100()),
	}
	if !r.Multiplier.Ties {
		r.Explanation = append(r.Explanation, message.Sprintf("With your secrets these sums tie nobody together: no pair of answers that you keep secret changes one of them, so averaging reveals nothing that was to stay hidden."))
		return
	}
	format := message.Key("Stated as known facts, the sums tie %s together, and the noise becomes %d times as large. The same average is then typically off by %s people, and exactly right %d times in 100. That is why known facts have to be stated.")
	if last.Guarded.Typical >= first.Plain.Typical {
		format = message.Key("Stated as known facts, the sums tie %s together, and the noise becomes %d times as large. The same average is then typically off by %s people, no better than one number was before, and exactly right %d times in 100. That is why known facts have to be stated.")
	}
	r.Explanation = append(r.Explanation, message.Sprintf(format, r.Multiplier.People(), r.Multiplier.Factor, last.Guarded.Off(), last.Guarded.TimesIn100()))
}

// people writes a number of people with the digits that matter.
func people(x float64) message.Text {
	switch {
	case x < 0.1:
		return message.Sprintf("less than 0.1")
	case x < 10:
		return message.Sprintf("%.1f", x)
	}
	return message.Sprintf("%.0f", x)
}
