package model

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"steward/core/accuracy"
	"steward/core/constraint"
	"steward/core/plan"
	"steward/core/result"
)

// These texts stand on every summary.
const (
	whatPicturesShow         = "Published numbers. The lines show where the exact count lies 19 times in 20."
	howToRead                = "Published numbers are made whole and never below zero; small counts come out slightly too high on average. For adding numbers up, use the unadjusted ones. An interval holds the exact count 19 times in 20, and the published number always."
	whatPicturesShowMeasured = "Published numbers. The lines show where the exact count lies 19 times in 20; where errors were measured on other data, how far off it was there 19 times in 20."
	measuredElsewhere        = " Errors that were measured on other, public data depend on the data: with these they may be larger, and no interval is promised to hold."
	whatErrorsAre            = "One interval in twenty misses, by design. " +
		"This is the error that the protection adds. It is not the sampling error of a survey, and it says nothing about mistakes in the data or about answers beyond the limits that were counted as other."
	whatNoNoiseMeans = "That numbers have no noise says nothing about the sampling error of a survey, about mistakes in the data or about answers beyond the limits that were counted as other."
	howToReadExact   = "Published numbers have no noise, and the unadjusted ones are exact."
	inGeneral        = "What is true of people in general, which is what the release is for and not a secret."
)

// neverPromised lists what no release promises.
var neverPromised = [...]string{
	"people who resemble each other", "someone telling their own answer", "the spreadsheet itself and its copies",
	"releases not entered in the ledger", "facts not stated", "answers outside the promise made by the chosen secrets",
	"a reader who watches this computer",
}

// cover writes the page for the person who signs.
func (w *writer) cover() error {
	c := &w.doc.Cover
	c.Imprint = imprint(w.compiled.Plan.Publication)
	c.Lead = w.lead()
	c.Blocks = []Block{w.nobodyCanTell(), w.mayLearn(), w.exactly(), w.known()}
	for _, o := range w.outputs {
		line := o.line()
		line.Question, line.Spent = safe(o.Title()), "nothing"
		if o.budget.Sign() > 0 {
			line.Spent = w.spentOn(o.budget)
		}
		c.Published = append(c.Published, line)
	}
	var err error
	if c.Pilots, err = w.pilots(); err != nil {
		return err
	}
	c.Together = Line{Question: "Together", Numbers: whole(int64(w.numbers)), Spent: shareOf(w.spent)}
	c.Errors = whatErrorsAre
	w.doc.PictureCaption, w.doc.HowToRead = whatPicturesShow, howToRead
	if w.release.Noiseless() {
		c.Errors, w.doc.PictureCaption, w.doc.HowToRead = whatNoNoiseMeans, "Published numbers, without noise.", howToReadExact
	}
	if slices.ContainsFunc(w.release.Questions, func(q result.Question) bool { return !q.MeasuredOn.IsZero() }) {
		c.Errors += measuredElsewhere
		w.doc.PictureCaption = whatPicturesShowMeasured
	}
	if slices.ContainsFunc(w.release.Questions, func(q result.Question) bool { return q.Hides() }) {
		w.doc.PictureCaption += " Of a hidden number only the line is drawn."
	}
	c.Never = Block{Title: "What is never promised", Paragraphs: []string{sentence(joined(neverPromised[:], "; "))}}
	c.Signature = []string{"Name and office", "Signature", "Date"}
	return nil
}

// whom says whom the release is about.
func (w *writer) whom() string {
	n, known := w.people()
	population := w.compiled.Plan.Publication.Population
	switch {
	case known && population != "":
		return fmt.Sprintf("%s (%s people)", safe(population), whole(n))
	case known:
		return whole(n) + " people"
	case population != "":
		return safe(population)
	}
	return "the people of " + w.doc.DataSet
}

// imprint says who publishes a release and what for.
func imprint(p plan.Publication) string {
	var parts []string
	for _, f := range p.Filled() {
		parts = append(parts, f.Name.String()+": "+safe(*f.Value))
	}
	return joined(parts, " · ")
}

func joined(words []string, by string) string {
	s := ""
	for i, word := range words {
		if i > 0 {
			s += by
		}
		s += word
	}
	return s
}

