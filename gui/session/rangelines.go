package session

import (
	"fmt"
	"math/big"
	"regexp"
	"strings"

	"steward/core/limits"
	"steward/core/plan"
)

// RangeLines writes ranges as a list to edit, one on each line: "under 18", "18–22",
// "65 or more = retired".
func RangeLines(ranges []plan.Range, whole bool) string {
	lines := make([]string, len(ranges))
	for i, r := range ranges {
		lines[i] = rangeText(r, whole)
		if r.Label != "" {
			lines[i] += " = " + r.Label
		}
	}
	return strings.Join(lines, "\n")
}

// rangeText writes a range without its label.
func rangeText(r plan.Range, whole bool) string {
	switch {
	case r.From == "" && r.To == "":
		return "any number"
	case r.From == "" && whole:
		return r.To + " or less"
	case r.From == "":
		return "under " + r.To
	case r.To == "":
		return r.From + " or more"
	case whole && r.From == r.To:
		return r.From
	case whole:
		return r.From + "–" + r.To
	}
	return r.From + " to under " + r.To
}

// The forms of a range, with the numbers as their groups.
var (
	numberForm  = `([-+]?(?:\d+(?:\.\d*)?|\.\d+))`
	betweenForm = regexp.MustCompile(`^` + numberForm + `\s*(–|—|-|to under|to|until)\s*` + numberForm + `$`)
	belowForm   = regexp.MustCompile(`^(?:under|below|less than)\s+` + numberForm + `$`)
	upToForm    = regexp.MustCompile(`^` + numberForm + `\s+or\s+(?:less|under|below)$`)
	fromForm    = regexp.MustCompile(`^` + numberForm + `\s*(?:or\s+(?:more|over|above)|and\s+(?:more|over|above)|\+)$`)
	singleForm  = regexp.MustCompile(`^` + numberForm + `$`)
)

// ParseRanges reads what RangeLines writes, and what people write instead: "18-22", "18 to
// 22", "under 18", "65+". It errors at the first line that is no range, saying which and what
// is expected. Whether the ranges follow one another is for the plan's check to say.
func ParseRanges(text string, whole bool) ([]plan.Range, error) {
	var out []plan.Range
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		words, label, _ := strings.Cut(line, "=")
		r, err := parseRange(strings.TrimSpace(words), whole)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", i+1, err)
		}
		r.Label = strings.TrimSpace(label)
		if out = append(out, r); len(out) > limits.MaxCutRanges {
			return nil, fmt.Errorf("line %d: there are more than %d ranges: take wider ones", i+1, limits.MaxCutRanges)
		}
	}
	return out, nil
}

func parseRange(words string, whole bool) (plan.Range, error) {
	lower := strings.ToLower(words)
	if m := betweenForm.FindStringSubmatch(lower); m != nil {
		r := plan.Range{From: m[1], To: m[3]}
		if whole && m[2] == "to under" {
			r.To = before(r.To)
		}
		return r, nil
	}
	if m := belowForm.FindStringSubmatch(lower); m != nil {
		if whole {
			return plan.Range{To: before(m[1])}, nil
		}
		return plan.Range{To: m[1]}, nil
	}
	if m := upToForm.FindStringSubmatch(lower); m != nil {
		if !whole {
			return plan.Range{}, fmt.Errorf("found %q: with numbers that are not whole write \"under %s\"", words, m[1])
		}
		return plan.Range{To: m[1]}, nil
	}
	if m := fromForm.FindStringSubmatch(lower); m != nil {
		return plan.Range{From: m[1]}, nil
	}
	if m := singleForm.FindStringSubmatch(lower); m != nil && whole {
		return plan.Range{From: m[1], To: m[1]}, nil
	}
	if lower == "any number" {
		return plan.Range{}, nil
	}
	return plan.Range{}, fmt.Errorf("found %q where a range such as 18–22, under 18 or 65 or more is expected", words)
}

// before returns the whole number before another; text that is none stays for the plan's
// check to name.
func before(text string) string {
	x, err := plainNumber(text)
	if err != nil || !x.IsInt() {
		return text
	}
	return plainText(x.Sub(x, big.NewRat(1, 1)))
}
