package codebook

import (
	"slices"
	"strings"
)

// heading is what a column of a codebook tells.
type heading int

const (
	columnName heading = iota
	columnLabel
	columnType
	oneValue
	manyValues
	valueLabel
	lowerEnd
	upperEnd
	stepWidth
	readAs
	missingFlag
	missingCodes
	blankRule
	otherRule
	dateOrder
	yearsFrom
	separator
	partOf
	headings // how many there are
)

// spellings lists how each heading is written, the program's own first. Case does not
// count, and an underscore or a hyphen is a space.
var spellings = [headings][]string{
	columnName:   {"column", "column name", "variable", "variable name", "field", "field name", "name"},
	columnLabel:  {"label", "column label", "variable label", "field label", "description"},
	columnType:   {"type", "kind", "column type", "variable type", "data type"},
	oneValue:     {"value", "code", "category", "level"},
	manyValues:   {"values", "codes", "categories", "levels", "choices", "allowed values"},
	valueLabel:   {"value label", "code label", "category label", "level label", "meaning"},
	lowerEnd:     {"lower", "lower bound", "lower end", "lowest", "minimum", "min", "from", "low"},
	upperEnd:     {"upper", "upper bound", "upper end", "highest", "maximum", "max", "to", "high"},
	stepWidth:    {"step", "width", "range width", "bin width"},
	readAs:       {"read as", "reads as"},
	missingFlag:  {"missing", "is missing"},
	missingCodes: {"missing codes", "missing code", "missing values", "missing value", "na codes", "na values"},
	blankRule:    {"blanks", "blank"},
	otherRule:    {"others", "other", "other values"},
	dateOrder:    {"date order", "dates are written", "date format"},
	yearsFrom:    {"two digit years from", "century from", "years from"},
	separator:    {"separator", "between answers", "delimiter"},
	partOf:       {"part of", "answer of", "question"},
}

func (h heading) String() string { return spellings[h][0] }

// folded returns a word such that its spellings by case, spaces, underscores and hyphens are
// the same.
func folded(s string) string {
	s = strings.NewReplacer("_", " ", "-", " ").Replace(strings.ToLower(s))
	return strings.Join(strings.Fields(s), " ")
}

// headingOf returns what a heading stands for.
func headingOf(text string) (heading, bool) {
	text = folded(text)
	for h, words := range spellings {
		if slices.Contains(words, text) {
			return heading(h), true
		}
	}
	return 0, false
}

// isHeader reports whether texts are the headings of a codebook: one for the names, and one
// for what the columns may hold.
func isHeader(texts []string) bool {
	var has [headings]bool
	for _, t := range texts {
		if h, ok := headingOf(t); ok {
			has[h] = true
		}
	}
	return has[columnName] && (has[columnType] || has[oneValue] || has[manyValues] || has[lowerEnd] || has[upperEnd])
}
