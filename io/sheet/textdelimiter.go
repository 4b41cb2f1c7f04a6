package sheet

import (
	"encoding/csv"
	"io"
	"strings"
	"unicode/utf8"
)

// delimiters are what is recognised, the first winning a tie.
var delimiters = [...]rune{',', ';', '\t', '|'}

const delimiterSample = 200 // records by which a delimiter is judged

// validDelimiter reports whether a character can stand between fields.
func validDelimiter(r rune) bool {
	return r != 0 && r != '"' && r != '\r' && r != '\n' && r != utf8.RuneError && utf8.ValidRune(r)
}

// recogniseDelimiter returns the delimiter that gives the largest share of the records in a
// sample the same number of fields, two or more; of several that do, the one that gives
// more fields. The last record of a sample that is cut short is not looked at.
func recogniseDelimiter(sample string, cut bool) rune {
	best, bestShare, bestFields := delimiters[0], 0.0, 0
	for _, d := range delimiters {
		share, fields := agreement(fieldCounts(sample, d, cut))
		if fields < 2 {
			continue
		}
		if share > bestShare || share == bestShare && fields > bestFields {
			best, bestShare, bestFields = d, share, fields
		}
	}
	return best
}

// fieldCounts returns the number of fields of each record.
func fieldCounts(sample string, d rune, cut bool) []int {
	r := csv.NewReader(strings.NewReader(sample))
	r.Comma, r.FieldsPerRecord, r.LazyQuotes, r.ReuseRecord = d, -1, true, true
	var counts []int
	for len(counts) <= delimiterSample {
		fields, err := r.Read()
		if err == io.EOF {
			if cut && len(counts) > 0 {
				counts = counts[:len(counts)-1]
			}
			break
		}
		if err != nil {
			break
		}
		counts = append(counts, len(fields))
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
