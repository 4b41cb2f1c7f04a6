package releasetest

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"steward/core/noise/noisetest"
	"steward/core/plan/plantest"
	"steward/core/result"
)

// statement is the rows that a release says it measured.
type statement struct {
	groups []rowGroup
	all    bool // whether every draw is stated
	// unstated says that noise is moved along pairs by draws that are not known to be it: for what is no question, whose rows no
	// release states, or beside a question whose rows are not stated.
	unstated bool
}

// rowGroup is the rows that some questions are answered from.
type rowGroup struct {
	rows map[string][]int64 // by the law of their noise, what the pair of files changes each by
	size int
	// moves says that the noise is added later, to what pairs of cells hold.
	moves bool
}

// lawName names a law of noise.
func lawName(scale, sigmaSquared string) string { return scale + " " + sigmaSquared }

func nameOf(d noisetest.Draw) string {
	stated := d.Stated()
	return lawName(stated.Scale, stated.SigmaSquared)
}

func newStatement(r *result.Release, pair plantest.Pair) statement {
	pair = pair.Among(r.Plan.Group)
	s := statement{all: len(r.Plan.Choices)+len(r.Plan.Clusters)+len(r.Plan.Synthetic) == 0, unstated: movesBeside(r)}
	leftOut, moves := false, false
	for _, q := range r.Questions {
		if q.Measured == nil {
			continue
		}
		if q.Measured.LeftOut != "" || q.Measured.Tables != nil {
			s.all, leftOut = false, true
			continue
		}
		g := rowGroup{rows: make(map[string][]int64), moves: q.Measured.Pairs != nil}
		change := pair.Change(q.Measured.Columns)
		if g.moves {
			change = flow(q.Measured, pair.Seen(q.Measured.Columns), len(change))
		}
		for _, rows := range q.Measured.Rows {
			if rows.Scale+rows.SigmaSquared == "" {
				continue
			}
			name := lawName(rows.Scale, rows.SigmaSquared)
			for _, of := range rows.Of {
				g.rows[name] = append(g.rows[name], times(of, change))
			}
			g.size += len(rows.Of)
		}
		s.groups = append(s.groups, g)
		moves = moves || g.moves
	}
	s.unstated = s.unstated || moves && leftOut // whose draws are whose cannot be told
	return s
}

// times returns by how much a row changes: "3=1 5-8=-2" counts cell 3 once and each of cells 5 to 8 minus two
// times.
func times(of string, change []int64) (sum int64) {
	for _, run := range strings.Fields(of) {
		cells, n, _ := strings.Cut(run, "=")
		first, last, several := strings.Cut(cells, "-")
		if !several {
			last = first
		}
		from, _ := strconv.Atoi(first)
		to, _ := strconv.Atoi(last)
		count, _ := strconv.ParseInt(n, 10, 64)
		for cell := from; cell <= to; cell++ {
			sum += count * change[cell]
		}
	}
	return sum
}

// flow returns how many units move along each pair so that every cell gains and loses what it does by all moves, in the way that noise hides
// best. Whose units they are does not show: what one person leaves and another one enters stays.
func flow(m *result.Measured, moves []plantest.Move, absent int) []int64 {
	out, costs := make([]int64, len(m.Pairs)), make([]float64, len(m.Pairs))
	for i := range costs {
		costs[i] = 1 // but for those with noise of their own
	}
	for _, rows := range m.Rows {
		if rows.Scale+rows.SigmaSquared == "" {
			continue // what is known, of cells and not of pairs
		}
		for _, of := range rows.Of {
			if i, err := strconv.Atoi(strings.TrimSuffix(of, "=1")); err == nil && i < len(costs) {
				costs[i] = cost(rows)
			}
		}
	}
	at := func(cell int) int {
		if cell < 0 {
			return absent
		}
		return cell
	}
	gains := make([]int, absent+1)
	for _, move := range moves {
		gains[move.From] -= move.Units
		gains[move.To] += move.Units
	}
	lost := make([]bool, absent+1) // from where no pair leads to what gains
	for from := 0; from <= absent; {
		if gains[from] >= 0 || lost[from] {
			from++
			continue
		}
		// A unit goes the shortest way to a cell that gains one, and takes back what went the other way (Bellman and Ford): the cheapest flow
		// of so many units remains the cheapest of one more.
		far, via := make([]float64, absent+1), make([]int, absent+1)
		for v := range far {
			far[v] = math.Inf(1)
		}
		far[from] = 0
		for range absent {
			for p, pair := range m.Pairs {
				u, v := at(pair[0]), at(pair[1])
				for _, ahead := range []bool{true, false} {
					step := costs[p]
					if ahead && out[p] < 0 || !ahead && out[p] > 0 {
						step = -step
					}
					if c := far[u] + step; c < far[v]-1e-12 {
						far[v], via[v] = c, p
					}
					u, v = v, u
				}
			}
		}
		to := -1
		for v, n := range gains {
			if n > 0 && !math.IsInf(far[v], 1) && (to < 0 || far[v] < far[to]) {
				to = v
			}
		}
		if to < 0 {
			lost[from] = true // what the pairs do not change is published exactly, and shows
			continue
		}
		gains[from]++
		gains[to]--
		for cell := to; cell != from; {
			p := via[cell]
			if u, v := at(m.Pairs[p][0]), at(m.Pairs[p][1]); v == cell {
				out[p]++
				cell = u
			} else {
				out[p]--
				cell = v
			}
		}
	}
	return out
}

