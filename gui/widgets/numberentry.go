package widgets

import (
	"math"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"steward/gui/words"
)

// numberEntry is an entry that says when typing has ended and what the arrow keys ask for.
type numberEntry struct {
	widget.Entry
	name  string // what the number is, for those who do not see it
	quiet bool   // while the program sets the text
	typed func(text string)
	ended func()
	step  func(by int)
}

func newNumberEntry(typed func(string), ended func(), step func(by int)) *numberEntry {
	e := &numberEntry{typed: typed, ended: ended, step: step}
	e.OnChanged = func(text string) {
		if !e.quiet {
			e.typed(text)
		}
	}
	e.OnSubmitted = func(string) { e.ended() }
	e.ExtendBaseWidget(e)
	return e
}

// set shows a text without calling back.
func (e *numberEntry) set(text string) {
	if e.Text == text {
		return
	}
	e.quiet = true
	e.SetText(text)
	e.quiet = false
}

// FocusLost is for Fyne.
func (e *numberEntry) FocusLost() {
	e.Entry.FocusLost()
	e.ended()
}

// TypedKey is for Fyne.
func (e *numberEntry) TypedKey(key *fyne.KeyEvent) {
	switch key.Name {
	case fyne.KeyUp:
		e.step(1)
	case fyne.KeyDown:
		e.step(-1)
	default:
		e.Entry.TypedKey(key)
	}
}

// decimal reads what a person types for a number, without its unit, as a decimal with a
// point. A comma is the decimal mark unless it may stand for thousands ("1,000"), which is
// not guessed at in English; other languages say which it is.
func decimal(text, unit string) (string, error) {
	s := strings.TrimSpace(text)
	s = words.Typed(strings.TrimSpace(strings.TrimSuffix(s, unit)))
	if whole, part, ok := strings.Cut(s, ","); ok && len(part) != 3 && !strings.ContainsAny(whole+part, ".,") {
		s = whole + "." + part
	}
	ok := s != "" && strings.Trim(s, "0123456789.") == "" && strings.Count(s, ".") <= 1 && s != "."
	if strings.HasPrefix(s, "-") {
		inner, err := decimal(s[1:], "")
		return "-" + inner, err
	}
	if !ok {
		return "", words.Errorf("found %q where a number is expected", text)
	}
	return s, nil
}

// shownFigures is figures as the language in use writes them.
func shownFigures(value, step float64) string { return words.Number(figures(value, step)) }

// figures writes a number in as many decimals as a step has, without trailing zeros.
func figures(value, step float64) string {
	places := 0
	for s := step; places < 9 && math.Abs(s-math.Round(s)) > 1e-9*s; s *= 10 {
		places++
	}
	rounded := strconv.FormatFloat(value, 'f', places, 64)
	exact := strconv.FormatFloat(value, 'f', -1, 64)
	if typed, err := strconv.ParseFloat(rounded, 64); err == nil && math.Abs(typed-value) <= 1e-9*math.Abs(value) {
		exact = rounded
	}
	if strings.Contains(exact, ".") {
		exact = strings.TrimRight(strings.TrimRight(exact, "0"), ".")
	}
	return exact
}
