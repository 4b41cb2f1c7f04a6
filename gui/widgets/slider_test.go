package widgets

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"
	"pgregory.net/rapid"

	"steward/core/account"
	"steward/core/seeded"
)

// log keeps what callbacks are told.
type log struct{ told []string }

func (l *log) number(v float64)      { l.told = append(l.told, fmt.Sprint(v)) }
func (l *log) numberEnded(v float64) { l.told = append(l.told, fmt.Sprint("end ", v)) }
func (l *log) text(s string)         { l.told = append(l.told, s) }
func (l *log) textEnded(s string)    { l.told = append(l.told, "end "+s) }

// want compares what was told since the last time.
func (l *log) want(t *testing.T, what string, want ...string) {
	t.Helper()
	if !slices.Equal(l.told, want) {
		t.Errorf("%s told %q, want %q", what, l.told, want)
	}
	l.told = nil
}

// pull drags a track's thumb to a part of its way and lets go.
func pull(k *track, part float64) {
	x := trackEnd + float32(part)*(k.Size().Width-2*trackEnd)
	k.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(x, 5)}})
	k.DragEnd()
}

func TestNumberSlider(t *testing.T) {
	dress(t, fynetheme.VariantLight)
	var l log
	n := NewNumberSlider(NumberRange{Label: "Age", Min: 1, Max: 30, MaxLabel: "30 years"}, 99, l.number)
	n.OnChangeEnded = l.numberEnded
	w := exhibit(t, n, 500, 60)
	if n.Value() != 30 || n.entry.Text != "30" {
		t.Errorf("99 is shown as %v, %q; want 30", n.Value(), n.entry.Text)
	}
	n.SetValue(5)
	l.want(t, "SetValue")

	w.Canvas().Focus(n.track)
	press(n.track, fyne.KeyRight, fyne.KeyPageUp, fyne.KeyHome, fyne.KeyLeft)
	l.want(t, "keys", "6", "end 6", "16", "end 16", "1", "end 1")
	pull(n.track, 1)
	l.want(t, "a drag to the end", "30", "end 30")
	pull(n.track, 0.5)
	if n.Value() != 16 && n.Value() != 15 {
		t.Errorf("a drag to the middle of 1 to 30 gives %v", n.Value())
	}
	l.told = nil

	n.entry.SetText("")
	n.entry.SetText("12")
	n.entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	l.want(t, "typing", "12", "end 12")
	if n.Problem() != "" {
		t.Errorf("after a good number it says %q", n.Problem())
	}
	n.entry.SetText("31")
	if got, want := n.Problem(), "Type a number from 1 to 30."; got != want || n.Value() != 12 {
		t.Errorf("31 gives %v and says %q, want 12 and %q", n.Value(), got, want)
	}
	n.entry.SetText("many")
	n.entry.FocusLost()
	l.want(t, "what is no number")
	press(n.entry, fyne.KeyUp, fyne.KeyDown)
	l.want(t, "arrows in the entry", "13", "end 13", "12", "end 12")

	n.Disable()
	press(n.track, fyne.KeyRight)
	pull(n.track, 0)
	l.want(t, "a disabled slider")
	if n.Enable(); n.Disabled() {
		t.Errorf("still disabled")
	}
}

func TestNumberSliderSteps(t *testing.T) {
	dress(t, fynetheme.VariantLight)
	var l log
	n := NewNumberSlider(NumberRange{Min: 0, Max: 1, Step: 0.1, Unit: "%"}, 0.2, l.number)
	exhibit(t, n, 300, 60)
	press(n.track, fyne.KeyRight)
	l.want(t, "a step of a tenth", "0.3") // not 0.30000000000000004
	n.entry.SetText("0,55 %")
	l.want(t, "a comma and the unit", "0.55")
	n.SetRange(NumberRange{Min: 2, Max: 2})
	l.want(t, "SetRange")
	pull(n.track, 1)
	if n.Value() != 2 {
		t.Errorf("in a range of one number the value is %v", n.Value())
	}
}

func TestDecimal(t *testing.T) {
	for text, want := range map[string]string{
		"5": "5", " 0.5 ": "0.5", "0,5": "0.5", "40 %": "40", "40%": "40", ".5": ".5", "-3": "-3", "1,0005": "1.0005",
		"": "", ".": "", "1,000": "", "1.000,5": "", "1e5": "", "five": "", "--3": "--3", "1.2.3": "", "٣": "",
	} {
		got, err := decimal(text, "%")
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
		text := figures(v, step)
		back, err := strconv.ParseFloat(text, 64)
		if err != nil || math.Abs(back-v) > 1e-9*math.Abs(v) {
			t.Fatalf("figures(%v, %v) = %q, which reads as %v", v, step, text, back)
		}
	})
	for _, c := range []struct {
		v, step float64
		want    string
	}{{0.1 + 0.2, 0.1, "0.3"}, {5, 1, "5"}, {0.55, 0.1, "0.55"}, {1200, 100, "1200"}} {
		if got := figures(c.v, c.step); got != c.want {
			t.Errorf("figures(%v, %v) = %q, want %q", c.v, c.step, got, c.want)
		}
	}
}

