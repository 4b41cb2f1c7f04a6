package gui_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"steward/core/domain"
	"steward/core/guide"
	"steward/core/plan"
	"steward/core/seeded"
	"steward/gui/session/secrets"
	"steward/gui/widgets/editors"
)

func (d desk) titles() string {
	var list []string
	for _, q := range d.session.Plan().Questions {
		list = append(list, q.Title)
	}
	return strings.Join(list, "; ")
}

func TestQuestionsAreAddedFromTheMenu(t *testing.T) {
	d := quietAt(t, questionsStep)
	d.sees(t, "144 numbers", "from 3 questions", "Of 0.5", "education, income are among your columns and in no question.")
	d.tap(t, "Add a question")
	d.sees(t, "people with each answer", "counts of several columns together", "people from one value to another")
	d.touch(t, "Cross-table")
	if got := d.titles(); !strings.HasSuffix(got, "People by education and income") {
		t.Fatalf("questions %s", got)
	}
	d.sees(t, "Question 4", "25 %", "30 %", "15 %", "combination of the answers")
	d.tap(t, "income") // its cross
	d.pick(t, "Add a column", "smoker")
	if got := d.titles(); !strings.HasSuffix(got, "People by education and smoker") || d.session.Compiled() == nil {
		t.Errorf("questions %s", got)
	}
	d.writes(t, "People by education and smoker", "Who smokes")
	if got := d.titles(); !strings.HasSuffix(got, "Who smokes") {
		t.Errorf("questions %s", got)
	}
	d.writes(t, "Who smokes", "")
	d.sees(t, "A question needs a title")
	d.tap(t, "Add a question")
	d.keys(t, fyne.KeyDown, fyne.KeyDown, fyne.KeyReturn) // counted up
	if got := d.titles(); !strings.HasSuffix(got, "Who smokes; People up to each education") {
		t.Errorf("questions %s", got)
	}
}

func TestQuestionsAreChosenAndRemovedByKeys(t *testing.T) {
	d := quietAt(t, questionsStep)
	d.touch(t, "Smokers by district")
	d.sees(t, "Question 2")
	d.keys(t, fyne.KeyDown)
	d.sees(t, "Question 3", "these ranges")
	d.keys(t, fyne.KeyUp, fyne.KeyDelete)
	if got := d.titles(); got != "People by age, cumulative; How often people come" {
		t.Fatalf("questions %s", got)
	}
	d.session.Undo()
	if got := d.titles(); !strings.Contains(got, "Smokers by district") {
		t.Fatalf("after undo: %s", got)
	}
	for range 3 {
		d.tap(t, "Remove")
	}
	d.sees(t, "There are no questions yet.", "0 numbers")
	d.disabled(t, "Remove")
	d.disabled(t, "Share evenly")
	d.tap(t, "Add a question")
	d.touch(t, "Table of counts")
	d.sees(t, "People by age", "100 %", "from 1 question")
}

func TestSharesAreSetInTheTable(t *testing.T) {
	d := quietAt(t, questionsStep)
	d.writes(t, "20 %", "60")
	for i, want := range []float64{20, 20, 60} {
		if got := d.session.Questions.SharePercent(i); got != want {
			t.Errorf("question %d has %v per cent, want %v", i+1, got, want)
		}
	}
	d.sees(t, "60 %", "0.3")
	test.Type(d.into(t, "60 %"), "100")
	d.sees(t, "From 0.01 to 99.99 per cent.")
	d.keys(t, fyne.KeyReturn)
	d.not(t, "From 0.01 to 99.99 per cent.")
	if got := d.session.Questions.SharePercent(2); got != 60 {
		t.Errorf("100 per cent was taken over: %v", got)
	}
	d.tap(t, "Share evenly")
	d.sees(t, "33.3 %", "0.167")
	d.session.Undo()
	d.sees(t, "60 %")
}

func TestRangesAreListed(t *testing.T) {
	seeded.ForAudits(t)
	d := quietAt(t, questionsStep)
	d.touch(t, "How often people come")
	spans := func() string { return fmt.Sprint(d.session.Plan().Questions[2].Ranges) }
	d.pick(t, "To", "2") // of the first range, 0 to 0
	if got := spans(); !strings.HasPrefix(got, "[{0 2}") {
		t.Errorf("ranges %s", got)
	}
	d.pick(t, "From", "1") // would be there already as 1 to 3 if it ended at 3
	d.pick(t, "To", "3")
	d.sees(t, "That does not work.", "The range from 1 to 3 is already there.")
	if got := spans(); !strings.HasPrefix(got, "[{1 2}") {
		t.Errorf("ranges %s", got)
	}
	d.tap(t, "Add a range")
	d.not(t, "That does not work.")
	if n := len(d.session.Plan().Questions[2].Ranges); n != 6 {
		t.Errorf("ranges %s", spans())
	}
	d.pick(t, "Which ranges", "every range, from any value to any other")
	d.sees(t, "496 counts")
	d.not(t, "Add a range")
	d.pick(t, "Kind", "Table of counts")
	d.sees(t, "32 counts: how many people have each visits.")
	if q := d.session.Plan().Questions[2]; q.Kind != "table" || q.Every || d.session.Compiled() == nil {
		t.Errorf("question %+v", q)
	}
}

