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

// Answers counts the answers that may change together: one for each column, and one for columns
// with a common rule.
func (s *Step) Answers() int { return rulesOf(s.of.Plan()) }

// Together returns how many answers are hidden at once; 0 for all.
func (s *Step) Together() int {
	if n := s.of.Plan().Secrets.Together; n > 0 && n < rulesOf(s.of.Plan()) {
		return n
	}
	return 0
}

// SetTogether says how many answers are hidden at once; 0 is all of them.
func (s *Step) SetTogether(n int) {
	s.of.Edit(func(p *plan.Plan) {
		p.Secrets.Together = min(max(n, 0), max(rulesOf(*p)-1, 1))
		p.Agreed = nil
	})
}

// TogetherIssue says what is wrong with the number of answers that are hidden at once, for a
// plan from a file.
func (s *Step) TogetherIssue() string {
	if n, most := s.of.Plan().Secrets.Together, rulesOf(s.of.Plan()); n < 0 || n > most {
		return words.T("%d answers are to be hidden together, but there are only %d: choose 1 to %d, or all.", n, most, most)
	}
	return ""
}

// TogetherWords says how well several answers are hidden together, as the policy does.
func (s *Step) TogetherWords() string {
	if c := s.of.Outlook(); c != nil {
		return words.Say(c.Policy.Describe().Together)
	}
	return ""
}
