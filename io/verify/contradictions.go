package verify

import (
	"steward/core/message"
	"steward/core/reconcile"
	"steward/core/release"
)

// contradictions compares the published numbers of all questions with what is known of the counted people, and with one another.
// Those that the record says to be given up may be so; earlier versions did not make questions agree.
func (v *verifier) contradictions() {
	if !v.intervalled() {
		return
	}
	var all []reconcile.Published
	for i, q := range v.record.Questions {
		p := reconcile.Published{Problem: v.plan.Problems[i], Gave: release.GaveUp(q.GaveUp)}
		for _, a := range q.Answers {
			p.Answers = append(p.Answers, a.Published)
		}
		all = append(all, p)
	}
	part := v.part
	v.part = Figures
	found := reconcile.Contradictions(all)
	for _, c := range found {
		title := v.record.Questions[c.Question].Title
		if c.Other < 0 {
			v.contradicted(message.Sprintf("%s: the published numbers contradict one another or what is known", title))
			continue
		}
		v.contradicted(message.Sprintf("%s: the published numbers contradict those of “%s”", title, v.record.Questions[c.Other].Title))
	}
	if len(found) == 0 {
		v.note(true, message.Sprintf("Published numbers contradict neither one another nor what is known, except where that is stated"), message.Text{})
	}
	v.part = part
}

// contradicted adds a finding about a contradiction that the record does not tell of.
func (v *verifier) contradicted(what message.Text) {
	v.worked(figures{sound: true}, message.Text{}, what)
}
