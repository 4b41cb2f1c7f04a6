package policy

import (
	"math/big"
	"slices"
	"strings"
	"testing"

	"steward/core/domain"
	"steward/core/limits"
	"steward/core/policy/distance"
	"steward/core/policy/weighted"
)

// second returns the error of a constructor.
func second[T any](_ T, err error) error { return err }

// TestRefusals checks what every constructor refuses, and that it says what was found and
// what to do.
func TestRefusals(t *testing.T) {
	named := must(domain.NewList("region", []string{"N", "E", "S"}, own))
	bare := must(domain.NewList("side", []string{"L", "R"}, typed))
	age, level := whole("age", 5, typed), must(domain.NewOrdered("level", []string{"low", "mid", "high"}, own))
	touching := must(domain.NewRanges("pay", []domain.Range{{From: "0", To: "10"}, {From: "10", To: "20"}}, false, typed))
	one, huge, tiny := rat("1"), rat("1e30"), rat("1e-30")
	ages := []Scaled{{age, one}}
	sides := []*domain.Attribute{bare}
	pair := func(a, b string, w *big.Rat) []Pair { return []Pair{{A: []string{a}, B: []string{b}, Weight: w}} }
	table := func(w ...*big.Rat) error {
		return second(Matrix(bare, []string{"L", "R"}, [][]*big.Rat{{w[0], w[1]}, {w[2], w[3]}}, ""))
	}
	for name, c := range map[string]struct {
		err  error
		want []string
	}{

		"an unknown norm":        {second(Within(ages, one, "L3", "")), []string{`"L3"`, string(distance.L1), string(distance.LInf)}},
		"no norm":                {second(Within(ages, one, "", "")), []string{`""`, string(distance.L2)}},
		"a column twice":         {second(Within([]Scaled{{age, one}, {age, one}}, one, distance.L1, "")), []string{`"age"`, "twice"}},
		"a threshold too large":  {second(Within(ages, huge, distance.L2, "")), []string{"too large"}},
		"a scale too fine":       {second(Within([]Scaled{{age, one}, {level, tiny}}, one, distance.L2, OwnGroup)), []string{"too fine"}},
		"no columns to grade":    {second(Graded(nil, Grade{Norm: distance.L1, Unit: one})), []string{"no columns"}},
		"no unit":                {second(Graded(ages, Grade{Norm: distance.L1})), []string{"unit", "above zero"}},
		"a unit below zero":      {second(Graded(ages, Grade{Norm: distance.L1, Unit: rat("-1")})), []string{"unit", "above zero"}},
		"at least nothing":       {second(Graded(ages, Grade{Norm: distance.L1, Unit: one, AtLeast: rat("0")})), []string{"nearer", "above zero"}},
		"a unit too large":       {second(Graded(ages, Grade{Norm: distance.L1, Unit: huge})), []string{`"age"`, "smaller unit"}},
		"a unit too small":       {second(Graded(ages, Grade{Norm: distance.L1, Unit: tiny})), []string{`"age"`, "too small"}},
		"at least a grain":       {second(Graded(ages, Grade{Norm: distance.L1, Unit: one, AtLeast: tiny})), []string{"nearer"}},
		"ranges that touch":      {second(Graded([]Scaled{{touching, one}}, Grade{Norm: distance.L1, Unit: one})), []string{`"pay"`, "touch"}},
		"special cells left out": {second(Graded([]Scaled{{level, one}}, Grade{Norm: distance.L1, Unit: one})), []string{`"level"`, string(JoinAll)}},

		"no columns to cut":     {second(Grid(nil, "")), []string{"no columns"}},
		"an unordered cut":      {second(Grid([]Cut{{Attribute: bare, Width: one}}, "")), []string{`"side"`, "no order"}},
		"pieces of no width":    {second(Grid([]Cut{{Attribute: age}}, "")), []string{`"age"`, "above zero"}},
		"a range in two pieces": {second(Grid([]Cut{{Attribute: touching, Width: rat("3")}}, "")), []string{`"pay"`, "several pieces"}},
		"a column cut twice":    {second(Grid([]Cut{{Attribute: age, Width: one}, {Attribute: age, Width: one}}, "")), []string{`"age"`, "two secrets"}},

		"a coarser list with a gap":     {second(GroupsOf(bare, map[string]string{"L": "1"}, "")), []string{`"R"`, "complete it"}},
		"a coarser list with a blank":   {second(GroupsOf(bare, map[string]string{"L": "1", "R": " "}, "")), []string{`"R"`}},
		"a coarser list of another":     {second(GroupsOf(bare, map[string]string{"L": "1", "R": "1", "X": "1"}, "")), []string{`"X"`, "not one of the values"}},
		"no coarser list":               {second(GroupsOf(bare, nil, "")), []string{`"L"`}},
		"a coarser list, special open":  {second(GroupsOf(named, map[string]string{"N": "1", "E": "1", "S": "2"}, "")), []string{`"region"`, string(OwnGroup)}},
		"no pairs":                      {second(Pairs(sides, nil)), []string{`"side"`, "at least one"}},
		"pairs of no columns":           {second(Pairs(nil, pair("L", "R", nil))), []string{"no columns"}},
		"pairs of a column twice":       {second(Pairs([]*domain.Attribute{bare, bare}, pair("L", "R", nil))), []string{`"side"`, "twice"}},
		"a pair of too few values":      {second(Pairs([]*domain.Attribute{bare, age}, pair("L", "R", nil))), []string{"pair 1", "1 values"}},
		"a pair of an unknown":          {second(Pairs(sides, pair("L", "X", nil))), []string{"pair 1", `"X"`}},
		"a pair of an empty label":      {second(Pairs(sides, pair("L", "", nil))), []string{"pair 1", `""`}},
		"a pair of itself":              {second(Pairs(sides, pair("L", "L", nil))), []string{"pair 1", "itself"}},
		"a pair given twice":            {second(Pairs(sides, append(pair("L", "R", nil), pair("R", "L", one)...))), []string{"pair 2", "before"}},
		"a pair of no weight":           {second(Pairs(sides, pair("L", "R", rat("0")))), []string{"pair 1", "above zero"}},
		"a pair that is too heavy":      {second(Pairs(sides, pair("L", "R", huge))), []string{"pair 1", "leave the pair out"}},
		"a pair that is too light":      {second(Pairs(sides, pair("L", "R", tiny))), []string{"pair 1", "larger"}},
		"a table with a diagonal":       {table(one, one, one, nil), []string{`"side"`, `"L"`, "diagonal"}},
		"a table of two halves":         {table(nil, one, rat("2"), nil), []string{`"L"`, `"R"`, "the same"}},
		"a table of one half":           {table(nil, one, nil, nil), []string{`"L"`, `"R"`, "both"}},
		"a table with a zero":           {table(nil, rat("0"), rat("0"), nil), []string{"zero", "above zero"}},
		"a table with less than zero":   {table(nil, rat("-1"), rat("-1"), nil), []string{`"L"`, "above zero"}},
		"a table that is not square":    {second(Matrix(bare, []string{"L", "R"}, [][]*big.Rat{{nil, one}, {one}}, "")), []string{`"R"`, "1 entries", "2 are expected"}},
		"a table without rows":          {second(Matrix(bare, []string{"L", "R"}, nil, "")), []string{"0 rows", "2 are expected"}},
		"a table without a value":       {second(Matrix(bare, []string{"L"}, [][]*big.Rat{{nil}}, "")), []string{`"R"`, "add one"}},
		"a table with a heading twice":  {second(Matrix(bare, []string{"L", "L"}, [][]*big.Rat{{nil, one}, {one, nil}}, "")), []string{`"L"`, "twice"}},
		"a table of an unknown":         {second(Matrix(bare, []string{"L", "X"}, [][]*big.Rat{{nil, one}, {one, nil}}, "")), []string{`"X"`}},
		"a table of too many":           {second(Matrix(bare, make([]string, limits.MaxWeightRows+1), nil, "")), []string{"2049 rows"}},
		"no budgets":                    {second(Budgets(bare, nil, nil)), []string{`"side"`, "at least one"}},
		"a budget of an unknown":        {second(Budgets(bare, []Budget{{"X", one}}, nil)), []string{`"X"`, `"side"`}},
		"two budgets of one value":      {second(Budgets(bare, []Budget{{"L", one}, {"L", one}}, nil)), []string{`"L"`, "keep one"}},
		"a budget of nothing":           {second(Budgets(bare, []Budget{{"L", nil}}, nil)), []string{`"L"`, "above zero"}},
		"a budget too large for others": {second(Budgets(bare, nil, huge)), []string{"other values", "protects nothing"}},
		"a union of one":                {second(Union(Complete(bare))), []string{"at least two"}},
		"a union of none":               {second(Union()), []string{"at least two"}},
		"a union of different columns":  {second(Union(Complete(bare), Complete(age))), []string{`"side"`, `"age"`, "same columns"}},
		"an intersection of one":        {second(Intersection(Complete(bare))), []string{"at least two"}},
		"a product of none":             {second(Product(nil, 0)), []string{"no secrets"}},
		"a product of one column":       {second(Product([]Part{Complete(bare), Complete(bare)}, 0)), []string{`"side"`, "two secrets"}},
		"more together than there are":  {second(Product([]Part{Complete(bare)}, 2)), []string{"2 answers", "1 to 1"}},
		"fewer together than none":      {second(Product([]Part{Complete(bare)}, -1)), []string{"-1 answers"}},
	} {
		t.Run(name, func(t *testing.T) {
			wantError(t, c.err, c.want...)
			if c.err != nil && (faults.MatchString(c.err.Error()) || strings.HasSuffix(c.err.Error(), ".")) {
				t.Errorf("%q is no whole sentence", c.err)
			}
		})
	}
}

