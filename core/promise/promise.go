// Package promise works out what a release promises, and what it and all earlier releases promise
// together, and says it. Screens, command line, workbook and summary draw every such figure and sentence
// from here and compute none of their own, so that a sentence cannot differ from the mathematics, nor two
// sentences from one another.
//
// A promise is about its worst pair: of all pairs of answers that the policy joins, the one that the
// release hides least, with the weights of edges, the facts that tie people together, rows and weights of
// people, the failure chance and what was released before. Where the worst pair is not known exactly it is
// bounded, and figures are rounded to the side of less protection.
//
// Whoever adds a way to weaken or to strengthen a promise adds it to Promise; whoever adds a sentence adds
// it to sentences.go, and to the test that works every sentence out again from a graph of its own.
package promise

import (
	"math"

	"steward/core/account"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/policy"
	"steward/core/policy/weighted"
)

// Promise is what a release promises about the pairs of answers that its policy joins.
type Promise struct {
	law account.Promise
	// joined is no lighter than any edge between two answers; 0 when none are joined.
	joined weighted.Weight
	// absent is no lighter than any edge to "not in the file"; 0 when there is none.
	absent weighted.Weight
	// everybody says that being in the file is a secret of everybody.
	everybody bool
	// slotted says that an answer is one row of a person, or one unit of its weight, and that all of them
	// are hidden together; tied that known facts tie several people together.
	slotted, tied bool
}

// Of returns what a release of the plan promises.
func Of(c *plan.Compiled) Promise {
	p := Promise{law: c.Spends(), slotted: c.Plan.Slotted(), tied: c.FactsTie(), everybody: c.Policy.PresenceOfAll()}
	p.joined, p.absent = reach(c.Policy, c.Plan.RowsByAnswers())
	return p
}

// reach returns what no edge between two answers and what none to "not in the file" is heavier than; 0 where there is none. Rows that
// were chosen by their answers reach farther.
func reach(p *policy.Policy, rowsByAnswers bool) (joined, absent weighted.Weight) {
	if p.HasValueEdges() {
		_, joined = p.ValueWeights()
	}
	_, absent = p.AbsentWeights()
	if rowsByAnswers {
		joined = max(joined, p.Exchange())
	}
	return joined, absent
}

// Plain returns what a budget promises about two answers that are joined by an edge of full weight, where
// no plan says more, such as a limit for all releases.
func Plain(law account.Promise) Promise { return Promise{law: law, joined: weighted.One} }

// At returns the promise that the same secrets have at another budget.
func (p Promise) At(law account.Promise) Promise {
	p.law = law
	return p
}

// Worst returns the weight that no joined pair is heavier than; 0 when nothing is joined, so that nothing
// is promised.
func (p Promise) Worst() weighted.Weight { return max(p.joined, p.absent) }

// onlyPresence reports whether nothing but being in the file is a secret: two answers are then hidden by
// the way out of the file and in again.
func (p Promise) onlyPresence() bool { return p.joined == 0 && p.absent > 0 }

// Loss returns the epsilon for which the release is (epsilon, delta), at the plan's delta, between the two
// answers of the worst pair; infinite when nothing is promised.
func (p Promise) Loss() float64 {
	if p.Worst() == 0 {
		return math.Inf(1)
	}
	return p.law.Within(p.Worst())
}

// Guess writes how often, of 100 times, somebody who thinks the two answers of the worst pair equally
// likely guesses right after the release, at most: "63".
func (p Promise) Guess() string { return p.guess(p.Worst()) }

func (p Promise) guess(w weighted.Weight) string {
	if w == 0 {
		return "100"
	}
	return account.GuessText(p.law.Guess(w))
}

// Band says in a word how well the worst pair is protected.
func (p Promise) Band() account.Band { return account.BandOf(p.Loss(), p.law.Delta().Float()) }

// Factor writes the largest factor by which the release can shift the odds between two answers at a
// distance: "1.65". What it leaves out Except says.
func (p Promise) Factor(distance weighted.Weight) string {
	return account.FactorText(p.law.Odds(distance))
}

// Verdict answers whether somebody could tell two answers from one another.
type Verdict int

// The verdicts, from the most reassuring.
const (
	Hardly Verdict = iota
	Partly
	Probably
	Yes
)

var verdicts = [...]message.Text{
	message.Sprintf("Hardly."), message.Sprintf("With a good guess."), message.Sprintf("Probably."), message.Sprintf("Yes."),
}

// Said returns the answer.
func (v Verdict) Said() message.Text { return verdicts[v] }

// String returns it in English.
func (v Verdict) String() string { return v.Said().String() }

// Verdict returns the verdict on two answers at a distance. It goes by what the release tells between
// them, in the bands of BandOf, and not by the distance.
func (p Promise) Verdict(distance weighted.Weight) Verdict {
	if distance == weighted.Infinite {
		return Yes
	}
	switch account.BandOf(p.law.Within(distance), p.law.Delta().Float()) {
	case account.Strong, account.Good:
		return Hardly
	case account.Weak:
		return Partly
	}
	return Probably
}
