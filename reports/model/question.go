package model

import (
	"math"
	"slices"
	"strings"

	"steward/core/message"
	"steward/core/result"
	"steward/core/workload"
)

// The number of answers that are written out, for each question and for all of them. A
// workbook holds the rest.
const (
	mostAnswers  = 1000 // of a question
	fewestMost   = 60   // of a question among very many
	answersInAll = 12000
)

// questions writes the section of everything that was published.
func (w *writer) questions() error {
	most := max(min(answersInAll/max(len(w.release.Questions), 1), mostAnswers), fewestMost)
	for _, o := range w.outputs {
		section := o.section(most)
		section.Number, section.Title, section.Method = o.number, safe(o.Title()), o.method()
		w.doc.Questions = append(w.doc.Questions, section)
	}
	return nil
}

// answered is a question with its answers, number i of the release.
type answered struct {
	*result.Question
	w *writer
	i int
}

func (q answered) section(most int) Question {
	in := q.w.release.InWords(q.i)
	counted := q.w.said(in)
	out := Question{
		Asked:    q.w.asked(q.Question, q.w.counted()),
		KeyNames: safeAll(q.Workload.SaidKeyNames(q.w.Say)),
		Picture:  PictureOf(q.Question, in, q.w.Say),

		MeasuredOn: q.w.measuredOn(q.Question),
		Answers:    q.w.answers(q.Question, most),
		Rules:      q.w.saidAll(q.w.release.Rules(q.i)),
		Derived:    q.w.derivedTables(q.Question, counted, most),
	}
	out.Errors, out.Exact = q.w.howFarOff(q.Question, in)
	if n := len(out.Answers); n < q.Len() {
		out.Left = q.w.Sayf("The first %s of %s numbers; the workbook and the record have all of them.", whole(int64(n)), whole(int64(q.Len())))
	}
	out.Grid = q.grid(len(out.Answers))
	out.Notes = q.notes(out)
	return out
}

// asked says what the numbers of a question are, and what they count.
func (w wording) asked(q *result.Question, counted string) string {
	asks := q.Workload.Question()
	numbers := w.plural(q.Len(), "number", "numbers")
	first := w.quote(string(asks.Columns[0]))
	switch asks.Kind {
	case workload.Totals:
		return w.askedSum(q, counted)
	case workload.Cumulative:
		return w.Sayf("How many %s have each value of %s or a lower one: %s.", counted, first, numbers)
	case workload.Ranges:
		if len(asks.Columns) > 1 {
			names := make([]string, len(asks.Columns))
			for i, c := range asks.Columns {
				names[i] = w.quote(string(c))
			}
			which := w.Sayf("each of the combinations of ranges listed")
			if asks.Every {
				which = w.Sayf("every combination of ranges")
			}
			return w.Sayf("How many %s have %s in %s: %s.", counted, w.listed(names), which, numbers)
		}
		if _, follow := q.Workload.Follow(); follow {
			return w.Sayf("How many %s have %s in every range, by cumulative counts: %s.", counted, first, numbers)
		}
		if asks.Every {
			return w.Sayf("How many %s have %s in every range, from any value to any other: %s.", counted, first, numbers)
		}
		return w.Sayf("How many %s have %s in each of the ranges listed: %s.", counted, first, numbers)
	}
	if asks.Totals {
		numbers = w.Sayf("%s, totals included", numbers)
	}
	if text := asks.OnlyFor(); !text.IsZero() {
		numbers = w.Sayf("%s. It counts %s", numbers, text)
	}
	if len(asks.Columns) == 1 {
		return w.Sayf("How many %s have each value of %s: %s.", counted, first, numbers)
	}
	names := make([]string, len(asks.Columns))
	for i, c := range asks.Columns {
		names[i] = w.quote(string(c))
	}
	return w.Sayf("How many %s have each combination of %s: %s.", counted, w.listed(names), numbers)
}

// howFarOff says how good the numbers are, and which are exact and why.
func (w wording) howFarOff(q *result.Question, counted message.Text) (errors, exact string) {
	all := q.Len()
	n := q.CountExact(all)
	errors = strings.Join(w.saidAll(q.HowFarOff(counted)), " ")
	if errors != "" && !q.MeasuredOn.IsZero() {
		errors += " " + w.Sayf("This was measured on a stand-in, %s; with these data the errors may be different, and the unadjusted numbers may be biased.", q.MeasuredOn)
	}
	if !q.GaveUp.IsZero() {
		errors = strings.TrimPrefix(errors+" "+w.said(q.GaveUp), " ")
	}
	why := w.because(q.ExactWhy)
	switch {
	case n == 0:
	case n == all:
		exact = w.Sayf("All %s: exact, because %s.", w.plural(all, "number", "numbers"), why)
	case n == 1:
		exact = w.Sayf("One of the %s numbers is exact: %s.", whole(int64(all)), why)
	default:
		exact = w.Sayf("%s of the %s numbers are exact: %s.", whole(int64(n)), whole(int64(all)), why)
	}
	return errors, exact
}

// answers writes out the first answers of a question.
func (w wording) answers(q *result.Question, most int) []Answer {
	write := number
	if slices.ContainsFunc(q.Unadjusted, func(x float64) bool { return x != math.Trunc(x) }) {
		write = tenths // one manner for all, so that they compare at a glance
	}
	out := make([]Answer, min(q.Len(), most))
	for i := range out {
		out[i] = Answer{
			Key:        safeAll(q.SaidKey(w.Say, i)),
			Published:  w.shownText(q, i),
			Unadjusted: w.Number(write(q.Unadjusted[i])),
			Within:     w.within(q, i),
			Exact:      q.Exact[i],
			Noisy:      q.TooNoisy(i),
			Total:      q.IsTotal(i),
		}
		if d := q.DecimalsOf(i); d > 0 {
			out[i].Unadjusted = w.Number(Number(q.Unadjusted[i], d))
		}
	}
	return out
}

// within writes the interval of the published answer i.
func (w wording) within(q *result.Question, i int) string {
	in := q.Interval(i)
	if q.Exact[i] && in.Width() == 0 {
		return w.Sayf("exact")
	}
	d := q.DecimalsOf(i)
	return w.Sayf("%s to %s", Number(in.Low, d), Number(in.High, d))
}

// grid returns the answers as a cross-table, in words; nil where that is not all of them.
func (q answered) grid(written int) *result.Grid {
	g, ok := q.Grid()
	if !ok || written < q.Len() {
		return nil
	}
	g.Across = safeAll(workload.SaidLabels(q.w.Say, g.Across))
	for i, row := range g.Rows {
		g.Rows[i].Key = safeAll(workload.SaidLabels(q.w.Say, row.Key))
	}
	return &g
}

// notes say what stands below a cross-table's numbers, and which numbers are marked.
func (q answered) notes(of Question) string {
	var said []string
	if of.Grid != nil {
		said = append(said, q.w.Sayf("Each number is shown with the range in which the exact one lies 19 times in 20. The unadjusted numbers are in the workbook."))
	}
	if slices.ContainsFunc(of.Answers, func(a Answer) bool { return a.Noisy }) {
		said = append(said, q.w.Sayf("%s Too noisy to be used on its own: it may be off by half its value or more.", result.NoisyMark))
	}
	return strings.Join(said, " ")
}

// measuredOn names the public data that a question's errors were measured on, if they were.
func (w wording) measuredOn(q *result.Question) string {
	if q.MeasuredOn.IsZero() {
		return ""
	}
	return w.said(q.MeasuredOn)
}
