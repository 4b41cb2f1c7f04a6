package secrets

import (
	"encoding/json"
	"slices"
	"strings"

	"steward/core/domain"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/plan/secret"
	"steward/core/policy/distance"
	"steward/gui/words"
)

// RuleAt says which rule is meant: that of a column, which may be of other columns too, or one
// of the rules that it is made of.
type RuleAt struct {
	Column string
	Inside []int // the places in Of, from the outermost rule on
}

// On returns where the rule of a column is.
func On(column string) RuleAt { return RuleAt{Column: column} }

// Rule is a rule of the plan that is open, wherever it is: what it says, what its form shows, and how it is changed.
type Rule struct {
	RuleAt
	step *Step
}

// At returns the rule that is meant.
func (s *Step) At(at RuleAt) Rule { return Rule{at, s} }

// In returns where the i-th of the rules is that a rule is made of.
func (at RuleAt) In(i int) RuleAt {
	return RuleAt{at.Column, append(slices.Clone(at.Inside), i)}
}

// Out returns where the rule is that a rule is a part of; of an outermost one, itself.
func (at RuleAt) Out() RuleAt {
	return RuleAt{at.Column, slices.Clone(at.Inside[:max(len(at.Inside)-1, 0)])}
}

// Secret returns a rule, with the columns that it is about. It is false where there is none.
func (at Rule) Secret() (secret.Secret, bool) {
	outer, ok := at.step.Secret(at.Column)
	if !ok {
		return secret.Secret{}, false
	}
	r := ruleIn(&outer, at.Inside)
	if r == nil {
		return secret.Secret{}, false
	}
	out := *r
	out.Columns = outer.Columns
	return out, true
}

// ruleIn goes down to a rule inside another; nil where there is none.
func ruleIn(r *secret.Secret, inside []int) *secret.Secret {
	for _, i := range inside {
		if i < 0 || i >= len(r.Of) {
			return nil
		}
		r = &r.Of[i]
	}
	return r
}

// Change changes a rule. What would spoil a rule that is in order is refused, saying what
// is wrong with it; one that has to be mended anyway may be changed step by step.
func (at Rule) Change(change func(r *secret.Secret)) error {
	before, ok := at.step.Secret(at.Column)
	if !ok {
		return nil
	}
	outer := copyRule(before)
	r := ruleIn(&outer, at.Inside)
	if r == nil {
		return nil
	}
	r.Columns = outer.Columns
	change(r)
	if len(at.Inside) > 0 {
		r.Columns = nil // those of the whole
	}
	return at.enter(before, outer)
}

// enter replaces an outermost rule by another, unless that would spoil it.
func (at Rule) enter(before, after secret.Secret) error {
	if problem := at.step.problemIn(after); !problem.IsZero() && at.step.problemIn(before).IsZero() {
		return message.Errorf("%s", innermost(problem))
	}
	at.step.SetSecret(after)
	return nil
}

// innermost is what is said of a rule without which rule inside which others it is: whoever edits
// it knows where it is.
func innermost(problem message.Text) message.Text {
	for {
		format, args := problem.Parts()
		if format != secret.InsideOf {
			return problem
		}
		problem = message.Of(args[1].(error))
	}
}

// problemOf says what keeps a rule from being compiled over the columns as they are.
func (s *Step) problemOf(rule secret.Secret) string { return words.Say(s.problemIn(rule)) }

// problemIn is problemOf as a message.
func (s *Step) problemIn(rule secret.Secret) message.Text {
	if issues := trial(s.of.Plan().Columns, rule); len(issues) > 0 {
		return issues[0].Message
	}
	return message.Text{}
}

// copyRule copies a rule with everything that it refers to, by way of the form it is saved in.
func copyRule(r secret.Secret) secret.Secret {
	text, err := json.Marshal(r)
	if err != nil {
		panic("session: a rule that cannot be written: " + err.Error())
	}
	var out secret.Secret
	if err := json.Unmarshal(text, &out); err != nil {
		panic("session: a rule that cannot be read back: " + err.Error())
	}
	return out
}

// Number reads a number above zero as it is typed, with a point or a comma, and returns it as a
// plan holds it. It errors on anything else.
func Number(text string) (string, error) { return aboveZero(words.Typed(text)) }

