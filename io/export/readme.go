package export

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/xuri/excelize/v2"

	"steward/assets/language"
	"steward/core/domain"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/promise"
	"steward/core/result"
)

const (
	readMeSheet     = "Read me"
	accountingSheet = "Privacy accounting"
)

// line is a row of the Read me sheet.
type line struct {
	style int
	text  string
}

// aboutNumbers is what is said of numbers in general.
type aboutNumbers struct {
	lead            message.Text
	errors, columns []message.Text
}

// What is said of published numbers, where all of them are whole and never below zero, and where something else is said of some.
var (
	publishedWhole     = message.Word("Published: whole, and never below zero; small counts come out slightly too high on average.")
	publishedOtherwise = message.Word("Published: whole, and never below zero, unless something else is said of a table; small counts come out slightly too high on average.")
)

var (
	aboutNoise = aboutNumbers{
		message.Word("These tables are about people. Each number carries noise, so nobody can tell what the release keeps secret about any one person."),
		[]message.Text{
			message.Word("This is the error that the protection adds. It is not the sampling error of a survey, and it says nothing about mistakes in the data or about answers beyond the limits that were counted as other."),
			message.Word("This is how far unadjusted numbers are off. Published ones are made from them and from what is publicly known, and one interval in twenty misses, by design."),
		},
		[]message.Text{
			publishedWhole,
			message.Word("95 % from and 95 % to: an interval that contains the published number, and 19 times in 20 the exact one. It is limited to what is possible, so the published number need not be in its middle."),
			message.Sprintf("Unadjusted: as measured, before it was made whole; use this column for adding numbers up, and see the sheet “%s”.", message.Sprintf(addingSheet)),
			message.Word("Typical error: of the unadjusted number. Half of the unadjusted numbers, or more, are closer than this to the exact ones. Unadjusted numbers and errors are printed with as many digits as the error makes meaningful; the record has all."),
			message.Word("Exact: says why, where a number carries no noise."),
		},
	}
	aboutExact = aboutNumbers{
		message.Word("These tables are about people. None of their numbers carries noise."),
		[]message.Text{message.Sprintf("That says nothing about the sampling error of a survey, about mistakes in the data or about answers beyond the limits that were counted as other.")},
		[]message.Text{
			message.Word("Published: rounded where it says so. The interval from “95 % from” to “95 % to” contains it and the exact number."),
			message.Word("Unadjusted: the exact number. Typical error: none."),
			message.Word("Exact: says why a number carries no noise."),
		},
	}
)

