package sensitivity

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"steward/core/domain"
	"steward/core/linop"
	"steward/core/policy"
)

// large is a policy over one column of k cells or two of about √k each.
type large struct {
	name   string
	policy *policy.Policy
}

// side returns the largest whole number whose square is at most k.
func side(k int) int {
	n := 1
	for (n+1)*(n+1) <= k {
		n++
	}
	return n
}

// largePolicies makes the policies of MECHANISMS 2 over about k cells.
func largePolicies(t testing.TB, k int) []large {
	must := func(p policy.Part, err error) policy.Part {
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	attribute := func(name string, n int) *domain.Attribute {
		a, err := domain.NewWhole(domain.AttributeName(name), 0, int64(n-1), noSpecial)
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	made := func(together int, parts ...policy.Part) *policy.Policy {
		var attrs []*domain.Attribute
		for _, part := range parts {
			attrs = append(attrs, part.Attributes()...)
		}
		d, err := domain.New(attrs, nil)
		if err != nil {
			t.Fatal(err)
		}
		p, err := policy.New(policy.Spec{Domain: d, Parts: parts, Together: together})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	x, a, b := attribute("x", k), attribute("a", side(k)), attribute("b", side(k))
	one := big.NewRat(1, 1)
	scaled := []policy.Scaled{{Attribute: a, Scale: one}, {Attribute: b, Scale: one}}
	out := []large{
		{"line", made(0, must(policy.NearSteps(x, 1, policy.OwnGroup)))},
		{"threshold 10", made(0, must(policy.Near(x, big.NewRat(10, 1), policy.OwnGroup)))},
		{"partition", made(0, must(policy.Grid([]policy.Cut{{Attribute: x, Width: big.NewRat(int64(side(k)), 1)}}, policy.OwnGroup)))},
		{"attribute", made(1, policy.Complete(a), policy.Complete(b))},
		{"full", made(0, policy.Complete(x))},
		{"full over two", made(2, policy.Complete(a), policy.Complete(b))},
		{"metric", made(0, must(policy.Graded([]policy.Scaled{{Attribute: x, Scale: one}}, policy.Grade{Norm: policy.L1, Unit: one, Special: policy.OwnGroup})))},
	}
	for theta := int64(1); theta <= 5; theta++ {
		out = append(out, large{fmt.Sprint("grid ", theta), made(0, must(policy.Within(scaled, big.NewRat(theta, 1), policy.L1, policy.OwnGroup)))})
	}
	return out
}

// largeQueries makes the queries of MECHANISMS 3 over the cells of a policy, those over one
// column only where there is one.
func largeQueries(p *policy.Policy) []asked {
	f := frameOf(p.Domain().Attributes())
	k := size(p.Domain())
	weights, tables := make([]int64, k), make([][]int64, len(f.sizes))
	for u := range weights {
		weights[u] = int64(u) * 7919 % 1009
	}
	for j, n := range f.sizes {
		tables[j] = make([]int64, n)
		for v := range n {
			tables[j][v] = int64(v)
		}
	}
	out := []asked{
		{"histogram", linop.Identity(k)},
		{"linear sum", linop.NewLinear(weights)},
		{"vector sum", linop.NewSums(f.sizes, tables)},
	}
	if len(f.sizes) > 1 {
		return append(out, asked{"marginals", linop.NewMarginals(f.sizes, [][]int{{0}, {1}})})
	}
	return append(out,
		asked{"cumulative", linop.Prefixes(k, k)},
		asked{"every range", linop.Every(k, k)},
		asked{"levels", linop.NewLevels(k, 1, 16, 256)})
}

// At a million cells every table of values is there, with no edge walked over in vain, and is
// what MECHANISMS 3 says.
func TestAMillionCells(t *testing.T) {
	const k, n = 1_000_000, 999
	// In a box with sides 0..999 the sum of both coordinates moves by two ranges, or by one.
	// 7919·u mod 1009 takes all values on every run of 1009 cells, and on the lines of
	// 1000 all but nine.
	want := map[string]map[string]int64{
		"line":          {"histogram": 2, "vector sum": 1, "cumulative": 1, "every range": k, "levels": 6},
		"threshold 10":  {"histogram": 2, "vector sum": 10, "cumulative": 10, "every range": 10 * (k - 9), "levels": 6},
		"partition":     {"histogram": 2, "vector sum": n, "cumulative": n, "every range": n * (k + 1 - n), "levels": 6},
		"attribute":     {"histogram": 2, "vector sum": n, "marginals": 2},
		"full":          {"histogram": 2, "vector sum": k - 1, "cumulative": k - 1, "every range": k / 2 * (k/2 + 1), "levels": 6, "linear sum": 1008},
		"full over two": {"histogram": 2, "vector sum": 2 * n, "marginals": 4, "linear sum": 1008},
		"metric":        {"histogram": 2, "vector sum": 1, "cumulative": 1, "every range": k, "levels": 6},
		"grid 1":        {"histogram": 2, "vector sum": 1, "marginals": 2},
		"grid 2":        {"histogram": 2, "vector sum": 2, "marginals": 4},
		"grid 3":        {"histogram": 2, "vector sum": 3, "marginals": 4},
		"grid 4":        {"histogram": 2, "vector sum": 4, "marginals": 4},
		"grid 5":        {"histogram": 2, "vector sum": 5, "marginals": 4},
	}
	for _, l := range largePolicies(t, k) {
		for _, q := range largeQueries(l.policy) {
			got := of(t, q.op, l.policy, L1)
			if !got.Exact {
				t.Errorf("%s, %s: only a bound, by %s", l.name, q.name, got.How)
			}
			n, known := want[l.name][q.name]
			if known && got.Size.Cmp(big.NewRat(n, 1)) != 0 {
				t.Errorf("%s, %s: %s by %s, want %d", l.name, q.name, got.Size, got.How, n)
			}
			t.Logf("%s, %s: %s by %s", l.name, q.name, got.Size.RatString(), got.How)
		}
	}
}

// What is left to a walk that is too long is refused in words, and a walk ends with its
// context.
func TestRefusals(t *testing.T) {
	for _, l := range largePolicies(t, 250_000) {
		k := size(l.policy.Domain())
		random := make(matrix, 2)
		for i := range random {
			random[i] = make([]int64, k)
			for u := range k {
				random[i][u] = int64(u*(2*i+7919)) % 1009
			}
		}
		switch l.name {
		case "full":
			_, err := Of(context.Background(), random, l.policy, L1)
			if err == nil || !strings.Contains(err.Error(), "200000000 secret pairs") || !strings.Contains(err.Error(), "coarser values") {
				t.Errorf("%s: %v", l.name, err)
			}
			over, cancel := context.WithCancel(context.Background())
			cancel()
			if _, err := Of(over, random, l.policy, L1); !errors.Is(err, context.Canceled) {
				t.Errorf("cancelled: %v", err)
			}
		case "line":
			if _, err := Of(context.Background(), random, l.policy, L1); err != nil {
				t.Errorf("%s: %v", l.name, err)
			}
			if _, err := Of(context.Background(), linop.Identity(3), l.policy, L1); err == nil || !strings.Contains(err.Error(), "project the policy") {
				t.Errorf("other cells: %v", err)
			}
			if _, err := Of(context.Background(), tabulate(2, k, func(_, u int) int64 { return int64(u) << 40 }), l.policy, L2Squared); err == nil || !strings.Contains(err.Error(), "coarser units") {
				t.Errorf("large numbers: %v", err)
			}
		}
	}
}
