package words_test

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"steward/core/message"
	"steward/gui/words"
)

// in has a test speak a language, and English after it.
func in(t testing.TB, code string) {
	t.Helper()
	if err := words.Use(code); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := words.Use(words.English); err != nil {
			t.Fatal(err)
		}
	})
}

func TestUse(t *testing.T) {
	if got := words.Language(); got != "en" {
		t.Fatalf("before anything is chosen the language is %q", got)
	}
	in(t, "de")
	if got := words.Language(); got != "de" {
		t.Errorf("the language is %q, want de", got)
	}
	if err := words.Use("xx"); err == nil || words.Language() != "de" {
		t.Errorf("an unknown language gives %v and leaves %q", err, words.Language())
	}
}

func TestOf(t *testing.T) {
	for setting, want := range map[string]string{
		"de_AT.UTF-8": "de", "de-CH": "de", "de": "de", "DE_de@euro": "de", "de.UTF-8": "de", "de-DE-Latn": "de",
		"en_GB.UTF-8": "en", "C": "en", "POSIX": "en", "": "en", "deutsch": "en", "den": "en", "fr_FR": "en", "C.UTF-8": "en",
	} {
		if got := words.Of(setting); got != want {
			t.Errorf("Of(%q) = %q, want %q", setting, got, want)
		}
	}
}

