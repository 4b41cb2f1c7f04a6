package secrets

import (
	"maps"
	"slices"
	"strings"

	"steward/core/domain"
	"steward/core/plan"
	"steward/core/plan/secret"
	"steward/core/policy"
	"steward/core/policy/weighted"
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

// InFile is the secret of being in the file: whose it is, and how that is changed.
type InFile struct{ step *Step }

// InFile returns the secret of being in the file.
func (s *Step) InFile() InFile { return InFile{s} }

// Secret returns for whom being in the file is secret. Where people can have several rows, or rows have weights, it
// is for everybody: a slot that no row fills cannot be told from one that a row does.
func (f InFile) Secret() Presence {
	all := func(a secret.Absence) bool { return len(a.Where) == 0 }
	switch p := f.step.of.Plan(); {
	case p.Secrets.Presence || p.Slotted() || slices.ContainsFunc(p.Secrets.Absences, all):
		return PresenceAll
	case len(p.Secrets.Absences) > 0:
		return PresenceSome
	}
	return PresenceKnown
}

// Choose says for whom being in the file is secret: for nobody, for everybody, or for
// people with some answers, to be chosen with Set. It does nothing where it is so already.
func (f InFile) Choose(p Presence) {
	if p == f.Secret() || f.step.of.Plan().Slotted() && p != PresenceAll {
		return
	}
	f.step.edit(func(of *secret.Secrets) {
		of.Presence, of.Absences, of.PresenceOnly = p == PresenceAll, nil, false
		if c, ok := f.fewest(); ok && p == PresenceSome {
			of.Absences = []secret.Absence{{Where: domain.Combination{c.Name: labelsOf(c)[:1]}}}
		}
	})
}

// fewest returns the column that people are chosen by at first: the one with the fewest values
// of those that have several.
func (f InFile) fewest() (plan.Column, bool) {
	var out plan.Column
	for _, c := range f.step.of.Plan().Columns {
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

// Groups returns the groups of people whose being in the file is secret.
func (f InFile) Groups() []Absent {
	out := make([]Absent, len(f.step.of.Plan().Secrets.Absences))
	for i, a := range f.step.of.Plan().Secrets.Absences {
		out[i] = Absent{Weight: a.Weight, Issue: f.issue(a)}
		for _, n := range slices.Sorted(maps.Keys(a.Where)) {
			out[i].Where = append(out[i].Where, AbsentWhere{string(n), f.written(string(n), a.Where[n])})
		}
	}
	return out
}

// written writes values so that ValuesNamed reads them back: runs of an order as one.
func (f InFile) written(column string, values []string) string {
	var attr *domain.Attribute
	if c, ok := f.step.of.Published(column); ok {
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

// issue says what is wrong with a group of people whose being in the file is secret.
func (f InFile) issue(a secret.Absence) string {
	p := plan.Plan{Version: plan.Version, Columns: f.step.of.Plan().Columns, Secrets: secret.Secrets{Absences: []secret.Absence{a}}}
	_, err := plan.Policy(p)
	if issues := plan.IssuesIn(err); len(issues) > 0 {
		return words.Sentence(words.Say(issues[0].Message))
	}
	return ""
}

// change changes a group, and refuses what would spoil it.
func (f InFile) change(i int, change func(a *secret.Absence)) error {
	if i < 0 || i >= len(f.step.of.Plan().Secrets.Absences) {
		return nil
	}
	next := f.step.of.Plan().Clone().Secrets.Absences[i]
	change(&next)
	if problem := f.issue(next); problem != "" && f.issue(f.step.of.Plan().Secrets.Absences[i]) == "" {
		return words.Errorf("%s", problem)
	}
	f.step.edit(func(of *secret.Secrets) { of.Absences[i] = next })
	return nil
}

// Set says which values of a column the people of a group have; no text takes the column
// out of it. The last column of the last group stays.
func (f InFile) Set(i int, column, text string) error {
	var values []string
	if strings.TrimSpace(text) != "" {
		var err error
		if values, err = f.step.of.ValuesNamed(column, text); err != nil {
			return err
		}
	}
	return f.change(i, func(a *secret.Absence) {
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

// SetColumn goes by another column in place of one.
func (f InFile) SetColumn(i int, from, to string) error {
	c, ok := f.step.of.Published(to)
	if !ok || from == to || len(labelsOf(c)) == 0 {
		return nil
	}
	return f.change(i, func(a *secret.Absence) {
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

// AddColumn narrows a group by one more column: the next that it does not go by.
func (f InFile) AddColumn(i int) error {
	if i < 0 || i >= len(f.step.of.Plan().Secrets.Absences) {
		return nil
	}
	for _, c := range f.step.of.Plan().Columns {
		if _, named := f.step.of.Plan().Secrets.Absences[i].Where[c.Name]; !named && c.Regular() > 1 {
			return f.SetColumn(i, "", string(c.Name))
		}
	}
	return words.Errorf("it already goes by every column")
}

// SetWeight says what multiple of the budget being in the file has for a group; an empty
// text or 1 is the budget.
func (f InFile) SetWeight(i int, text string) error {
	number, err := typed(words.T("the weight of being in the file"), text, true, true)
	if err != nil {
		return err
	}
	return f.change(i, func(a *secret.Absence) { a.Weight = number })
}

// Add adds a group: those with the next value of the column that the last one goes by.
func (f InFile) Add() {
	c, ok := f.fewest()
	if !ok {
		return
	}
	labels := labelsOf(c)
	taken := func(label string) bool {
		return slices.ContainsFunc(f.step.of.Plan().Secrets.Absences, func(a secret.Absence) bool { return slices.Contains(a.Where[c.Name], label) })
	}
	next := max(slices.IndexFunc(labels, func(l string) bool { return !taken(l) }), 0)
	f.step.edit(func(of *secret.Secrets) {
		of.Absences = append(of.Absences, secret.Absence{Where: domain.Combination{c.Name: labels[next : next+1]}})
	})
}

// Remove takes a group away.
func (f InFile) Remove(i int) {
	if i >= 0 && i < len(f.step.of.Plan().Secrets.Absences) {
		f.step.edit(func(of *secret.Secrets) { of.Absences = slices.Delete(of.Absences, i, i+1) })
	}
}

// Words says whose being in the file is hidden, as the policy does; it is empty while
// there is none.
func (f InFile) Words() string {
	if c := f.step.of.Outlook(); c != nil {
		return words.Say(c.Describe().Presence)
	}
	return ""
}

// Cost says what hiding who is in the file costs the rule of a column: how far apart its
// farthest values are with it and without. It is empty where nothing changes.
func (f InFile) Cost(column string) string {
	c := f.step.of.Outlook()
	if c == nil || !c.Policy.Presence() {
		return ""
	}
	pos, ok := c.Domain.Position(domain.AttributeName(column))
	if !ok {
		return ""
	}
	attr := c.Domain.Attributes()[pos]
	rule, own := f.step.Secret(column)
	if !own || attr.Regular() < 2 {
		return ""
	}
	without, ok := f.step.policyOf(secret.Secrets{Columns: []secret.Secret{rule}}, rule.Columns)
	if !ok {
		return ""
	}
	at, _ := without.Domain().Position(attr.Name())
	far := func(p *policy.Policy, pos int) weighted.Weight {
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
	if alone == weighted.Infinite {
		return words.T("What it costs: %s and %s of %s are %s apart, by way of “%s”; without it nothing joins them, and their totals could be shown exactly. Everything needs more noise.", first, last, column, stepsText(with), f.NotInFile())
	}
	return words.T("What it costs: %s and %s of %s are %s apart, by way of “%s”, instead of %s. Little is left of what the rule gains for ordered numbers, such as cumulative counts.", first, last, column, stepsText(with), f.NotInFile(), stepsText(alone))
}

// NotInFile says what joins answers where being in the file is secret: not being in it, or a row
// that is not there.
func (f InFile) NotInFile() string {
	return words.Say(secretgraph.Outside(f.step.of.Plan()))
}