// TestAbsenceRefusals checks what is refused of people whose being in the file is a secret.
func TestAbsenceRefusals(t *testing.T) {
	a := whole("a", 3, typed)
	for name, c := range map[string]struct {
		absence Absence
		want    []string
	}{
		"an unknown column": {Absence{Where: domain.Combination{"b": {"1"}}}, []string{`"b"`, "not published"}},
		"an unknown value":  {Absence{Where: domain.Combination{"a": {"7"}}}, []string{`"7"`, `"a"`}},
		"no values":         {Absence{Where: domain.Combination{"a": nil}}, []string{`"a"`, "no value"}},
		"a weight of zero":  {Absence{Weight: new(big.Rat)}, []string{"being in the file", "above zero"}},
		"a weight too much": {Absence{Weight: rat("1e9")}, []string{"being in the file", "protects nothing"}},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := New(Spec{Domain: over(a), Parts: []Part{Complete(a)}, Absences: []Absence{c.absence}})
			wantError(t, err, c.want...)
		})
	}
}

// TestWeightsAtTheirEnds checks the range of weights, in which lengths do not overflow, and
// that a change of weight is refused rather than cut off.
func TestWeightsAtTheirEnds(t *testing.T) {
	a := whole("a", 3, typed)
	for _, c := range []struct {
		multiple string
		want     weighted.Weight
		ok       bool
	}{
		{"1", weighted.One, true}, {"1/1048576", 1, true}, {"1048576", weighted.Heaviest, true}, {"1/3", 349525, true},
		{"1/1048577", 0, false}, {"1048577", 0, false}, {"0", 0, false}, {"-1", 0, false}, {"1e400", 0, false}, {"1e-400", 0, false},
	} {
		w, err := weighted.NewWeight(rat(c.multiple))
		if (err == nil) != c.ok || w != c.want {
			t.Errorf("%s weighs %d (%v), want %d", c.multiple, w, err, c.want)
		}
	}
	if _, err := weighted.NewWeight(nil); err == nil {
		t.Error("no weight is one")
	}
	parts := slices.Collect(func(yield func(Part) bool) {
		for _, p := range spoken("") {
			if !yield(p) {
				return
			}
		}
	})
	parts = append(parts, Complete(a))
	for _, p := range parts {
		for _, f := range []*big.Rat{nil, new(big.Rat), rat("-1")} {
			if _, err := p.Weigh(f); err == nil {
				t.Errorf("%s: weights times %v", p.Expert(), f)
			}
		}
		if _, heaviest := p.Weights(); heaviest > 0 {
			for _, f := range []string{"1e-30", "1e30"} {
				q, err := p.Weigh(rat(f))
				if err == nil {
					lightest, heavy := q.Weights()
					t.Errorf("%s: times %s the weights are from %d to %d", p.Expert(), f, lightest, heavy)
				}
			}
		}
	}
	heavy := must(Near(whole("x", 1<<20, typed), rat("1"), "")).(*near)
	q := must(heavy.Weigh(rat("1048576")))
	if d := q.Distance(0, 1<<20-1); d != weighted.Heaviest*(1<<20-1) {
		t.Errorf("a million of the heaviest edges are %d long", d)
	}
	if got := weighted.Infinite.Plus(weighted.Heaviest); got != weighted.Infinite || weighted.Heaviest.Repeated(1<<40) != weighted.Infinite {
		t.Errorf("lengths overflow: %d", got)
	}
}
