package carryover

import (
	"context"
	"math"

	"steward/core/accuracy"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/preview"
	"steward/io/combine"
	"steward/io/export"
	"steward/io/project"
)

// Outlook is how far off the change of an answer between two releases will typically be.
type Outlook struct {
	Question string
	// Earlier and Next are the typical errors of the answers, Change that of the later less the earlier one.
	Earlier, Next, Change float64
}

// Said says it in a sentence.
func (o Outlook) Said() message.Text {
	return message.Sprintf("“%s”: typically within %s, as the earlier answers are within %s and the next ones will be within %s.", o.Question,
		accuracy.People(o.Change), accuracy.People(o.Earlier), accuracy.People(o.Next))
}

// Record reads the record of the last release that the project remembers, or the one at path where one is given; nil where nobody knows
// where it is, or where it is not there any more.
func Record(past project.Past, path string) (*export.Record, error) {
	given := path != ""
	if n := len(past.Releases); !given && n > 0 {
		path = past.Releases[n-1].Record
	}
	if path == "" {
		return nil, nil
	}
	r, err := export.ReadRecord(path)
	switch {
	case err == nil:
		return &r, nil
	case !given:
		return nil, nil
	}
	return nil, err
}

// Expected says how far off changes will typically be between a release and one of a plan; nothing where the plan is not complete yet.
func Expected(ctx context.Context, earlier *export.Record, next plan.Plan, of preview.Planner) []Outlook {
	if earlier == nil {
		return nil
	}
	compiled, err := plan.Compile(next)
	if err != nil {
		return nil
	}
	out, err := Changes(ctx, *earlier, compiled, of)
	if err != nil {
		return nil
	}
	return out
}

// Changes says how far off changes will typically be between the release that a record is of and one of a complete plan, of those
// questions that both ask by the same columns. It reads no data: the errors of the two add up in squares, since their noise is drawn apart.
func Changes(ctx context.Context, earlier export.Record, next *plan.Compiled, of preview.Planner) ([]Outlook, error) {
	errors, err := of.Errors(ctx, next)
	if err != nil {
		return nil, err
	}
	var out []Outlook
	for i, q := range next.Plan.Questions {
		at := combine.Like(earlier.Questions, q.ID, q.Title, next.Problems[i].Workload.KeyNames())
		if at < 0 || earlier.Questions[at].MeasuredOn != "" || errors[i].Kind != accuracy.Computed || otherwise(earlier.Plan, at, next.Plan, i) {
			continue
		}
		was, now, n := 0.0, 0.0, float64(len(earlier.Questions[at].Answers))
		for _, a := range earlier.Questions[at].Answers {
			was += a.RMSE * a.RMSE / n
		}
		for _, a := range errors[i].Answers {
			now += a.Variance / float64(len(errors[i].Answers))
		}
		out = append(out, Outlook{q.Title, accuracy.Typical(math.Sqrt(was)), accuracy.Typical(math.Sqrt(now)), accuracy.Typical(math.Sqrt(was + now))})
	}
	return out, nil
}

// otherwise reports whether a question of one plan asks something else than that of a later one.
func otherwise(earlier plan.Plan, before int, later plan.Plan, now int) bool {
	return before >= len(earlier.Questions) ||
		!combine.Otherwise(combine.Asked{Plan: earlier, Question: earlier.Questions[before]}, combine.Asked{Plan: later, Question: later.Questions[now]}).IsZero()
}
