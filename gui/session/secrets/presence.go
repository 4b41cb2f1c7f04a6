package secrets

import (
	"maps"
	"slices"
	"strings"

	"steward/core/domain"
	"steward/core/plan"
	"steward/core/policy"
	"steward/gui/session/amounts"
	"steward/gui/words"
	"steward/reports/secretgraph"
)

// Presence says for whom it is a secret whether they are in the file.
type Presence int

// The answers.
const (
	PresenceKnown Presence = iota // for nobody
	PresenceSome                  // for chosen people
	PresenceAll                   // for everybody
)

// Presence returns for whom being in the file is secret. Where people can have several rows, or rows have weights, it
// is for everybody: a slot that no row fills cannot be told from one that a row does.
func (s *Step) Presence() Presence {
	all := func(a plan.Absence) bool { return len(a.Where) == 0 }
	switch p := s.of.Plan(); {
	case p.Secrets.Presence || p.Slotted() || slices.ContainsFunc(p.Secrets.Absences, all):
		return PresenceAll
	case len(p.Secrets.Absences) > 0:
		return PresenceSome
	}
	return PresenceKnown
}

// ChoosePresence says for whom being in the file is secret: for nobody, for everybody, or for
// people with some answers, to be chosen with SetAbsent. It does nothing where it is so already.
func (s *Step) ChoosePresence(p Presence) {
	if p == s.Presence() || s.of.Plan().Slotted() && p != PresenceAll {
		return
	}
	s.of.Edit(func(next *plan.Plan) {
		next.Agreed = nil
		next.Secrets.Presence, next.Secrets.Absences, next.Secrets.PresenceOnly = p == PresenceAll, nil, false
		if p != PresenceSome {
			return
		}
		if c, ok := s.fewest(); ok {
			next.Secrets.Absences = []plan.Absence{{Where: domain.Combination{c.Name: labelsOf(c)[:1]}}}
		}
	})
}

// fewest returns the column that people are chosen by at first: the one with the fewest values
// of those that have several.
func (s *Step) fewest() (plan.Column, bool) {
	var out plan.Column
	for _, c := range s.of.Plan().Columns {
		if n := c.Regular(); n > 1 && (out.Name == "" || n < out.Regular()) {
			out = c
		}
	}
	return out, out.Name != ""
}

// Absent is a group of people whose being in the file is secret.
type Absent struct {
	// Where says who: those whose answers are among the values in every one of the columns;
	// everybody when there are none.
	Where  []AbsentWhere
	Weight string // a multiple of the budget; empty for the budget
	Issue  string // what has to be mended
}

// AbsentWhere is the values of one column that people in a group have.
type AbsentWhere struct {
	Column string
	Values string // as they are typed
}

// Absents returns the groups of people whose being in the file is secret.
func (s *Step) Absents() []Absent {
	out := make([]Absent, len(s.of.Plan().Secrets.Absences))
	for i, a := range s.of.Plan().Secrets.Absences {
		out[i] = Absent{Weight: a.Weight, Issue: s.absenceIssue(a)}
		for _, n := range slices.Sorted(maps.Keys(a.Where)) {
			out[i].Where = append(out[i].Where, AbsentWhere{string(n), s.valuesWritten(string(n), a.Where[n])})
		}
	}
	return out
}

// valuesWritten writes values so that ValuesNamed reads them back: runs of an order as one.
func (s *Step) valuesWritten(column string, values []string) string {
	var attr *domain.Attribute
	if c, ok := s.of.Published(column); ok {
		attr, _ = c.Attribute()
	}
	places := make([]int, len(values))
	for i, v := range values {
		at, ok := -1, false
		if attr != nil && attr.HasOrder() {
			at, ok = attr.Find(v)
		}
		if !ok || at >= attr.Regular() {
			return withCommas(values)
		}
		places[i] = at
	}
	slices.Sort(places)
	var parts []string
	for i := 0; i < len(places); {
		k := i
		for k+1 < len(places) && places[k+1] == places[k]+1 {
			k++
		}
		switch from, to := amounts.Value(attr.Label(places[i])), amounts.Value(attr.Label(places[k])); {
		case k > i+1:
			parts = append(parts, words.T("%s to %s", from, to))
		case k > i:
			parts = append(parts, from, to)
		default:
			parts = append(parts, from)
		}
		i = k + 1
	}
	return withCommas(parts)
}

// withCommas writes a list with commas between its entries, one that holds a comma in quotation
// marks.
func withCommas(list []string) string {
	out := slices.Clone(list)
	for i, v := range out {
		if strings.ContainsAny(v, `,;"`) {
			out[i] = `"` + strings.ReplaceAll(v, `"`, `""`) + `"`
		}
	}
	return strings.Join(out, ", ")
}

// absenceIssue says what is wrong with a group of people whose being in the file is secret.
func (s *Step) absenceIssue(a plan.Absence) string {
	p := plan.Plan{Version: plan.Version, Columns: s.of.Plan().Columns, Secrets: plan.Secrets{Absences: []plan.Absence{a}}}
	_, err := plan.Policy(p)
	if issues := plan.IssuesIn(err); len(issues) > 0 {
		return words.Sentence(words.Say(issues[0].Message))
	}
	return ""
}

// changeAbsence changes a group, and refuses what would spoil it.
func (s *Step) changeAbsence(i int, change func(a *plan.Absence)) error {
	if i < 0 || i >= len(s.of.Plan().Secrets.Absences) {
		return nil
	}
	next := s.of.Plan().Clone().Secrets.Absences[i]
	change(&next)
	if problem := s.absenceIssue(next); problem != "" && s.absenceIssue(s.of.Plan().Secrets.Absences[i]) == "" {
		return words.Errorf("%s", problem)
	}
	s.of.Edit(func(p *plan.Plan) {
		p.Secrets.Absences[i] = next
		p.Agreed = nil
	})
	return nil
}

