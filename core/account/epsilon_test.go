package account

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"steward/core/limits"
	"steward/core/seeded"
)

func TestParseEpsilon(t *testing.T) {
	for text, fraction := range map[string]string{
		"1":                      "1",
		"0.5":                    "1/2",
		"  0.25\t":               "1/4",
		".5":                     "1/2",
		"2.":                     "2",
		"007":                    "7",
		"0.10":                   "1/10",
		limits.MinEpsilon:        "1/1000000",
		limits.MaxEpsilon:        "100",
		"0.333333333333333":      "333333333333333/1000000000000000",
		"0.00000100000000000001": "100000000000001/100000000000000000000",
	} {
		want, _ := new(big.Rat).SetString(fraction)
		e, err := ParseEpsilon(text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if e.Rat().Cmp(want) != 0 {
			t.Errorf("%q: %s, want %s", text, e.Rat().RatString(), fraction)
		}
	}
}

func TestParseEpsilonErrors(t *testing.T) {
	for text, says := range map[string]string{
		"":                               "not a plain number",
		"   ":                            "not a plain number",
		".":                              "not a plain number",
		"0":                              "zero",
		"0.000":                          "zero",
		"-1":                             "above zero",
		"-0.5":                           "above zero",
		"+1":                             "not a plain number",
		"0,5":                            "not a plain number",
		"1e3":                            "not a plain number",
		"1E-2":                           "not a plain number",
		"0x10":                           "not a plain number",
		"1/2":                            "not a plain number",
		"1_000":                          "not a plain number",
		"NaN":                            "not a plain number",
		"Inf":                            "not a plain number",
		"1.2.3":                          "not a plain number",
		"1 2":                            "not a plain number",
		"½":                              "not a plain number",
		"٣":                              "not a plain number",
		"100.000001":                     "between",
		"101":                            "between",
		"0.0000009":                      "between",
		strings.Repeat("9", 30):          "between",
		strings.Repeat("9", 31):          "not a plain number",
		"0." + strings.Repeat("3", 1000): "not a plain number",
	} {
		_, err := ParseEpsilon(text)
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v, want an error with %q", text, err, says)
		}
	}
}

func FuzzParseEpsilon(f *testing.F) {
	for _, s := range []string{"0.5", "1e3", "-1", "0,5", ".", "100", "0.000001", "9999999999999999999999999999999"} {
		f.Add(s)
	}
	lo, _ := new(big.Rat).SetString(limits.MinEpsilon)
	hi, _ := new(big.Rat).SetString(limits.MaxEpsilon)
	f.Fuzz(func(t *testing.T, text string) {
		e, err := ParseEpsilon(text)
		if err != nil {
			if !e.IsZero() {
				t.Errorf("%q: %s and an error", text, e)
			}
			return
		}
		if e.Rat().Cmp(lo) < 0 || e.Rat().Cmp(hi) > 0 {
			t.Errorf("%q: %s is outside the bounds", text, e)
		}
		if back, ok := new(big.Rat).SetString(e.String()); !ok || back.Cmp(e.Rat()) != 0 {
			t.Errorf("%q: written as %s", text, e)
		}
	})
}

