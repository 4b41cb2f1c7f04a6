package model

import (
	"steward/core/domain"
	"steward/core/plan/secret"
	"steward/core/policy/weighted"
	"steward/core/promise"
)

// mayLearn says what the chosen secrets leave open, short of exact numbers.
func (w *writer) mayLearn() Block {
	b := Block{Title: w.Sayf("What a reader may learn")}
	if !w.compiled.Policy.Presence() {
		b.Paragraphs = append(b.Paragraphs, w.said(w.release.Protection.Presence))
	}
	for _, s := range w.compiled.Plan.Secrets.Columns {
		switch s.Open() {
		case secret.OpenSize:
			b.Paragraphs = append(b.Paragraphs, w.roughly(s))
		case secret.OpenGroup:
			b.Paragraphs = append(b.Paragraphs, w.Sayf("Someone who knows more: which group of %s a person is in.", w.quote(string(s.Columns[0]))))
		}
	}
	b.Paragraphs = append(b.Paragraphs, w.Sayf("What is true of people in general, which is what the release is for and not a secret."))
	return b
}

// roughly says how much less well answers far from each other are hidden, with the two
// that are farthest as the example.
func (w *writer) roughly(s secret.Secret) string {
	names := make([]string, len(s.Columns))
	for i, c := range s.Columns {
		names[i] = w.quote(string(c))
	}
	say := w.Sayf("The rough size of %s: answers further apart are less well hidden.", w.listed(names))
	if len(s.Columns) > 1 {
		return say
	}
	from, to, distance, ok := w.farthest(s.Columns[0])
	if !ok || distance <= weighted.One {
		return say
	}
	return say + " " + w.Sayf("%s and %s are %s steps apart; the odds can shift %s.",
		w.quote(w.label(from)), w.quote(w.label(to)), number(distance.Steps()), w.promises.By(distance))
}

// farthest returns the lowest and the highest value of a column and how far the secrets leave them apart, whatever else the two people
// answered, and false when nothing connects them.
func (w *writer) farthest(column domain.AttributeName) (from, to string, d weighted.Weight, ok bool) {
	a, ok := w.compiled.Domain.Attribute(column)
	if !ok || a.Regular() < 2 {
		return "", "", 0, false
	}
	last := a.Regular() - 1
	d, ok = promise.Ask(w.compiled).Apart([]domain.AttributeName{column}, []int{0}, []int{last})
	return a.Label(0), a.Label(last), d, ok && d != weighted.Infinite
}