// lead says in a few sentences what was released, what it cost and how well it protects.
func (w *writer) lead() Phrase {
	var p Phrase
	say := func(text string) { p = append(p, Run{Text: text}) }
	stress := func(text string) { p = append(p, Run{Text: text, Strong: true}) }

	records := 0
	for i := range w.release.Synthetic {
		records += w.release.Synthetic[i].Len()
	}
	if w.numbers == 0 && records > 0 {
		say(plural(records, "made-up record", "made-up records") + " in the place of ")
	} else {
		say(plural(w.numbers, "number", "numbers") + " about ")
	}
	say(w.whom() + " ")
	were := "were"
	if w.numbers == 1 || w.numbers == 0 && records == 1 {
		were = "was"
	}
	switch {
	case w.numbers == 0 && records > 0:
		say(were + " published, once: what is near the data in them was measured with noise. ")
	case w.exact == 0:
		say(were + " published with noise, once. ")
	case w.exact == w.numbers:
		say(were + " published without noise. ")
	default:
		say(fmt.Sprintf("were published, once: %s exact and the others with noise. ", whole(int64(w.exact))))
	}
	if w.numbers > 0 && records > 0 {
		say(plural(records, "made-up record", "made-up records") + " stand beside them. ")
	}
	if rows := w.compiled.Plan.Rows; rows != nil {
		say(fmt.Sprintf("They count rows, of which up to %d are counted of each person. ", rows.AtMost))
	}
	if weight := w.compiled.Plan.Weight; weight != nil {
		say(safe(weight.Counting().String()) + " ")
	}
	say("The release spent ")
	stress(shareOf(w.spent))
	if d := w.promise.Delta(); !d.IsZero() {
		say(" with a chance of a failure of at most ")
		stress(d.InWords().String())
	}
	w.sayRemaining(say, stress)

	say("The protection is ")
	stress(w.promises.Band().String())
	say(". ")
	mark := func(figure string) string { return stressed + figure + stressed }
	sentences := w.promises.Guessing(mark).String()
	if w.before.Sign() > 0 {
		sentences += " " + w.promises.GuessingAfterAll(w.after, w.afterDelta, w.release.Ledger.SameSecrets, mark).String()
	}
	for i, part := range strings.Split(sentences, stressed) {
		p = append(p, Run{Text: part, Strong: i%2 == 1})
	}
	return p
}

// stressed stands before and after a figure that matters, until a text is taken apart.
const stressed = "\x02"

// sayRemaining says how the budget stands after the release.
func (w *writer) sayRemaining(say, stress func(string)) {
	earlier := w.before.Sign() > 0
	if earlier {
		say(" after " + shareOf(w.before) + " spent earlier; together that is ")
		stress(shareOf(w.after))
	}
	if w.limit == nil {
		say("; no limit was set for this data set. ")
		return
	}
	say(" of the " + shareOf(w.limit) + " allowed for this data set; ")
	switch left := new(big.Rat).Sub(w.limit, w.after); left.Sign() {
	case 1:
		stress(shareOf(left))
		say(" remain. ")
	case 0:
		stress("nothing")
		say(" remains. ")
	default:
		stress("that is " + shareOf(left.Neg(left)) + " too much")
		say(". ")
	}
}

func (w *writer) nobodyCanTell() Block {
	b := Block{Title: "What nobody can tell"}
	says := w.release.Protection
	b.Paragraphs = append(b.Paragraphs, safe(says.Secret))
	if says.Together != "" {
		b.Paragraphs = append(b.Paragraphs, safe(says.Together))
	}
	if w.compiled.Policy.Presence() && says.Presence != "" {
		b.Paragraphs = append(b.Paragraphs, safe(says.Presence))
	}
	b.Paragraphs = append(b.Paragraphs, w.promises.Shifting().String())
	return b
}

// exactly lists what is not protected at all.
func (w *writer) exactly() Block {
	b := Block{Title: "What anyone may learn exactly"}
	switch {
	case len(w.release.Protection.Disclosed) > 0:
		b.Caution = true
		b.Paragraphs = []string{"Not protected by the chosen secrets. Anyone may learn exactly:"}
		b.Bullets = safeAll(w.release.Protection.Disclosed)
		if len(w.release.PublishedExactly) > 0 {
			b.After = []string{"The steward agreed to publish these numbers without noise."}
		} else {
			b.After = []string{"They were published with noise, but nothing is promised about them."}
		}
	case w.exact > 0:
	default:
		b.Paragraphs = []string{"Nothing but what was taken as known. Every published number carries noise."}
	}
	if w.exact > 0 {
		b.After = append(b.After, fmt.Sprintf("%s without noise: %s.", plural(w.exact, "number", "numbers"), joined(w.whyExact(), "; ")))
	}
	return b
}

