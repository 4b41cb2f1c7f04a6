package model

import (
	"fmt"
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
	counted := safe(in.String())
	out := Question{
		Asked:    asked(q.Question, q.w.counted()),
		KeyNames: safeAll(q.Workload.KeyNames()),
		Picture:  PictureOf(q.Question, in),

		MeasuredOn: measuredOn(q.Question),
		Answers:    answers(q.Question, most),
		Rules:      safeAll(message.English(q.w.release.Rules(q.i))),
		Derived:    derivedTables(q.Question, counted, most),
	}
	out.Errors, out.Exact = howFarOff(q.Question, in)
	if n := len(out.Answers); n < q.Len() {
		out.Left = fmt.Sprintf("The first %s of %s numbers; the workbook and the record have all of them.", whole(int64(n)), whole(int64(q.Len())))
	}
	out.Cross = crosses(q.Question, len(out.Answers))
	return out
}

// asked says what the numbers of a question are, and what they count.
func asked(q *result.Question, counted string) string {
	asks := q.Workload.Question()
	numbers := plural(q.Len(), "number", "numbers")
	first := quote(string(asks.Columns[0]))
	switch asks.Kind {
	case workload.Totals:
		return askedSum(q, counted)
	case workload.Cumulative:
		return fmt.Sprintf("How many %s have each value of %s or a lower one: %s.", counted, first, numbers)
	case workload.Ranges:
		if len(asks.Columns) > 1 {
			names := make([]string, len(asks.Columns))
			for i, c := range asks.Columns {
				names[i] = quote(string(c))
			}
			which := "each of the combinations of ranges listed"
			if asks.Every {
				which = "every combination of ranges"
			}
			return fmt.Sprintf("How many %s have %s in %s: %s.", counted, listed(names), which, numbers)
		}
		if asks.Every {
			return fmt.Sprintf("How many %s have %s in every range, from any value to any other: %s.", counted, first, numbers)
		}
		return fmt.Sprintf("How many %s have %s in each of the ranges listed: %s.", counted, first, numbers)
	}
	if asks.Totals {
		numbers += ", totals included"
	}
	if len(asks.Columns) == 1 {
		return fmt.Sprintf("How many %s have each value of %s: %s.", counted, first, numbers)
	}
	names := make([]string, len(asks.Columns))
	for i, c := range asks.Columns {
		names[i] = quote(string(c))
	}
	return fmt.Sprintf("How many %s have each combination of %s: %s.", counted, listed(names), numbers)
}

// howFarOff says how good the numbers are, and which are exact and why.
func howFarOff(q *result.Question, counted message.Text) (errors, exact string) {
	all := q.Len()
	n := q.CountExact(all)
	errors = strings.Join(safeAll(message.English(q.HowFarOff(counted))), " ")
	if errors != "" && !q.MeasuredOn.IsZero() {
		errors += fmt.Sprintf(" This was measured on a stand-in, %s; with these data the errors may be others, and the unadjusted numbers may lean to one side.", safe(q.MeasuredOn.String()))
	}
	if !q.GaveUp.IsZero() {
		errors = strings.TrimPrefix(errors+" "+q.GaveUp.String(), " ")
	}
	why := strings.TrimPrefix(q.ExactWhy.String(), "exact: ")
	switch {
	case n == 0:
	case n == all:
		exact = fmt.Sprintf("All %s: exact, because %s.", plural(all, "number", "numbers"), why)
	case n == 1:
		exact = fmt.Sprintf("One of the %s numbers is exact: %s.", whole(int64(all)), why)
	default:
		exact = fmt.Sprintf("%s of the %s numbers are exact: %s.", whole(int64(n)), whole(int64(all)), why)
	}
	return errors, exact
}

// answers writes out the first answers of a question.
func answers(q *result.Question, most int) []Answer {
	write := number
	if slices.ContainsFunc(q.Unadjusted, func(x float64) bool { return x != math.Trunc(x) }) {
		write = tenths // one manner for all, so that they compare at a glance
	}
	out := make([]Answer, min(q.Len(), most))
	for i := range out {
		out[i] = Answer{
			Key:        safeAll(q.Key(i)),
			Published:  shownText(q, i),
			Unadjusted: write(q.Unadjusted[i]),
			Within:     within(q, i),
			Exact:      q.Exact[i],
		}
		if d := q.DecimalsOf(i); d > 0 {
			out[i].Unadjusted = Number(q.Unadjusted[i], d)
		}
	}
	return out
}

// within writes the interval of the published answer i.
func within(q *result.Question, i int) string {
	in := q.Interval(i)
	if q.Exact[i] && in.Width() == 0 {
		return "exact"
	}
	d := q.DecimalsOf(i)
	return Number(in.Low, d) + " to " + Number(in.High, d)
}

// mostAcross is the largest number of values that stand side by side in a cross-table.
const mostAcross = 4

// crosses reports whether the answers written out make a whole cross-table that is not too
// wide.
func crosses(q *result.Question, written int) bool {
	if q.Workload.Question().Kind != workload.Table || written < q.Len() {
		return false
	}
	attrs := q.Workload.Domain().Attributes()
	return len(attrs) == 2 && attrs[1].Size() <= mostAcross && q.Workload.Domain().AllPossible()
}

// measuredOn names the public data that a question's errors were measured on, if they were.
func measuredOn(q *result.Question) string {
	if q.MeasuredOn.IsZero() {
		return ""
	}
	return safe(q.MeasuredOn.String())
}