// readMe says in plain words what the workbook is and how far its numbers may be off.
func (b *book) readMe(r *result.Release) error {
	says := aboutNoise
	switch {
	case r.Noiseless():
		says = aboutExact
	case slices.ContainsFunc(r.Questions, func(q result.Question) bool { return q.CountExact(q.Len()) > 0 }):
		says.lead = message.Sprintf("These tables are about people. Each number carries noise, except where the column “%s” says why it has none, so nobody can tell what the release keeps secret about any one person.", message.Sprintf("Exact"))
	}
	lines := []line{
		{b.styles.title, orElse(r.Plan.Title, r.Plan.DataSet)},
		{b.styles.text, b.Say(says.lead)},
	}
	if rows := r.Plan.Rows; rows != nil {
		lines = append(lines, line{b.styles.text, b.Sayf("They count rows, not people: a person can have several, of which %d at most are counted.", rows.AtMost)})
	}
	if w := r.Plan.Weight; w != nil {
		lines = append(lines, line{b.styles.text, b.Say(w.Counting())})
	}
	if filled := r.Plan.Publication.Filled(); len(filled) > 0 {
		lines = append(lines, line{b.styles.head, b.Sayf("Who publishes this")})
		for _, f := range filled {
			lines = append(lines, line{b.styles.text, b.Say(f.Name) + ": " + *f.Value})
		}
	}
	lines = append(lines, line{b.styles.head, b.Sayf("What is in this workbook")})
	for _, c := range b.contents {
		lines = append(lines, line{b.styles.text, fmt.Sprintf("%s: %s.", c.sheet, c.what)})
	}
	lines = append(lines, line{b.styles.head, b.Sayf("What nobody can tell")}, line{b.styles.text, b.Say(r.Protection.Secret)})
	compiled, err := plan.Compile(r.Plan)
	if err != nil {
		return message.Errorf("the plan of the release: %w", err)
	}
	promised := promise.Of(compiled)
	for _, s := range []message.Text{r.Protection.Together, r.Protection.Presence, message.Sprintf("%s The protection is %s.", promised.Guessing(nil), promised.Band())} {
		if !s.IsZero() {
			lines = append(lines, line{b.styles.text, b.Say(s)})
		}
	}
	if len(r.Protection.Disclosed) > 0 {
		lines = append(lines, line{b.styles.head, b.Sayf("Not protected: anyone may learn exactly")})
		for _, d := range r.Protection.Disclosed {
			lines = append(lines, line{b.styles.text, b.Say(d)})
		}
	}
	lines = append(lines, line{b.styles.head, b.Sayf("How far the numbers may be off")})
	for i := range r.Questions {
		lines = append(lines, line{b.styles.text, b.errorSentence(&r.Questions[i], r.InWords(i))})
		for _, s := range r.Rules(i)[:len(r.Rules(i))-len(r.Questions[i].Rule.Sentences())] {
			lines = append(lines, line{b.styles.text, b.Say(s)})
		}
	}
	for _, text := range b.SayAll(says.errors) {
		lines = append(lines, line{b.styles.text, text})
	}
	lines = append(lines, line{b.styles.head, b.Sayf("How to use the columns")})
	columns := slices.Clone(says.columns)
	if i := slices.IndexFunc(columns, func(c message.Text) bool { return c.String() == publishedWhole.String() }); i >= 0 && r.Otherwise() {
		columns[i] = publishedOtherwise
	}
	for _, text := range b.SayAll(columns) {
		lines = append(lines, line{b.styles.text, text})
	}
	if slices.ContainsFunc(r.Questions, func(q result.Question) bool { return q.CountTooNoisy() > 0 }) {
		lines = append(lines, line{b.styles.text, b.Sayf("%s Too noisy to be used on its own: it may be off by half its value or more.", result.NoisyMark)})
	}
	if len(b.bars) > 0 {
		lines = append(lines, line{b.styles.text, b.Sayf("%s, %s and %s: what a chart shows, the published number and how far its interval reaches to both sides. Hidden numbers are not drawn.", ChartColumns[0], ChartColumns[1], ChartColumns[2])})
	}
	if slices.ContainsFunc(r.Questions, func(q result.Question) bool { return !q.MeasuredOn.IsZero() }) {
		lines = append(lines, line{b.styles.text, b.Sayf("On a stand-in: errors and ranges that were measured on other, public data, since they depend on the data. They are not a promise, and the unadjusted numbers can be biased.")})
	}
	above := ""
	for _, o := range outputsOf(r) {
		heading, says := o.readMe()
		if heading != above {
			above = heading
			lines = append(lines, line{b.styles.head, heading})
		}
		for _, s := range says {
			lines = append(lines, line{b.styles.text, s})
		}
	}
	lines = append(lines,
		line{b.styles.head, b.Sayf("What this does not promise")},
		line{b.styles.text, b.Sayf("It does not protect against someone telling their own answer, against the spreadsheet itself or its copies, or against what is true of people in general.")},
		line{b.styles.text, b.Sayf("Written by %s on %s. Digest of plan and answers: %s", r.Program, message.Day(b.created), r.Digest)},
	)
	if r.Signer != "" {
		lines = append(lines, line{b.styles.text, b.Sayf("The record of this release is signed with the key %s. Compare these letters with those that its publisher gives you by another route: anyone who forges a release has a different key.", r.Signer)})
	}
	sheet := b.Sayf(readMeSheet)
	if err := b.SetColWidth(sheet, "A", "A", readMeWidth); err != nil {
		return err
	}
	for i, l := range lines {
		cell := fmt.Sprintf("A%d", i+1)
		if err := b.SetCellStr(sheet, cell, clean(l.text)); err != nil {
			return err
		}
		if err := b.SetCellStyle(sheet, cell, cell, l.style); err != nil {
			return err
		}
		height := linesOf(l.text, readMeWidth)*lineHeight + 2
		if l.style == b.styles.title {
			height = linesOf(l.text, readMeWidth*2/3)*titleHeight + 4
		}
		if err := b.SetRowHeight(sheet, i+1, min(height, excelize.MaxRowHeight)); err != nil {
			return err
		}
	}
	if err := b.printable(sheet, readMeWidth); err != nil {
		return err
	}
	return b.printOnly(sheet, 2, len(lines)) // LibreOffice makes two columns fit a page, and one not
}

