package synthetic

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/histogram"
	"steward/core/internal/randompolicy"
	"steward/core/policy"
	"steward/core/seeded"
)

// rowOf returns the labels of a person over some columns.
func rowOf(d *domain.Domain, values []int, at ...int) []string {
	var out []string
	for _, j := range at {
		out = append(out, d.Attributes()[j].Label(values[j]))
	}
	return out
}

// totalsOf returns the true totals of people over some columns as a known fact.
func totalsOf(t testing.TB, d *domain.Domain, id string, people [][]int, at ...int) constraint.Fact {
	t.Helper()
	f := constraint.Fact{ID: id, Totals: &constraint.Totals{NobodyElse: true}}
	for _, j := range at {
		f.Totals.Columns = append(f.Totals.Columns, d.Attributes()[j].Name())
	}
	counts := make(map[string]int)
	for _, person := range people {
		row := rowOf(d, person, at...)
		key := strings.Join(row, "|")
		i, seen := counts[key]
		if !seen {
			i = len(f.Totals.Rows)
			counts[key] = i
			f.Totals.Rows = append(f.Totals.Rows, constraint.Row{Labels: row})
		}
		f.Totals.Rows[i].Count++
	}
	return f
}

// TestKnownFactsHold makes records with totals of columns known, alone, crossed and overlapping: all hold
// exactly, and the number of records is the number of people.
func TestKnownFactsHold(t *testing.T) {
	d, people := readAdult(t, adultColumns)
	people = people[:seeded.Often(1500, 4000)]
	for name, facts := range map[string][]constraint.Fact{
		"sex":                 {totalsOf(t, d, "a", people, 5)},
		"sex, and race":       {totalsOf(t, d, "a", people, 5), totalsOf(t, d, "b", people, 4)},
		"sex by race":         {totalsOf(t, d, "a", people, 4, 5)},
		"sex by race, by age": {totalsOf(t, d, "a", people, 4, 5), totalsOf(t, d, "b", people, 5, 7)},
		"who":                 {{ID: "n", People: ptr(int64(len(people)))}, {ID: "w", Counts: []constraint.Count{countOf(d, people)}}},
	} {
		known, err := constraint.New(d, facts)
		if err != nil {
			t.Fatal(err)
		}
		// No secret pair changes what is known of race and sex, so that knowing it costs nothing.
		p := publicBut(t, d, 0, 1, 2, 3, 6)
		problem, counts := problemOf(t, Question{Title: name, Columns: namesOf(d)}, p, known, "0.5", people)
		prepared, made := released(t, problem, counts, 3)
		if !made.Known || made.Len() != len(people) || made.Unmet != 0 {
			t.Errorf("%s: known %v, %d records, %d facts unmet by %d", name, made.Known, made.Len(), made.Unmet, made.By)
		}
		tally, err := known.Tally(d)
		if err != nil {
			t.Fatal(err)
		}
		row := make([]int, len(d.Attributes()))
		for i := range made.Len() {
			for j := range row {
				row[j] = int(made.Records[j][i])
			}
			tally.Add(row)
		}
		if err := tally.Check(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if len(prepared.known) == 0 {
			t.Errorf("%s: nothing is known", name)
		}
	}
}

func ptr(n int64) *int64 { return &n }

// countOf is a fact about people of a race or sex.
func countOf(d *domain.Domain, people [][]int) constraint.Count {
	race, sex := d.Attributes()[4], d.Attributes()[5]
	c := constraint.Count{Of: constraint.Predicate{
		{{Column: race.Name(), Values: []string{race.Label(0)}}},
		{{Column: sex.Name(), Values: []string{sex.Label(1)}}, {Column: race.Name(), Values: []string{race.Label(2)}}},
	}}
	for _, p := range people {
		if p[4] == 0 || p[4] == 2 && p[5] == 1 {
			c.Count++
		}
	}
	return c
}

// publicBut returns the policy under which only some columns are secret.
func publicBut(t testing.TB, d *domain.Domain, secret ...int) *policy.Policy {
	t.Helper()
	s := policy.Spec{Domain: d}
	for j, a := range d.Attributes() {
		part := policy.Alone(a)
		if slices.Contains(secret, j) {
			part = policy.Complete(a)
		}
		s.Parts = append(s.Parts, part)
	}
	p, err := policy.New(s)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestImpossibleRecordsAreNotMade makes records over random domains with impossible combinations by every
// method: none is in such a combination, all values are declared, and rows are in order.
func TestImpossibleRecordsAreNotMade(t *testing.T) {
	r := seeded.New(7, 2026)
	zeros, methods := 0, make(map[Method]int)
	for round := range 90 {
		m := randompolicy.New(t, r)
		d := m.Domain(m.Columns(4), true)
		k, err := d.Cells()
		if err != nil || d.PossibleCells() == 0 {
			continue
		}
		if d.PossibleCells() < k {
			zeros++
		}
		var people [][]int
		for cell, n := range m.Counts(d, 30) {
			for range n {
				values := make([]int, len(d.Attributes()))
				d.Values(values, cell)
				people = append(people, values)
			}
		}
		q := Question{Title: "random", Columns: namesOf(d), Method: Methods()[round%4]}
		if q.Method == Small && k > 30 {
			q.Method = Graph
		}
		facts := constraint.Facts{}
		if round%2 == 0 {
			facts, _ = constraint.Known(int64(len(people)))
		}
		problem, counts := problemOf(t, q, m.Policy(d), facts, "2", people)
		prepared, made := released(t, problem, counts, uint64(round))
		methods[prepared.Method()]++
		if made.Len() < 1 || round%2 == 0 && made.Len() != len(people) {
			t.Fatalf("%s: %d records of %d people", q.Method, made.Len(), len(people))
		}
		before := ""
		for i := range made.Len() {
			row := make([]int, len(made.Records))
			key := ""
			for j := range row {
				row[j] = int(made.Records[j][i])
				key += string(rune(row[j]))
			}
			if !d.Possible(d.Index(row)) {
				t.Fatalf("%s: record %v cannot be", q.Method, row)
			}
			if key < before {
				t.Fatalf("%s: record %d is out of order", q.Method, i)
			}
			before = key
		}
	}
	if zeros < 30 || len(methods) < 3 {
		t.Errorf("only %d domains with impossible combinations, by %v", zeros, methods)
	}
}

// TestSharesAreGivenOut: counts are within one of their shares, and so is every run of them.
func TestSharesAreGivenOut(t *testing.T) {
	r := seeded.New(8, 2026)
	for range 2000 {
		shares, sum := make([]float64, 1+r.IntN(8)), 0.0
		for i := range shares {
			if r.IntN(3) > 0 {
				shares[i] = r.ExpFloat64()
			}
			sum += shares[i]
		}
		n := r.IntN(30)
		got, upTo, part := systematic(shares, n, r.Float64()), 0, 0.0
		for i, c := range got {
			upTo, part = upTo+c, part+shares[i]
			if sum > 0 && (math.Abs(float64(upTo)-part/sum*float64(n)) >= 1+1e-9 || c < 0 || shares[i] == 0 && c > 0) {
				t.Fatalf("%d given out by %v: %v", n, shares, got)
			}
		}
		if upTo != n {
			t.Fatalf("%d given out by %v: %v", n, shares, got)
		}
	}
}

// TestRecordsOfALargeBudget: with hardly any noise the tables of the records are those of the data, as far
// as whole records and the model can tell them.
func TestRecordsOfALargeBudget(t *testing.T) {
	d, people := readAdult(t, []string{"sex", "race", "income"})
	facts, _ := constraint.Known(int64(len(people)))
	for _, method := range []Method{Graph, Weights} {
		q := Question{Title: "adult", Columns: namesOf(d), Method: method}
		most := 12.0
		if method == Weights {
			q.Rounds, most = 100, 250
		}
		problem, counts := problemOf(t, q, policy.Full(d, false), facts, "90", people)
		prepared, made := released(t, problem, counts, 4)
		for i, e := range prepared.Errors(made, prepared.truths(counts)) {
			if e > most {
				t.Errorf("%s: table over %s is off by %.1f on average", method, prepared.problem.Sheet.names(prepared.problem.Sheet.tables[i]), e)
			}
		}
	}
}

// TestPeopleAreCountedWithNoise: how many people there are is no more exact than anything else where it is not
// known, whether or not being in the file is secret.
func TestPeopleAreCountedWithNoise(t *testing.T) {
	d := tiny(t)
	people := make([][]int, 20)
	for i := range people {
		people[i] = make([]int, len(d.Attributes()))
	}
	for _, method := range []Method{Graph, Weights} {
		for _, presence := range []bool{false, true} {
			problem, counts := problemOf(t, Question{Title: "tiny", Columns: namesOf(d), Method: method}, policy.Full(d, presence), constraint.Facts{}, "0.5", people)
			seen := make(map[int64]bool)
			// Half of them at most are at the least that there can be, and hardly two others alike.
			for seed := uint64(0); len(seen) < 3 && seed < 60; seed++ {
				_, made := released(t, problem, counts, seed)
				if seen[made.People] = true; made.Known {
					t.Fatalf("%s: the number of people is said to be known", method)
				}
			}
			if len(seen) < 3 {
				t.Errorf("%s, presence secret: %v: sixty releases count %v people", method, presence, seen)
			}
		}
	}
}

// TestQualityOnPublicData measures on a public file and on made-up people, and on nothing without.
func TestQualityOnPublicData(t *testing.T) {
	d, people := readAdult(t, []string{"sex", "race", "income"})
	facts, _ := constraint.Known(1000)
	problem, counts := problemOf(t, Question{Title: "adult", Columns: namesOf(d)}, policy.Full(d, false), facts, "1", people)
	prepared, err := Prepare(context.Background(), problem)
	if err != nil {
		t.Fatal(err)
	}
	if q, err := prepared.Quality(context.Background(), 2); err != nil || !q.MeasuredOn.IsZero() || q.Mean != 0 {
		t.Errorf("quality on nothing: %+v, %v", q, err)
	}
	for i := range problem.Tables {
		if problem.Tables[i].StandIn, err = published(problem, i, counts[i].Counts()); err != nil {
			t.Fatal(err)
		}
	}
	if q, err := prepared.Quality(context.Background(), 1); err != nil || q.MeasuredOn.String() != "last year" || len(q.Tables) != 3 || math.Abs(q.Alone-6) > 0.5 {
		t.Errorf("quality %+v, %v", q, err)
	}
	// What is measured is the errors of releases on these numbers, in proportion to the people.
	const runs = 3
	q, err := prepared.quality(context.Background(), runs, seeded.New(20261124, 2))
	if err != nil {
		t.Fatal(err)
	}
	var fewer []*histogram.Vector
	for i, c := range counts {
		numbers, err := inProportion(c.Counts(), 1000)
		if err != nil {
			t.Fatal(err)
		}
		v, err := histogram.FromCounts(problem.Tables[i].Workload.Domain(), numbers)
		if err != nil {
			t.Fatal(err)
		}
		fewer = append(fewer, v)
	}
	truths, all, src := prepared.truths(fewer), 0.0, seeded.New(20261124, 2)
	tables := make([]float64, len(truths))
	for range runs {
		made, err := prepared.Release(context.Background(), fewer, src)
		if err != nil {
			t.Fatal(err)
		}
		for i, e := range prepared.Errors(made, truths) {
			tables[i], all = tables[i]+e/runs, all+e/runs/float64(len(tables))
		}
	}
	if math.Abs(q.Mean-all) > 1e-9*all {
		t.Errorf("a mean error of %v, and these releases have %v", q.Mean, all)
	}
	for i, one := range q.Tables {
		if math.Abs(one.Mean-tables[i]) > 1e-9*tables[i] {
			t.Errorf("table %d: a mean error of %v, and these releases have %v", i, one.Mean, tables[i])
		}
	}
	if math.Abs(q.Tables[0].People*float64(q.Tables[0].Numbers)-1000) > 1e-6 {
		t.Errorf("a public file of other people counts as %v", q.Tables[0].People)
	}
}

// TestErrorsOfRecords works the errors of listed records out by hand.
func TestErrorsOfRecords(t *testing.T) {
	d := tiny(t)
	problem, counts := problemOf(t, Question{Title: "q", Columns: namesOf(d)}, policy.Full(d, false), constraint.Facts{}, "1", [][]int{{0, 0}, {0, 1}, {1, 2}, {1, 2}})
	prepared, err := Prepare(context.Background(), problem)
	if err != nil {
		t.Fatal(err)
	}
	// Two records for four people: North and 0, South and 2. Each stands for two people.
	got := prepared.Errors(&Made{Records: [][]int32{{0, 1}, {0, 2}}, People: 4}, prepared.truths(counts))
	if want := 2.0 / 6; len(got) != 1 || math.Abs(got[0]-want) > 1e-12 { // one person too many, one too few, in six cells
		t.Errorf("errors of %v, should be %v", got, want)
	}
}
