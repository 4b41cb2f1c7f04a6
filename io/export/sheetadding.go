package export

import (
	"fmt"
	"math"
	"steward/core/guide"
	"strings"

	"github.com/xuri/excelize/v2"

	"steward/core/accuracy"
	"steward/core/message"
	"steward/core/result"
)

const addingSheet = "Adding numbers up"

var (
	addingColumns = []message.Text{message.Sprintf("What"), message.Sprintf("Unadjusted"), message.Sprintf("Typical error"), message.Word(FromColumn), message.Word(ToColumn)}
	addingWidths  = [...]int{62, 17, 17, 17, 17}
)

// adding says how to add numbers up, and shows for each question sums with errors that were worked
// out from the noise, correlations included.
func (b *book) adding(r *result.Release) error {
	sheet := b.Sayf(addingSheet)
	if _, err := b.NewSheet(sheet); err != nil {
		return err
	}
	wide := 0
	for j, width := range addingWidths {
		wide += width
		column, err := excelize.ColumnNumberToName(j + 1)
		if err != nil {
			return err
		}
		if err := b.SetColWidth(sheet, column, column, float64(width)); err != nil {
			return err
		}
	}
	if err := b.printable(sheet, float64(wide)); err != nil {
		return err
	}
	a := adding{book: b, sheet: sheet}
	a.say(b.styles.title, sheet)
	add := b.Sayf("Add and subtract the unadjusted numbers. Published numbers were made whole and never below zero, so many of them added together come out slightly too high. The errors and intervals here are therefore those of sums of unadjusted numbers.")
	if r.Otherwise() {
		add = b.Sayf("Add and subtract the unadjusted numbers. Published numbers were made whole and never below zero, unless something else is said of a table, so many of them added together come out slightly too high. The errors and intervals here are therefore those of sums of unadjusted numbers.")
	}
	for _, text := range []string{
		add,
		b.Sayf("Do not add the intervals of single numbers: a sum is more precise than adding the errors suggests. How far sums are off is listed below for every question."),
		b.Sayf("For any sum or difference, the record (the file whose name ends in .json) and this program give the value and its error: in the window, step %s, “Add numbers up”; without a window, steward combine RECORD --question ID --add LABELS --subtract LABELS.", guide.Release.Title()),
		b.Sayf("Different questions have separate noise, unless a question says that its numbers come from the same noisy counts as another’s. Where the noise is separate, the typical error of a sum or difference is the square root of the sum of the squared typical errors."),
	} {
		a.say(b.styles.text, text)
	}
	for i := range r.Questions {
		a.question(r, i)
	}
	return a.err
}

// adding is the sheet being written, row by row.
type adding struct {
	*book
	sheet string
	row   int
	err   error
}

// say writes a text over all columns.
func (a *adding) say(style int, text string) {
	a.row++
	from, to := fmt.Sprintf("A%d", a.row), fmt.Sprintf("E%d", a.row)
	width := 0
	for _, w := range addingWidths {
		width += w
	}
	height := min(linesOf(text, width)*lineHeight+2, excelize.MaxRowHeight)
	if style == a.styles.title {
		height = 24
	}
	for _, step := range []func() error{
		func() error { return a.SetCellStr(a.sheet, from, clean(text)) },
		func() error { return a.MergeCell(a.sheet, from, to) },
		func() error { return a.SetCellStyle(a.sheet, from, to, style) },
		func() error { return a.SetRowHeight(a.sheet, a.row, height) },
	} {
		if a.err == nil {
			a.err = step()
		}
	}
}

// put writes a row of cells.
func (a *adding) put(cells ...excelize.Cell) {
	a.row++
	for j, c := range cells {
		name, err := excelize.CoordinatesToCellName(j+1, a.row)
		if a.err == nil {
			a.err = err
		}
		if a.err == nil {
			switch v := c.Value.(type) {
			case string:
				a.err = a.SetCellStr(a.sheet, name, v)
			case float64:
				a.err = a.SetCellFloat(a.sheet, name, v, -1, 64)
			}
		}
		if a.err == nil {
			a.err = a.SetCellStyle(a.sheet, name, name, c.StyleID)
		}
	}
}

