package gui_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/core/guide"
	"steward/gui/session/secrets"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/prose"
	"steward/gui/widgets/tables"
)

// where returns how far down the window an object stands.
func where(o fyne.CanvasObject) float32 {
	return fyne.CurrentApp().Driver().AbsolutePositionForObject(o).Y
}

// places returns where each text of the page stands that is in the upper half of the window.
func (d desk) places() map[fyne.CanvasObject]float32 {
	at := make(map[fyne.CanvasObject]float32)
	d.objects(func(o fyne.CanvasObject) bool {
		if p, ok := o.(*prose.Text); ok {
			if y := where(p); y < d.window.Canvas().Size().Height/2 {
				at[p] = y
			}
		}
		return true
	})
	return at
}

// TestNothingMovesUnderThePointer chooses every card of the step Secrets, ticks columns, and has each step fail: what was pressed
// stands where it stood, whatever there is to be told about it.
func TestNothingMovesUnderThePointer(t *testing.T) {
	for _, size := range []fyne.Size{fyne.NewSize(1024, 700), fyne.NewSize(1280, 800)} {
		d := newSampleDesk(t, surroundings(t), size)
		d.frame.Show(2)
		cards := part(t, d, "the cards", func(*forms.ChoiceList) bool { return true })
		at, told := where(cards), 0
		for _, card := range secrets.Cards() {
			if err := d.session.Secrets.Choose(card.Card); err != nil {
				t.Fatalf("%s: %v", card.Card, err)
			}
			if now := where(cards); now != at {
				t.Errorf("%v: choosing %q moves the cards by %g", size, card.Card, now-at)
			}
			if strings.Contains(d.screen(), "Not protected by this choice.") {
				told++
			}
		}
		if told == 0 || told == len(secrets.Cards()) {
			t.Errorf("%v: %d of %d cards disclose something, so that this sees no banner come or go", size, told, len(secrets.Cards()))
		}
		for i, step := range guide.Steps() {
			d.frame.Show(i)
			before := d.places()
			d.session.Fail(step, errors.New("the disk is full"))
			for o, y := range before {
				if now := where(o); now != y && o.Visible() {
					t.Fatalf("%v: a failure moves %q of %v by %g", size, text(o), step, now-y)
				}
			}
			d.sees(t, "The disk is full.")
		}
	}
}

// TestTickedColumnsStayInPlace ticks the columns of a messy workbook and takes what is proposed for them: the table of columns, and
// the form that something is typed into, stand still.
func TestTickedColumnsStayInPlace(t *testing.T) {
	d := newDesk(t, fynetheme.VariantLight, fyne.NewSize(1024, 700))
	d.frame.Drop(messyWorkbook(t, t.TempDir()))
	d.frame.Show(1)
	table := part(t, d, "the columns", func(*tables.Table) bool { return true })
	below := part(t, d, "a button below them", func(b *forms.Button) bool { return b.Text == "From a codebook…" })
	at, stands := where(table), where(below)
	titles := []string{"Publish", "Column", "What it is", "Values", "Count", "Comes from", "Everyone is counted", "Where lists come from"}
	spots := d.spots(titles)
	if len(spots) != len(titles) {
		t.Fatalf("of the titles there are %v", spots)
	}
	for _, column := range []string{"Age", "Part of town", "Sport"} {
		d.tickColumn(t, column)
		for words, spot := range d.spots(titles) {
			if spot != spots[words] {
				t.Errorf("ticking %s moves %q from %v to %v", column, words, spots[words], spot)
			}
		}
		if now := where(table); now != at {
			t.Errorf("ticking %s moves the columns by %g", column, now-at)
		}
		if now := where(below); now != stands {
			t.Errorf("ticking %s moves what is below the columns by %g", column, now-stands)
		}
	}
	d.chooseColumn(t, "Age")
	lowest := d.field(t, "Lowest")
	d.typeInto(t, lowest, "0")
	stood := where(lowest)
	d.typeInto(t, d.field(t, "Highest"), "20") // fewer than there are: what does not fit is told
	if now := where(lowest); now != stood {
		t.Errorf("what does not fit moves the fields by %g", now-stood)
	}
	test.Tap(d.picker(t, "Say why they are public"))
	d.touch(t, "Typed by me, not taken from the data")
	if now := where(lowest); now != stood {
		t.Errorf("what does not fit moves the fields by %g", now-stood)
	}
}

// TestDecidedCellsStayInPlace decides about what was found in a messy workbook, one of it and then all that is proposed: each finding, and
// what stands above the list, stays where it was.
func TestDecidedCellsStayInPlace(t *testing.T) {
	d := newDesk(t, fynetheme.VariantLight, fyne.NewSize(1024, 1200))
	d.frame.Drop(messyWorkbook(t, t.TempDir()))
	found := []string{"Age", "Part of town", "Row 1505"}
	at := d.lines(found)
	if len(at) != len(found) {
		t.Fatalf("found is %v", at)
	}
	for _, decision := range []string{"Leave it out", "Accept all 2 proposals"} {
		d.tap(t, decision)
		for words, y := range d.lines(found) {
			if y != at[words] {
				t.Errorf("%q moves %q by %g", decision, words, y-at[words])
			}
		}
	}
	d.sees(t, "nothing to decide")
}

// TestAskedQuestionsStayInPlace asks what one could begin with, then more: what asks for questions stands where it stood.
func TestAskedQuestionsStayInPlace(t *testing.T) {
	d := newDesk(t, fynetheme.VariantLight, fyne.NewSize(1024, 700))
	d.frame.Drop(messyWorkbook(t, t.TempDir()))
	d.frame.Show(1)
	for _, column := range []string{"Age", "Part of town", "Sport"} {
		d.tickColumn(t, column)
	}
	d.tap(t, "Propose values for all of them…")
	test.Tap(d.check(t, "These values are public knowledge: everyone could know them without this file."))
	d.tap(t, "Use these values")
	d.frame.Show(4)
	standing := []string{"Add a question", "Share evenly", "Remove"}
	before := d.spots(standing)
	if len(before) != len(standing) {
		t.Fatalf("there are %v", before)
	}
	for _, ask := range []func(){
		func() { d.tap(t, "Ask these 2 questions") },
		func() { part(t, d, "the menu of questions", func(*forms.Menu) bool { return true }).OnChosen(0) },
	} {
		asked := len(d.session.Questions.Asked())
		ask()
		if len(d.session.Questions.Asked()) == asked {
			t.Fatal("nothing was asked")
		}
		for words, spot := range d.spots(standing) {
			if spot != before[words] {
				t.Errorf("asking moves %q from %v to %v", words, before[words], spot)
			}
		}
	}
}

// spots returns where some words are drawn first on the screen.
func (d desk) spots(of []string) map[string]fyne.Position {
	at := make(map[string]fyne.Position)
	d.objects(func(o fyne.CanvasObject) bool {
		if c, ok := o.(*canvas.Text); ok && slices.Contains(of, c.Text) {
			if _, found := at[c.Text]; !found {
				at[c.Text] = fyne.CurrentApp().Driver().AbsolutePositionForObject(c)
			}
		}
		return true
	})
	return at
}

// lines returns where some texts stand that are whole lines of the page.
func (d desk) lines(of []string) map[string]float32 {
	at := make(map[string]float32)
	d.objects(func(o fyne.CanvasObject) bool {
		if p, ok := o.(*prose.Text); ok && slices.Contains(of, p.String()) {
			at[p.String()] = where(p)
		}
		return true
	})
	return at
}
