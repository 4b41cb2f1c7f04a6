package sensitivity

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"strings"
	"testing"

	"steward/core/domain"
	"steward/core/linop"
	"steward/core/policy"
	"steward/core/policy/distance"
	"steward/core/seeded"
)

// large is a policy over one column of k cells or two of about √k each.
type large struct {
	name string
	make func() *policy.Policy
}

// side returns the largest whole number whose square is at most k.
func side(k int) int {
	n := 1
	for (n+1)*(n+1) <= k {
		n++
	}
	return n
}

// largePolicies makes a policy of every kind over about k cells.
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
		var names []domain.AttributeName
		for _, a := range attrs {
			names = append(names, a.Name())
		}
		if p, err = p.Project(names); err != nil { // as questions see it, without redundant edges
			t.Fatal(err)
		}
		return p
	}
	x, a, b := attribute("x", k), attribute("a", side(k)), attribute("b", side(k))
	one := big.NewRat(1, 1)
	out := []large{
		{"line", func() *policy.Policy { return made(0, must(policy.Near(x, big.NewRat(1, 1), policy.OwnGroup))) }},
		{"threshold 10", func() *policy.Policy { return made(0, must(policy.Near(x, big.NewRat(10, 1), policy.OwnGroup))) }},
		{"partition", func() *policy.Policy {
			return made(0, must(policy.Grid([]policy.Cut{{Attribute: x, Width: big.NewRat(int64(side(k)), 1)}}, policy.OwnGroup)))
		}},
		{"attribute", func() *policy.Policy { return made(1, policy.Complete(a), policy.Complete(b)) }},
		{"full", func() *policy.Policy { return made(0, policy.Complete(x)) }},
		{"full over two", func() *policy.Policy { return made(2, policy.Complete(a), policy.Complete(b)) }},
		{"metric", func() *policy.Policy {
			return made(0, must(policy.Graded([]policy.Scaled{{Attribute: x, Scale: one}}, policy.Grade{Norm: distance.L1, Unit: one, Special: policy.OwnGroup})))
		}},
	}
	for theta := int64(1); theta <= 5; theta++ {
		out = append(out, large{fmt.Sprint("grid ", theta), func() *policy.Policy {
			scaled := []policy.Scaled{{Attribute: a, Scale: one}, {Attribute: b, Scale: one}}
			return made(0, must(policy.Within(scaled, big.NewRat(theta, 1), distance.L1, policy.OwnGroup)))
		}})
	}
	return out
}

// largeQueries makes the standard queries over the cells of a policy, those over one
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
		asked{"every range", linop.Every(k, k)})
}

// At a million cells, and in the fast run at 40,000, every table of values is there, with no edge walked over
// in vain, and is what the closed forms say.
func TestAMillionCells(t *testing.T) {
	root := int64(seeded.Often(200, 1000))
	k, n := root*root, root-1
	want := map[string]map[string]int64{
		"line":          {"histogram": 2, "vector sum": 1, "cumulative": 1, "every range": k},
		"threshold 10":  {"histogram": 2, "vector sum": 10, "cumulative": 10, "every range": 10 * (k - 9)},
		"partition":     {"histogram": 2, "vector sum": n, "cumulative": n, "every range": n * (k + 1 - n)},
		"attribute":     {"histogram": 2, "vector sum": n, "marginals": 2},
		"full":          {"histogram": 2, "vector sum": k - 1, "cumulative": k - 1, "every range": k / 2 * (k/2 + 1), "linear sum": 1008},
		"full over two": {"histogram": 2, "vector sum": 2 * n, "marginals": 4, "linear sum": 1008},
		"metric":        {"histogram": 2, "vector sum": 1, "cumulative": 1, "every range": k},
		"grid 1":        {"histogram": 2, "vector sum": 1, "marginals": 2},
		"grid 2":        {"histogram": 2, "vector sum": 2, "marginals": 4},
		"grid 3":        {"histogram": 2, "vector sum": 3, "marginals": 4},
		"grid 4":        {"histogram": 2, "vector sum": 4, "marginals": 4},
		"grid 5":        {"histogram": 2, "vector sum": 5, "marginals": 4},
	}
	for _, l := range largePolicies(t, int(k)) {
		p := l.make()
		for _, q := range largeQueries(p) {
			got := of(t, q.op, p, L1)
			if !got.Exact {
				t.Errorf("%s, %s: only a bound, by %s", l.name, q.name, got.How)
			}
			n, known := want[l.name][q.name]
			if q.name == "linear sum" && !known {
				n, known = largestStep(l.name, int(root), q.op.(linop.Linear))
			}
			if !known {
				t.Errorf("%s, %s: nothing to compare with", l.name, q.name)
			}
			if known && got.Size.Cmp(big.NewRat(n, 1)) != 0 {
				t.Errorf("%s, %s: %s by %s, want %d", l.name, q.name, got.Size, got.How, n)
			}
			t.Logf("%s, %s: %s by %s", l.name, q.name, got.Size.RatString(), got.How)
		}
	}
}