// cost is what noise of a law tells of a step.
func cost(rows result.MeasuredRows) float64 {
	if r, ok := new(big.Rat).SetString(rows.Scale); ok {
		scale, _ := r.Float64()
		return 1 / scale
	}
	if r, ok := new(big.Rat).SetString(rows.SigmaSquared); ok {
		square, _ := r.Float64()
		return 1 / math.Sqrt(square)
	}
	return 0
}

// shift says by how much more noise has to be where it is added later. Groups draw one after the other, each the rows of a law in
// their order.
func (s statement) shift(draws []noisetest.Draw) func(i int) (int64, bool) {
	by := make(map[int]int64)
	at := 0
	for _, g := range s.groups {
		if g.moves {
			for at < len(draws) && !g.drew(draws[at:]) { // what is not stated
				at++
			}
			seen := make(map[string]int)
			for i := at; i < min(at+g.size, len(draws)); i++ {
				name := nameOf(draws[i])
				by[i] = g.rows[name][seen[name]]
				seen[name]++
			}
		}
		at += g.size
	}
	return func(i int) (int64, bool) { n, ok := by[i]; return n, ok }
}

// drew reports whether the first draws are as many as the group's of each law, added to nothing.
func (g rowGroup) drew(draws []noisetest.Draw) bool {
	if len(draws) < g.size {
		return false
	}
	seen := make(map[string]int)
	for _, d := range draws[:g.size] {
		if !d.OfNoise() || d.Value != 0 {
			return false
		}
		seen[nameOf(d)]++
	}
	for name, rows := range g.rows {
		if seen[name] != len(rows) {
			return false
		}
	}
	return true
}

// check compares the draws that were made with the rows that the release states, those of a law in any order.
func (s statement) check(c *Coupled) error {
	if !s.all {
		return nil
	}
	stated, made := make(map[string][]int64), make(map[string][]int64)
	for _, g := range s.groups {
		for name, rows := range g.rows {
			stated[name] = append(stated[name], rows...)
		}
	}
	for i, a := range c.from.Draws {
		b, name := c.to.Draws[i], nameOf(a)
		made[name] = append(made[name], (b.Outcome-b.Value)-(a.Outcome-a.Value))
	}
	for name, rows := range stated {
		slices.Sort(rows)
		slices.Sort(made[name])
		if !slices.Equal(rows, made[name]) {
			return fmt.Errorf("noise of %q has to make good %v, and what is stated %v", name, made[name], rows)
		}
	}
	if len(made) != len(stated) {
		return fmt.Errorf("there is noise of %d laws, and %d are stated", len(made), len(stated))
	}
	return nil
}

// movesBeside reports whether noise is moved along pairs for what is no question.
func movesBeside(r *result.Release) bool {
	var ids []string
	for _, c := range r.Choices {
		ids = append(ids, c.Mechanism.ID)
	}
	for _, c := range r.Clusters {
		ids = append(ids, c.Mechanism.ID)
	}
	return slices.ContainsFunc(ids, func(id string) bool {
		return strings.HasSuffix(id, "edge-laplace") || strings.HasSuffix(id, "gaussian-edge") || strings.HasSuffix(id, "grid-lines")
	})
}
