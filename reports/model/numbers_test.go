package model

import (
	"math"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestNumbers(t *testing.T) {
	for x, want := range map[float64]string{
		0: "0", math.Copysign(0, -1): "0", 5: "5", -5: "-5", 1234567: "1,234,567", -1000: "-1,000", 999: "999",
		0.04: "0.0", -0.04: "0.0", 12.34: "12.3", -12.36: "-12.4", 1e20: "1e+20", 999.96: "1,000.0",
	} {
		if got := number(x); got != want {
			t.Errorf("number(%v) = %q, want %q", x, got, want)
		}
	}
	for x, want := range map[float64]string{0: "0", 0.01: "0.1", 5: "5", 5.01: "5.1", 9.95: "10", 9.91: "10", 10: "10", 10.01: "11", 1234.5: "1,235", 1e16: "1e+16"} {
		if got := off(x); got != want {
			t.Errorf("off(%v) = %q, want %q", x, got, want)
		}
	}
	for text, want := range map[string]string{"1/2": "0.5", "0.5": "0.5", "1/3": "≈0.3333", "2": "2", "0.0000001": "≈1e-07", "1/1000000": "0.000001"} {
		if got, err := share(text); err != nil || got != want {
			t.Errorf("share(%q) = %q, %v, want %q", text, got, err, want)
		}
	}
	for text, want := range map[string]string{"5": "5", "1/2": "1/2", "25/3": "25/3 ≈ 8.333", "not a number": "not a number"} {
		if got := exactly(text); got != want {
			t.Errorf("exactly(%q) = %q, want %q", text, got, want)
		}
	}
	for n, want := range map[int]string{1: "1st", 2: "2nd", 3: "3rd", 4: "4th", 11: "11th", 12: "12th", 13: "13th", 21: "21st", 111: "111th", 1002: "1,002nd"} {
		if got := everyDrawn(n).String(); got != "Every "+want+" number is drawn." {
			t.Errorf("everyDrawn(%d) = %q, want %q in it", n, got, want)
		}
	}
}

// An error is never written smaller than it is.
func TestOffRoundsUp(t *testing.T) {
	for x := 0.001; x < 1e6; x *= 1.0137 {
		var back float64
		for _, r := range strings.ReplaceAll(off(x), ",", "") {
			if r == '.' {
				continue
			}
			back = back*10 + float64(r-'0')
		}
		if strings.Contains(off(x), ".") {
			back /= 10
		}
		if back < x-1e-8 || back > max(x+0.1+1e-8, math.Ceil(x)) {
			t.Errorf("off(%v) = %s", x, off(x))
		}
	}
}

func TestSafe(t *testing.T) {
	for in, want := range map[string]string{
		"plain":               "plain",
		"  spaces \t and\nx ": "spaces and x",
		"":                    "(no name)",
		"\u00a0":              "(no name)",
		"bell\x07":            "bell[U+0007]",
		"\u202Eevil\u202C":    "[U+202E]evil[U+202C]",
		"a\u200fb":            "a[U+200F]b",
		"bad\xff":             "bad[?]",
		"עברית":               "עברית",
		"👩\u200d👧":            "👩\u200d👧",
		"\ufffe\U0001ffff":    "[U+FFFE][U+1FFFF]",
		"=1+1":                "=1+1",
		"<b>&amp;</b>":        "<b>&amp;</b>",
	} {
		if got := safe(in); got != want {
			t.Errorf("safe(%q) = %q, want %q", in, got, want)
		}
	}
}

func FuzzSafe(f *testing.F) {
	for _, s := range []string{"a", "\x00", "\u202e", "\xff\xfe", " \t", "😀", "é"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := safe(s)
		if !utf8.ValidString(got) || got == "" || got != strings.TrimSpace(got) {
			t.Errorf("safe(%q) = %q", s, got)
		}
		for _, r := range got {
			if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || unicode.IsSpace(r) && r != ' ' {
				t.Errorf("safe(%q) = %q still has %U", s, got, r)
			}
		}
		if again := safe(got); again != got {
			t.Errorf("safe(%q) = %q, and once more %q", s, got, again)
		}
	})
}

func TestListed(t *testing.T) {
	for want, in := range map[string][]string{"": nil, "a": {"a"}, "a and b": {"a", "b"}, "a, b and c": {"a", "b", "c"}} {
		if got := new(writer).listed(in); got != want {
			t.Errorf("listed(%q) = %q, want %q", in, got, want)
		}
	}
	for in, want := range map[string]string{"": "", "a fact": "A fact.", "done!": "Done!", "élan": "Élan."} {
		if got := sentence(in); got != want {
			t.Errorf("sentence(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestNumber(t *testing.T) {
	for _, c := range []struct {
		x        float64
		decimals int
		want     string
	}{
		{0, 0, "0"}, {1234567, 0, "1,234,567"}, {1.35, 2, "1.35"}, {1.4, 2, "1.40"}, {-1234.5, 1, "-1,234.5"}, {-0.001, 2, "0.00"}, {1e19, 0, "10000000000000000000"},
	} {
		if got := Number(c.x, c.decimals); got != c.want {
			t.Errorf("%v with %d decimals is written %s, want %s", c.x, c.decimals, got, c.want)
		}
	}
}
