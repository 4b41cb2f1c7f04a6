package words

import (
	"reflect"
	"testing"
)

func TestPhraseTakesMarkedPartsApart(t *testing.T) {
	plain := func(text string) Span { return Span{Text: text} }
	name := func(text string) Span { return Span{Text: text, Name: true} }
	strong := func(text string) Span { return Span{Text: text, Strong: true} }
	for _, c := range []struct {
		text string
		want Phrase
	}{
		{"", nil},
		{"nothing set off", Phrase{plain("nothing set off")}},
		{AsName("age") + " is " + AsStrong("5") + ".", Phrase{name("age"), plain(" is "), strong("5"), plain(".")}},
		{"from " + AsName("a") + AsName("b"), Phrase{plain("from "), name("a"), name("b")}},
		{"of " + AsName("a\x01b\x03c"), Phrase{plain("of "), name("abc")}}, // marks of someone's own
	} {
		if got := Marked(c.text); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%q: %+v, want %+v", c.text, got, c.want)
		}
	}
}

func TestListsOfNames(t *testing.T) {
	for _, c := range []struct {
		list     []string
		all, any string
	}{
		{[]string{"a"}, "a", "a"},
		{[]string{"a", "b"}, "a and b", "a or b"},
		{[]string{"a", "b", "c"}, "a, b and c", "a, b or c"},
		{[]string{"a", "b", "c", "d"}, "a, b, c and 1 other", "a, b, c or 1 other"},
		{[]string{"a", "b", "c", "d", "e"}, "a, b, c and 2 others", "a, b, c or 2 others"},
	} {
		if got := Marked(AllOf(c.list)).String(); got != c.all {
			t.Errorf("all of %v: %q, want %q", c.list, got, c.all)
		}
		if got := Marked(AnyOf(c.list)).String(); got != c.any {
			t.Errorf("any of %v: %q, want %q", c.list, got, c.any)
		}
	}
}
