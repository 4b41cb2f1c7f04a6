package mechanism

import (
	"fmt"
	"strings"

	"steward/core/noise"
)

// Measured states the rows that a prepared mechanism measures, so that anybody can work out from the
// definition of the policy what their noise hides. It is for those who check a release: nothing is
// released by it.
type Measured struct {
	// Pairs, unless it is nil, are pairs of cells along which noise moves people: the second of a pair
	// is -1 for "not in the file". Rows with noise then count people moved along pairs, and those without
	// count cells.
	Pairs [][2]int
	Rows  []MeasuredRows
	// LeftOut says why the rows are not stated; then there are none.
	LeftOut string
}

// MeasuredRows are the rows with noise of one law, in the terms of Noise; without either they are
// published exactly.
type MeasuredRows struct {
	Noise Noise
	// Of says of every row how often it counts the cells, or pairs: "3=1 5-8=-2" counts cell 3 once and
	// each of cells 5 to 8 minus two times.
	Of []string
}

// The most cells of a question whose rows are stated, and the most letters that they may take.
const (
	mostStatedCells = 1 << 12
	mostStated      = 1 << 20
)

// MeasuredBy states the rows that a prepared mechanism measures.
func MeasuredBy(q Prepared) Measured {
	switch u := q.(type) {
	case inUnits:
		return MeasuredBy(u.Prepared)
	case linearInUnits:
		return MeasuredBy(u.Prepared)
	}
	if q.Info().DataDependent {
		return Measured{LeftOut: "what is measured depends on the data, or is tidied as no sum of counts can be"}
	}
	if p, ok := q.(interface{ Asked() Problem }); ok {
		if k, err := p.Asked().Workload.Domain().Cells(); err != nil || k > mostStatedCells {
			return Measured{LeftOut: fmt.Sprintf("there are more than %d cells", mostStatedCells)}
		}
	}
	rows, ok := q.(RowLister)
	if !ok {
		return Measured{LeftOut: "this method's rows have no statement yet"}
	}
	var m Measured
	if p, ok := q.(interface{ Pairs() [][2]int }); ok {
		m.Pairs = p.Pairs()
	}
	at, letters := make(map[noise.Law]int), 0
	rows.EachRow(func(runs []CountRun, l noise.Law) bool {
		i, seen := at[l]
		if !seen {
			i = len(m.Rows)
			at[l] = i
			m.Rows = append(m.Rows, MeasuredRows{Noise: Noise{Law: l}})
		}
		text := sayRuns(runs)
		letters += len(text) + 1
		m.Rows[i].Of = append(m.Rows[i].Of, text)
		return letters <= mostStated
	})
	if letters > mostStated {
		return Measured{LeftOut: fmt.Sprintf("they would take more than %d letters", mostStated)}
	}
	return m
}

// RowLister is a prepared mechanism whose rows can be stated. It calls yield with every row, until
// that returns false.
type RowLister interface {
	EachRow(yield YieldRow)
}

type YieldRow func(of []CountRun, l noise.Law) bool

// CountRun says that a row counts each cell, or pair, from first to last so many times.
type CountRun struct {
	First, Last int
	Times       int64
}

// sayRuns writes a row as MeasuredRows.Of has it.
func sayRuns(runs []CountRun) string {
	var b strings.Builder
	for i, r := range runs {
		if i > 0 {
			b.WriteByte(' ')
		}
		if r.Last > r.First {
			fmt.Fprintf(&b, "%d-%d=%d", r.First, r.Last, r.Times)
		} else {
			fmt.Fprintf(&b, "%d=%d", r.First, r.Times)
		}
	}
	return b.String()
}

// CountsOnce is a row that counts each cell from one to another once.
func CountsOnce(first, last int) []CountRun { return []CountRun{{first, last, 1}} }

// RunsOfRow returns the runs of a row that is given cell by cell.
func RunsOfRow(of []int64) []CountRun {
	var out []CountRun
	for i, n := range of {
		switch last := len(out) - 1; {
		case n == 0:
		case last >= 0 && out[last].Last == i-1 && out[last].Times == n:
			out[last].Last = i
		default:
			out = append(out, CountRun{i, i, n})
		}
	}
	return out
}

// EachRow yields the known sums as rows without noise.
func (k KnownSums) EachRow(yield YieldRow) {
	of := make([]int64, len(k.Set))
	for s := range k.Count {
		for cell, set := range k.Set {
			of[cell] = 0
			if set == s {
				of[cell] = 1
			}
		}
		if !yield(RunsOfRow(of), noise.Law{}) {
			return
		}
	}
}

// Stopping wraps a yield so that a list of rows that was stopped stays so.
func Stopping(yield YieldRow) YieldRow {
	more := true
	return func(of []CountRun, l noise.Law) bool {
		more = more && yield(of, l)
		return more
	}
}
