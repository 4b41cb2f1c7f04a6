package model

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"steward/core/accuracy"
	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/result"
	"steward/core/workload"
)

// These texts stand on every summary.
var (
	whatPicturesShow         = message.Sprintf("Published numbers. The lines show where the exact count lies 19 times in 20.")
	howToRead                = message.Sprintf("Published numbers are made whole and never below zero; small counts come out slightly too high on average. For adding numbers up, use the unadjusted ones. An interval contains the exact count 19 times in 20, and the published number always.")
	howToReadOthers          = message.Sprintf("Published numbers are made whole and never below zero, unless something else is said of a table; small counts come out slightly too high on average. For adding numbers up, use the unadjusted ones. An interval contains the exact count 19 times in 20, and the published number always.")
	whatPicturesShowMeasured = message.Sprintf("Published numbers. The lines show where the exact count lies 19 times in 20; where errors were measured on other data, how far off it was there 19 times in 20.")
	measuredElsewhere        = message.Sprintf("Errors that were measured on other, public data depend on the data: with these data they may be larger, and no interval is guaranteed.")
	whatErrorsAre            = message.Sprintf("One interval in twenty misses, by design. This is the error that the protection adds. It is not the sampling error of a survey, and it says nothing about mistakes in the data or about answers beyond the limits that were counted as other.")
	whatNoNoiseMeans         = message.Sprintf("That numbers have no noise says nothing about the sampling error of a survey, about mistakes in the data or about answers beyond the limits that were counted as other.")
	howToReadExact           = message.Sprintf("Published numbers have no noise, and the unadjusted ones are exact.")
)

// neverPromised lists what no release promises.
func (w wording) neverPromised() string {
	return w.Sayf("people who resemble each other; someone telling their own answer; the spreadsheet itself and its copies; releases not entered in the account; facts not stated; answers outside the promise made by the chosen secrets; a reader who watches this computer")
}

// cover writes the page for the person who signs.
func (w *writer) cover() error {
	c := &w.doc.Cover
	c.Imprint = w.imprint(w.compiled.Plan.Publication)
	for _, who := range w.signedOff() {
		c.Imprint = strings.TrimPrefix(c.Imprint+" · "+who, " · ")
	}
	c.Lead = w.lead()
	c.Blocks = []Block{w.nobodyCanTell(), w.mayLearn(), w.exactly(), w.known()}
	for _, o := range w.outputs {
		line := o.line()
		line.Question, line.Spent = safe(o.Title()), w.Sayf("nothing")
		if o.budget.Sign() > 0 {
			line.Spent = w.Number(w.spentOn(o.budget))
		}
		c.Published = append(c.Published, line)
	}
	var err error
	if c.Pilots, err = w.pilots(); err != nil {
		return err
	}
	c.Together = Line{Question: w.Sayf("Together"), Numbers: w.Number(whole(int64(w.numbers))), Spent: w.Number(shareOf(w.spent))}
	w.captions()
	c.Never = Block{Title: w.Sayf("What is never promised"), Paragraphs: []string{sentence(w.neverPromised())}}
	c.Signature = []string{w.Sayf("Name and office"), w.Sayf("Signature"), w.Sayf("Date")}
	return nil
}

// captions says what errors are, what charts show and how columns of numbers are read.
func (w *writer) captions() {
	c := &w.doc.Cover
	c.Errors = w.Say(whatErrorsAre)
	w.doc.PictureCaption, w.doc.HowToRead = w.Say(whatPicturesShow), w.Say(howToRead)
	if w.release.Otherwise() {
		w.doc.HowToRead = w.Say(howToReadOthers)
	}
	if w.release.Noiseless() {
		c.Errors, w.doc.PictureCaption, w.doc.HowToRead = w.Say(whatNoNoiseMeans), w.Sayf("Published numbers, without noise."), w.Say(howToReadExact)
	}
	if slices.ContainsFunc(w.release.Questions, func(q result.Question) bool { return !q.MeasuredOn.IsZero() }) {
		c.Errors += " " + w.Say(measuredElsewhere)
		w.doc.PictureCaption = w.Say(whatPicturesShowMeasured)
	}
	if slices.ContainsFunc(w.release.Questions, func(q result.Question) bool { return q.Hides() }) {
		w.doc.PictureCaption += " " + w.Sayf("For a hidden number, only the line is drawn.")
	}
}

// whom says whom the release is about.
func (w *writer) whom() string {
	if g := w.compiled.Plan.Group; g != nil {
		return w.Sayf("%s (%s alone)", w.everybody(), w.group(g.Column, g.Values))
	}
	return w.everybody()
}