// SetAbsent says which values of a column the people of a group have; no text takes the column
// out of it. The last column of the last group stays.
func (s *Step) SetAbsent(i int, column, text string) error {
	var values []string
	if strings.TrimSpace(text) != "" {
		var err error
		if values, err = s.of.ValuesNamed(column, text); err != nil {
			return err
		}
	}
	return s.changeAbsence(i, func(a *plan.Absence) {
		if values == nil {
			delete(a.Where, domain.AttributeName(column))
			return
		}
		if a.Where == nil {
			a.Where = domain.Combination{}
		}
		a.Where[domain.AttributeName(column)] = values
	})
}

// SetAbsentColumn goes by another column in place of one.
func (s *Step) SetAbsentColumn(i int, from, to string) error {
	c, ok := s.of.Published(to)
	if !ok || from == to || len(labelsOf(c)) == 0 {
		return nil
	}
	return s.changeAbsence(i, func(a *plan.Absence) {
		if _, named := a.Where[c.Name]; named {
			return
		}
		if a.Where == nil {
			a.Where = domain.Combination{}
		}
		delete(a.Where, domain.AttributeName(from))
		a.Where[c.Name] = labelsOf(c)[:1]
	})
}

// AddAbsentColumn narrows a group by one more column: the next that it does not go by.
func (s *Step) AddAbsentColumn(i int) error {
	if i < 0 || i >= len(s.of.Plan().Secrets.Absences) {
		return nil
	}
	for _, c := range s.of.Plan().Columns {
		if _, named := s.of.Plan().Secrets.Absences[i].Where[c.Name]; !named && c.Regular() > 1 {
			return s.SetAbsentColumn(i, "", string(c.Name))
		}
	}
	return words.Errorf("it already goes by every column")
}

// SetAbsentWeight says what multiple of the budget being in the file has for a group; an empty
// text or 1 is the budget.
func (s *Step) SetAbsentWeight(i int, text string) error {
	number, err := typed(words.T("the weight of being in the file"), text, true, true)
	if err != nil {
		return err
	}
	return s.changeAbsence(i, func(a *plan.Absence) { a.Weight = number })
}

// AddAbsent adds a group: those with the next value of the column that the last one goes by.
func (s *Step) AddAbsent() {
	c, ok := s.fewest()
	if !ok {
		return
	}
	labels := labelsOf(c)
	taken := func(label string) bool {
		return slices.ContainsFunc(s.of.Plan().Secrets.Absences, func(a plan.Absence) bool { return slices.Contains(a.Where[c.Name], label) })
	}
	next := max(slices.IndexFunc(labels, func(l string) bool { return !taken(l) }), 0)
	s.of.Edit(func(p *plan.Plan) {
		p.Secrets.Absences = append(p.Secrets.Absences, plan.Absence{Where: domain.Combination{c.Name: labels[next : next+1]}})
		p.Agreed = nil
	})
}

// RemoveAbsent takes a group away.
func (s *Step) RemoveAbsent(i int) {
	s.of.Edit(func(p *plan.Plan) {
		if i >= 0 && i < len(p.Secrets.Absences) {
			p.Secrets.Absences = slices.Delete(p.Secrets.Absences, i, i+1)
			p.Agreed = nil
		}
	})
}

// PresenceWords says whose being in the file is hidden, as the policy does; it is empty while
// there is none.
func (s *Step) PresenceWords() string {
	if c := s.of.Outlook(); c != nil {
		return words.Say(c.Describe().Presence)
	}
	return ""
}

// PresenceCost says what hiding who is in the file costs the rule of a column: how far apart its
// farthest values are with it and without. It is empty where nothing changes.
func (s *Step) PresenceCost(column string) string {
	c := s.of.Outlook()
	if c == nil || !c.Policy.Presence() {
		return ""
	}
	pos, ok := c.Domain.Position(domain.AttributeName(column))
	if !ok {
		return ""
	}
	attr := c.Domain.Attributes()[pos]
	rule, own := s.Secret(column)
	if !own || attr.Regular() < 2 {
		return ""
	}
	without, ok := s.policyOf(plan.Secrets{Columns: []plan.Secret{rule}}, rule.Columns)
	if !ok {
		return ""
	}
	at, _ := without.Domain().Position(attr.Name())
	far := func(p *policy.Policy, pos int) policy.Weight {
		n := len(p.Domain().Attributes())
		u, v := make([]int, n), make([]int, n)
		v[pos] = attr.Regular() - 1
		return p.Distance(u, v)
	}
	with, alone := far(c.Policy, pos), far(without, at)
	if with >= alone {
		return ""
	}
	first, last := amounts.Value(attr.Label(0)), amounts.Value(attr.Label(attr.Regular()-1))
	if alone == policy.Infinite {
		return words.T("What it costs: %s and %s of %s are %s apart, by way of “%s”; without it nothing joins them, and their totals could be shown exactly. Everything needs more noise.", first, last, column, stepsText(with), s.NotInFile())
	}
	return words.T("What it costs: %s and %s of %s are %s apart, by way of “%s”, instead of %s. Little is left of what the rule gains for ordered numbers, such as cumulative counts.", first, last, column, stepsText(with), s.NotInFile(), stepsText(alone))
}

// NotInFile says what joins answers where being in the file is secret: not being in it, or a row
// that is not there.
func (s *Step) NotInFile() string {
	return words.Say(secretgraph.Outside(s.of.Plan()))
}
