package attack

import (
	"context"
	"errors"
	"math"
	"math/big"
	"slices"
	"strings"
	"testing"

	"steward/core/account"
	"steward/core/accuracy"
	"steward/core/domain"
	"steward/core/message"
	"steward/core/noise"
	"steward/core/policy"
	"steward/core/seeded"
)

var typed = domain.Options{
	Origin: domain.Typed,
	Blank:  domain.Special{Rule: domain.Refuse},
	Other:  domain.Special{Rule: domain.Refuse},
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func whole(t *testing.T, name domain.AttributeName, n int) *domain.Attribute {
	t.Helper()
	a, err := domain.NewWhole(name, 0, int64(n)-1, typed)
	must(t, err)
	return a
}

func over(t *testing.T, columns ...*domain.Attribute) *domain.Domain {
	t.Helper()
	d, err := domain.New(columns, nil)
	must(t, err)
	return d
}

func line(t *testing.T, k int, theta int64) *policy.Policy {
	t.Helper()
	a := whole(t, "x", k)
	part, err := policy.Near(a, big.NewRat(theta, 1), policy.OwnGroup)
	must(t, err)
	p, err := policy.New(policy.Spec{Domain: over(t, a), Parts: []policy.Part{part}})
	must(t, err)
	return p
}

func half(t *testing.T) account.Epsilon {
	t.Helper()
	e, err := account.ParseEpsilon("0.5")
	must(t, err)
	return e
}

// Without noise every cell follows exactly from every other one, and another table with the
// same sums exists: the facts alone do not tell the counts.
func TestCellsFollowFromOneAnother(t *testing.T) {
	counts := madeUp(20)
	k := sums(counts)
	for i, n := range counts {
		for j, m := range counts {
			if got := k.from(i, j, m); got != n {
				t.Fatalf("cell %d from cell %d is %d, want %d", i, j, got, n)
			}
		}
	}
	other := slices.Clone(counts)
	for i := range other {
		other[i] += turned(i, 1)
	}
	if !slices.Equal(sums(other).offset, k.offset) {
		t.Error("the sums tell this table from another one")
	}
	var a, b int64
	for i := range counts {
		a, b = a+counts[i], b+other[i]
	}
	if a != b {
		t.Error("the number of people tells this table from another one")
	}
	for _, n := range counts {
		if n < 5 || n > 95 {
			t.Errorf("a made-up count is %d", n)
		}
	}
}

// typical is how far the average of so many draws typically is from the truth.
func typical(used int, s noise.Scale) float64 {
	return accuracy.Typical(math.Sqrt(s.Variance() / float64(used)))
}

// agrees checks a typical error of averages of so many draws, which was found from n of them.
func agrees(found float64, used int, s noise.Scale, n int, alpha float64) error {
	sum := found / accuracy.Typical(1) * float64(used)
	return seeded.Averages(sum*sum, n, seeded.Squares(float64(used)*s.Variance(), s.Variance()), alpha)
}

// follow checks that the errors of averages over so many tables have their law. The guesses from one table may
// lean on the same draws, so that they count as one, but those from one number each.
func follow(t *testing.T, r *Result, cells, draws int, alpha float64) {
	t.Helper()
	for _, row := range r.Rows {
		n := draws
		if row.Used == 1 {
			n *= cells
		}
		if err := agrees(row.Plain.Typical, row.Used, r.Plain, n, alpha); err != nil {
			t.Errorf("averages of %d: %v", row.Used, err)
		}
		if err := agrees(row.Guarded.Typical, row.Used, r.Guarded, n, alpha); err != nil {
			t.Errorf("guarded averages of %d: %v", row.Used, err)
		}
	}
}

// law are the chances of a draw, from the middle of the list on to both sides.
func law(s noise.Scale) []float64 {
	a, rest := s.Decay()
	reach := int(40 * s.Float())
	p := make([]float64, 2*reach+1)
	for i := range p {
		p[i] = rest / (1 + a) * math.Pow(a, math.Abs(float64(i-reach)))
	}
	return p
}

// twice is the law of the sum of two.
func twice(p []float64) []float64 {
	out := make([]float64, 2*len(p)-1)
	for i, x := range p {
		for j, y := range p {
			out[i+j] += x * y
		}
	}
	return out
}

// The errors are those that the laws of the noise imply.
func TestErrorsFollowTheLaw(t *testing.T) {
	const cells, draws = 16, 4000
	r, err := averaging(t.Context(), Setting{Policy: line(t, 30, 1), Budget: half(t), Cells: cells, Draws: draws}, seeded.New(20140618, 3))
	must(t, err)
	if r.Multiplier.Factor != cells/2 {
		t.Fatalf("multiplier %+v", r.Multiplier)
	}
	if want := big.NewRat(4, 1); r.Plain.Rat().Cmp(want) != 0 || r.Guarded.Rat().Cmp(want.Mul(want, big.NewRat(8, 1))) != 0 {
		t.Fatalf("scales %s and %s", r.Plain, r.Guarded)
	}
	var used []int
	for _, row := range r.Rows {
		used = append(used, row.Used)
	}
	if !slices.Equal(used, []int{1, 2, 4, 8, 16}) {
		t.Fatalf("averages of %v", used)
	}
	follow(t, r, cells, draws, seeded.Among(3*len(used)))
	// How often an average is right, when rounded, follows from the law of the sum too, and from two numbers on the more
	// often the more are averaged.
	before := 0.0
	for sum, row := law(r.Plain), r.Rows; len(row) > 0; sum, row = twice(sum), row[1:] {
		right := 0.0
		for z, middle := -row[0].Used/2, len(sum)/2; 2*z < row[0].Used; z++ {
			right += sum[middle+z]
		}
		if err := seeded.Shares(row[0].Plain.Right, draws, right, seeded.Among(3*len(used))); err != nil {
			t.Errorf("averages of %d that are right: %v", row[0].Used, err)
		}
		if row[0].Used > 2 && right < 1.2*before {
			t.Errorf("averages of %d are right with a chance of %v, of half as many with %v", row[0].Used, right, before)
		}
		before = right
	}
	one, all := r.Rows[0], r.Rows[len(r.Rows)-1]
	if all.Guarded.Typical < one.Plain.Typical || all.Guarded.Right > one.Plain.Right {
		t.Errorf("guarded noise averages away: %+v", r.Rows)
	}
}

// The longer the chain, the better the attack, as the square root of its length, and the
// multiplier keeps up with it.
func TestLongerChains(t *testing.T) {
	last := math.Inf(1)
	lengths := []int{4, 16, 64}
	for _, cells := range lengths {
		for name, p := range map[string]*policy.Policy{
			"line": line(t, 64, 1), "everything": policy.Full(line(t, 64, 1).Domain(), false), "presence": policy.PresenceOnly(line(t, 64, 1).Domain()),
		} {
			const draws = 400
			r, err := averaging(t.Context(), Setting{Policy: p, Budget: half(t), Cells: cells, Draws: draws}, seeded.New(20140618, 3))
			must(t, err)
			follow(t, r, cells, draws, seeded.Among(len(lengths)*3*2*7))
			one, all, plain := typical(1, r.Plain), typical(cells, r.Guarded), typical(cells, r.Plain)
			if all < one {
				t.Errorf("%s, %d cells: guarded noise averages down to %.2f, one number was off by %.2f", name, cells, all, one)
			}
			if name != "line" {
				continue
			}
			if plain > last*0.52 {
				t.Errorf("%d cells: the average is off by %.2f, of a quarter as many by %.2f", cells, plain, last)
			}
			last = plain
		}
	}
}

func TestExampleAndWords(t *testing.T) {
	a, b := whole(t, "a", 2), whole(t, "b", 4)
	d := over(t, a, b)
	r, err := averaging(t.Context(), Setting{Policy: policy.Full(d, false), Budget: half(t)}, seeded.New(20140618, 3))
	must(t, err)
	var labels []string
	same := 0
	for i, c := range r.Example {
		labels = append(labels, c.Label)
		if c.Published == c.GuardedPublished { // as it may come out now and then
			same++
		}
		if c.Count != madeUp(8)[i] || same > len(r.Example)/2 || math.Abs(c.Guess-c.GuardedGuess) < 1e-9 {
			t.Errorf("cell %+v", c)
		}
	}
	// Along the rows and back, so that neighbours in the chain are neighbours in the table.
	want := []string{"0 × 0", "0 × 1", "0 × 2", "0 × 3", "1 × 3", "1 × 2", "1 × 1", "1 × 0"}
	if !slices.Equal(labels, want) {
		t.Errorf("cells %v", labels)
	}
	// All guesses of one table are off by the same, turn by turn: it is one average.
	first := r.Example[0]
	for i, c := range r.Example {
		if off := math.Abs(c.Guess - float64(c.Count)); math.Abs(off-math.Abs(first.Guess-float64(first.Count))) > 1e-9 {
			t.Errorf("cell %d is off by %g", i, off)
		}
	}
	text := message.List(r.Explanation, "%s\n%s", "%s\n%s").String()
	for _, says := range []string{"Made-up numbers: 8 cells, from 0 × 0 to 1 × 0", "sums of neighbouring cells are public", "each of the 8 published numbers", "averaged away", "tie up to 16 people's answers together", "4 times as large", "have to be stated"} {
		if !strings.Contains(text, says) {
			t.Errorf("%q does not say %q", text, says)
		}
	}
}

// Where the cells that the demonstration runs through are not secret, the sums tie nobody
// together, and nothing is said to be averaged away that was to stay hidden.
func TestSumsThatTieNobody(t *testing.T) {
	x := whole(t, "x", 10)
	part, err := policy.Pairs([]*domain.Attribute{x}, []policy.Pair{{A: []string{"8"}, B: []string{"9"}}})
	must(t, err)
	p, err := policy.New(policy.Spec{Domain: over(t, x), Parts: []policy.Part{part}})
	must(t, err)
	r, err := averaging(t.Context(), Setting{Policy: p, Budget: half(t), Cells: 6}, seeded.New(20140618, 3))
	must(t, err)
	if text := message.List(r.Explanation, "%s\n%s", "%s\n%s").String(); r.Multiplier.Factor != 1 || !strings.Contains(text, "tie nobody together") {
		t.Errorf("%+v: %q", r.Multiplier, text)
	}
}

func TestErrors(t *testing.T) {
	small, long := line(t, 3, 1), line(t, 30, 1)
	alone, err := policy.New(policy.Spec{Domain: long.Domain(), Parts: []policy.Part{policy.Alone(long.Domain().Attributes()[0])}})
	must(t, err)
	three := policy.Full(over(t, whole(t, "a", 2), whole(t, "b", 2), whole(t, "c", 2)), false)
	for name, c := range map[string]struct {
		s    Setting
		says []string
	}{
		"three columns":  {Setting{Policy: three}, []string{"one or two columns", "there are 3"}},
		"too few cells":  {Setting{Policy: small}, []string{"needs 4 or more", "other columns"}},
		"no secrets":     {Setting{Policy: alone}, []string{"no two answers are secret", "choose secrets"}},
		"too many cells": {Setting{Policy: long, Cells: 65}, []string{"65 cells", "4 to 64"}},
		"too few asked":  {Setting{Policy: long, Cells: 3}, []string{"3 cells"}},
		"no draws":       {Setting{Policy: long, Draws: -1}, []string{"-1 draws", "at least one"}},
	} {
		c.s.Budget = half(t)
		_, err := averaging(t.Context(), c.s, seeded.New(20140618, 3))
		if err == nil {
			t.Errorf("%s: no error", name)
			continue
		}
		for _, says := range c.says {
			if !strings.Contains(err.Error(), says) {
				t.Errorf("%s: %q does not say %q", name, err, says)
			}
		}
	}
	if _, err := averaging(t.Context(), Setting{Policy: long}, seeded.New(20140618, 3)); err == nil || !strings.Contains(err.Error(), "no budget") {
		t.Errorf("no budget: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := averaging(ctx, Setting{Policy: long, Budget: half(t)}, seeded.New(20140618, 3)); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// Impossible combinations are not in the table.
func TestImpossibleCellsAreLeftOut(t *testing.T) {
	a, b := whole(t, "a", 2), whole(t, "b", 4)
	d, err := domain.New([]*domain.Attribute{a, b}, []domain.Combination{{"a": {"1"}, "b": {"3"}}})
	must(t, err)
	r, err := averaging(t.Context(), Setting{Policy: policy.Full(d, false), Budget: half(t)}, seeded.New(20140618, 3))
	must(t, err)
	if len(r.Example) != 6 || r.Example[4].Label != "1 × 2" {
		t.Errorf("cells %+v", r.Example)
	}
}
