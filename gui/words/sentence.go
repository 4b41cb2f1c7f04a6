package words

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"steward/core/message"
)

// Sentence makes an error's words a sentence: a capital letter, unless it begins with a
// name such as a file's, and a stop.
func Sentence(text string) string {
	text = strings.TrimSpace(text)
	if text == "" {
		return text
	}
	word, _, _ := strings.Cut(text, " ")
	if strings.TrimFunc(word, unicode.IsLower) == "" {
		text = Upper(text)
	}
	if !strings.ContainsRune(".!?", rune(text[len(text)-1])) {
		text += "."
	}
	return text
}

// SentenceOf makes a sentence of an error for the window, in the language in use. What somebody at the command line would type is left out:
// there are buttons and links for it.
func SentenceOf(err error) string { return Sentence(inUse().WithoutCommands().Error(err)) }

// SentenceSaid makes a sentence of a message as SentenceOf does of an error.
func SentenceSaid(t message.Text) string { return Sentence(inUse().WithoutCommands().Say(t)) }

// Upper begins a text with a capital letter.
func Upper(text string) string {
	r, n := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(r)) + text[n:]
}

// Joined joins all of some names by "and": "age and visits and region".
func Joined(names []string) string {
	out := names[0]
	for _, n := range names[1:] {
		out = T("%s and %s", out, n)
	}
	return out
}
