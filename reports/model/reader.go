package model

import (
	"strings"

	"steward/core/message"
	"steward/core/result"
)

// ReaderSheet returns the one page for those who read the numbers: what was counted, how sure the numbers are, and how to
// quote them and add them up. It is of the same release as the summary, and set by the same builder of pages.
func ReaderSheet(r *result.Release) (*Document, error) {
	w, err := opened(r)
	if err != nil {
		return nil, err
	}
	if err := w.questions(); err != nil {
		return nil, err
	}
	w.doc.Kind = w.Sayf("Reader's sheet")
	w.doc.Subtitle = w.Sayf("For readers of a release about %s · %s", w.doc.DataSet, w.moment(w.doc.Created))
	w.captions()
	c := &w.doc.Cover
	c.ForReaders = true
	c.Imprint = w.imprint(w.compiled.Plan.Publication)
	c.Lead = Phrase{{Text: w.published() + " "}, {Text: w.purpose(), Strong: true}}
	c.Blocks = []Block{w.howSure(), w.howToQuote(), w.howToAdd(), w.whereMore()}
	for _, o := range w.outputs {
		line := o.line()
		line.Question, line.Method = safe(o.Title()), w.doc.Questions[o.number-1].Asked
		if q, counts := o.output.(answered); counts {
			line.Noisy = w.Number(whole(int64(q.CountTooNoisy())))
			if q.LeftOut {
				line.Noisy, line.Method = w.Sayf("left out"), line.Method+" "+w.said(result.SaidLeftOut())
			}
		}
		c.Published = append(c.Published, line)
	}
	c.Together = Line{Question: w.Sayf("Together"), Numbers: w.Number(whole(int64(w.numbers)))}
	c.Never = Block{Title: w.Sayf("What nobody can tell"), Paragraphs: []string{w.said(r.Protection.Secret)}}
	return w.doc, nil
}

// purpose says what the noise is for.
func (w *writer) purpose() string {
	if w.release.Noiseless() {
		return w.Sayf("No number carries noise.")
	}
	if w.exact > 0 {
		return w.Sayf("Each number may be a little too large or too small, unless it is said to be exact: random noise was added, so that nobody can tell from them what one person answered.")
	}
	return w.Sayf("Each number may be a little too large or too small: random noise was added, so that nobody can tell from them what one person answered.")
}

func (w *writer) howSure() Block {
	b := Block{Title: w.Sayf("How certain the numbers are")}
	if w.release.Noiseless() {
		b.Paragraphs = []string{w.doc.Cover.Errors}
		return b
	}
	b.Paragraphs = []string{
		w.Sayf("Beside each number is the range in which the exact one lies 19 times in 20. Two numbers whose ranges overlap may be the same."),
		w.Sayf("%s marks a number that is too noisy to be used on its own: it may be off by half its value or more.", result.NoisyMark),
	}
	return b
}

// howToQuote shows on a number of the release how to quote it.
func (w *writer) howToQuote() Block {
	b := Block{Title: w.Sayf("How to quote a number")}
	if example := w.example(); example != "" {
		b.Paragraphs = []string{w.Sayf("With its range, such as:"), example}
	}
	p := w.compiled.Plan.Publication
	source := p.Citation
	if source == "" {
		source = w.Sayf("%s, release of %s, digest %s", w.doc.Title, message.Day(w.doc.Created), shortDigest(w.doc.Digest))
		if p.Publisher != "" {
			source = p.Publisher + ": " + source
		}
	}
	b.After = []string{w.Sayf("Source: %s.", strings.TrimSuffix(safe(source), "."))}
	return b
}

// example quotes the first number that is sure enough to be quoted.
func (w *writer) example() string {
	for i := range w.release.Questions {
		q := &w.release.Questions[i]
		for k, a := range w.doc.Questions[w.numberOf(q)-1].Answers {
			if _, shown := q.Published(k); shown && !a.Noisy && !a.Exact {
				return w.Sayf("“%s, %s: about %s %s (19 times in 20 between %s).”", safe(q.Title()), strings.Join(a.Key, ", "), a.Published, w.said(w.release.InWords(i)), w.between(q, k))
			}
		}
	}
	return ""
}

// numberOf is the number of a question among all that was published.
func (w *writer) numberOf(q *result.Question) int {
	for _, o := range w.outputs {
		if a, counts := o.output.(answered); counts && a.Question == q {
			return o.number
		}
	}
	return 0
}

// between writes the ends of the interval of answer i.
func (w wording) between(q *result.Question, i int) string {
	in, d := q.Interval(i), q.DecimalsOf(i)
	return w.Sayf("%s and %s", Number(in.Low, d), Number(in.High, d))
}

func (w *writer) howToAdd() Block {
	b := Block{Title: w.Sayf("How to add numbers up")}
	if w.release.Noiseless() {
		b.Paragraphs = []string{w.Sayf("Like any other numbers.")}
		return b
	}
	add := w.Sayf("Otherwise add the column “Unadjusted” of the workbook, never the published numbers: these are whole and not below zero, so their sums come out too high. The range of a sum is not the sum of the ranges; the workbook says what it is.")
	if w.release.Otherwise() {
		add = w.Sayf("Otherwise add the column “Unadjusted” of the workbook, never the published numbers: their sums can come out too high. The range of a sum is not the sum of the ranges; the workbook says what it is.")
	}
	b.Paragraphs = []string{w.Sayf("Where a table has a total, use it: a sum of many numbers is less certain than a total that was measured."), add}
	return b
}

func (w wording) whereMore() Block {
	return Block{Title: w.Sayf("Where there is more"), Paragraphs: []string{
		w.Sayf("All numbers are in the workbook and the tables (.csv) beside this sheet; who signed for them, and how they were made, in the accounting summary."),
		w.Sayf("To check whether these files are as they were released: steward verify, with the record (.json)."),
	}}
}