// group says who the people of a group are.
func (w wording) group(column domain.AttributeName, values []string) string {
	return w.Sayf("people with %s in %s", w.Say(message.List(message.Names(safeAll(workload.SaidLabels(w.Say, values))), "%s or %s", "%s or %s")), w.quote(string(column)))
}

// everybody says whom the file is about.
func (w *writer) everybody() string {
	n, known := w.people()
	population := w.compiled.Plan.Publication.Population
	switch {
	case known && population != "":
		return w.Sayf("%s (%s people)", safe(population), whole(n))
	case known:
		return w.Sayf("%s people", whole(n))
	case population != "":
		return safe(population)
	}
	return w.Sayf("the people of %s", w.doc.DataSet)
}

// imprint says who publishes a release and what for.
func (w wording) imprint(p plan.Publication) string {
	var parts []string
	for _, f := range p.Filled() {
		parts = append(parts, w.Say(f.Name)+": "+safe(*f.Value))
	}
	return strings.Join(parts, " · ")
}

// signedOff says who prepared the plan and who approved it, where somebody did.
func (w *writer) signedOff() []string {
	standing := result.Standing{Reviews: w.release.Ledger.Reviews}
	prepared, is := standing.Prepared()
	if !is || !standing.Approved() {
		return nil
	}
	last := standing.Reviews[len(standing.Reviews)-1]
	prepared.Why, last.Why = "", "" // in the annex
	return w.saidAll([]message.Text{prepared.Said(), last.Said()})
}

// stressed stands before and after a figure that matters, until a text is taken apart.
const stressed = "\x02"

// stress marks a figure that matters.
func (w wording) stress(figure string) string { return stressed + w.Number(figure) + stressed }

// lead says in a few sentences what was released, what it cost and how well it protects.
func (w *writer) lead() Phrase {
	said := []string{w.published()}
	if rows := w.compiled.Plan.Rows; rows != nil {
		said = append(said, w.Sayf("They count rows, of which up to %d are counted of each person.", rows.AtMost))
	}
	if weight := w.compiled.Plan.Weight; weight != nil {
		said = append(said, w.said(weight.Counting()))
	}
	said = append(said, w.spending(), w.Sayf("The protection is %s.", w.stress(w.Say(w.promises.Band().Said()))), w.Say(w.promises.Guessing(w.stress)))
	if w.before.Sign() > 0 {
		said = append(said, w.Say(w.promises.GuessingAfterAll(w.after, w.worstAfter, w.afterDelta, w.release.Ledger.SameSecrets, w.stress)))
	}
	var p Phrase
	for i, part := range strings.Split(strings.Join(said, " "), stressed) {
		p = append(p, Run{Text: part, Strong: i%2 == 1})
	}
	return p
}

// published says how much was published, about whom and with how much noise.
func (w *writer) published() string {
	records := 0
	for i := range w.release.Synthetic {
		records += w.release.Synthetic[i].Len()
	}
	made := w.plural(records, "made-up record", "made-up records")
	whom := w.whom()
	if w.numbers == 0 && records > 0 {
		if records == 1 {
			return w.Sayf("%s about %s was published, once: whatever in it is close to the data was measured with noise.", made, whom)
		}
		return w.Sayf("%s about %s were published, once: whatever in them is close to the data was measured with noise.", made, whom)
	}
	numbers := w.plural(w.numbers, "number", "numbers")
	var said string
	switch {
	case w.exact == 0 && w.numbers == 1:
		said = w.Sayf("%s about %s was published with noise, once.", numbers, whom)
	case w.exact == 0:
		said = w.Sayf("%s about %s were published with noise, once.", numbers, whom)
	case w.exact == 1 && w.numbers == 1:
		said = w.Sayf("%s about %s was published without noise.", numbers, whom)
	case w.exact == w.numbers:
		said = w.Sayf("%s about %s were published without noise.", numbers, whom)
	default:
		said = w.Sayf("%s about %s were published, once: %s exact and the others with noise.", numbers, whom, whole(int64(w.exact)))
	}
	if records > 0 {
		said += " " + w.Sayf("Beside them are made-up records: %s.", whole(int64(records)))
	}
	if n := w.leftOut(); n == 1 {
		said += " " + w.Sayf("1 of them is left out as too noisy, by a rule that was set before: only its unadjusted number is in the files.")
	} else if n > 1 {
		said += " " + w.Sayf("%s of them are left out as too noisy, by a rule that was set before: only their unadjusted numbers are in the files.", whole(int64(n)))
	}
	return said
}

