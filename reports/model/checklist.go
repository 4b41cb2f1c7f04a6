package model

import (
	"cmp"
	"steward/core/guide"
	"strings"

	"steward/core/message"
	"steward/core/result"
)

// box stands before what is ticked.
const box = "□ "

// Checklist returns a page to print for whoever checks a plan before its release: what is to be looked at, with what the plan
// says of it. It is made from a release of the plan on made-up people, of which it tells no number, and is of the plan with a digest.
func Checklist(r *result.Release, digest string) (*Document, error) {
	w, err := opened(r)
	if err != nil {
		return nil, err
	}
	if err := w.questions(); err != nil {
		return nil, err
	}
	d := w.doc
	d.Kind = w.Sayf("Checklist")
	d.Digest = digest
	d.Subtitle = w.Sayf("What to look at before %s is released · %s", d.DataSet, message.Day(d.Created))
	d.Reference = w.Sayf("Plan %s", shortDigest(digest))
	c := &d.Cover
	c.ToCheck = true
	c.Imprint = cmp.Or(w.imprint(w.compiled.Plan.Publication), w.Sayf("Nothing is said about who publishes this, or what for."))
	c.Lead = Phrase{
		{Text: w.Sayf("Tick what you have looked at.") + " ", Strong: true},
		{Text: w.Sayf("The person who prepared the plan and the one who checks it are different people. What is decided is noted in the account, by steward review or in the step %s in the window, and holds for exactly this plan: once it is changed, it has to be looked at again.", guide.Release.Title())},
	}
	c.Blocks = []Block{w.checkPeople(), w.checkSecrets(), w.checkFacts(), w.checkWorth()}
	for _, o := range w.outputs {
		line := o.line()
		line.Question, line.Spent = box+safe(o.Title()), w.Sayf("nothing")
		if o.budget.Sign() > 0 {
			line.Spent = w.Number(w.spentOn(o.budget))
		}
		c.Published = append(c.Published, line)
	}
	c.Together = Line{Question: w.Sayf("Together"), Numbers: w.Number(whole(int64(w.numbers))), Spent: w.Number(shareOf(w.spent))}
	c.Never = Block{Title: w.Sayf("What was decided"), Paragraphs: []string{
		strings.Join([]string{box + w.Sayf("approved"), box + w.Sayf("changes asked for"), box + w.Sayf("refused")}, "     ") + "     " + w.Sayf("Why:"),
	}}
	c.Signature = []string{w.Sayf("Prepared by"), w.Sayf("Checked by"), w.Sayf("Date")}
	d.Questions = nil
	return d, nil
}

// boxed puts a box before each text.
func boxed(texts ...string) []string {
	for i, text := range texts {
		texts[i] = box + text
	}
	return texts
}

func (w wording) checkPeople() Block {
	return Block{Title: w.Sayf("Who it is about"), Paragraphs: boxed(
		w.Sayf("Who publishes this, what for, about whom and for which period is stated above, correctly."),
		w.Sayf("The file is the right one, and what became of each of its rows has been looked at."),
		w.Sayf("The number of rows that a person can have in it is right."),
	)}
}

func (w *writer) checkSecrets() Block {
	says := w.release.Protection
	b := Block{Title: w.Sayf("What is kept secret"), Paragraphs: boxed(w.said(says.Secret)+" "+w.Sayf("That is what these people were promised."), w.Say(w.promises.Shifting())+" "+w.Sayf("That is enough protection."))}
	if len(says.Disclosed) > 0 {
		b.Caution = true
		b.Paragraphs = append(b.Paragraphs, box+w.Sayf("Nobody is harmed by what anyone may learn exactly:"))
		b.Bullets = w.saidAll(says.Disclosed)
	}
	return b
}

func (w *writer) checkFacts() Block {
	known := w.known()
	b := Block{Title: w.Sayf("What is already known"), Paragraphs: boxed(w.Sayf("Everything public about these people is taken as known, and nothing else:"))}
	b.Paragraphs = append(b.Paragraphs, known.Paragraphs...)
	b.Bullets = known.Bullets
	b.After = boxed(w.Sayf("All earlier releases about them are in the account, including those made by others."))
	return b
}

func (w *writer) checkWorth() Block {
	return Block{Title: w.Sayf("Whether it is worth it"), Paragraphs: boxed(
		w.Sayf("The numbers are accurate enough for those who read them; the errors are below."),
		w.Sayf("Everything that is asked is needed by someone."),
		w.Sayf("What it spends, %s, leaves enough for later releases.", shareOf(w.spent)),
		w.Sayf("The pages with made-up numbers (preview) have been looked at."),
	)}
}