// largestStep returns the largest change of a query over n by n cells along the edges of
// one of the large policies, by loops of its own.
func largestStep(name string, n int, op linop.Linear) (best int64, known bool) {
	k := n * n
	step := func(u, v int) {
		d := op.Weight(u) - op.Weight(v)
		best = max(best, d, -d)
	}
	theta := 0
	if _, err := fmt.Sscanf(name, "grid %d", &theta); err == nil {
		for u := range k {
			for a := 0; a <= theta && u/n+a < n; a++ {
				for b := a - theta; b <= theta-a; b++ {
					if c := u%n + b; c >= 0 && c < n {
						step(u, u+a*n+b)
					}
				}
			}
		}
		return best, true
	}
	switch name {
	case "line", "metric":
		theta = 1
	case "threshold 10":
		theta = 10
	case "partition", "attribute": // in runs of n, and n apart
		for first := 0; first < k; first += n {
			for stride := 1; stride <= n; stride += n - 1 {
				if stride == n && name == "partition" {
					break
				}
				at := first
				if stride == n {
					at = first / n
				}
				low, high := op.Weight(at), op.Weight(at)
				for i := range n {
					low, high = min(low, op.Weight(at+i*stride)), max(high, op.Weight(at+i*stride))
				}
				best = max(best, high-low)
			}
		}
		return best, true
	}
	for u := range k {
		for v := u + 1; v <= min(u+theta, k-1) && theta > 0; v++ {
			step(u, v)
		}
	}
	return best, theta > 0
}

// Products of prefix sums over a million cells: the largest change of one, in its own column,
// times the longest column of the other (docs/mathematics.md, "Sensitivities").
func TestProductsOfAMillionCells(t *testing.T) {
	const n = 1000
	op := linop.NewKronecker(linop.Prefixes(n, n), linop.Prefixes(n, n))
	want := map[string]int64{"attribute": (n - 1) * n, "grid 1": n}
	for _, l := range largePolicies(t, n*n) {
		if w, ok := want[l.name]; ok {
			expectOf(t, l.name, l.make(), op, [2]float64{float64(w), math.Sqrt(float64(w))})
		}
	}
}

// Where an impossible combination is in the way of a closed form and the edges are too many
// to walk over, its value is given as a bound.
func TestBoundsOfAMillionCells(t *testing.T) {
	const n, theta = 1000, 30
	var attrs []*domain.Attribute
	var scaled []policy.Scaled
	for _, name := range []string{"a", "b"} {
		a := whole(t, name, 0, n-1)
		attrs = append(attrs, a)
		scaled = append(scaled, policy.Scaled{Attribute: a, Scale: big.NewRat(1, 1)})
	}
	d, err := domain.New(attrs, []domain.Combination{{"a": {"0"}, "b": {"0"}}})
	if err != nil {
		t.Fatal(err)
	}
	part, err := policy.Within(scaled, big.NewRat(theta, 1), distance.L1, policy.OwnGroup)
	if err != nil {
		t.Fatal(err)
	}
	p, err := policy.New(policy.Spec{Domain: d, Parts: []policy.Part{part}})
	if err != nil {
		t.Fatal(err)
	}
	tables := make([]int64, n)
	for v := range tables {
		tables[v] = int64(v)
	}
	v := of(t, linop.NewSums([]int{n, n}, [][]int64{tables, tables}), p, L1)
	if v.Exact || v.Size.Cmp(big.NewRat(theta, 1)) != 0 {
		t.Errorf("%s, exact %v", v.Size, v.Exact)
	}
	if v := of(t, linop.Identity(n*n), p, L1); !v.Exact || v.Size.Cmp(big.NewRat(2, 1)) != 0 {
		t.Errorf("histogram %s, exact %v", v.Size, v.Exact)
	}
}

