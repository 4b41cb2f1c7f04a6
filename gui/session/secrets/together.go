package secrets

import (
	"steward/core/domain"
	"steward/core/plan"
	"steward/gui/words"
)

// rulesOf counts what may change together under a plan: its columns, those with a common rule and those that are parts of one
// answer as one.
func rulesOf(p plan.Plan) int {
	n := 0
	counted, answers := make(map[domain.AttributeName]bool), make(map[string]bool)
	for _, c := range p.Columns {
		if !answers[c.PartOf] {
			n++
		}
		answers[c.PartOf], counted[c.Name] = c.PartOf != "", c.PartOf == ""
	}
	for _, r := range p.Secrets.Columns {
		named := 0
		for _, name := range r.Columns {
			if counted[name] {
				named++
			}
		}
		if !ruleKind(r).each {
			n -= max(named-1, 0)
		}
	}
	return n
}

// Joint is how many answers of a person are hidden at once.
type Joint struct{ step *Step }

// Joint returns how many that is.
func (s *Step) Joint() Joint { return Joint{s} }

// Answers counts the answers that may change together: one for each column, and one for columns
// with a common rule.
func (j Joint) Answers() int { return rulesOf(j.step.of.Plan()) }

// Hidden returns how many answers are hidden at once; 0 for all.
func (j Joint) Hidden() int {
	if n := j.step.of.Plan().Secrets.Together; n > 0 && n < j.Answers() {
		return n
	}
	return 0
}

// Hide says how many answers are hidden at once; 0 is all of them.
func (j Joint) Hide(n int) {
	j.step.of.Edit(func(p *plan.Plan) {
		p.Secrets.Together = min(max(n, 0), max(rulesOf(*p)-1, 1))
		p.Agreed = nil
	})
}

// Issue says what is wrong with the number of answers that are hidden at once, for a plan from a file.
func (j Joint) Issue() string {
	if n, most := j.step.of.Plan().Secrets.Together, j.Answers(); n < 0 || n > most {
		return words.T("%d answers are to be hidden together, but there are only %d: choose 1 to %d, or all.", n, most, most)
	}
	return ""
}

// Words says how well several answers are hidden together, as the policy does.
func (j Joint) Words() string {
	if c := j.step.of.Outlook(); c != nil {
		return words.Say(c.Policy.Describe().Together)
	}
	return ""
}
