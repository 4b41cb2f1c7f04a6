package mend

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"steward/core/spelling"
	"steward/io/sheet/number"
)

// WithoutNote returns what stands before a note in brackets at the end of a text; false for none, and where value and note are
// both numbers, so that either may be meant.
func WithoutNote(text string) (string, bool) {
	if text == "" {
		return "", false
	}
	open := map[byte]string{')': "(", ']': "["}[text[len(text)-1]]
	at := 0
	if open != "" {
		at = strings.LastIndex(text, open)
	}
	if at <= 0 {
		return "", false
	}
	value, note := strings.TrimSpace(text[:at]), strings.TrimSpace(text[at+1:len(text)-1])
	if value == "" || note == "" || strings.ContainsAny(value, "()[]") || open == "(" && number.IsDigit(note[0]) && number.IsDigit(value[0]) {
		return "", false
	}
	return value, true
}

// Fold returns the same for texts that differ by letter case and blanks alone, however their characters are put together: é can
// be one, or an e with an accent after it, and looks the same.
func Fold(text string) string { return norm.NFC.String(spelling.Fold(text)) }

// wordsForNothing are what people write where they have no answer, in small letters.
var wordsForNothing = map[string]bool{
	"n/a": true, "n.a.": true, "na": true, "nan": true, "null": true, "nil": true, "none given": true, "no answer": true, "not stated": true, "not available": true,
	"missing": true, "unknown": true, "refused": true, "k.a.": true, "k. a.": true, "keine angabe": true, "keine antwort": true, "unbekannt": true, "fehlt": true,
	"nicht erhoben": true, "entfällt": true, "-": true, "--": true, "---": true, "–": true, "—": true, ".": true, "..": true, "...": true, "?": true, "??": true, "/": true,
}

// MeansNothing reports whether a text is one that people write where they have no answer.
func MeansNothing(text string) bool { return wordsForNothing[strings.ToLower(spelling.Clean(text))] }

// isWordy tells words for nothing that can be an answer of a list as well, such as "unknown".
var isWordy = map[string]bool{
	"none given": true, "no answer": true, "not stated": true, "not available": true, "missing": true, "unknown": true, "refused": true,
	"keine angabe": true, "keine antwort": true, "unbekannt": true, "fehlt": true, "nicht erhoben": true, "entfällt": true,
}

// IsCode reports whether a text that means nothing is no answer anywhere: a mark, or an abbreviation.
func IsCode(text string) bool { return !isWordy[strings.ToLower(spelling.Clean(text))] }

// isUnit tells what may be a unit or a currency beside a number.
func isUnit(text string) bool {
	if number.IsCurrency(text) {
		return true
	}
	n, letters := 0, false
	for _, r := range text {
		switch n++; {
		case unicode.IsLetter(r) || r == '°' || r == 'µ':
			letters = true
		case r == '²' || r == '³' || r == '/' || r == '.' && letters:
		default:
			return false
		}
	}
	return letters && n <= 10
}
