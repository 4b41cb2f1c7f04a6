package codebook

import (
	"math/big"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"steward/core/domain"
	"steward/core/message"
	"steward/core/plan"
)

// kind is a column's type as a codebook names it.
type kind struct {
	domain.Kind
	whole  bool          // ranges of whole numbers
	period domain.Period // of dates
}

// kindNames lists how each type is written, the program's own name first.
var kindNames = []struct {
	kind
	names []string
}{
	{kind{Kind: domain.List}, []string{"list", "list of values", "categorical", "category", "nominal", "factor", "text", "string"}},
	{kind{Kind: domain.Ordered}, []string{"ordered", "ordered list", "ordinal"}},
	{kind{Kind: domain.Whole}, []string{"whole", "whole number", "whole numbers", "integer", "int"}},
	{kind{Kind: domain.Ranges}, []string{"ranges", "range", "numbers in ranges", "intervals", "bins"}},
	{kind{Kind: domain.Ranges, whole: true}, []string{"whole ranges", "whole range", "whole numbers in ranges", "integer ranges"}},
	{kind{Kind: domain.Periods, period: domain.Years}, []string{"years", "dates in years"}},
	{kind{Kind: domain.Periods, period: domain.Quarters}, []string{"quarters", "dates in quarters"}},
	{kind{Kind: domain.Periods, period: domain.Months}, []string{"months", "dates in months"}},
	{kind{Kind: domain.Periods, period: domain.Weeks}, []string{"weeks", "dates in weeks", "iso weeks"}},
	{kind{Kind: domain.Periods, period: domain.Days}, []string{"days", "dates in days", "dates", "date"}},
	{kind{Kind: domain.Periods, period: domain.Hours}, []string{"hours", "times in hours", "hours of the day", "time", "times"}},
	{kind{Kind: domain.Periods, period: domain.Spans}, []string{"periods", "dates in periods", "period"}},
	{kind{Kind: personKind}, []string{"person", "people", "person id", "whose row"}},
	{kind{Kind: weightKind}, []string{"weight", "weights", "survey weight", "sampling weight"}},
	{kind{Kind: severalKind}, []string{"several answers", "multiple answers", "multiple choice", "checkbox", "select multiple"}},
}

// kindsExpected lists the program's own names of the types.
func kindsExpected() message.Text {
	names := make([]string, len(kindNames))
	for i, k := range kindNames {
		names[i] = k.names[0]
	}
	return message.List(message.Names(names), "%s, %s", "%s or %s")
}

func kindOf(text string) (kind, bool) {
	text = folded(text)
	for _, k := range kindNames {
		if slices.Contains(k.names, text) {
			return k.kind, true
		}
	}
	return kind{}, false
}

func (k kind) String() string {
	for _, n := range kindNames {
		if n.kind == k {
			return n.names[0]
		}
	}
	return string(k.Kind)
}

const (
	rulesExpected = "own, blank, refuse, nearest or value:NAME"
	valuePrefix   = "value:"
	openEnd       = "open"
)

// ruleOf reads a rule for blanks or for others.
func ruleOf(text string) (plan.Special, bool) {
	if len(text) > len(valuePrefix) && strings.EqualFold(text[:len(valuePrefix)], valuePrefix) {
		return plan.Special{Rule: domain.AsValue, Value: strings.TrimSpace(text[len(valuePrefix):])}, true
	}
	switch r := domain.Rule(folded(text)); r {
	case domain.OwnCell, domain.Refuse, domain.Nearest, domain.AsBlank:
		return plan.Special{Rule: r}, true
	}
	return plan.Special{}, false
}

const ordersExpected = "day first or month first"

// orderOf reads the order of dates.
func orderOf(text string) (order domain.DateOrder, ok bool) {
	switch folded(text) {
	case "day first", "dmy", "day month year":
		return domain.DayFirst, true
	case "month first", "mdy", "month day year":
		return domain.MonthFirst, true
	}
	return "", false
}

// ruleText writes a rule as ruleOf reads it.
func ruleText(s plan.Special) string {
	if s.Rule == domain.AsValue {
		return valuePrefix + s.Value
	}
	return string(s.Rule)
}

var plainDecimal = regexp.MustCompile(`^[+-]?(\d+(\.\d*)?|\.\d+)$`)

const maxDigits = 40 // of a number that a person would type

// decimal reads a plain decimal exactly.
func decimal(text string) (*big.Rat, bool) {
	if len(text) > maxDigits || !plainDecimal.MatchString(text) {
		return nil, false
	}
	return new(big.Rat).SetString(text)
}

// isOpen reports whether an end of a range is said to be open.
func isOpen(text string) bool {
	switch strings.ToLower(text) {
	case openEnd, "inf", "-inf", "+inf", "∞", "-∞", "+∞", "−∞":
		return true
	}
	return false
}

// yesNo reads a flag.
func yesNo(text string) (yes, ok bool) {
	switch folded(text) {
	case "yes", "y", "true", "x":
		return true, true
	case "no", "n", "false":
		return false, true
	}
	return false, false
}

// split takes a cell apart that lists several texts: at the first of line breaks, bars,
// semicolons and commas that it has.
func split(text string) []string {
	separator := ","
	for _, s := range []string{"\n", "|", ";"} {
		if strings.Contains(text, s) {
			separator = s
			break
		}
	}
	var out []string
	for part := range strings.SplitSeq(text, separator) {
		if part = strings.TrimSpace(part); part != "" {
			out = append(out, part)
		}
	}
	return out
}

// guarded puts an apostrophe before a text that a spreadsheet program would take for a
// formula when it opens a text table. Bare takes it away.
func guarded(text string) string {
	if needsGuard(text) {
		return "'" + text
	}
	return text
}

func bare(text string) string {
	if rest, ok := strings.CutPrefix(text, "'"); ok && needsGuard(rest) {
		return strings.TrimSpace(rest)
	}
	return text
}

// needsGuard reports whether a text is like a formula, whatever apostrophes stand before it:
// they count, so that none that belongs to a text is lost.
func needsGuard(text string) bool {
	text = strings.TrimLeft(text, "'")
	if plainDecimal.MatchString(text) {
		return false
	}
	text = strings.TrimLeftFunc(text, func(r rune) bool { return unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) })
	return strings.IndexAny(text, "=+-@＝＋－＠") == 0
}
