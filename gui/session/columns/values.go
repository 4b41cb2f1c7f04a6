package columns

import (
	"encoding/csv"
	"strings"
)

// ParseValues reads values as they are typed: one on each line; or, in a single line, with
// commas or semicolons between them, a value that holds one in quotation marks.
func ParseValues(text string) []string {
	text = strings.TrimSpace(strings.ReplaceAll(text, "\r\n", "\n"))
	parts := strings.Split(text, "\n")
	if len(parts) == 1 {
		parts = fields(text)
	}
	var out []string
	for _, p := range parts {
		if p = strings.TrimSpace(p); p != "" {
			out = append(out, p)
		}
	}
	return out
}

// fields cuts a line at its commas, or where it has none at its semicolons.
func fields(line string) []string {
	r := csv.NewReader(strings.NewReader(line))
	r.LazyQuotes, r.TrimLeadingSpace = true, true
	if !strings.Contains(line, ",") {
		r.Comma = ';'
	}
	parts, err := r.Read()
	if err != nil {
		return []string{line}
	}
	return parts
}

// FormatValues writes values so that ParseValues reads them back: one on each line.
func FormatValues(values []string) string {
	if len(values) == 1 && strings.ContainsAny(values[0], `,;"`) {
		return `"` + strings.ReplaceAll(values[0], `"`, `""`) + `"`
	}
	return strings.Join(values, "\n")
}

// AddValues returns a list with others at its end, and those of them that it held already.
func AddValues(list, more []string) (out, twice []string) {
	held := make(map[string]bool, len(list))
	for _, v := range list {
		held[v] = true
	}
	out = append(out, list...)
	for _, v := range more {
		if held[v] {
			twice = append(twice, v)
			continue
		}
		held[v] = true
		out = append(out, v)
	}
	return out, twice
}
