package domain

import (
	"regexp"

	"steward/core/message"
)

// SaidLabel returns a label that this package makes as it is said in every language: that of blanks, of others and of
// totals, and those of ranges that have no name of their own. Other labels are somebody's own, or figures and dates, and
// read the same in every language; generated is false then.
func SaidLabel(label string) (said message.Text, generated bool) {
	switch label {
	case BlankLabel:
		return message.Sprintf("(blank)"), true
	case OtherLabel:
		return message.Sprintf("(other)"), true
	case TotalLabel:
		return message.Sprintf("(total)"), true
	case anyNumber:
		return message.Sprintf("any number"), true
	}
	for _, r := range rangeLabels {
		if ends := r.match.FindStringSubmatch(label); ends != nil {
			args := make([]any, len(ends)-1)
			for i, end := range ends[1:] {
				args[i] = end
			}
			return message.Sprintf(r.format, args...), true
		}
	}
	return message.Text{}, false
}

// Said returns labels as texts: those that this package makes as they are said in every language, others as they are.
func Said(labels []string) []message.Text {
	out := message.Names(labels)
	for i, label := range labels {
		if said, generated := SaidLabel(label); generated {
			out[i] = said
		}
	}
	return out
}

// anyNumber is the label of a range without ends.
const anyNumber = "any number"

// rangeLabels are the formats of rangeLabel that have words in them.
var rangeLabels = []struct {
	match  *regexp.Regexp
	format string
}{
	{regexp.MustCompile(`^(-?[0-9.]+) or less$`), message.Key("%s or less")},
	{regexp.MustCompile(`^under (-?[0-9.]+)$`), message.Key("under %s")},
	{regexp.MustCompile(`^(-?[0-9.]+) or more$`), message.Key("%s or more")},
	{regexp.MustCompile(`^(-?[0-9.]+) to under (-?[0-9.]+)$`), message.Key("%s to under %s")},
}