// readMeWidth is that of the sheet's only column, in characters.
const readMeWidth = 100

// The height of a line of text, and of a title, which takes half as much room again in a row; in points.
const (
	lineHeight  = 16
	titleHeight = 20
)

// linesOf estimates how many lines a text takes in a column of so many characters, broken between words
// and within those that are longer; programs that do not fit rows to their text by themselves would cut
// it off.
func linesOf(s string, width int) float64 {
	lines := 0
	for _, l := range strings.Split(s, "\n") {
		lines++
		at := 0
		for word := range strings.SplitSeq(l, " ") {
			wide := wideness(word)
			if at > 0 && at+1+wide > width {
				lines, at = lines+1, 0
			}
			if at > 0 {
				at++
			}
			at += wide
			if at > width {
				lines, at = lines+(at-1)/width, (at-1)%width+1
			}
		}
	}
	return float64(lines)
}

// wideness is how many characters a word is wide: those of East Asia and pictures take two, and capital
// letters more than small ones.
func wideness(word string) int {
	quarters := 0
	for _, r := range word {
		switch {
		case r >= 0x1100:
			quarters += 8
		case unicode.IsUpper(r):
			quarters += 5
		default:
			quarters += 4
		}
	}
	return (quarters + 3) / 4
}

func orElse(s, other string) string {
	if s != "" {
		return s
	}
	return other
}

// errorSentence says how far a question's numbers may be off, in what they count.
func (b *book) errorSentence(q *result.Question, counted message.Text) string {
	said := b.SayAll(q.HowFarOff(counted))
	if len(said) == 0 {
		return b.Sayf("%s: %s.", q.Title(), q.ExactWhy)
	}
	if !q.MeasuredOn.IsZero() {
		said = append(said, b.Sayf("This was measured on a stand-in, %s; how far these numbers are off depends on the data and may be larger.", q.MeasuredOn))
	}
	said = append(said, b.Sayf("Method: %s.", q.Mechanism.Name))
	answers := q.Leading()
	if exact := q.CountExact(answers); exact > 0 {
		said = append(said, b.Sayf("%d of %d numbers are %s.", exact, answers, q.ExactWhy))
	}
	if !q.GaveUp.IsZero() {
		said = append(said, b.Say(q.GaveUp))
	}
	return q.Title() + ": " + strings.Join(said, " ")
}