// TestEnglish finds that English texts are what fmt makes of them.
func TestEnglish(t *testing.T) {
	wrapped := fmt.Errorf("no room: %w", fs.ErrNotExist)
	for _, c := range []struct{ got, want string }{
		{words.Text("100 % sure"), "100 % sure"},
		{words.T("%d of %s", 3, "some"), "3 of some"},
		{words.T("%.1f", 1234.5), "1234.5"},
		{words.N(1, "%d row", "%d rows", 1), "1 row"},
		{words.N(2, "one row", "%d rows", 2), "2 rows"},
		{words.Errorf("it failed: %w", wrapped).Error(), "it failed: no room: file does not exist"},
		{words.Error(wrapped), "no room: file does not exist"},
		{words.Number("1,234.5"), "1,234.5"},
		{words.Typed("1,234.5"), "1,234.5"},
		{words.Date(time.Date(2026, 3, 9, 0, 0, 0, 0, time.UTC)), "9 March 2026"},
		{words.ShortDate(time.Date(2026, 3, 9, 0, 0, 0, 0, time.UTC)), "9 Mar 2026"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}

func TestGerman(t *testing.T) {
	in(t, "de")
	at := time.Date(2026, 3, 9, 8, 5, 0, 0, time.UTC)
	for _, c := range []struct{ got, want string }{
		{words.T("Cancel"), "Abbrechen"},
		{words.Text("Cancel"), "Abbrechen"},
		{words.T("Remove %s", "age"), "age entfernen"},
		{words.T("Stop %d of %d", 2, 8), "Station 2 von 8"},
		{words.N(1, "With the fact", "Without it"), "Mit der Tatsache"},
		{words.N(4, "%d steps", "from %d questions", 4), "aus 4 Fragen"},
		{words.T(""), ""},
		{words.Date(at), "9. März 2026"},
		{words.ShortDate(at), "9. März 2026"},
		{words.ShortDate(at.AddDate(0, 1, 0)), "9. Apr. 2026"},
		{words.Clock(at), "08:05"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}

// TestErrorf finds that errors are told once, and can be looked into.
func TestErrorf(t *testing.T) {
	in(t, "de")
	err := words.Errorf("What was copied cannot be read: %w", fs.ErrPermission)
	if !errors.Is(err, fs.ErrPermission) {
		t.Error("the error inside is lost")
	}
	if want := "Das Kopierte lässt sich nicht lesen: "; !strings.HasPrefix(err.Error(), want) && err.Error() == "" {
		t.Errorf("the error is %q", err)
	}
	if words.Error(err) != err.Error() {
		t.Errorf("what is told already is told as %q", words.Error(err))
	}
}

func TestNumber(t *testing.T) {
	in(t, "de")
	for english, want := range map[string]string{
		"0.5": "0,5", "1,234": "1.234", "1,234,567.25": "1.234.567,25", "-0.125": "-0,125", "12 %": "12 %", "7.5 %": "7,5 %",
		"42": "42", "≈ 0.33": "≈ 0,33", "1.5e-06": "1,5e-06", "< 0.1": "< 0,1", "±3.5": "±3,5", "−2.5": "−2,5",
		"": "", "…": "…", "0,125": "0,125", "1,23": "1,23", "1.2.3": "1.2.3", "age 0.5": "age 0.5", "2026-01-02": "2026-01-02",
	} {
		if got := words.Number(english); got != want {
			t.Errorf("Number(%q) = %q, want %q", english, got, want)
		}
	}
}

// TestFloats finds the language's marks in the floating-point figures of a format, and in no others.
func TestFloats(t *testing.T) {
	in(t, "de")
	if got := words.T("%.1f MB", 2.5); !strings.HasPrefix(got, "2,5") {
		t.Errorf("a figure is written %q", got)
	}
	if got := words.T("Remove %s", "1.5"); !strings.Contains(got, "1.5") {
		t.Errorf("a text that looks like a figure was changed: %q", got)
	}
}

func TestTyped(t *testing.T) {
	in(t, "de")
	for typed, want := range map[string]string{
		"0,5": "0.5", "1.234": "1234", "1.234,5": "1234.5", "1.234.567": "1234567", " 12,25 ": "12.25", "-0,125": "-0.125", "+3,5": "+3.5",
		"0.5": "0.5", "12": "12", "0.125": "0.125", "1.23": "1.23", "1,2,3": "1,2,3", "": "", "3. Mai": "3. Mai", "a,b": "a,b", "1.2345": "1.2345",
	} {
		if got := words.Typed(typed); got != want {
			t.Errorf("Typed(%q) = %q, want %q", typed, got, want)
		}
	}
}

// FuzzRoundTrip shows a figure and reads it again as if it had been typed.
func FuzzRoundTrip(f *testing.F) {
	for _, x := range []float64{0, 0.5, -0.125, 1234.5, 1e6, 123456789.125, 3.25e-5} {
		f.Add(x)
	}
	f.Fuzz(func(t *testing.T, x float64) {
		if x-x != 0 {
			t.Skip("not a finite number")
		}
		in(t, "de")
		plain := strconv.FormatFloat(x, 'f', -1, 64)
		if got := words.Typed(words.Number(plain)); got != plain {
			t.Errorf("%s is shown as %s, which reads as %s", plain, words.Number(plain), got)
		}
		if whole, ok := strings.CutSuffix(strconv.FormatFloat(x, 'f', 0, 64), "."); ok || whole != "" {
			shown := words.Number(withCommas(whole))
			if got := words.Typed(shown); got != whole {
				t.Errorf("%s is shown as %s, which reads as %s", whole, shown, got)
			}
		}
	})
}

// withCommas parts the thousands of a whole number as English does.
func withCommas(whole string) string {
	for i := len(whole) - 3; i > 0 && whole[i-1] != '-'; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	return whole
}

// TestSay says messages with messages, names and figures in them.
func TestSay(t *testing.T) {
	in(t, "de")
	people := message.Sprintf("number of people: %d", 4812)
	for _, c := range []struct {
		text message.Text
		want string
	}{
		{message.Sprintf("none"), "keine"},
		{message.Verbatim("none"), "none"}, // the name of a column, though the catalogue has the word
		{message.Sprintf("totals by %s", "none"), "Summen nach none"},
		{message.Sprintf("%s and %s", message.Sprintf("none"), "none"), "keine und none"},
		{message.Sprintf("none").Sentence(), "Keine"},
		{message.Of(message.Errorf("checking the fact %q: %w", people, message.New("none"))), "beim Prüfen der Tatsache „Zahl der Personen: 4812“: keine"},
		{message.Of(message.Errorf("checking the fact %q: %w", "none", fs.ErrNotExist)), "beim Prüfen der Tatsache „none“: file does not exist"},
		// Figures are written as the language writes them, but not within quotation marks.
		{message.Sprintf("%s and %s", "1,234.5", "12 %"), "1.234,5 und 12 %"},
		{message.Sprintf("%q of %q", "1.5", "none"), "„1.5“ von „none“"},
		{message.Sprintf("%s and %s", message.Day(time.Date(2026, 3, 9, 0, 0, 0, 0, time.UTC)), "2026-03-09"), "9. März 2026 und 2026-03-09"},
	} {
		if got := words.Say(c.text); got != c.want {
			t.Errorf("%q is said as %q, want %q", c.text, got, c.want)
		}
	}
	if got := words.Error(message.Errorf("checking the fact %q: %w", people, fs.ErrNotExist)); got != "beim Prüfen der Tatsache „Zahl der Personen: 4812“: file does not exist" {
		t.Errorf("an error is said as %q", got)
	}
	if got := words.Error(fs.ErrNotExist); got != "file does not exist" {
		t.Errorf("what the system says is said as %q", got)
	}
}

// TestMissing hears of texts without an entry, and gets them in English.
func TestMissing(t *testing.T) {
	in(t, "de")
	var heard []string
	words.OnMissing(func(english string) { heard = append(heard, english) })
	defer words.OnMissing(nil)
	for _, text := range []string{"Zzyzx quux", "Cancel"} {
		if got := words.Text(text); text == "Zzyzx quux" && got != text {
			t.Errorf("what has no entry is shown as %q", got)
		}
	}
	if got := words.Say(message.Word("Quux frobs zzyzx")); got != "Quux frobs zzyzx" {
		t.Errorf("a message that has no entry is said as %q", got)
	}
	if want := []string{"Zzyzx quux", "Quux frobs zzyzx"}; !slices.Equal(heard, want) {
		t.Errorf("heard of %q, want %q", heard, want)
	}
}

// private is an error around another that says no more than it.
type private struct{ error }

func (p private) Unwrap() error { return p.error }

// An error is said in the language whatever it is wrapped in.
func TestWrappedErrorsAreSaid(t *testing.T) {
	in(t, "de")
	said := message.Errorf("unknown kind %q: use one of %q", "x", []string{"a", "b"})
	want := "unbekannte Art „x“: Verwenden Sie eine von „a“, „b“"
	for _, err := range []error{said, private{said}, private{private{said}}, errors.Join(private{said})} {
		if got := words.Error(err); got != want {
			t.Errorf("%T is said as %s", err, got)
		}
	}
}

// A name that is quoted stands within the language's own marks, in English too; what cannot be seen of it is written out.
func TestNamesAreQuoted(t *testing.T) {
	for code, marks := range map[string][2]string{"en": {"“", "”"}, "de": {"„", "“"}} {
		in(t, code)
		for name, shown := range map[string]string{"age": "age", `C:\x "y"`: `C:\x "y"`, "a\nb\u00a0c\x1b[1m": `a\nb\u00a0c\x1b[1m`, "Größe": "Größe"} {
			want := marks[0] + shown + marks[1]
			if got := words.Say(message.Sprintf("%q", name)); got != want {
				t.Errorf("%s: %s, want %s", code, got, want)
			}
			if got := words.Say(message.Sprintf("%q", []string{name, "b"})); got != want+", "+marks[0]+"b"+marks[1] {
				t.Errorf("%s: %s, want %s and b", code, got, want)
			}
			if got := words.Error(words.Errorf("%q", name)); got != want {
				t.Errorf("%s: the error is %s, want %s", code, got, want)
			}
		}
	}
}
