package sheet

import (
	"strings"
	"unicode/utf8"
)

// delimiters are what is recognised, the first winning a tie; those of the second rank only
// where none of the first divides the records.
var delimiters = [2][]rune{{',', ';', '\t', '|'}, {':', '^', '~', '¦', '\x1f'}}

const delimiterSample = 200 // records by which a delimiter is judged

// validDelimiter reports whether a character can stand between fields.
func validDelimiter(r rune) bool {
	return r != 0 && r != '"' && r != '\r' && r != '\n' && r != utf8.RuneError && utf8.ValidRune(r)
}

// recogniseDelimiter returns the delimiter that gives the largest share of the records in a
// sample the same number of fields, two or more; of several that do, the one that gives
// more fields. One of the second rank must give it to all, and there must be several. The
// last record of a sample that is cut short is not looked at.
func recogniseDelimiter(sample string, quote, ending byte, cut bool) rune {
	best, bestShare, bestFields := delimiters[0][0], 0.0, 0
	for rank, list := range delimiters {
		for _, d := range list {
			counts := fieldCounts(sample, d, quote, ending, cut)
			share, fields := agreement(counts)
			if fields < 2 || rank > 0 && (share < 1 || len(counts) < 2) {
				continue
			}
			if share > bestShare || share == bestShare && fields > bestFields {
				best, bestShare, bestFields = d, share, fields
			}
		}
		if bestFields > 0 {
			break
		}
	}
	return best
}

// fieldCounts returns the number of fields of each record that is not blank.
func fieldCounts(sample string, d rune, quote, ending byte, cut bool) []int {
	var counts []int
	fields, blank := 1, true
	begun, quoted, inside := false, false, false // the field; it begins with a quotation mark; an odd number of them
	for _, r := range sample {
		switch {
		case quote != 0 && r == rune(quote) && (quoted || !begun):
			begun, quoted, inside, blank = true, true, !inside, false
		case inside:
		case r == d:
			fields, begun, quoted = fields+1, false, false
		case r == rune(ending):
			if !blank {
				counts = append(counts, fields)
			}
			fields, blank, begun, quoted = 1, true, false, false
			if len(counts) == delimiterSample {
				return counts
			}
		case r != ' ' && r != '\t' && r != '\r':
			begun, blank = true, false
		}
	}
	if !blank && !cut {
		counts = append(counts, fields)
	}
	return counts
}

// agreement returns the most frequent number of fields (the larger of two) and the share
// of records that have it.
func agreement(counts []int) (share float64, fields int) {
	times := make(map[int]int)
	for _, c := range counts {
		times[c]++
	}
	most := 0
	for c, n := range times {
		if n > most || n == most && c > fields {
			most, fields = n, c
		}
	}
	if len(counts) == 0 {
		return 0, 0
	}
	return float64(most) / float64(len(counts)), fields
}

// declaredDelimiter returns the delimiter that a first line "sep=;" names, as spreadsheet
// programs write and read it, or 0.
func declaredDelimiter(sample string) rune {
	line, _, _ := strings.Cut(sample, "\n")
	rest, ok := strings.CutPrefix(strings.TrimSuffix(line, "\r"), "sep=")
	r, n := utf8.DecodeRuneInString(rest)
	if !ok || n != len(rest) || !validDelimiter(r) {
		return 0
	}
	return r
}
