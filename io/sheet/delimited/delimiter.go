package delimited

import (
	"steward/core/limits"
	"strings"
	"unicode/utf8"
)

// delimiters are what is recognised, the first winning a tie; those of the second rank only
// where none of the first divides the records.
var delimiters = [2][]string{{",", ";", "\t", "|"}, {":", "^", "~", "¦", "\x1f"}}

// doubled are those that are also recognised where each is there twice. An empty field between
// every two others is no rarity with a comma, semicolon or tab.
const doubled = "|:^~"

// delimiterSample is how many records a delimiter is judged by.
const delimiterSample = 200

// validDelimiter reports whether a text can stand between fields.
func validDelimiter(d string) bool {
	return d != "" && utf8.ValidString(d) && utf8.RuneCountInString(d) <= limits.MaxDelimiterRunes && !strings.ContainsAny(d, "\x00\"\r\n\ufffd")
}

// recogniseDelimiter returns the delimiter that gives the largest share of the records in a
// sample the same number of fields, two or more; of several that do, the one that gives
// more fields. One of the second rank must give it to all, and there must be several. The
// last record of a sample that is cut short is not looked at.
func recogniseDelimiter(sample string, quote, ending byte, cut bool) string {
	best, bestShare, bestFields := delimiters[0][0], 0.0, 0
	for rank, list := range delimiters {
		for _, d := range list {
			counts := fieldCounts(sample, d, quote, ending, cut)
			share, fields := agreement(counts)
			if fields < 2 || rank > 0 && (share < 1 || len(counts) < 2) {
				if fields, twice := whereDoubled(sample, d, quote, ending, cut, counts); twice && 1 > bestShare {
					best, bestShare, bestFields = d+d, 1, fields
				}
				continue
			}
			if share > bestShare || share == bestShare && fields > bestFields {
				best, bestShare, bestFields = d, share, fields
				if fields, twice := whereDoubled(sample, d, quote, ending, cut, counts); twice {
					best, bestFields = d+d, fields
				}
			}
		}
		if bestFields > 0 {
			break
		}
	}
	return best
}

// whereDoubled tells whether a delimiter stands twice in as many places of every one of several
// records, and nowhere alone in the first of them. Alone it gives the records those numbers of fields.
func whereDoubled(sample, d string, quote, ending byte, cut bool, alone []int) (fields int, is bool) {
	if !strings.Contains(doubled, d) || len(alone) < 2 {
		return 0, false
	}
	twice := fieldCounts(sample, d+d, quote, ending, cut)
	if len(twice) != len(alone) {
		return 0, false
	}
	for _, n := range twice {
		if n < 2 || n != twice[0] {
			return 0, false
		}
	}
	return twice[0], alone[0] == 2*twice[0]-1
}

// fieldCounts returns the number of fields of each record that is not blank.
func fieldCounts(sample, d string, quote, ending byte, cut bool) (counts []int) {
	fields, blank := 1, true
	begun, quoted, inside := false, false, false // the field; it begins with a quotation mark; an odd number of them
	for i := 0; i < len(sample); i++ {
		switch c := sample[i]; {
		case quote != 0 && c == quote && (quoted || !begun):
			begun, quoted, inside, blank = true, true, !inside, false
		case inside:
		case strings.HasPrefix(sample[i:], d):
			fields, begun, quoted = fields+1, false, false
			i += len(d) - 1
		case c == ending:
			if !blank {
				counts = append(counts, fields)
			}
			fields, blank, begun, quoted = 1, true, false, false
			if len(counts) == delimiterSample {
				return counts
			}
		case c != ' ' && c != '\t' && c != '\r':
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
// programs write and read it, or "".
func declaredDelimiter(sample string) string {
	line, _, _ := strings.Cut(sample, "\n")
	d, ok := strings.CutPrefix(strings.TrimSuffix(line, "\r"), "sep=")
	if !ok || !validDelimiter(d) {
		return ""
	}
	return d
}
