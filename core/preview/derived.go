package preview

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"steward/core/account"
	"steward/core/accuracy"
	"steward/core/message"
	"steward/core/noise"
	"steward/core/plan"
)

// DerivedError says how far the percentages, rates and differences of a question, or its averages, may be off, as far as that is known
// before the release: where the number to divide by is public. It says nothing of a question without any, and of averages nothing without
// its preview, which may be nil.
func DerivedError(p plan.Plan, q plan.Question, preview *Question) message.Text {
	if q.Sum != nil {
		if !q.Sum.Averages || preview == nil {
			return message.Text{}
		}
		return averageError(p, q, preview.Of().Aim)
	}
	if !q.Derives() {
		return message.Text{}
	}
	people := p.Facts.People
	ofAll := slices.ContainsFunc(q.Percent, func(one plan.Percent) bool { return len(one.Within) == 0 })
	if !ofAll || people == nil || *people < 1 || preview == nil || p.Slotted() {
		return message.Sprintf("They cost nothing. How far they may be off depends on how many people there are in each group, which only the release shows; where they are too few, it says “too unreliable to show”.")
	}
	least, most := 100.0, 0.0
	for _, a := range preview.Group.Error(preview.Place).Answers { // of totals, too
		if half := min(100*a.HalfWidth/float64(*people), 100); half > 0 {
			least, most = min(least, half), max(most, half)
		}
	}
	text := message.Sprintf("They cost nothing. Per cent of all: 19 times in 20 within %s percentage points, since the number of people is public.", accuracy.Range(least, most))
	if most == 0 {
		text = message.Sprintf("They cost nothing. Per cent of all: exact, since the number of people is public.")
	}
	if len(q.Percent)+len(q.Rates)+len(q.Differences) > 1 {
		text = message.Sprintf("%s%s", text, message.Sprintf(" How far the others may be off depends on how many people there are in each group, which only the release shows; where they are too few, it says “too unreliable to show”."))
	}
	return text
}

// averageError says how far averages may be off, for groups of several sizes: of how many people they are over the release only shows. aim is
// the expected squared error of a total less average times people.
func averageError(p plan.Plan, q plan.Question, aim float64) message.Text {
	if !(aim > 0) {
		return message.Text{}
	}
	half := noise.Laplace.HalfWidth(math.Sqrt(aim), 0, 0.95)
	within := func(people int) message.Text {
		return message.Sprintf("about %s over %s %s", twoDigits(half/float64(people)), account.Commas(strconv.Itoa(people)), p.Counted())
	}
	return message.Sprintf("Averages cost nothing more: 19 times in 20 within %s, %s and %s (%s). Where a group is too small for an average, the release says so.",
		within(100), within(1000), within(10000), p.InWords(q))
}

// twoDigits writes a number with two digits that matter, or more where it is large.
func twoDigits(x float64) string {
	if x >= 100 || x == 0 {
		return accuracy.People(math.Ceil(x))
	}
	return fmt.Sprintf("%.*f", max(1-int(math.Floor(math.Log10(x))), 0), x)
}
