package session

import "strings"

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

// names adds a list of names, at most some of them: "a, b, c and 4 more".
func (w Words) names(list []string, most int, last string) Words {
	shown := list
	if len(list) > most {
		shown = list[:most]
	}
	for i, n := range shown {
		switch {
		case i > 0 && i == len(list)-1:
			w = w.say(" " + last + " ")
		case i > 0:
			w = w.say(", ")
		}
		w = w.name(n)
	}
	if more := len(list) - len(shown); more > 0 {
		w = w.say(" " + last + " " + count(more, "other", "others"))
	}
	return w
}
