// Package repair says by which rules cells are read that are not written as they are meant: numbers with a decimal comma as
// numbers, "n/a" as blank, dates with the day first as days.
//
// A rule is about one column, and what it makes of a cell depends on that cell alone: neither on other rows nor on other
// columns, so that files that differ in one row differ in the same row when they were read by rules, and every promise about
// rows holds as it did. Package mend, where spreadsheets are read, applies them.
package repair

import (
	"slices"
	"strings"

	"steward/core/limits"
	"steward/core/message"
	"steward/core/spelling"
)

// Kind says what a rule does away with.
type Kind uint8

// The kinds, in the order in which they are listed.
const (
	Spaces         Kind = iota // blanks too many, and characters that cannot be seen
	Missing                    // Texts that stand for nothing
	Notes                      // a note in brackets after a value
	Units                      // Texts beside numbers, such as units and currencies
	Percent                    // 25 % is 0.25
	PercentSign                // 25 % is 25
	DecimalComma               // 544,15 is 544.15
	Thousands                  // 1,234,567 is 1234567, 1.234,5 is 1234.5
	ThreeDecimals              // 1,234 is 1.234
	ThreeThousands             // 1,234 is 1234
	DayFirst                   // 4/3/2024 is the fourth of March where Texts has the mark between its numbers
	MonthFirst                 // and the third of April
	Case                       // one of Texts, but for letter case and blanks
	kinds
)

// Options is the set of what reads a column of an option from one with several answers (Split), which is no rule.
const Options Set = 1 << 15

// names are those of the kinds in plans and on the command line.
var names = [kinds]string{"spaces", "missing", "notes", "units", "percent", "percent-sign", "decimal-comma", "thousands",
	"three-decimals", "three-thousands", "day-first", "month-first", "case"}

// String returns the name that the kind has in plans and on the command line.
func (k Kind) String() string { return names[k] }

// Named returns the kind of a name. It errors when there is none, and says which there are.
func Named(name string) (Kind, error) {
	if i := slices.Index(names[:], name); i >= 0 {
		return Kind(i), nil
	}
	return 0, message.Errorf("there is no rule %q: the rules are %s", name, strings.Join(names[:], ", "))
}

// Names lists the names of the kinds.
func Names() []string { return slices.Clone(names[:]) }

// MarshalText writes the name.
func (k Kind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText reads the name.
func (k *Kind) UnmarshalText(text []byte) (err error) {
	*k, err = Named(string(text))
	return err
}

// HasTexts reports whether rules of the kind name texts.
func (k Kind) HasTexts() bool {
	return k == Missing || k == Units || k == DayFirst || k == MonthFirst || k == Case
}

// Rule says how the cells of a column are read.
type Rule struct {
	Column string `json:"column"`
	Kind   Kind   `json:"kind"`
	// Texts are what the rule is about, where its kind has any (HasTexts).
	Texts []string `json:"texts,omitempty"`
}

// Check errors on a rule that cannot be meant.
func (r Rule) Check() error {
	switch {
	case !r.Kind.HasTexts() && len(r.Texts) > 0:
		return message.Errorf("the rule %s of column %q names texts, which this kind does not take", r.Kind, r.Column)
	case r.Kind.HasTexts() && len(r.Texts) == 0:
		return message.Errorf("the rule %s of column %q names no text: say which ones are meant", r.Kind, r.Column)
	case len(r.Texts) > limits.MaxProposedValues:
		return message.Errorf("the rule %s of column %q names %d texts, but up to %d are possible", r.Kind, r.Column, len(r.Texts), limits.MaxProposedValues)
	}
	folded := make(map[string]string)
	for _, text := range r.Texts {
		switch other, twice := folded[spelling.Fold(text)]; {
		case text == "" || spelling.Clean(text) != text || len([]rune(text)) > limits.MaxNameRunes:
			return message.Errorf("the rule %s of column %q names the text %q, which is empty, too long, or has extra spaces or invisible characters", r.Kind, r.Column, text)
		case (r.Kind == DayFirst || r.Kind == MonthFirst) && text != "." && text != "/" && text != "-":
			return message.Errorf("the rule %s of column %q says that %q separates the numbers of dates: a point, a slash or a hyphen is expected", r.Kind, r.Column, text)
		case r.Kind == Case && twice:
			return message.Errorf("the rule %s of column %q names both %q and %q, which differ only by letter case: name one of them", r.Kind, r.Column, other, text)
		}
		folded[spelling.Fold(text)] = text
	}
	return nil
}

// Equal reports whether two rules are the same.
func (r Rule) Equal(other Rule) bool {
	return r.Column == other.Column && r.Kind == other.Kind && slices.Equal(r.Texts, other.Texts)
}

// Set is some of the kinds.
type Set uint16

// AllKinds is the set of all kinds.
const AllKinds = Set(1<<kinds - 1)

// SetOf returns the set of some kinds.
func SetOf(list ...Kind) (s Set) {
	for _, k := range list {
		s |= 1 << k
	}
	return s
}

// Has reports whether a kind is in the set.
func (s Set) Has(k Kind) bool { return s&(1<<k) != 0 }

// Kinds lists the set.
func (s Set) Kinds() (list []Kind) {
	for k := range kinds {
		if s.Has(k) {
			list = append(list, k)
		}
	}
	return list
}

// Within reports whether all of the set is in another.
func (s Set) Within(other Set) bool { return s&^other == 0 }

// Said says what the rule does, for those who read what was published.
func (r Rule) Said() message.Text {
	switch list := message.List(message.Quoted(r.Texts), "%s, %s", "%s or %s"); r.Kind {
	case Missing:
		return message.Sprintf("%s is read as blank", list)
	case Units:
		return message.Sprintf("%s next to a number is left out", list)
	case DayFirst:
		return message.Sprintf("in dates written with %s the day comes first", list)
	case MonthFirst:
		return message.Sprintf("in dates written with %s the month comes first", list)
	case Case:
		return message.Sprintf("what differs from %s only by letter case or spaces is read as that", list)
	}
	return does[r.Kind]
}

// does says what rules do that name no texts.
var does = map[Kind]message.Text{
	Spaces:         message.Word("extra spaces and invisible characters are left out"),
	Notes:          message.Word("a note in brackets after a value is left out"),
	Percent:        message.Word("percentages are read as parts of one, 25 per cent as 0.25"),
	PercentSign:    message.Word("percentages are read without the per cent sign, 25 per cent as 25"),
	DecimalComma:   message.Word("numbers with a decimal comma are read as numbers"),
	Thousands:      message.Word("numbers with marks between thousands are read as numbers"),
	ThreeDecimals:  message.Word("1,234 and 1.234 are read as one and 234 thousandths"),
	ThreeThousands: message.Word("1,234 and 1.234 are read as one thousand two hundred and thirty-four"),
}