// whyExact lists the reasons why numbers carry no noise, each once.
func (w *writer) whyExact() []string {
	var reasons []string
	for i := range w.release.Questions {
		why := strings.TrimPrefix(w.release.Questions[i].ExactWhy.String(), "exact: ")
		if why != "" && !slices.Contains(reasons, why) {
			reasons = append(reasons, safe(why))
		}
	}
	return reasons
}

func (w *writer) known() Block {
	b := Block{Title: "What was taken as known"}
	rows := w.compiled.Plan.Slotted()
	together := "all rows of a person together"
	switch p := w.compiled.Plan; {
	case p.Weight != nil && p.Rows != nil:
		together = "all rows of a person with their weights, all of it together"
	case p.Weight != nil:
		together = "a row with its weight, all of it together"
	}
	n, known := w.people()
	stated := w.compiled.Plan.Facts.Stated
	switch {
	case known:
		b.Paragraphs = append(b.Paragraphs, "The number of people, "+whole(n)+". "+sentence(w.release.MultiplierWhy))
	case len(stated) > 0 || w.release.Multiplier > 1:
		b.Paragraphs = append(b.Paragraphs, sentence(w.release.MultiplierWhy))
	default:
		b.Paragraphs = append(b.Paragraphs, "Nothing: no facts were stated.")
	}
	for _, f := range stated {
		b.Bullets = append(b.Bullets, factInNumbers(f))
	}
	if w.release.Multiplier > 1 {
		if rows {
			b.After = append(b.After, "What is said of the odds holds for "+together+".")
		}
		if known || !rows {
			b.After = append(b.After, "Odds are then between whole situations: the file as it is, and the file in which these people had the other answers.")
		}
	}
	b.After = append(b.After, "Facts that are not listed here were not counted.")
	return b
}

// numbersOnCover is how many numbers of a fact stand on the first page; all of them are in the appendix.
const numbersOnCover = 6

// factInNumbers says what a fact states, with its first numbers.
func factInNumbers(f constraint.Fact) string {
	numbers := f.Numbers()
	var parts []string
	for _, n := range numbers[:min(len(numbers), numbersOnCover)] {
		parts = append(parts, fmt.Sprintf("%s: %s", safe(n.Of.String()), whole(n.Count)))
	}
	if more := len(numbers) - numbersOnCover; more > 0 {
		parts = append(parts, fmt.Sprintf("and %s more", whole(int64(more))))
	}
	said := joined(parts, "; ")
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
	counted := safe(q.w.release.InWords(q.i).String())
	l := Line{Method: q.Mechanism.Name + noiseInShort(q.Noise), Numbers: whole(int64(q.Len()))}
	if s := (accuracy.Estimate{Answers: q.Errors()[:q.Leading()]}).Summary(); s.Exact < s.Answers {
		l.Typically, l.Within = s.Typically().String()+" "+counted, s.Within().String()+" "+counted
	}
	if !q.MeasuredOn.IsZero() {
		l.Method += "; errors measured on a stand-in, " + safe(q.MeasuredOn.String())
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

// noiseInShort says which noise was added, where that is said in a few words.
func noiseInShort(noise []result.Noise) string {
	var groups []result.Noise
	for _, n := range noise {
		if n.Noisy() {
			groups = append(groups, n)
		}
	}
	if len(groups) == 0 {
		return ", no noise"
	}
	name := groups[0].Family().Words().Noise
	switch {
	case len(groups) == 1 && name != "":
		return ", " + name + " on " + plural(groups[0].Rows, "row", "rows")
	case len(groups) == 1:
		scale, err := share(groups[0].Scale)
		if err != nil {
			return ""
		}
		return fmt.Sprintf(", noise scale %s on %s", scale, plural(groups[0].Rows, "row", "rows"))
	case name != "":
		return fmt.Sprintf(", %s of %d sizes", name, len(groups))
	}
	return fmt.Sprintf(", noise of %d scales", len(groups))
}
