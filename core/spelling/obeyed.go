package spelling

import (
	"path"
	"strings"
	"unicode"
)

// Obeyed tells characters that what shows a text obeys instead of showing them: control codes of both kinds, line feed
// and tab apart, those that set the direction of text, and the separators of lines and paragraphs.
func Obeyed(r rune) bool {
	return unicode.IsControl(r) && r != '\n' && r != '\t' || unicode.Is(unicode.Bidi_Control, r) || r == '\u2028' || r == '\u2029'
}

// After returns the name of a file without its ending, and without what is obeyed or is no text, for things that are named
// after it.
func After(file string) string {
	name := strings.TrimSuffix(file, path.Ext(file))
	return strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		if Obeyed(r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(name, ""))), " ")
}