// accounting writes what was spent, and on what, so that an expert can recompute the noise.
func (b *book) accounting(r *result.Release) error {
	sheet := b.Sayf(accountingSheet)
	if _, err := b.NewSheet(sheet); err != nil {
		return err
	}
	rows := [][]string{{b.Sayf("Budget of this release (epsilon)"), r.Epsilon}}
	if r.Delta != "" {
		rows = append(rows,
			[]string{b.Sayf("Chance of failure (delta)"), r.Delta},
			[]string{b.Sayf("Kept by a loss of rho"), b.Sayf("%s, half the square of r = %s, which the questions share: the squares of their budgets add up to no more than that of r", r.Rho, r.R)})
	}
	rows = append(rows,
		[]string{b.Say(tiedHeading(r)), b.Sayf("%d: %s", r.Multiplier, r.MultiplierWhy)},
	)
	if w := r.Plan.Weight; w != nil {
		rows = append(rows, []string{b.Sayf("Weights"), b.Sayf("Column “%[1]s”, in steps of %[2]s up to %[3]s. Sensitivities and noise below are of steps; numbers and errors are %[2]s times as large.", w.Column, w.Step, w.Cap)})
	}
	rows = append(rows,
		[]string{b.Sayf("Data set"), r.Ledger.DataSet},
		[]string{b.Sayf("Spent before this release"), r.Ledger.SpentBefore},
		[]string{b.Sayf("Spent in total, with this release"), r.Ledger.SpentAfter},
		[]string{b.Sayf("Allowed in total"), orElse(r.Ledger.Limit, b.Sayf("no limit was set"))},
	)
	if kept := r.Ledger.SetAside; kept != "" {
		rows = append(rows, []string{b.Sayf("Set aside for later releases"), kept})
	}
	if g := r.Plan.Group; g != nil {
		rows = append(rows, []string{b.Sayf("About"), b.Say(g.Said())})
	}
	for _, o := range r.Ledger.Beside {
		about := b.Say(plan.Answers{Column: domain.AttributeName(o.Column), Values: o.Values}.Said())
		if o.Adds == "" {
			rows = append(rows, []string{b.Sayf("Does not add to"), b.Sayf("“%s”, about %s: nobody is in both, so only the most expensive counts", o.Title, about)})
			continue
		}
		rows = append(rows, []string{b.Sayf("Adds to"), b.Sayf("“%s”, about %s: %s", o.Title, about, b.Say(promise.Adding(o.Adds).Said()))})
	}
	for _, c := range r.Ledger.LimitChanges {
		what := b.Sayf("The total allowed was changed")
		if c.Chance {
			what = b.Sayf("The limit on chances of failure was changed")
		}
		rows = append(rows, []string{what, b.Sayf("from %s to %s (%s, entry %d in the account of %s): %s", c.Was, c.Now, strings.Join(slices.DeleteFunc([]string{c.Time, c.By}, func(s string) bool { return s == "" }), ", "), c.Sequence, c.DataSet, b.Say(c.Said()))})
	}
	for _, v := range r.Ledger.Reviews {
		rows = append(rows, []string{b.Sayf("Before the release"), b.Say(v.Said())})
	}
	if r.Ledger.DeltaAfter != "" {
		rows = append(rows, []string{b.Sayf("Chances of failure in total, with this release"), r.Ledger.DeltaAfter})
	}
	if s := r.Plan.StandIn; s != nil && s.Kind == plan.StandInPilot {
		for _, t := range s.Tables {
			if t.Paid != nil {
				rows = append(rows, []string{b.Sayf("Spent before on a pilot"), b.Sayf("%s, entry %d in the account: noisy counts that methods were compared on, over %s", t.Paid.Epsilon, t.Paid.Sequence, message.List(message.Quoted(t.Columns), "%s, %s", "%s, %s"))})
			}
		}
	}
	for i := range r.Questions {
		if q := &r.Questions[i]; !q.MeasuredOn.IsZero() {
			rows = append(rows, []string{b.Sayf("Errors measured on a stand-in"), b.Sayf("%s: %s. They are not exact expected errors, which depend on the data.", q.Title(), q.MeasuredOn)})
		}
	}
	var noises []result.Noise
	for _, o := range r.Outputs() {
		noises = append(noises, o.Making().Noise...)
	}
	noisy := result.FamilyOf(noises).Words().Beside
	rows = append(rows,
		[]string{b.Sayf("Entry in the account"), fmt.Sprintf("%d, %s", r.Ledger.Sequence, r.Ledger.Hash)},
		[]string{b.Sayf("Policy"), b.Say(r.Protection.Expert)},
		[]string{b.Sayf("Digest of plan and answers"), r.Digest},
		[]string{},
		append([]string{b.Sayf("Question"), b.Sayf("Method"), b.Sayf("Source"), b.Sayf("Budget"), b.Sayf("Budget for noise"), b.Sayf("Measured rows"), b.Sayf("Number of rows")}, b.SayAll(noisy[:])...),
	)
	head := len(rows)
	for _, o := range outputsOf(r) {
		rows = append(rows, o.accounting()...)
	}
	wide := 0
	for j, width := range accountingWidths {
		wide += width
		column, err := excelize.ColumnNumberToName(j + 1)
		if err != nil {
			return err
		}
		if err := b.SetColWidth(sheet, column, column, float64(width)); err != nil {
			return err
		}
	}
	if err := b.printable(sheet, min(float64(wide), widestLying)); err != nil {
		return err
	}
	for i, row := range rows {
		lines := 1.0
		for j, text := range row {
			text = b.Number(text)
			lines = max(lines, linesOf(text, accountingWidths[j]))
			cell, err := excelize.CoordinatesToCellName(j+1, i+1)
			if err != nil {
				return err
			}
			if err := b.SetCellStr(sheet, cell, clean(text)); err != nil {
				return err
			}
			style := b.styles.text
			if i+1 == head || (j == 0 && i < head-1) {
				style = b.styles.head
			}
			if err := b.SetCellStyle(sheet, cell, cell, style); err != nil {
				return err
			}
		}
		if err := b.SetRowHeight(sheet, i+1, min(lines*lineHeight, excelize.MaxRowHeight)); err != nil {
			return err
		}
	}
	return nil
}

