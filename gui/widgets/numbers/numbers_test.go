package numbers

import (
	"math"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"steward/core/seeded"
)

func TestDecimal(t *testing.T) {
	for text, want := range map[string]string{
		"5": "5", " 0.5 ": "0.5", "0,5": "0.5", "40 %": "40", "40%": "40", ".5": ".5", "-3": "-3", "1,0005": "1.0005",
		"": "", ".": "", "1,000": "", "1.000,5": "", "1e5": "", "five": "", "--3": "--3", "1.2.3": "", "٣": "",
	} {
		got, err := Decimal(text, "%")
		if text == "--3" { // each sign is taken off in turn: it is no number to strconv
			if _, err := strconv.ParseFloat(got, 64); err == nil {
				t.Errorf("decimal(%q) = %q, which is a number", text, got)
			}
			continue
		}
		if (err != nil) != (want == "") || err == nil && got != want {
			t.Errorf("decimal(%q) = %q, %v; want %q", text, got, err, want)
		}
	}
}

func TestFiguresComeBack(t *testing.T) {
	seeded.Check(t, func(t *rapid.T) {
		v := rapid.Float64Range(-1e9, 1e9).Draw(t, "v")
		step := rapid.SampledFrom([]float64{1, 0.5, 0.1, 0.05, 0.01, 10}).Draw(t, "step")
		text := Figures(v, step)
		back, err := strconv.ParseFloat(text, 64)
		if err != nil || math.Abs(back-v) > 1e-9*math.Abs(v) {
			t.Fatalf("figures(%v, %v) = %q, which reads as %v", v, step, text, back)
		}
	})
	for _, c := range []struct {
		v, step float64
		want    string
	}{{0.1 + 0.2, 0.1, "0.3"}, {5, 1, "5"}, {0.55, 0.1, "0.55"}, {1200, 100, "1200"}} {
		if got := Figures(c.v, c.step); got != c.want {
			t.Errorf("figures(%v, %v) = %q, want %q", c.v, c.step, got, c.want)
		}
	}
}

func TestThousands(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 1234567: "1,234,567", -1000: "-1,000", -999: "-999"} {
		if got := Thousands(n); got != want {
			t.Errorf("thousands(%d) = %q, want %q", n, got, want)
		}
	}
}
