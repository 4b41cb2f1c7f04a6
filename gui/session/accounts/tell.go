package accounts

import (
	"errors"
	"math/big"

	"steward/core/domain"
	"steward/core/policy/weighted"
	"steward/core/promise"
	"steward/gui/session/amounts"
	"steward/gui/session/secrets"
	"steward/gui/words"
)

// Columns lists the columns of the plan whose answers can be asked about.
func (b *Book) Columns() (out []string) {
	for _, c := range b.of.Plan().Columns {
		if a, ok := b.of.Column(string(c.Name)); ok && a.Size() > 1 {
			out = append(out, string(c.Name))
		}
	}
	return out
}

// Answers returns how many answers a column has, and what each is called.
func (b *Book) Answers(column string) (n int, label func(i int) string) {
	a, ok := b.of.Column(column)
	if !ok {
		return 0, nil
	}
	return a.Size(), a.Label
}

// Tell answers whether somebody who has all releases about these people could tell two answers of a column, by their places,
// from one another, all else being equal. It returns false for an answer and itself, and where the ledger cannot be asked.
func (b *Book) Tell(column string, from, to int) (secrets.Tell, bool) {
	said, read, err := b.balance.Statement()
	a, ok := b.of.Column(column)
	if !ok || !read || err != nil || from == to || max(from, to) >= a.Size() {
		return secrets.Tell{}, false
	}
	x, y := a.Label(from), a.Label(to)
	answer := func(label string) promise.Answers { return promise.Answers{domain.AttributeName(column): label} }
	pair, err := said.Between(answer(x), answer(y), b.today())
	unbounded := (*promise.Unbounded)(nil)
	switch {
	case errors.As(err, &unbounded):
		return secrets.Tell{Level: secrets.Alarming, Verdict: words.T("It is not known."), Sentence: words.Marked(words.SentenceOf(err))}, true
	case err != nil:
		return secrets.Tell{Level: secrets.Cautious, Verdict: words.T("It is not known."), Sentence: words.Marked(words.SentenceOf(err))}, true
	case len(pair.Open) > 0:
		return secrets.Tell{Level: secrets.Alarming, Verdict: words.Say(promise.Yes.Said()), Sentence: words.Marked(words.T("%s and %s may be told apart exactly. These releases do not keep them from one another: %s.",
			words.AsName(amounts.Value(x)), words.AsName(amounts.Value(y)), titles(pair.Open)))}, true
	case len(pair.Unknown) > 0:
		return secrets.Tell{Level: secrets.Cautious, Verdict: words.T("It is not known."), Sentence: words.Marked(words.T("The account does not say what these releases protected: %s.", titles(pair.Unknown)))}, true
	}
	t := secrets.Tell{Sentence: words.Marked(words.T("Whatever the odds between %s and %s seemed before, all releases together shift them %s%s.",
		words.AsName(amounts.Value(x)), words.AsName(amounts.Value(y)), shifts(pair.Loss), except(pair.Delta)))}
	verdict := verdictOf(pair.Loss, pair.Delta)
	t.Verdict = words.Say(verdict.Said())
	switch verdict {
	case promise.Partly:
		t.Level = secrets.Cautious
	case promise.Probably, promise.Yes:
		t.Level = secrets.Alarming
	}
	return t, true
}

// verdictOf is the verdict on two answers between which releases lose so much together.
func verdictOf(loss, delta *big.Rat) promise.Verdict {
	if loss.Sign() == 0 {
		return promise.Hardly
	}
	law, ok := lawOf(loss, delta)
	if !ok {
		return promise.Yes
	}
	return promise.Plain(law).Verdict(weighted.One)
}

// titles writes the titles of releases for a sentence.
func titles(list []string) string {
	var out []string
	for _, title := range list {
		out = append(out, words.T("“%s”", title))
	}
	return words.Joined(out)
}
