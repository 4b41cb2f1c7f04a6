package language_test

import (
	"testing"

	"steward/assets/language"
	"steward/core/message"
)

// TestUnderstood finds that what is understood reads in English as it was, and in German as what it was made of does.
func TestUnderstood(t *testing.T) {
	german, err := language.Of("de")
	if err != nil {
		t.Fatal(err)
	}
	for _, made := range []message.Text{
		message.Sprintf("exact: nothing you keep secret could change it"),
		message.Sprintf("table over %s", "town, age"),
		message.Sprintf("%s, measured on %s", message.Sprintf("it has the least expected error of all that apply"), "a file"),
		message.Sprintf("Read off “%s”", "number of people"),
		message.Sprintf("round %d of %d: sizes", 2, 3),
		message.Verbatim("Nothing that any catalogue has"),
	} {
		understood := language.Understood(made.String())
		if understood.String() != made.String() || german.Say(understood) != german.Say(made) {
			t.Errorf("%q is understood as %q, in German %q, want %q", made, understood, german.Say(understood), german.Say(made))
		}
	}
	if !language.Understood("").IsZero() {
		t.Error("nothing is understood as something")
	}
}
