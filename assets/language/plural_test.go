package language

import (
	"testing"

	"steward/core/message"
)

// A language with more forms than English has entries for those that go with a number; other numbers have the text for all others, and a
// language without such entries has only that.
func TestForms(t *testing.T) {
	texts := map[string]string{
		"%d row": "%d wiersz", "%d rows": "%d wiersza", "few|%d rows": "%d wiersze", "many|%d rows": "%d wierszy",
		"%[2]s in %[1]s rows": "%[2]s w %[1]s wiersza", "few|%[2]s in %[1]s rows": "%[2]s w %[1]s wiersze", "many|%[2]s in %[1]s rows": "%[2]s w %[1]s wierszy",
		"rows": "wiersza", "row": "wiersz", "few|rows": "wiersze",
	}
	l := Language{newCatalogue(locale{code: "pl", decimal: ",", between: " "}, texts)}
	for _, c := range []struct{ got, want string }{
		{l.Plural(1, "%d row", "%d rows", 1), "1 wiersz"},
		{l.Plural(2, "%d row", "%d rows", 2), "2 wiersze"},
		{l.Plural(5, "%d row", "%d rows", 5), "5 wierszy"},
		{l.Plural(12, "%d row", "%d rows", 12), "12 wierszy"},
		{l.Plural(22, "%d row", "%d rows", 22), "22 wiersze"},
		{l.Plural(0, "%d row", "%d rows", 0), "0 wierszy"},
		{l.Plural(3, "row", "rows"), "wiersze"},
		{l.Plural(5, "row", "rows"), "wiersza"},
		{l.T("%d rows", 104), "104 wiersze"},
		{l.T("%d rows", int64(104)), "104 wiersze"},
		{l.Errorf("%d rows", 112).Error(), "112 wierszy"},
		{l.Say(message.Sprintf("%d rows", 3)), "3 wiersze"},
		{l.Say(message.Sprintf("%[2]s in %[1]s rows", "1,002", "x")), "x w 1 002 wiersze"},
		{Language{}.Plural(2, "%d row", "%d rows", 2), "2 rows"},
		{Language{newCatalogue(l.of.locale, map[string]string{"%d rows": "%d wiersza"})}.T("%d rows", 3), "3 wiersza"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
	for text, want := range map[string]string{"few|%d rows": "%d rows", "%d rows": "%d rows", "some|other": "some|other"} {
		if got := Singular(text); got != want {
			t.Errorf("%q without its form is %q, want %q", text, got, want)
		}
	}
}
