package session

import (
	"strings"

	"steward/gui/words"
)

// Words is a sentence with what is set off in it.
type Words []Word

// Word is a stretch of a sentence: plain, strong, or set off as a value, a column or a name.
type Word struct {
	Text         string
	Strong, Name bool
}

// String returns the sentence without what is set off.
func (w Words) String() string {
	var b strings.Builder
	for _, word := range w {
		b.WriteString(word.Text)
	}
	return b.String()
}

func (w Words) say(text string) Words    { return append(w, Word{Text: text}) }
func (w Words) strong(text string) Words { return append(w, Word{Text: text, Strong: true}) }
func (w Words) name(text string) Words   { return append(w, Word{Text: text, Name: true}) }

// The marks that set a part of a text off until Phrase takes it apart.
const (
	beginName   = "\x01"
	beginStrong = "\x02"
	endMark     = "\x03"
)

// unmarked leaves marks out of a text from elsewhere.
var unmarked = strings.NewReplacer(beginName, "", beginStrong, "", endMark, "")

// AsName marks a value, a column or a name in a text that Phrase takes apart.
func AsName(text string) string { return beginName + unmarked.Replace(text) + endMark }

// AsStrong marks what is strong in a text that Phrase takes apart.
func AsStrong(text string) string { return beginStrong + unmarked.Replace(text) + endMark }

// Phrase is a sentence whose parts were marked with AsName and AsStrong before they were put into
// it, wherever the language has them.
func Phrase(text string) Words {
	var out Words
	for text != "" {
		at := strings.IndexAny(text, beginName+beginStrong)
		if at < 0 {
			return out.say(text)
		}
		if at > 0 {
			out = out.say(text[:at])
		}
		inner, rest, _ := strings.Cut(text[at+1:], endMark)
		if strings.HasPrefix(text[at:], beginName) {
			out = out.name(inner)
		} else {
			out = out.strong(inner)
		}
		text = rest
	}
	return out
}

// mostNames is how many names a sentence lists.
const mostNames = 3

// allNames lists names, at most some of them: "a, b, c and 4 others".
func allNames(list []string, most int) string {
	begun, last, more := begin(list, most)
	switch {
	case more > 0:
		return words.N(more, "%s and %d other", "%s and %d others", begun, more)
	case last != "":
		return words.T("%s and %s", begun, last)
	}
	return begun
}

// anyNames lists names of which any is meant: "a, b or c".
func anyNames(list []string, most int) string {
	begun, last, more := begin(list, most)
	switch {
	case more > 0:
		return words.N(more, "%s or %d other", "%s or %d others", begun, more)
	case last != "":
		return words.T("%s or %s", begun, last)
	}
	return begun
}

// begin joins the first names of a list with commas, and returns the last by itself where there
// are several and all are shown, and how many are not.
func begin(list []string, most int) (begun, last string, more int) {
	shown := make([]string, 0, most)
	for _, n := range list[:min(len(list), most)] {
		shown = append(shown, AsName(n))
	}
	if more = len(list) - len(shown); more == 0 && len(shown) > 1 {
		shown, last = shown[:len(shown)-1], shown[len(shown)-1]
	}
	return strings.Join(shown, ", "), last, more
}
