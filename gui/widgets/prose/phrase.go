package prose

import (
	"strings"

	"steward/gui/words"
)

// Phrased returns a sentence in which names and what is strong are set off.
func Phrased(sentence words.Phrase) []Span {
	out := make([]Span, len(sentence))
	for i, w := range sentence {
		out[i] = Span{Text: w.Text, Bold: w.Strong, Italic: w.Name}
	}
	return out
}

// Shortened cuts a text at a word, with an ellipsis where it had to.
func Shortened(text string, most int) string {
	if len(text) <= most {
		return text
	}
	cut := strings.ToValidUTF8(text[:most], "")
	if i := strings.LastIndexByte(cut, ' '); i > most/2 {
		cut = cut[:i]
	}
	return cut + "…"
}