// leftOut counts the numbers of the tables that a rule leaves out.
func (w *writer) leftOut() int {
	n := 0
	for i := range w.release.Questions {
		if q := &w.release.Questions[i]; q.LeftOut {
			for _, exact := range q.Exact {
				if !exact {
					n++
				}
			}
		}
	}
	return n
}

// spending says what the release spent, how the budget stands after it, and why where that is not what all releases spent.
func (w *writer) spending() string {
	said := w.stands()
	if why := w.release.Ledger.Why(); !why.IsZero() {
		said += " " + message.Capital(w.Say(why)) + "."
	}
	return said
}

// stands says what the release spent, and how the budget stands after it.
func (w *writer) stands() string {
	spent := w.stress(shareOf(w.spent))
	if d := w.promise.Delta(); !d.IsZero() {
		spent = w.Sayf("%s with a chance of failure of at most %s", spent, w.stress(w.Say(d.InWords())))
	}
	if w.before.Sign() > 0 {
		spent = w.Sayf("%s after %s spent earlier; together that is %s", spent, shareOf(w.before), w.stress(shareOf(w.after)))
	}
	aside := ""
	if w.setAside.Sign() > 0 {
		aside = " " + w.Sayf("%s is set aside for later releases.", shareOf(w.setAside))
	}
	if w.limit == nil {
		return w.Sayf("The release spent %s; no limit was set for this data set.", spent) + aside
	}
	left := new(big.Rat).Sub(w.limit, w.after)
	if left.Sign() < 0 {
		return w.Sayf("The release spent %s of the %s allowed for this data set; %s.", spent, shareOf(w.limit), w.stress(w.Sayf("that is %s too much", shareOf(left.Neg(left))))) + aside
	}
	says := w.Sayf("nothing")
	if left.Sub(left, w.setAside).Sign() > 0 {
		says = shareOf(left)
	}
	rest := w.Sayf("%s is left", w.stress(says))
	if w.setAside.Sign() > 0 {
		rest, aside = w.Sayf("%s is set aside for later releases, and %s is left", shareOf(w.setAside), w.stress(says)), ""
	}
	return w.Sayf("The release spent %s of the %s allowed for this data set; %s.", spent, shareOf(w.limit), rest) + aside
}

func (w *writer) nobodyCanTell() Block {
	says := w.release.Protection
	b := Block{Title: w.Sayf("What nobody can tell"), Paragraphs: []string{w.said(says.Secret)}}
	if !says.Together.IsZero() {
		b.Paragraphs = append(b.Paragraphs, w.said(says.Together))
	}
	if w.compiled.Policy.Presence() && !says.Presence.IsZero() {
		b.Paragraphs = append(b.Paragraphs, w.said(says.Presence))
	}
	b.Paragraphs = append(b.Paragraphs, w.Say(w.promises.Shifting()))
	return b
}

// exactly lists what is not protected at all.
func (w *writer) exactly() Block {
	b := Block{Title: w.Sayf("What anyone may learn exactly")}
	switch {
	case len(w.release.Protection.Disclosed) > 0:
		b.Caution = true
		b.Paragraphs = []string{w.Sayf("Not protected by the chosen secrets. Anyone may learn exactly:")}
		b.Bullets = w.saidAll(w.release.Protection.Disclosed)
		if len(w.release.PublishedExactly) > 0 {
			b.After = []string{w.Sayf("The steward agreed to publish these numbers without noise.")}
		} else {
			b.After = []string{w.Sayf("They were published with noise, but nothing is promised about them.")}
		}
	case w.exact > 0:
	default:
		b.Paragraphs = []string{w.Sayf("Nothing but what was taken as known. Every published number carries noise.")}
	}
	if w.exact > 0 {
		b.After = append(b.After, w.Sayf("%s without noise: %s.", w.plural(w.exact, "number", "numbers"), strings.Join(w.whyExact(), "; ")))
	}
	return b
}

// whyExact lists the reasons why numbers carry no noise, each once.
func (w *writer) whyExact() (reasons []string) {
	for i := range w.release.Questions {
		why := w.because(w.release.Questions[i].ExactWhy)
		if why != "" && !slices.Contains(reasons, why) {
			reasons = append(reasons, why)
		}
	}
	return reasons
}

// because is why numbers carry no noise, without the word that they are exact.
func (w wording) because(why message.Text) string {
	said := w.said(why)
	if _, reason, ok := strings.Cut(said, ": "); ok {
		return reason
	}
	return said
}