// What is left to a walk that is too long is refused in words, and a walk ends with its
// context.
func TestRefusals(t *testing.T) {
	for _, l := range largePolicies(t, seeded.Often(40_000, 250_000)) {
		if l.name != "full" && l.name != "line" {
			continue
		}
		p := l.make()
		k := size(p.Domain())
		random := make(matrix, 2)
		for i := range random {
			random[i] = make([]int64, k)
			for u := range k {
				random[i][u] = int64(u*(2*i+7919)) % 100_003
			}
		}
		switch l.name {
		case "full":
			few := tabulate(2, k, func(i, u int) int64 { return int64(u*(2*i+7919)) % 1009 })
			if v, err := Of(context.Background(), few, p, L1); err != nil || !v.Exact || v.Size.Cmp(big.NewRat(farthest(few), 1)) != 0 {
				t.Errorf("a thousand different cells: %v, %v", v, err)
			}
			_, err := Of(context.Background(), random, p, L1)
			if err == nil || !strings.Contains(err.Error(), "200000000 secret pairs") || !strings.Contains(err.Error(), "coarser values") {
				t.Errorf("%s: %v", l.name, err)
			}
			over, cancel := context.WithCancel(context.Background())
			cancel()
			if _, err := Of(over, random, p, L1); !errors.Is(err, context.Canceled) {
				t.Errorf("cancelled: %v", err)
			}
		case "line":
			if _, err := Of(context.Background(), random, p, L1); err != nil {
				t.Errorf("%s: %v", l.name, err)
			}
			if _, err := Of(context.Background(), linop.Identity(3), p, L1); err == nil || !strings.Contains(err.Error(), "project the policy") {
				t.Errorf("other cells: %v", err)
			}
			if _, err := Of(context.Background(), tabulate(2, k, func(_, u int) int64 { return int64(u) << 40 }), p, L2Squared); err == nil || !strings.Contains(err.Error(), "coarser units") {
				t.Errorf("large numbers: %v", err)
			}
		}
	}
}

// farthest returns the largest change in L1 between two of the first 1009 cells of two rows, after which they
// come again.
func farthest(rows matrix) (best int64) {
	for u := range 1009 {
		for v := range u {
			best = max(best, max(rows[0][u]-rows[0][v], rows[0][v]-rows[0][u])+max(rows[1][u]-rows[1][v], rows[1][v]-rows[1][u]))
		}
	}
	return best
}

// What is looked at edge by edge allocates nothing per edge or cell.
func TestNothingIsAllocatedPerEdge(t *testing.T) {
	allocations := func(k int) map[string]float64 {
		out := make(map[string]float64)
		for _, l := range largePolicies(t, k) {
			if l.name != "threshold 10" && l.name != "grid 5" {
				continue
			}
			p := l.make()
			op := linop.NewStack(largeQueries(p)[1].op, largeQueries(p)[2].op)
			out[l.name] = testing.AllocsPerRun(3, func() {
				if _, err := Of(context.Background(), op, p, L1); err != nil {
					t.Fatal(err)
				}
			})
		}
		return out
	}
	few, many := allocations(400), allocations(40_000)
	for name, n := range many {
		if n > few[name]+10 {
			t.Errorf("%s: %v allocations over 400 cells, %v over 40000", name, few[name], n)
		}
	}
}
