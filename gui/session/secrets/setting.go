package secrets

import (
	"cmp"
	"strings"

	"steward/core/domain"
	"steward/core/plan/secret"
	"steward/gui/words"
)

// Setting is a number of a rule that is typed.
type Setting struct {
	what string // how it is called where what was typed is refused
	none bool   // whether it can be left out
	one  bool   // whether 1 is what holds where it is left out, and not written
	// Get returns what stands in a rule.
	Get func(secret.Secret) string
	set func(r *secret.Secret, number string)
}

// typed reads a number above zero: empty text is none, where there may be none, and 1 is, where none means 1.
func typed(what, text string, none, one bool) (string, error) {
	if none && strings.TrimSpace(text) == "" {
		return "", nil
	}
	number, err := Number(text)
	if err != nil {
		return "", words.Errorf("%s: %w", what, err)
	}
	if one && number == "1" {
		return "", nil
	}
	return number, nil
}

// setting returns a number that stands in a rule by itself.
func setting(what string, none, one bool, in func(r *secret.Secret) *string) Setting {
	return Setting{
		what: what, none: none, one: one,
		Get: func(r secret.Secret) string { return *in(&r) },
		set: func(r *secret.Secret, number string) { *in(r) = number },
	}
}

// Within is how far apart answers are hidden from one another.
func Within() Setting {
	return setting(words.T("the distance"), false, false, func(r *secret.Secret) *string { return &r.Within })
}

// Unit is the distance at which a pair has the whole budget.
func Unit() Setting {
	out := setting(words.T("the unit of distance"), false, false, func(r *secret.Secret) *string { return &r.Unit })
	out.set = func(r *secret.Secret, number string) {
		if r.AtLeast == r.Unit && r.AtLeast != "" { // which moves with it
			r.AtLeast = number
		}
		r.Unit = number
	}
	return out
}

// AtLeast is what nearer pairs count as; none is their own distance.
func AtLeast() Setting {
	return setting(words.T("the least distance"), true, false, func(r *secret.Secret) *string { return &r.AtLeast })
}

// Weight is what multiple of the budget a whole rule has.
func Weight() Setting {
	return setting(words.T("the weight"), true, true, func(r *secret.Secret) *string { return &r.Weight })
}

// PairWeight is what multiple of the budget the k-th pair of a list has.
func PairWeight(k int) Setting {
	return setting(words.T("the weight"), true, true, func(r *secret.Secret) *string {
		if k < 0 || k >= len(r.Pairs) {
			return new(string)
		}
		return &r.Pairs[k].Weight
	})
}

// OtherWeights is what multiple of the budget the values without one of their own have; none means that they are not
// hidden from one another.
func OtherWeights() Setting {
	return setting(words.T("the weight of the other values"), true, false, func(r *secret.Secret) *string { return &r.Otherwise })
}

// ValueWeight is what multiple of the budget a value has of its own; none leaves it with the others.
func ValueWeight(value string) Setting {
	return Setting{
		what: words.T("the weight of %q", value),
		none: true,
		Get:  func(r secret.Secret) string { return r.Weights[value] },
		set:  func(r *secret.Secret, number string) { r.Weights = with(r.Weights, value, number) },
	}
}

// Scale is how much a unit of a column counts toward a common distance.
func Scale(column domain.AttributeName) Setting {
	return Setting{
		what: words.T("the scale of %s", column),
		one:  true,
		Get:  func(r secret.Secret) string { return cmp.Or(r.Scales[column], "1") },
		set:  func(r *secret.Secret, number string) { r.Scales = with(r.Scales, column, number) },
	}
}

// Width is how wide the squares of a grid are along a column.
func Width(column domain.AttributeName) Setting {
	return Setting{
		what: words.T("the width for %s", column),
		Get:  func(r secret.Secret) string { return r.Scales[column] },
		set:  func(r *secret.Secret, number string) { r.Scales = with(r.Scales, column, number) },
	}
}

// with writes a number into a list, none takes it out.
func with[K comparable](list map[K]string, at K, number string) map[K]string {
	if number == "" {
		delete(list, at)
		return list
	}
	if list == nil {
		list = make(map[K]string)
	}
	list[at] = number
	return list
}

// Set sets a number of a rule as it was typed. A column without a rule is given one that says how much any answer
// counts.
func (at Rule) Set(of Setting, text string) error {
	number, err := typed(of.what, text, of.none, of.one)
	if err != nil {
		return err
	}
	if _, own := at.Secret(); !own && len(at.Inside) == 0 && number != "" {
		before := secret.Secret{Columns: named(at.Column), Kind: secret.Everything}
		after := copyRule(before)
		of.set(&after, number)
		return at.enter(before, after)
	}
	return at.Change(func(r *secret.Secret) { of.set(r, number) })
}
