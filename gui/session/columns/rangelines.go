package columns

import (
	"math/big"
	"regexp"
	"strings"

	"steward/core/cuts"
	"steward/core/limits"
	"steward/core/plan"
	"steward/gui/words"
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
		return words.T("any number")
	case r.From == "" && whole:
		return words.T("%s or less", words.Number(r.To))
	case r.From == "":
		return words.T("under %s", words.Number(r.To))
	case r.To == "":
		return words.T("%s or more", words.Number(r.From))
	case whole && r.From == r.To:
		return words.Number(r.From)
	case whole:
		return words.Number(r.From) + "–" + words.Number(r.To)
	}
	return words.T("%s to under %s", words.Number(r.From), words.Number(r.To))
}

// typedNumber is a number as people type it, with any marks.
var typedNumber = regexp.MustCompile(`[-+]?\d[\d.,]*`)

// inEnglish writes a range that is typed in the language in use as English does, so that its forms
// below are all there is to read.
func inEnglish(wording string) string {
	wording = strings.ToLower(typedNumber.ReplaceAllStringFunc(wording, words.Typed))
	if words.Language() == words.English {
		return wording
	}
	const from, to = "\x01", "\x02" // stand for the numbers
	for _, form := range [][2]string{
		{words.T("%s to under %s", from, to), from + " to under " + to},
		{words.T("%s to %s", from, to), from + " to " + to},
		{words.T("under %s", from), "under " + from},
		{words.T("%s or less", from), from + " or less"},
		{words.T("%s or more", from), from + " or more"},
	} {
		of := strings.NewReplacer(from, `([-+.\d]+)`, to, `([-+.\d]+)`).Replace(regexp.QuoteMeta(strings.ToLower(form[0])))
		if is := regexp.MustCompile(`^` + of + `$`); is.MatchString(wording) {
			return is.ReplaceAllString(wording, strings.NewReplacer(from, "${1}", to, "${2}").Replace(form[1]))
		}
	}
	if wording == strings.ToLower(words.T("any number")) {
		return "any number"
	}
	return wording
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
		wording, label, _ := strings.Cut(line, "=")
		r, err := parseRange(strings.TrimSpace(wording), whole)
		if err != nil {
			return nil, words.Errorf("line %d: %w", i+1, err)
		}
		r.Label = strings.TrimSpace(label)
		if out = append(out, r); len(out) > limits.MaxCutRanges {
			return nil, words.Errorf("line %d: there are more than %d ranges: use wider ones", i+1, limits.MaxCutRanges)
		}
	}
	return out, nil
}

func parseRange(wording string, whole bool) (plan.Range, error) {
	lower := inEnglish(wording)
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
			return plan.Range{}, words.Errorf("found %q: for numbers that are not whole, write “under %s”", wording, words.Number(m[1]))
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
	return plan.Range{}, words.Errorf("found %q where a range such as 18–22, under 18 or 65 or more is expected", wording)
}

// before returns the whole number before another; text that is none stays for the plan's
// check to name.
func before(text string) string {
	x, err := cuts.Number(text)
	if err != nil || !x.IsInt() {
		return text
	}
	return cuts.Text(x.Sub(x, big.NewRat(1, 1)))
}