// question writes what there is to say of question i.
func (a *adding) question(r *result.Release, i int) {
	q := &r.Questions[i]
	a.row++ // an empty one
	a.say(a.styles.head, fmt.Sprintf("%d. %s", i+1, q.Title()))
	a.say(a.styles.text, a.Say(addingSentence(q)))
	switch with, _ := r.With(i); {
	case !with.IsZero() && q.SideBySide():
		a.say(a.styles.text, a.Sayf("It was answered side by side with %s: of these only questions that one method answered have errors that are related.", with))
	case !with.IsZero():
		a.say(a.styles.text, a.Sayf("Its numbers come from the same noisy counts as those of %s, so their errors are related.", with))
	}
	if len(q.Adding.Examples) == 0 {
		return
	}
	var head []excelize.Cell
	for j, name := range a.SayAll(addingColumns) {
		style := a.styles.headRight
		if j == 0 {
			style = a.styles.head
		}
		head = append(head, label(style, name))
	}
	a.put(head...)
	fine := func(x float64) excelize.Cell { return excelize.Cell{StyleID: a.styles.fine, Value: x} }
	for _, s := range q.Adding.Examples {
		in := accuracy.Interval{Low: s.Value - s.HalfWidth, High: s.Value + s.HalfWidth}.Printed(s.Error)
		a.put(label(a.styles.text, a.sumWords(q, s)), fine(accuracy.Printed(s.Value, s.Error)), fine(accuracy.Printed(accuracy.Typical(s.Error), s.Error)), fine(in.Low), fine(in.High))
	}
}

// addingSentence says how errors of sums of a question's numbers come about.
func addingSentence(q *result.Question) message.Text {
	a := q.Adding
	switch {
	case !q.MeasuredOn.IsZero():
		return message.Sprintf("How far sums of its numbers are off depends on the data and is not known: use the numbers one by one.")
	case len(a.Examples) == 0 && !q.ExactWhy.IsZero():
		return message.Sprintf("None of its numbers carries noise, or only one does: a sum is as exact as they are.")
	case len(a.Examples) == 0:
		return message.Sprintf("It does not have two noisy numbers to add up.")
	case q.Ranges != nil && a.Factor > 0:
		return message.Sprintf("Every range is one of its numbers less another. The typical error of a range is never more than the typical errors of these two together, and 19 times in 20 the range is within %s times that, and %s more. For the error of one range by itself let the program subtract, with --question %s.", upTo(a.Factor/accuracy.Typical(1)), upTo(a.Step), q.ID())
	case q.Ranges != nil:
		return message.Sprintf("Every range is one of its numbers less another. The typical error of a range is never more than the typical errors of these two together. For the error of one range by itself let the program subtract, with --question %s.", q.ID())
	case a.Independent && a.Step > 0:
		return message.Sprintf("The errors of different numbers are independent. The typical error of a sum or difference in which each number counts once is the square root of the sum of their squared typical errors; 19 times in 20 it is within %s times that, and %s more.", upTo(a.Factor/accuracy.Typical(1)), upTo(a.Step))
	case a.Independent:
		return message.Sprintf("The errors of different numbers are independent. The typical error of a sum or difference is the square root of the sum of their squared typical errors; 19 times in 20 it is within %s times that.", upTo(a.Factor/accuracy.Typical(1)))
	}
	return message.Sprintf("The errors of its numbers are related, or may be: they do not add up by a simple rule. The sums below were computed from the noise; for others, let the program do it, with --question %s.", q.ID())
}

// upTo writes a number with two decimals, rounded upwards.
func upTo(x float64) string { return decimal(math.Ceil(x*100-1e-9) / 100) }

// mostNamed is how many numbers a sum names.
const mostNamed = 3

// sumWords names a sum by the labels of its numbers.
func (a *adding) sumWords(q *result.Question, s result.Sum) string {
	switch {
	case !s.Of.IsZero():
		return a.Say(s.Of)
	case len(s.Add) == q.Len() && len(s.Subtract) == 0:
		return a.Sayf("all %d numbers together", q.Len())
	}
	var out strings.Builder
	name := func(answers []int, sign string) {
		for k, i := range answers {
			if out.Len() > 0 || sign == " − " {
				out.WriteString(sign)
			}
			if k == mostNamed {
				out.WriteString(a.Sayf("%d more", len(answers)-k))
				return
			}
			out.WriteString(a.named(q, i))
		}
	}
	name(s.Add, " + ")
	name(s.Subtract, " − ")
	return out.String()
}

// named names an answer by its labels, each with what it is a value of: “district North, smoker yes”.
func (a *adding) named(q *result.Question, i int) string {
	labels := q.SaidKey(a.Say, i)
	for k, name := range q.Workload.SaidKeyNames(a.Say) {
		labels[k] = name + " " + labels[k]
	}
	return a.Quote(strings.Join(labels, ", "))
}
