package phrase

import (
	"fmt"
	"slices"
	"strings"

	"steward/core/domain"
	"steward/core/guide"
	"steward/core/message"
	"steward/core/plan"
)

// Flags say secrets, facts and questions in words.
type Flags struct {
	Secret   []string `help:"Keep something secret, as COLUMNS:WHAT, such as age:within=5, or presence, who is in the file. Columns that no secret names are secret entirely. steward plan set --help lists all kinds. Repeat it for more." placeholder:"SECRET" sep:"none"`
	Fact     []string `help:"Something that the public knows for certain: people=4812 (or n=4812), town:totals=North:22 | South:19, or counts=(town=North & age=20..29):7. Repeat it for more." placeholder:"FACT" sep:"none"`
	Question []string `help:"Ask a question, as COLUMNS:KIND, such as town,age:table or age:cumulative; kinds are table, cumulative, ranges and totals, and settings follow semicolons. Repeat it for more." placeholder:"QUESTION" sep:"none"`
}

// Said returns a plan that says what the flags say too. It errors on what cannot be read, and on secrets, facts and questions
// that do not go with the plan.
func (f Flags) Said(p plan.Plan) (plan.Plan, error) {
	next := p
	for _, part := range []struct {
		name  string
		texts []string
	}{{"secret", f.Secret}, {"fact", f.Fact}, {"question", f.Question}} {
		for _, text := range part.texts {
			if err := Add(&next, part.name, text); err != nil {
				return p, message.Errorf("--%w", err)
			}
		}
	}
	for i := range next.Questions[len(p.Questions):] {
		name(&next, len(p.Questions)+i)
	}
	return next, Fits(p, next)
}

// name gives a question an id and a title where it has none.
func name(p *plan.Plan, i int) {
	q := &p.Questions[i]
	for n := i + 1; q.ID == ""; n++ {
		id := fmt.Sprintf("q%d", n)
		if !slices.ContainsFunc(p.Outputs(), func(o plan.Output) bool { return o.Head().ID == id }) {
			q.ID = id
		}
	}
	if q.Title == "" {
		q.Title = "Counts by " + strings.Join(domain.Texts(q.Columns), " and ")
	}
}

// Fits errors with what is wrong with a plan's secrets, facts and questions that was not wrong before.
func Fits(before, after plan.Plan) error {
	known := issues(before)
	var wrong []plan.Issue
	for _, is := range issues(after) {
		if slices.Contains([]guide.Step{guide.Secrets, guide.Facts, guide.Questions}, is.Step) && !slices.ContainsFunc(known, func(k plan.Issue) bool { return k.String() == is.String() }) {
			wrong = append(wrong, is)
		}
	}
	if len(wrong) == 0 {
		return nil
	}
	lines := make([]message.Text, len(wrong))
	for i, is := range wrong {
		lines[i] = is.Said()
	}
	return message.Errorf("nothing was written:\n  %s", message.List(lines, "%s\n  %s", "%s\n  %s"))
}

func issues(p plan.Plan) []plan.Issue {
	_, err := plan.Compile(p)
	return plan.IssuesIn(err)
}
