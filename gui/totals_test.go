package gui_test

import (
	"os"
	"testing"

	"fyne.io/fyne/v2/test"

	"steward/core/domain"
	"steward/gui/session/questions"
)

// A total is asked in the form, by groups and with averages, and its numbers are said.
func TestTotalsAreAsked(t *testing.T) {
	d := quietAt(t, questionsStep)
	for _, k := range questions.Kinds() {
		if k.ID == questions.AskTotals {
			if _, err := d.session.Questions.Ask(k); err != nil {
				t.Fatal(err)
			}
		}
	}
	d.settled()
	at := len(d.session.Plan().Questions) - 1
	q := d.session.Plan().Questions[at]
	if q.Sum == nil || !q.Sum.Averages || d.session.Compiled() == nil {
		t.Fatalf("asked %+v", q)
	}
	d.touch(t, q.Title)
	d.sees(t, "Averages too, at no extra cost", "Each person contributes from")
	if err := d.session.Questions.Sum(at).SetBy([]domain.AttributeName{"district"}); err != nil {
		t.Fatal(err)
	}
	d.settled()
	d.sees(t, "All groups together too")
	test.Tap(d.check(t, "Averages too, at no extra cost"))
	if q := d.session.Plan().Questions[at]; q.Sum.Averages || q.Derives() {
		t.Errorf("without averages %+v", q)
	}
	d.session.Undo()
	d.settled()
	if q := d.session.Plan().Questions[at]; !q.Sum.Averages {
		t.Errorf("undone %+v", q)
	}
	if os.Getenv("STEWARD_SHOTS") != "" {
		d.settled().picture(t, "totals")
	}
}
