package registry

import (
	"math/big"
	"slices"
	"strconv"
	"strings"
	"testing"

	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/internal/randompolicy"
	"steward/core/mechanism"
	"steward/core/mechanism/mechanismtest"
	"steward/core/policy"
	"steward/core/seeded"
	"steward/core/workload"
)

// Those of some lists of columns that an edge changes are in one of the sets, whatever the policy: along all its edges, those to "not in the
// file" among them.
func TestSeenAtOnce(t *testing.T) {
	r := seeded.New(20261128, 3)
	apart, absences := 0, 0
	for range seeded.Often(300, 5000) {
		m := randompolicy.New(t, r)
		d := m.Domain(m.Columns(4), m.Chance(3))
		p := m.Policy(d)
		columns := someColumns(r, d)
		sets := seenAtOnce(p, columns)
		if len(sets) > 1 || len(sets) == 1 && len(sets[0]) < len(columns) {
			apart++
		}
		err := p.Edges(func(e policy.Edge) bool {
			var seen []int
			for i, own := range columns {
				for _, name := range own {
					j, _ := d.Position(name)
					if e.V == policy.Absent || d.Value(int(e.U), j) != d.Value(int(e.V), j) {
						seen = append(seen, i)
						break
					}
				}
			}
			if e.V == policy.Absent {
				absences++
			}
			if !slices.ContainsFunc(sets, func(set []int) bool {
				return !slices.ContainsFunc(seen, func(i int) bool { return !slices.Contains(set, i) })
			}) {
				t.Fatalf("an edge changes %v, which is in none of %v: %v of %s", seen, sets, columns, randompolicy.Describe(p))
			}
			return true
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if apart < 20 || absences < 20 {
		t.Errorf("%d policies of which no edge changes all, %d edges to nobody", apart, absences)
	}
}

// someColumns returns a few lists of columns of a domain.
func someColumns(r *seeded.Source, d *domain.Domain) (out [][]domain.AttributeName) {
	for range 2 + r.IntN(3) {
		var own []domain.AttributeName
		for _, a := range d.Attributes() {
			if r.IntN(2) == 0 {
				own = append(own, a.Name())
			}
		}
		if len(own) == 0 {
			own = append(own, d.Attributes()[r.IntN(len(d.Attributes()))].Name())
		}
		out = append(out, own)
	}
	return out
}

// What answers tables of some columns side by side keeps every edge within the budget by the rows that it states, in exact fractions, for random
// policies; and some edge loses all of it, or nothing could be gained. Where facts tie two people together, each of whom may move along any
// edge, every edge is within what the lightest may lose by one of them.
func TestSidesKeepThePolicy(t *testing.T) {
	r := seeded.New(20261128, 4)
	tried, gained, full, tied := 0, 0, 0, 0
	for range seeded.Often(250, 2500) {
		m := randompolicy.New(t, r)
		d := m.Domain(m.Columns(3), false)
		p := m.Policy(d)
		var questions []workload.Question
		for i, own := range someColumns(r, d) {
			questions = append(questions, ask("Q"+strconv.Itoa(i), workload.Table, own...))
		}
		s, sides := newSeveral(t, p, questions...), alongside{}
		var all []int
		for i := range questions {
			sides.sides = append(sides.sides, side{[]int{i}, "laplace"})
			all = append(all, i)
		}
		problem, err := s.joint(all)
		if err != nil {
			t.Fatal(err)
		}
		ties := r.IntN(3) == 0
		if ties {
			problem.Tied = constraint.Multiplier{Factor: 2, Ties: true}
		}
		q, err := sides.Prepare(remembering(t), problem)
		if err != nil {
			continue // noise as large as cannot be drawn, or tied people whom sides would hide by different weights
		}
		tried++
		worst := new(big.Rat)
		err = problem.Policy.Edges(func(e policy.Edge) bool {
			lost := new(big.Rat)
			for _, rows := range mechanism.MeasuredBy(q).Rows {
				for _, of := range rows.Of {
					change := countOf(t, of, int(e.U))
					if e.V != policy.Absent {
						change -= countOf(t, of, int(e.V))
					}
					if change == 0 {
						continue
					}
					if rows.Noise.IsZero() {
						t.Fatalf("an edge changes a row without noise: %s", randompolicy.Describe(p))
					}
					lost.Add(lost, new(big.Rat).Quo(big.NewRat(max(change, -change), 1), rows.Noise.Rat()))
				}
			}
			by := e.Weight
			if ties {
				by = problem.Policy.LeastWeight()
			}
			if lost.Quo(lost, by.Rat()); lost.Cmp(worst) > 0 {
				worst = lost
			}
			return true
		})
		if err != nil {
			t.Fatal(err)
		}
		if ties {
			tied++
			worst.Mul(worst, big.NewRat(2, 1))
		}
		if worst.Cmp(problem.Budget.Rat()) > 0 {
			t.Fatalf("an edge loses %s of %s: %v of %s", worst, problem.Budget, questions, randompolicy.Describe(p))
		}
		if worst.Cmp(problem.Budget.Rat()) == 0 {
			full++
		}
		for _, own := range q.(*preparedAlongside).sides {
			if own.problem.Budget.Cmp(s.problems[0].Budget) > 0 {
				gained++
				break
			}
		}
	}
	if t.Logf("%d tried, %d gained, %d at the limit, %d of tied people", tried, gained, full, tied); gained < 15 || full < 15 || tied < 15 {
		t.Error("too few gained, came to the limit, or were of tied people")
	}
}

// countOf returns how often a row as it is stated counts a cell.
func countOf(t *testing.T, of string, cell int) int64 {
	t.Helper()
	for _, run := range strings.Fields(of) {
		cells, times, _ := strings.Cut(run, "=")
		first, last, several := strings.Cut(cells, "-")
		if !several {
			last = first
		}
		from, err := strconv.Atoi(first)
		to, also := strconv.Atoi(last)
		n, third := strconv.ParseInt(times, 10, 64)
		if err != nil || also != nil || third != nil {
			t.Fatal(of)
		}
		if from <= cell && cell <= to {
			return n
		}
	}
	return 0
}

func TestAlongsideIDs(t *testing.T) {
	for _, id := range []string{"alongside:0=totals,1=laplace", "alongside:0+2=marginals,1=totals"} {
		if m, ok := ByID(id); !ok || m.Info().ID != id || !SideBySide(id) {
			t.Errorf("%q is not read as it is written", id)
		}
	}
	for _, id := range []string{"alongside", "alongside:", "alongside:0", "alongside:0=", "alongside:x=totals", "alongside:0=nothing", "alongside:00=totals", "alongside:1+0=marginals", "alongside:-1=totals", "alongside:0=tree-dawa", "alongside:0=alongside:0=totals", "alongside:0=totals,"} {
		if _, ok := ByID(id); ok {
			t.Errorf("%q is taken for a method", id)
		}
	}
	one := newSeveral(t, policy.Full(agesBySex(t, 4), false), ask("ages", workload.Table, "age"), ask("sexes", workload.Table, "sex"))
	joint, err := one.joint([]int{0, 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"alongside:0=laplace", "alongside:0=laplace,2=laplace", "alongside:0=laplace,1=laplace,1=laplace", "alongside:0=totals,1=laplace"} {
		m, ok := ByID(id)
		if ok && m.Check(joint).OK() {
			t.Errorf("%q answers two tables", id)
		}
	}
	if m, _ := ByID("alongside:0=laplace,1=laplace"); m.Check(one.problems[0]).OK() || !m.Check(joint).OK() {
		t.Error("two tables side by side are not what is answered so")
	}
}

// What a side is said to lose of a move is what its stated rows cost, for every method and every move: two ways to work it out.
func TestLossOfASideIsItsCost(t *testing.T) {
	compared, keptBack := 0, 0
	mechanismtest.EachSceneUntil(t, 47, seeded.Often(40, 200), func() bool { return compared > 500 && keptBack > 20 }, func(_ mechanismtest.Maker, s mechanismtest.Scene) {
		candidates, err := Candidates(t.Context(), s.Problem)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range candidates {
			if c.Prepared == nil || c.Info.DataDependent {
				continue
			}
			side, ok := lossOf(c.Prepared, false)
			if !ok || len(side.of) > 40 {
				continue
			}
			m := mechanismtest.Measured(t, mechanism.Within(c.Prepared))
			for u := range len(side.of) - 1 {
				for v := -1; v < u; v++ {
					cost, told := m.Cost(u, v)
					loss := side.between(u, (v+len(side.of))%len(side.of))
					if cost.Squares.Sign() > 0 || len(told) > 0 || loss == nil {
						continue
					}
					if compared++; loss.Cmp(cost.Near()) != 0 {
						t.Fatalf("%s, %s: a move from %d to %d is said to cost %s, and costs %s", c.Info.ID, s.Name, u, v, loss.RatString(), cost.Near().RatString())
					}
					for _, l := range side.laws {
						if _, back := l.Balanced(); back && v < 0 {
							keptBack++
						}
					}
				}
			}
		}
	})
	if compared < 500 || keptBack < 20 {
		t.Errorf("%d moves were compared, %d of them to or from what is kept back", compared, keptBack)
	}
}
