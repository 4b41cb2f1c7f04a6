package synthetic

import (
	"compress/gzip"
	"encoding/csv"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"steward/core/account"
	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/histogram"
	"steward/core/mechanism"
	"steward/core/policy"
	"steward/core/workload"
)

// adultColumns are the columns of the UCI Adult data that records are made of, with 604,800 combinations.
var adultColumns = []string{"workclass", "education", "marital_status", "relationship", "race", "sex", "hours_per_week", "income"}

// readAdult returns the domain over some columns of the UCI Adult data, with the values that occur, and
// the people's values. Hours and ages are in five ranges.
func readAdult(t testing.TB, names []string) (*domain.Domain, [][]int) {
	return readAdultIn(t, names, func(name string, n int) int {
		if name == "hours_per_week" || name == "age" {
			return min(n/20, 4)
		}
		return n
	})
}

// readAdultIn is readAdult with ranges of the whole numbers of a column.
func readAdultIn(t testing.TB, names []string, rangeOf func(name string, n int) int) (*domain.Domain, [][]int) {
	t.Helper()
	f, err := os.Open(filepath.Join("..", "release", "testdata", "adult.csv.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(z).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var attrs []*domain.Attribute
	refuse := domain.Special{Rule: domain.Refuse}
	people := make([][]int, len(rows)-1)
	for _, name := range names {
		at := slices.IndexFunc(rows[0], func(h string) bool { return strings.TrimSpace(h) == name })
		text := func(row []string) string {
			v := strings.TrimSpace(row[at])
			if n, err := strconv.Atoi(v); err == nil {
				return strconv.Itoa(rangeOf(name, n))
			}
			return v
		}
		var values []string
		for _, row := range rows[1:] {
			if v := text(row); !slices.Contains(values, v) {
				values = append(values, v)
			}
		}
		slices.Sort(values)
		a, err := domain.NewList(domain.AttributeName(name), values, domain.Options{Origin: domain.Typed, Blank: refuse, Other: refuse})
		if err != nil {
			t.Fatal(err)
		}
		attrs = append(attrs, a)
		for i, row := range rows[1:] {
			people[i] = append(people[i], slices.Index(values, text(row)))
		}
	}
	d, err := domain.New(attrs, nil)
	if err != nil {
		t.Fatal(err)
	}
	return d, people
}

// problemOf returns the problem of a question under a policy, and counts of people over its tables.
func problemOf(t testing.TB, q Question, p *policy.Policy, facts constraint.Facts, epsilon string, people [][]int) (Problem, []*histogram.Vector) {
	t.Helper()
	s, err := New(q, p.Domain())
	if err != nil {
		t.Fatal(err)
	}
	budget, err := account.ParseEpsilon(epsilon)
	if err != nil {
		t.Fatal(err)
	}
	own, err := p.Project(q.Columns)
	if err != nil {
		t.Fatal(err)
	}
	out := Problem{Sheet: s, Policy: own}
	var counts []*histogram.Vector
	for _, c := range s.Counted() {
		w, err := workload.New(workload.Question{Title: q.Title, Kind: workload.Table, Columns: c}, p.Domain())
		if err != nil {
			t.Fatal(err)
		}
		one, err := mechanism.NewProblem(w, p, facts, budget)
		if err != nil {
			t.Fatal(err)
		}
		out.Tables = append(out.Tables, one)
		v, err := histogram.New(w.Domain())
		if err != nil {
			t.Fatal(err)
		}
		var at []int
		for _, name := range c {
			j, _ := p.Domain().Position(name)
			at = append(at, j)
		}
		values := make([]int, len(c))
		for _, person := range people {
			for i, j := range at {
				values[i] = person[j]
			}
			v.Add(w.Domain().Index(values))
		}
		counts = append(counts, v)
	}
	return out, counts
}

// namesOf returns the columns of a domain.
func namesOf(d *domain.Domain) (out []domain.AttributeName) {
	for _, a := range d.Attributes() {
		out = append(out, a.Name())
	}
	return out
}