// Nothing is worked out where the window is drawn, and the window says so meanwhile.
func TestQuestionsWhileErrorsAreWorkedOut(t *testing.T) {
	seeded.ForAudits(t)
	var waiting []func()
	holding := false
	around := surroundings(t)
	around.Go = func(f func()) {
		if holding {
			waiting = append(waiting, f)
			return
		}
		f()
	}
	d := newDeskOn(t, around, fyne.NewSize(1280, 800))
	d.session.OpenSample()
	holding = true
	d.session.Edit(func(p *plan.Plan) { p.Budget.Epsilon = "0.25" })
	d.frame.Show(questionsStep)
	d.sees(t, "\n…\n")
	d.frame.Show(factsStep)
	d.sees(t, "Working out the errors …")
	d.frame.Show(secretsStep)
	d.sees(t, "Working out the error of People by age, cumulative …")
	for len(waiting) > 0 {
		f := waiting[0]
		waiting = waiting[1:]
		f()
	}
	d.not(t, "Working out")
	d.frame.Show(questionsStep)
	d.not(t, "\n…\n")
}

// Many columns and long lists: only what is in sight exists.
func TestManyQuestionsAndValues(t *testing.T) {
	around := surroundings(t)
	around.Go = func(func()) {}
	d := newDeskOn(t, around, fyne.NewSize(1280, 800))
	d.session.Edit(manyColumns)
	if d.session.Compiled() == nil {
		t.Fatal(d.session.Progress(guide.Questions))
	}
	d.frame.Show(questionsStep)
	entries := 0
	d.objects(func(o fyne.CanvasObject) bool {
		if _, ok := o.(*widget.Slider); ok {
			entries++
		}
		return true
	})
	if entries > 20 {
		t.Errorf("%d sliders for 60 questions", entries)
	}
	table := part[*editors.QuestionTable](t, d, "the table", nil)
	d.window.Canvas().Focus(table)
	d.keys(t, fyne.KeyEnd)
	d.sees(t, "Question 60")
	d.frame.Show(secretsStep)
	if err := d.session.Secrets.Choose(secrets.CardNear); err != nil {
		t.Fatal(err)
	}
	d.sees(t, "500 values on a line")
	d.pickTyped(t, "Column", "column 30")
	d.sees(t, "502 values, each joined to every other")
	test.Tap(d.picker(t, "One answer"))
	objects := 0
	d.objects(func(fyne.CanvasObject) bool { objects++; return true })
	if objects > 400 {
		t.Errorf("an open list of 500 values has %d objects", objects)
	}
}

// manyColumns makes a plan of 40 columns with 500 values each, and 60 questions.
func manyColumns(p *plan.Plan) {
	p.DataSet = "many"
	lo, hi := int64(1), int64(500)
	for i := range 40 {
		c := plan.Column{Name: domain.AttributeName(fmt.Sprint("column ", i)), Kind: domain.Whole, Lowest: &lo, Highest: &hi, Origin: domain.Typed}
		if i%2 == 1 {
			c.Kind, c.Lowest, c.Highest = domain.List, nil, nil
			for v := range 500 {
				c.Values = append(c.Values, fmt.Sprint("value ", v))
			}
		}
		p.Columns = append(p.Columns, c)
	}
	for i := range 60 {
		p.Questions = append(p.Questions, plan.Question{
			ID: fmt.Sprint("q", i), Title: fmt.Sprint("Question about ", i), Kind: "table",
			Columns: []domain.AttributeName{p.Columns[i%40].Name},
		})
	}
}

// BenchmarkManyColumns edits a plan of 40 columns of 500 values and 60 questions with each of
// the three steps in sight, without the work in the background.
func BenchmarkManyColumns(b *testing.B) {
	around := surroundings(b)
	around.Go = func(func()) {}
	d := newDeskOn(b, around, fyne.NewSize(1280, 800))
	s, f := d.session, d.frame
	s.Edit(manyColumns)
	if err := s.Secrets.Choose(secrets.CardNear); err != nil {
		b.Fatal(err)
	}
	for step, edit := range map[int]func(i int){
		secretsStep: func(i int) {
			secret := s.Plan().Secrets.Columns[0]
			secret.Within = fmt.Sprint(2 + i%50)
			s.Secrets.SetSecret(secret)
		},
		factsStep: func(i int) {
			if err := s.Facts.StatePeople(fmt.Sprint(100 + i)); err != nil {
				b.Fatal(err)
			}
		},
		questionsStep: func(i int) {
			if err := s.Questions.SetShare(3, float64(2+i%50)); err != nil {
				b.Fatal(err)
			}
		},
	} {
		f.Show(step)
		b.Run(guide.Steps()[step].String(), func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				edit(i)
			}
		})
	}
}

// A table is made one about people with an answer, which its title says, and about everybody again.
func TestATableForSomePeople(t *testing.T) {
	d := quietAt(t, questionsStep)
	d.touch(t, "Smokers by district")
	d.choose(t, "Who is counted", "only those with smoker: yes")
	q := d.session.Plan().Questions[1]
	if len(q.Only) != 1 || q.Only[0].Column != "smoker" || !slices.Contains(q.Columns, "smoker") || d.session.Compiled() == nil {
		t.Fatalf("the question is %+v", q)
	}
	d.sees(t, "It counts only those with smoker: yes.")
	d.picture(t, "questions-only")
	if got := d.session.Questions.Question(1).Numbers(); got != d.session.Compiled().Problems[1].Workload.Len() || got > 14 {
		t.Errorf("it publishes %d numbers", got)
	}
	d.tap(t, "Add a question")
	d.touch(t, "Cross-table")
	d.choose(t, "Who is counted", "only those with smoker: no")
	if got := d.titles(); !strings.HasSuffix(got, ", only those with smoker: no") {
		t.Errorf("questions %s", got)
	}
	d.choose(t, "Who is counted", "everybody")
	if got := d.titles(); strings.HasSuffix(got, "smoker: no") || d.session.Plan().Questions[3].Only != nil {
		t.Errorf("questions %s", got)
	}
}