// mustParse reads a budget of a test.
func mustParse(t *testing.T, s string) Epsilon {
	t.Helper()
	e, err := ParseEpsilon(s)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// Parts of a budget add up to it exactly, whatever the weights.
func TestSplitAddsUp(t *testing.T) {
	r := seeded.New(1, 1)
	for range 500 {
		e := mustParse(t, fmt.Sprintf("%d.%06d", r.IntN(99), 1+r.IntN(999_999)))
		weights := make([]*big.Rat, 1+r.IntN(40))
		for i := range weights {
			weights[i] = big.NewRat(1+r.Int64N(1_000_000), 1+r.Int64N(1_000))
		}
		parts, err := e.Split(weights)
		if err != nil {
			t.Fatal(err)
		}
		if sum := Sum(parts); sum.Cmp(e) != 0 {
			t.Fatalf("%d parts of %s add up to %s", len(parts), e, sum)
		}
		for i := range parts {
			left, right := new(big.Rat).Mul(parts[i].Rat(), weights[0]), new(big.Rat).Mul(parts[0].Rat(), weights[i])
			if left.Cmp(right) != 0 {
				t.Fatalf("parts %d and 0 of %s are not in the proportion of their weights", i, e)
			}
		}
	}
}

func TestSplitErrors(t *testing.T) {
	e := mustParse(t, "1")
	one := big.NewRat(1, 1)
	for name, weights := range map[string][]*big.Rat{
		"no weights":      nil,
		"a zero weight":   {one, new(big.Rat)},
		"a negative":      {one, big.NewRat(-1, 2)},
		"a missing one":   {nil, one},
		"only a zero one": {new(big.Rat)},
	} {
		if _, err := e.Split(weights); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if one.Cmp(big.NewRat(1, 1)) != 0 {
		t.Error("Split changed a weight")
	}
}

func TestParseShare(t *testing.T) {
	for text, want := range map[string]*big.Rat{"": big.NewRat(1, 1), " ": big.NewRat(1, 1), "40": big.NewRat(40, 1), "0.5": big.NewRat(1, 2), "2.": big.NewRat(2, 1)} {
		if got, err := ParseShare(text); err != nil || got.Cmp(want) != 0 {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"0", "0.0", "-1", "+1", ".", "1.2.3", "1e3", "1/2", "NaN", "0,5", "40%", strings.Repeat("1", 21)} {
		if _, err := ParseShare(text); err == nil || !strings.Contains(err.Error(), "above zero") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestArithmetic(t *testing.T) {
	half, third := mustParse(t, "0.5"), mustParse(t, "1").Over(3)
	if got := half.Plus(third).Rat(); got.Cmp(big.NewRat(5, 6)) != 0 {
		t.Errorf("1/2 + 1/3 = %s", got)
	}
	if got := half.Over(4).Rat(); got.Cmp(big.NewRat(1, 8)) != 0 {
		t.Errorf("1/2 over 4 is %s", got)
	}
	if got, err := half.Times(big.NewRat(2, 5)); err != nil || got.Rat().Cmp(big.NewRat(1, 5)) != 0 {
		t.Errorf("2/5 of 1/2 is %s, %v", got, err)
	}
	for _, share := range []*big.Rat{nil, new(big.Rat), big.NewRat(-1, 1)} {
		if _, err := half.Times(share); err == nil {
			t.Errorf("a share of %v was given", share)
		}
	}
	if half.Cmp(third) != 1 || third.Cmp(half) != -1 || half.Cmp(mustParse(t, "0.50")) != 0 {
		t.Error("budgets are compared wrongly")
	}
	if !Sum(nil).IsZero() {
		t.Error("the sum of no losses is a budget")
	}
	for _, r := range []*big.Rat{nil, new(big.Rat), big.NewRat(-1, 3)} {
		if _, err := FromRat(r); err == nil {
			t.Errorf("%v is a budget", r)
		}
	}
}

// A budget does not change when what it was made of, or what it gave away, does.
func TestValuesDoNotChange(t *testing.T) {
	r := big.NewRat(1, 2)
	e, err := FromRat(r)
	if err != nil {
		t.Fatal(err)
	}
	r.SetInt64(9)
	e.Rat().SetInt64(9)
	if e.Rat().Cmp(big.NewRat(1, 2)) != 0 {
		t.Errorf("the budget became %s", e)
	}
}

func TestString(t *testing.T) {
	for text, want := range map[string]string{"0.5": "0.5", "1": "1", "0.50": "0.5", "2.": "2", "100": "100", "0.000001": "0.000001", ".25": "0.25"} {
		if got := mustParse(t, text).String(); got != want {
			t.Errorf("%q is written %q, want %q", text, got, want)
		}
	}
	if got := mustParse(t, "1").Over(3).String(); got != "1/3" {
		t.Errorf("a third is written %q", got)
	}
	if got := (Epsilon{}).String(); got != "0" {
		t.Errorf("no budget is written %q", got)
	}
}

// What a person typed and what is written back are the same budget, exactly.
func TestStringRoundTrip(t *testing.T) {
	r := seeded.New(2, 1)
	for range 1000 {
		text := fmt.Sprintf("%d.%0*d", r.IntN(90), 1+r.IntN(12), 1+r.IntN(9))
		e, err := ParseEpsilon(text)
		if err != nil {
			continue // below the least budget
		}
		back, err := ParseEpsilon(e.String())
		if err != nil || back.Cmp(e) != 0 {
			t.Fatalf("%q is written %q, read back as %s, %v", text, e, back, err)
		}
		for _, part := range []Epsilon{e.Over(7), e.Over(2)} {
			if v, ok := new(big.Rat).SetString(part.String()); !ok || v.Cmp(part.Rat()) != 0 {
				t.Fatalf("%s is written %q", part.Rat(), part)
			}
		}
	}
}

func TestZeroEpsilonPanics(t *testing.T) {
	for name, use := range map[string]func(){
		"Float": func() { Epsilon{}.Float() },
		"Plus":  func() { mustParse(t, "1").Plus(Epsilon{}) },
		"Cmp":   func() { Epsilon{}.Cmp(mustParse(t, "1")) },
		"Over":  func() { mustParse(t, "1").Over(0) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s of no budget did not panic", name)
				}
			}()
			use()
		}()
	}
}

func epsilon(t *testing.T, s string) Epsilon {
	t.Helper()
	e, err := ParseEpsilon(s)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func rat(s string) *big.Rat {
	r, _ := new(big.Rat).SetString(s)
	return r
}