// aboveZero reads a number above zero from a plan or a sheet, where marks mean the same in every
// language.
func aboveZero(text string) (string, error) {
	t := strings.TrimSpace(text)
	if whole, part, cut := strings.Cut(t, ","); cut && len(part) != 3 && !strings.ContainsAny(whole+part, ".,") {
		t = whole + "." + part
	}
	if t == "" || len(t) > 30 || strings.Trim(t, "0123456789.") != "" || strings.Count(t, ".") > 1 || strings.Trim(t, "0.") == "" {
		return "", words.Errorf("found %q where a number above zero such as 5 is expected", strings.TrimSpace(text))
	}
	return t, nil
}

// SetKind gives a place another kind of rule: the one that it had last in this session, as
// far as that still fits, and otherwise a sensible one. "Any of" and "all of" keep the rule that
// was there as their first.
func (at Rule) SetKind(kind secret.Kind) error {
	now, own := at.Secret()
	if !own {
		if len(at.Inside) > 0 {
			return nil
		}
		now = secret.Secret{Columns: named(at.Column), Kind: secret.Everything}
	}
	if own && now.Kind == kind {
		return nil
	}
	columns := at.step.columnsOf(now)
	if len(columns) == 0 {
		return nil
	}
	next, was := DefaultRule(columns, kind), ruleKind(now)
	switch is := ruleKind(next); {
	case is.joint && was.joint && len(now.Of) > 0:
		next.Of = copyRule(now).Of
	case is.joint && !was.joint && !was.each:
		keep := copyRule(now)
		keep.Columns = nil
		if next.Of[1].Kind == keep.Kind {
			next.Of[1] = next.Of[0]
		}
		next.Of[0] = keep
	case is.joint:
	case is.grouped && was.grouped:
		groupingOf(columns[0], now).into(&next)
	case len(at.Inside) == 0 && len(columns) == 1:
		next = at.step.SecretFor(columns[0], kind)
	}
	if len(at.Inside) == 0 {
		if kind == secret.Everything {
			next.Weight = "" // so that the rule is gone
		}
		if problem := at.step.problemOf(next); problem != "" && kind != secret.Everything {
			return words.Errorf("%s", problem)
		}
		at.step.SetSecret(next)
		return nil
	}
	next.Columns = nil
	return at.Change(func(r *secret.Secret) { *r = next })
}

// named returns columns by what they are called.
func named(columns ...string) []domain.AttributeName {
	out := make([]domain.AttributeName, len(columns))
	for i, n := range columns {
		out[i] = domain.AttributeName(n)
	}
	return out
}

// columnsOf returns the published columns that a rule names.
func (s *Step) columnsOf(r secret.Secret) (out []plan.Column) {
	for _, n := range r.Columns {
		if c, ok := s.of.Published(string(n)); ok {
			out = append(out, c)
		}
	}
	return out
}

// AddInside adds a rule to those that "any of" and "all of" put together.
func (at Rule) AddInside(kind secret.Kind) error {
	r, ok := at.Secret()
	if !ok || !ruleKind(r).joint {
		return nil
	}
	fresh := DefaultRule(at.step.columnsOf(r), kind)
	fresh.Columns = nil
	return at.Change(func(r *secret.Secret) { r.Of = append(r.Of, fresh) })
}

// RemoveInside takes one of the rules away that "any of" and "all of" put together; of two, the
// other takes the place of both.
func (at Rule) RemoveInside(i int) error {
	return at.Change(func(r *secret.Secret) {
		if i < 0 || i >= len(r.Of) || len(r.Of) < 2 {
			return
		}
		r.Of = slices.Delete(r.Of, i, i+1)
		if len(r.Of) == 1 && r.Weight == "" {
			columns := r.Columns
			*r = r.Of[0]
			r.Columns = columns
		}
	})
}

// SetNorm says how the differences of several columns make one distance.
func (at Rule) SetNorm(norm distance.Norm) error {
	if norm == distance.L1 {
		norm = "" // the default
	}
	return at.Change(func(r *secret.Secret) { r.Norm = norm })
}

// SetJoined says whether blank and other answers are hidden among all.
func (at Rule) SetJoined(joined bool) error {
	return at.Change(func(r *secret.Secret) { r.BlanksJoined = joined })
}
