package verify

import (
	"steward/core/message"
	"steward/core/release"
	"steward/core/result"
	"steward/io/export"
)

// intervalled reports whether the record is of the version that has intervals which hold the published numbers, and lists what the
// workbook shows.
func (v *verifier) intervalled() bool { return v.record.Version >= 3 }

// intervals works the intervals of published numbers out again, from the numbers in the record and from what its plan
// says is public: any computer comes to the same.
func (v *verifier) intervals(i int, q export.Question, rq *result.Question) {
	if !v.intervalled() {
		return
	}
	release.Intervals(v.plan.Problems[i], rq)
	same := true
	for k, a := range q.Answers {
		same = same && a.From != nil && a.To != nil && *a.From == rq.Low[k] && *a.To == rq.High[k]
	}
	part := v.part
	v.part = Figures
	v.note(same, message.Sprintf("%s: intervals follow from its numbers and what is public", q.Title),
		message.Sprintf("%s: intervals do not follow from its numbers and what is public", q.Title))
	v.part = part
}
