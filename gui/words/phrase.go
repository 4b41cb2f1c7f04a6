package words

import (
	"strings"
)

// Phrase is a sentence with what is set off in it.
type Phrase []Span

// Span is a stretch of a sentence: plain, strong, or set off as a value, a column or a name.
type Span struct {
	Text         string
	Strong, Name bool
}

// String returns the sentence without what is set off.
func (w Phrase) String() string {
	var b strings.Builder
	for _, word := range w {
		b.WriteString(word.Text)
	}
	return b.String()
}

func (w Phrase) Say(text string) Phrase    { return append(w, Span{Text: text}) }
func (w Phrase) strong(text string) Phrase { return append(w, Span{Text: text, Strong: true}) }
func (w Phrase) name(text string) Phrase   { return append(w, Span{Text: text, Name: true}) }

// The marks that set a part of a text off until Marked takes it apart.
const (
	beginName   = "\x01"
	beginStrong = "\x02"
	endMark     = "\x03"
)

// unmarked leaves marks out of a text from elsewhere.
var unmarked = strings.NewReplacer(beginName, "", beginStrong, "", endMark, "")

// AsName marks a value, a column or a name in a text that Marked takes apart.
func AsName(text string) string { return beginName + unmarked.Replace(text) + endMark }

// AsStrong marks what is strong in a text that Marked takes apart.
func AsStrong(text string) string { return beginStrong + unmarked.Replace(text) + endMark }

// Marked is a sentence whose parts were marked with AsName and AsStrong before they were put into
// it, wherever the language has them.
func Marked(text string) (out Phrase) {
	for text != "" {
		at := strings.IndexAny(text, beginName+beginStrong)
		if at < 0 {
			return out.Say(text)
		}
		if at > 0 {
			out = out.Say(text[:at])
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

// AllOf lists names, at most some of them: "a, b, c and 4 others".
func AllOf(list []string) string {
	begun, last, more := begin(list, mostNames)
	switch {
	case more > 0:
		return N(more, "%s and %d other", "%s and %d others", begun, more)
	case last != "":
		return T("%s and %s", begun, last)
	}
	return begun
}

// AnyOf lists names of which any is meant: "a, b or c".
func AnyOf(list []string) string {
	begun, last, more := begin(list, mostNames)
	switch {
	case more > 0:
		return N(more, "%s or %d other", "%s or %d others", begun, more)
	case last != "":
		return T("%s or %s", begun, last)
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
