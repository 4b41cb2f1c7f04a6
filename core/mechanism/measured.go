package mechanism

import (
	"fmt"
	"strings"

	"steward/core/domain"
	"steward/core/noise"
)

// Measured states the rows that a prepared mechanism measures, so that anyone can work out from the
// definition of the policy what their noise hides. It is for those who check a release: nothing is
// released by it.
type Measured struct {
	// Pairs, unless it is nil, are pairs of cells along which noise moves people: the second of a pair
	// is -1 for "not in the file". Rows with noise then count people moved along pairs, and those without
	// count cells.
	Pairs [][2]int
	Rows  []MeasuredRows
	// Tables state the rows table by table, where there are too many cells, and Proof that no columns that change cost more than there is, where these
	// are too many to go through: a number, and one for each column.
	Tables []MeasuredTable
	Proof  []float64
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

// MeasuredTable is rows with noise of one law: how many people have each combination of the values of some columns or, of contrasts, along each column
// the number of its values times that, less the sum over them.
type MeasuredTable struct {
	Noise     Noise
	Columns   []domain.AttributeName
	Contrasts bool
}

// TableLister is a prepared mechanism whose rows can be stated table by table. It returns no tables where they cannot.
type TableLister interface {
	Tables() (tables []MeasuredTable, proof []float64)
}

// The most cells of a question whose rows are stated, and the most letters that they may take.
const (
	mostStatedCells = 1 << 12
	mostStated      = 1 << 20
)

// MeasuredBy states the rows that a prepared mechanism measures.
func MeasuredBy(q Prepared) Measured {
	q = Within(q)
	if q.Info().DataDependent {
		return Measured{LeftOut: "what is measured depends on the data, or is tidied as no sum of counts can be"}
	}
	if p, ok := q.(interface{ Asked() Problem }); ok {
		w := p.Asked().Workload
		if k, err := w.Domain().Cells(); err != nil || k > mostStatedCells || w.Tables() != nil {
			if t, ok := q.(TableLister); ok {
				if tables, proof := t.Tables(); tables != nil {
					return Measured{Tables: tables, Proof: proof}
				}
			}
			return Measured{LeftOut: fmt.Sprintf("there are more than %d cells", mostStatedCells)}
		}
	}
	var m stating
	if s, ok := q.(Sided); ok {
		s.Sides(func(side Prepared, lift func(of []CountRun) []CountRun) bool {
			m.at = nil // noise that adds up to zero does so in each side by itself
			return m.rowsOf(Within(side), lift)
		})
	} else {
		m.rowsOf(q, func(of []CountRun) []CountRun { return of })
	}
	if m.letters > mostStated {
		return Measured{LeftOut: fmt.Sprintf("they would take more than %d letters", mostStated)}
	}
	return m.Measured
}

// stating is rows on their way to a statement.
type stating struct {
	Measured
	at      map[noise.Law]int
	letters int
}

// rowsOf states the rows of a mechanism, lifted to what is stated, and reports whether there is room for more.
func (m *stating) rowsOf(q Prepared, lift func(of []CountRun) []CountRun) bool {
	rows, ok := q.(RowLister)
	if !ok {
		m.Measured = Measured{LeftOut: "this method's rows have no statement yet"}
		return false
	}
	if p, ok := q.(interface{ Pairs() [][2]int }); ok {
		m.Pairs = p.Pairs()
	}
	rows.EachRow(func(runs []CountRun, l noise.Law) bool {
		i, seen := m.at[l]
		if !seen {
			if i = len(m.Rows); m.at == nil {
				m.at = make(map[noise.Law]int)
			}
			m.at[l] = i
			m.Rows = append(m.Rows, MeasuredRows{Noise: Noise{Law: l}})
		}
		text := sayRuns(lift(runs))
		m.letters += len(text) + 1
		m.Rows[i].Of = append(m.Rows[i].Of, text)
		return m.letters <= mostStated
	})
	return m.letters <= mostStated
}

// Within returns a prepared mechanism as it counts, whatever its answers are given in.
func Within(q Prepared) Prepared {
	switch u := q.(type) {
	case inUnits:
		return Within(u.Prepared)
	case linearInUnits:
		return Within(u.Prepared)
	case *following:
		return u.Prepared
	case linearFollowing:
		return u.Prepared
	}
	return q
}

// Sided is a prepared mechanism that answers some of its questions by one and some by another, whose noise is drawn apart. It calls yield
// with each, and with what rows of a side are over its own cells.
type Sided interface {
	Sides(yield func(side Prepared, lift func(of []CountRun) []CountRun) bool)
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