// tiedHeading names the multiplier of a release.
func tiedHeading(r *result.Release) message.Text {
	switch p := r.Plan; {
	case p.Weight != nil && p.Rows != nil:
		return message.Sprintf("Units of %s people in all rows of a person, hidden together", p.Weight.Step)
	case p.Rows != nil:
		return message.Sprintf("Rows of a person hidden together")
	case p.Weight != nil:
		return message.Sprintf("Units of %s people in a row, hidden together", p.Weight.Step)
	}
	if r.Multiplier > 1 { // which may be less than the people whose answers they tie together
		return message.Sprintf("What known facts divide the budget by")
	}
	return message.Sprintf("People tied together by known facts")
}

// accountingWidths are those of the sheet's columns, in characters.
var accountingWidths = [...]int{34, 50, 50, 10, 10, 24, 10, 12, 24, 24}

// accounting has the noise with the first of the questions that were answered from it.
func (q answered) accounting() [][]string {
	title := q.Title()
	with, leads := q.release.With(q.i)
	switch {
	case !leads && q.SideBySide():
		return accounted(q.in, title, q.Made, []string{q.in.Sayf("side by side with %s: see there", with)})
	case !leads:
		return accounted(q.in, title, q.Made, []string{q.in.Sayf("from the same noisy counts as %s: see there", with)})
	case !with.IsZero():
		title = q.in.Sayf("%s, together with %s", title, with)
	}
	if len(q.Noise) == 0 {
		return accounted(q.in, title, q.Made, []string{q.in.Say(q.ExactWhy)})
	}
	return accounted(q.in, title, q.Made, noiseRows(q.in, q.Noise)...)
}

// noiseRows are what rows of the privacy accounting say of noise.
func noiseRows(in language.Language, noise []result.Noise) (out [][]string) {
	for _, n := range noise {
		out = append(out, []string{in.Say(n.What), fmt.Sprint(n.Rows), n.Sensitivity, cmp.Or(n.Stated.String(), "0"), n.Spent})
	}
	return out
}
