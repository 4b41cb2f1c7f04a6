package model

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"steward/core/result"
	"steward/core/synthetic"
)

// Numbers of rows that are shown of a synthetic table.
const (
	mostRecords       = 12
	mostRecordColumns = 7
	mostErrors        = 20
	// mostPairColumns is the most columns that a picture of pairs has room for.
	mostPairColumns = 16
)

// madeUp is a synthetic table in the summary.
type madeUp struct {
	*result.Synthetic
	w *writer
}

func (s madeUp) section(int) Question {
	out := Question{Asked: s.w.askedRecords(s.Synthetic), Rules: s.w.saidAll(s.Says)}
	t := Table{Title: s.w.Sayf("The first %s of %s", whole(int64(min(mostRecords, s.Len()))), s.w.plural(s.Len(), "made-up record", "made-up records")), Head: safeAll(s.Names())}
	if n := len(t.Head); n > mostRecordColumns {
		t.Title = s.w.Sayf("%s, with the first %d of %d columns", t.Title, mostRecordColumns, n)
		t.Head = t.Head[:mostRecordColumns]
	}
	t.Numeric = make([]bool, len(t.Head))
	for row := range s.Rows() {
		if len(t.Rows) == mostRecords {
			break
		}
		t.Rows = append(t.Rows, safeAll(row[:len(t.Head)]))
	}
	out.Derived = []Table{t}
	if !s.Quality.MeasuredOn.IsZero() {
		out.Derived = append(out.Derived, s.w.errorsOfTables(s.Quality))
		if p := PairsOf(s.Quality, s.w.release.Plan.Counted()); len(p.Columns) <= mostPairColumns {
			out.Pairs = p
		}
	}
	return out
}

// errorsOfTables lists the mean errors of tables on public data, the largest first.
func (w wording) errorsOfTables(q synthetic.Quality) Table {
	tables := slices.Clone(q.Tables)
	slices.SortStableFunc(tables, func(a, b synthetic.TableQuality) int { return cmp.Compare(b.Mean, a.Mean) })
	t := Table{Title: w.Sayf("Mean errors of its tables on %s", q.MeasuredOn), Head: []string{w.Sayf("table over"), w.Sayf("numbers"), w.Sayf("mean number"), w.Sayf("mean error")}, Numeric: []bool{false, true, true, true}}
	if n := len(tables); n > mostErrors {
		t.Title = w.Sayf("%s; the largest %d of %d", t.Title, mostErrors, n)
	}
	for _, one := range tables[:min(len(tables), mostErrors)] {
		t.Rows = append(t.Rows, []string{safe(strings.Join(one.Columns, ", ")), w.Number(whole(int64(one.Numbers))), w.Number(off(one.People)), w.Number(off(one.Mean))})
	}
	return t
}

// askedRecords says what was made.
func (w wording) askedRecords(s *result.Synthetic) string {
	names := make([]string, len(s.Columns))
	for j, n := range s.Names() {
		names[j] = w.quote(n)
	}
	return w.Sayf("Made-up records of %s, whose %s are meant to be close to those of the data.", w.listed(names), w.plural(s.Tables, "table", "tables"))
}

// numbers has none: records are not counted as such.
func (s madeUp) numbers() (all, exact int) { return 0, 0 }

func (s madeUp) line() Line {
	l := Line{Method: s.w.said(s.Mechanism.Name), Numbers: s.w.plural(s.Len(), "record", "records"), Typically: "–", Within: s.w.Sayf("see there")}
	if !s.Quality.MeasuredOn.IsZero() {
		l.Typically = s.w.Number(off(s.Quality.Mean))
		l.Method = s.w.Sayf("%s; measured on a stand-in, %s", s.Mechanism.Name, s.Quality.MeasuredOn)
	}
	return l
}

// made says how a synthetic table was made.
func (s madeUp) made() Section {
	out := Section{
		Facts: []Fact{
			{s.w.Sayf("Identifier"), safe(s.Asked.ID)},
			{s.w.Sayf("Mechanism"), s.w.Sayf("%s (%s)", s.Mechanism.Name, s.Mechanism.ID)},
			{s.w.Sayf("Source"), s.w.said(s.Mechanism.Source)},
			{s.w.Sayf("Budget, and for noise"), s.w.Sayf("%s, and %s", s.w.fraction(s.Epsilon), s.w.fraction(s.Effective))},
			{s.w.Sayf("Records"), s.w.Sayf("%s, for %s %s", whole(int64(s.Len())), whole(s.People), s.w.counted())},
			{s.w.Sayf("Digest of the records"), s.Digest},
		},
	}
	mark := ""
	if s.w.release.Delta != "" {
		mark = "σ² = "
	}
	t := Table{Title: s.w.Sayf("What was measured, in order; the record has the exact figures"), Head: []string{s.w.Sayf("step"), s.w.Sayf("numbers"), s.w.Sayf("noise"), s.w.Sayf("chosen at rate")}, Numeric: []bool{false, true, true, true}}
	for _, step := range s.Steps {
		noise, rate := "–", "–"
		if scale := step.Parameter(); scale != "" {
			noise = mark + s.w.Number(decimals(scale))
		}
		if step.Chosen {
			rate = s.w.Number(shortRate(step.Rate))
		}
		t.Rows = append(t.Rows, []string{s.w.said(result.StepWords(step)), s.w.Number(whole(int64(step.Numbers))), noise, rate})
	}
	out.Tables = []Table{t}
	out.Notes = []string{s.w.Sayf("An edge of the policy changes two numbers of a table by one if it changes one of the table's columns, one number where someone comes or leaves, and otherwise none. The losses of all steps, choices included, are added up for each set of columns that change along an edge, and stay within the budget for every edge, whatever was measured before.")}
	switch s.Mechanism.ID {
	case "mwem":
		out.Notes = append(out.Notes, s.w.Sayf("Score of a number: how far the estimate so far is from it. The exponential mechanism draws by the scores, exactly; only one number of a table is measured, which an edge changes by one at most. Multiplicative weights go over all answers so far several times after each round."))
	case "small-database":
		out.Notes = append(out.Notes, s.w.Sayf("Score of a data set: minus the largest distance of any number of the tables, in proportion, from the true one. The exponential mechanism draws one of all data sets of its size, exactly."))
	default:
		out.Notes = append(out.Notes, s.w.Sayf("Score of a table: the sum of the distances of its numbers from the estimate so far, rounded, less what noise would add. The exponential mechanism draws by the scores, exactly. The estimate is a junction tree over the tables measured, fitted by mirror descent to the noisy numbers, squared distances over the variances of their noise."))
	}
	out.Notes = append(out.Notes, s.w.Sayf("Records are given values clique by clique in the proportions of the estimate, by systematic sampling; then single records are changed until what the public knows is true of them, as far as possible. All of this is post-processing."))
	return out
}

// shortRate writes an exact rate with four digits.
func shortRate(text string) string {
	r, ok := new(big.Rat).SetString(text)
	if !ok {
		return text
	}
	f, _ := r.Float64()
	return fmt.Sprintf("%.4g", f)
}