func TestBudgetSlider(t *testing.T) {
	dress(t, fynetheme.VariantLight)
	var l log
	b := NewBudgetSlider("0.50", l.text)
	b.OnChangeEnded = l.textEnded
	exhibit(t, b, 600, 140)
	if b.Budget() != "0.50" || b.Value() != 0.5 {
		t.Errorf("the budget is %q, %v", b.Budget(), b.Value())
	}
	press(b.track, fyne.KeyRight, fyne.KeyLeft, fyne.KeyLeft, fyne.KeyEnd, fyne.KeyRight, fyne.KeyHome)
	l.want(t, "keys", "0.6", "end 0.6", "0.5", "end 0.5", "0.4", "end 0.4", "5", "end 5", "0.01", "end 0.01")
	pull(b.track, 1)
	l.want(t, "a drag to the end", "5", "end 5")
	pull(b.track, 0.5)
	l.want(t, "a drag to the middle", "0.22", "end 0.22") // the root of 0.01 x 5, in two digits

	b.SetShowNumber(true)
	b.entry.SetText("0.725")
	b.entry.FocusLost()
	l.want(t, "typing", "0.725", "end 0.725")
	b.entry.SetText("7,5")
	l.want(t, "typing beyond the slider with a comma", "7.5")
	if b.track.Value != 1 {
		t.Errorf("beyond the slider its thumb is at %v, want its end", b.track.Value)
	}
	b.entry.SetText("0")
	if !strings.Contains(textsIn(b), "budget is zero") || b.Budget() != "7.5" {
		t.Errorf("zero gives %q and %q", b.Budget(), textsIn(b))
	}
	l.want(t, "zero")
	b.SetBudget("no number")
	if b.Budget() != "7.5" {
		t.Errorf("a budget that cannot be read gives %q", b.Budget())
	}
	b.Disable()
	press(b.track, fyne.KeyRight)
	l.want(t, "a disabled slider")
	b.Enable()
}

func TestBudgetSliderSaysTheBand(t *testing.T) {
	dress(t, fynetheme.VariantLight)
	for budget, want := range map[string][]string{
		"0.5": {"strong"},
		"0.8": {"good"},
		"2":   {"weak", "People who guess will often be right."},
		"4":   {"very weak", "Do not use this for anything that could hurt someone."},
	} {
		b := NewBudgetSlider(budget, nil)
		exhibit(t, b, 600, 140)
		for _, w := range append(want, "More protection", "More accuracy", "show the number") {
			if !strings.Contains(textsIn(b), w) {
				t.Errorf("at %s it shows %q, want %q in it", budget, textsIn(b), w)
			}
		}
	}
}

func TestBudgetSliderShowsTheNumberOnDemand(t *testing.T) {
	dress(t, fynetheme.VariantLight)
	b := NewBudgetSlider("0.5", nil)
	var told []bool
	b.OnShowNumber = func(on bool) { told = append(told, on) }
	exhibit(t, b, 600, 140)
	if strings.Contains(textsIn(b), "0.5") {
		t.Errorf("shows the number at first: %q", textsIn(b))
	}
	test.Tap(b.toggle)
	if !strings.Contains(textsIn(b), "0.5") || !slices.Equal(told, []bool{true}) {
		t.Errorf("after the toggle it shows %q and told %v", textsIn(b), told)
	}
	b.SetShowNumber(false)
	if strings.Contains(textsIn(b), "0.5") || len(told) != 1 {
		t.Errorf("after SetShowNumber it shows %q and told %v", textsIn(b), told)
	}
}

// Every place on the slider is a budget that account reads, in at most two digits, and the
// thumb goes back to about that place.
func TestBudgetPlaces(t *testing.T) {
	seeded.Check(t, func(t *rapid.T) {
		place := rapid.Float64Range(0, 1).Draw(t, "place")
		text := budgetAt(place)
		e, err := account.ParseEpsilon(text)
		if err != nil {
			t.Fatalf("budget at %v = %q: %v", place, text, err)
		}
		if digits := strings.Trim(strings.ReplaceAll(text, ".", ""), "0"); len(digits) > 2 {
			t.Fatalf("budget at %v = %q has more than two digits", place, text)
		}
		if back := budgetPlace(e.Float()); math.Abs(back-place) > 0.01 {
			t.Fatalf("budget at %v = %q is at %v", place, text, back)
		}
	})
	for v, want := range map[float64]string{0.01: "0.01", 0.0123: "0.012", 0.5: "0.5", 1.26: "1.3", 0.0999: "0.1", 5: "5", 12: "12"} {
		if got := twoDigits(v); got != want {
			t.Errorf("twoDigits(%v) = %q, want %q", v, got, want)
		}
	}
}