func (w *writer) known() Block {
	b := Block{Title: w.Sayf("What was taken as known")}
	rows := w.compiled.Plan.Slotted()
	n, known := w.people()
	stated := w.compiled.Plan.Facts.Stated
	why := sentence(w.Say(w.release.MultiplierWhy))
	switch {
	case known:
		b.Paragraphs = append(b.Paragraphs, w.Sayf("The number of people, %s.", whole(n))+" "+why)
	case len(stated) > 0 || w.release.Multiplier > 1:
		b.Paragraphs = append(b.Paragraphs, why)
	default:
		b.Paragraphs = append(b.Paragraphs, w.Sayf("Nothing: no facts were stated."))
	}
	for _, f := range stated {
		b.Bullets = append(b.Bullets, w.factInNumbers(f))
	}
	if w.release.Multiplier > 1 {
		if rows {
			b.After = append(b.After, w.Say(w.together()))
		}
		if known || !rows {
			b.After = append(b.After, w.Sayf("The odds are then between whole situations: the file as it is, and the file in which these people had the other answers."))
		}
	}
	b.After = append(b.After, w.Sayf("Facts that are not listed here were not counted."))
	return b
}

// together says of what the odds are, where it is not one row.
func (w *writer) together() message.Text {
	switch p := w.compiled.Plan; {
	case p.Weight != nil && p.Rows != nil:
		return message.Sprintf("What is said about the odds holds for all rows of a person together with their weights.")
	case p.Weight != nil:
		return message.Sprintf("What is said about the odds holds for a row together with its weight.")
	}
	return message.Sprintf("What is said about the odds holds for all rows of a person together.")
}

// numbersOnCover is how many numbers of a fact stand on the first page; all of them are in the appendix.
const numbersOnCover = 6

// factInNumbers says what a fact states, with its first numbers.
func (w wording) factInNumbers(f constraint.Fact) string {
	numbers := f.Numbers()
	var parts []string
	for _, n := range numbers[:min(len(numbers), numbersOnCover)] {
		parts = append(parts, w.Sayf("%s: %s", w.said(n.Of), whole(n.Count)))
	}
	if more := len(numbers) - numbersOnCover; more > 0 {
		parts = append(parts, w.Sayf("and %s more", whole(int64(more))))
	}
	said := strings.Join(parts, "; ")
	if f.Title != "" {
		said = safe(f.Title) + " (" + said + ")"
	}
	return said
}

func (q answered) numbers() (all, exact int) {
	return q.Len(), q.CountExact(q.Len())
}

// line has errors in what the numbers of the question count.
func (q answered) line() Line {
	counted := q.w.release.InWords(q.i)
	l := Line{Method: q.w.inShort(q.Mechanism.Name, q.Noise), Numbers: q.w.Number(whole(int64(q.Len())))}
	if s := (accuracy.Estimate{Answers: q.Errors()[:q.Leading()]}).Summary(); s.Exact < s.Answers {
		l.Typically, l.Within = q.w.Sayf("%s %s", s.Typically(), counted), q.w.Sayf("%s %s", s.Within(), counted)
	}
	if !q.MeasuredOn.IsZero() {
		l.Method = q.w.Sayf("%s; errors measured on a stand-in, %s", l.Method, q.MeasuredOn)
	}
	if q.LeftOut {
		l.Method += ". " + q.w.said(result.SaidLeftOut())
	}
	return l
}

// spentOn writes what a part of the budget is.
func (w *writer) spentOn(budget *big.Rat) string {
	if w.promise.Pure() {
		return shareOf(budget)
	}
	// It is the squares that add up.
	part, _ := new(big.Rat).Quo(budget, w.promise.Budget().Rat()).Float64()
	return fmt.Sprintf("%.0f %%", 100*part*part)
}

// inShort names a method and says which noise was added, where that is said in a few words.
func (w wording) inShort(method message.Text, noise []result.Noise) string {
	var groups []result.Noise
	for _, n := range noise {
		if n.Noisy() {
			groups = append(groups, n)
		}
	}
	if len(groups) == 0 {
		return w.Sayf("%s, no noise", method)
	}
	name := groups[0].Family().Words().Noise
	rows := w.plural(groups[0].Rows, "row", "rows")
	switch {
	case len(groups) == 1 && !name.IsZero():
		return w.Sayf("%s, %s on %s", method, name, rows)
	case len(groups) == 1:
		scale, err := share(groups[0].Scale)
		if err != nil {
			return w.Say(method)
		}
		return w.Sayf("%s, noise scale %s on %s", method, scale, rows)
	case !name.IsZero():
		return w.Sayf("%s, %s of %d sizes", method, name, len(groups))
	}
	return w.Sayf("%s, noise of %d scales", method, len(groups))
}
