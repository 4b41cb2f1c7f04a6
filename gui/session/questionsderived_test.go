package session

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"steward/core/domain"
	"steward/core/plan"
	"steward/core/seeded"
	"steward/core/workload"
	"steward/gui/session/questions"
	"steward/io/combine"
)

// crossing asks the sample for a table over two columns and returns the question's index.
func crossing(t *testing.T) (*Session, int) {
	t.Helper()
	s := newSample(t)
	s.Edit(func(p *plan.Plan) { // the errors of questions about ages take long, and are other tests' business
		p.Questions = slices.DeleteFunc(p.Questions, func(q plan.Question) bool { return slices.Contains(q.Columns, "age") })
	})
	s.Questions.Add(workload.Table, []domain.AttributeName{"district", "smoker"})
	return s, len(s.Plan().Questions) - 1
}

func TestPercentagesAreAsked(t *testing.T) {
	s, i := crossing(t)
	try := func(err error) {
		t.Helper()
		if err != nil || s.Compiled() == nil {
			t.Fatal(err, s.issues)
		}
	}
	without := s.Questions.Question(i).Numbers()
	choices := s.Questions.Derived(i).PercentChoices()
	if len(choices) != 3 || choices[0].On || choices[2].Text != "Per cent within each smoker" {
		t.Fatalf("choices %+v", choices)
	}
	try(s.Questions.Derived(i).SetPercent(choices[1].Within, true))
	try(s.Questions.Derived(i).SetPercent(nil, true))
	if q := s.Plan().Questions[i]; !q.Totals || len(q.Percent) != 2 || s.Questions.Question(i).Numbers() <= without {
		t.Errorf("asked %+v, %d numbers", q, s.Questions.Question(i).Numbers())
	}
	try(s.Questions.Derived(i).AddRate())
	try(s.Questions.Derived(i).AddDifference())
	d := s.Plan().Questions[i].Differences[0]
	d.Shares = true
	try(s.Questions.Derived(i).SetDifference(0, d))
	d.Second = d.First
	if err := s.Questions.Derived(i).SetDifference(0, d); err == nil || !strings.Contains(err.Error(), "itself") {
		t.Errorf("a difference of a value and itself: %v", err)
	}
	a, _ := s.Attribute("smoker")
	try(s.Questions.Derived(i).SetRate(0, "smoker", []string{a.Label(0), a.Label(1)}))
	if text := s.Questions.Derived(i).ErrorSays(); !strings.Contains(text, "cost nothing") || !strings.Contains(text, "too unreliable") {
		t.Errorf("the error is said to be %q", text)
	}
	// Without the column nothing is left that needs it.
	try(s.Questions.Question(i).SetColumns([]domain.AttributeName{"district"}))
	if q := s.Plan().Questions[i]; len(q.Percent) != 1 || q.Rates != nil || q.Differences != nil {
		t.Errorf("without smoker: %+v", q)
	}
	try(s.Questions.Derived(i).SetTotals(false))
	if q := s.Plan().Questions[i]; q.Derives() || q.Totals || s.Questions.Derived(i).ErrorSays() != "" {
		t.Errorf("without totals: %+v", q)
	}
}

func TestPublishingIsAsked(t *testing.T) {
	s, i := crossing(t)
	if err := s.Questions.Derived(i).SetPublishing(func(p *plan.Publishing) { p.RoundTo, p.HideTimes = 5, "1" }); err != nil || s.Compiled() == nil {
		t.Fatal(err, s.issues)
	}
	if text := s.Questions.Derived(i).Says(); !strings.Contains(text, "multiples of 5") || !strings.Contains(text, "too high on average") {
		t.Errorf("it says %q", text)
	}
	if err := s.Questions.Derived(i).SetPublishing(func(p *plan.Publishing) { p.HideTimes = "none" }); err == nil {
		t.Error("a rule that is no number was taken")
	}
	if err := s.Questions.Derived(i).SetPublishing(func(p *plan.Publishing) { *p = plan.Publishing{} }); err != nil || s.Plan().Questions[i].Publishing != nil || s.Questions.Derived(i).Says() != "" {
		t.Errorf("no rule: %v, %+v", err, s.Plan().Questions[i].Publishing)
	}
}

func TestBoxesAreAsked(t *testing.T) {
	s := newSample(t)
	k := questions.Kinds()[slices.IndexFunc(questions.Kinds(), func(k questions.Kind) bool { return k.ID == questions.AskBoxes })]
	i, err := s.Questions.Ask(k)
	if err != nil || s.Compiled() == nil {
		t.Fatal(err, s.issues)
	}
	if err := s.Questions.Question(i).SetColumns([]domain.AttributeName{"age", "smoker"}); err != nil {
		t.Fatal(err)
	}
	q := func() plan.Question { return s.Plan().Questions[i] }
	if questions.KindOf(q()).ID != questions.AskBoxes || len(q().Boxes) != 1 || q().Boxes[0][1] != (plan.Span{}) {
		t.Fatalf("asked %+v", q())
	}
	for n, err := range []error{
		s.Questions.Ranges(i).AddBox(), s.Questions.Ranges(i).SetBox(1, 1, 0, 0), s.Questions.Ranges(i).SetBox(0, 0, 2, 1), s.Questions.Ranges(i).SetBox(0, 1, 1, 0),
	} {
		if err != nil || s.Compiled() == nil {
			t.Fatal(n, err, s.issues)
		}
	}
	age, _ := s.Attribute("age")
	smoker, _ := s.Attribute("smoker")
	if b := q().Boxes; len(b) != 2 || b[0][0] != (plan.Span{From: age.Label(2), To: age.Label(2)}) || b[1][1].From != smoker.Label(0) || b[0][1].To != smoker.Label(1) {
		t.Errorf("boxes %+v", b)
	}
	if s.Questions.Question(i).Numbers() != 2 || !strings.Contains(s.Questions.Question(i).Publishes(), "2 counts") {
		t.Errorf("%d numbers: %s", s.Questions.Question(i).Numbers(), s.Questions.Question(i).Publishes())
	}
	if err := s.Questions.Ranges(i).SetBox(0, 1, -1, 0); err != nil || q().Boxes[0][1] != (plan.Span{}) {
		t.Errorf("all of a column: %v, %+v", err, q().Boxes)
	}
	if err := s.Questions.Ranges(i).RemoveBox(0); err != nil || len(q().Boxes) != 1 || s.Questions.Ranges(i).RemoveBox(0) != nil || len(q().Boxes) != 1 {
		t.Errorf("removed: %v, %+v", err, q().Boxes)
	}
	if err := s.Questions.Ranges(i).SetEvery(true); err != nil || !q().Every || q().Boxes != nil || s.Compiled() == nil {
		t.Errorf("every range: %v, %+v", err, q())
	}
	if err := s.Questions.Question(i).SetKind(questions.Kinds()[0]); err != nil || len(q().Columns) != 1 || q().Boxes != nil || s.Compiled() == nil {
		t.Errorf("a table: %v, %+v", err, q())
	}
}

// A release with all that follows from its answers holds together, its workbook saved again too,
// and a change of a percentage or of what is hidden is noticed.
func TestVerifyDerived(t *testing.T) {
	seeded.ForAudits(t)
	s, i := crossing(t)
	for _, err := range []error{
		s.Questions.Derived(i).SetPercent(nil, true), s.Questions.Derived(i).SetPercent([]domain.AttributeName{"district"}, true), s.Questions.Derived(i).AddRate(), s.Questions.Derived(i).AddDifference(),
		s.Questions.Derived(i).SetPublishing(func(p *plan.Publishing) { p.RoundTo, p.HideTimes = 5, "0.3" }),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	record, ledgers := releasedOf(t, s)
	if bad := failures(t, record, ledgers); len(bad) > 0 {
		t.Errorf("a fresh release does not hold together: %q", bad)
	}
	if wrong := resaved(t, record, ledgers); len(wrong) > 0 {
		t.Errorf("saved again it does not hold together: %q", wrong)
	}
	for _, c := range [][2]string{{`"to95": `, `"to95": 1`}, {`"hidden": true`, `"hidden": false`}} {
		if bad := changed(t, record, ledgers, c[0], c[1]); len(bad) == 0 {
			t.Errorf("%s in place of %s was not noticed", c[1], c[0])
		}
	}
}

// Sums of answers have the value and the error that follow from the record.
func TestCombine(t *testing.T) {
	seeded.ForAudits(t)
	s, i := crossing(t)
	if err := s.Questions.Derived(i).SetTotals(true); err != nil {
		t.Fatal(err)
	}
	record, _ := releasedOf(t, s)
	b, err := combine.New(remembering, record, s.Plan().Questions[i].ID)
	if err != nil {
		t.Fatal(err)
	}
	answers := b.Record.Questions[i].Answers
	for n, a := range answers {
		got, err := b.Combine([]int{n}, nil)
		if err != nil || got.Value != a.Unadjusted || !near(got.To-got.From, 2*a.HalfWidth) || !near(got.RMSE, a.RMSE) || got.Exact != a.Exact {
			t.Errorf("%v alone: %+v, %v, want %+v", a.Key, got, err, a)
		}
	}
	// A total less its parts is nothing where the method estimates cells, whatever their noise.
	whole, err := b.Find(" " + strings.Join(answers[2].Key, " ,") + " ")
	if err != nil || whole != 2 {
		t.Fatal(whole, err)
	}
	got, err := b.Combine([]int{0, 0, 1}, []int{1, 0})
	if err != nil || !near(got.RMSE, answers[0].RMSE) {
		t.Errorf("an answer by a detour: %+v, %v", got, err)
	}
	if got, err := b.Combine([]int{0}, []int{0}); err != nil || !got.Exact || got.Value != 0 || !strings.Contains(got.Sentence().String(), "exactly") {
		t.Errorf("an answer less itself: %+v, %v", got, err)
	}
	if _, err := b.Find("nowhere"); err == nil || !strings.Contains(err.Error(), "commas between") {
		t.Errorf("an answer that is not there: %v", err)
	}
	for _, list := range [][]int{nil, {-1}, {len(answers)}} {
		if _, err := b.Combine(list, nil); err == nil {
			t.Errorf("%v was taken", list)
		}
	}
	all, err := combine.New(remembering, record, "")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := all.Find("nowhere"); err == nil || !strings.Contains(err.Error(), "--question") {
		t.Errorf("no question: %v", err)
	}
	if _, err := combine.New(remembering, record, "q99"); err == nil || !strings.Contains(err.Error(), "no question") {
		t.Errorf("another question: %v", err)
	}
}

// releasedOf releases a session's plan and returns the record and the ledgers' folder.
func releasedOf(t *testing.T, s *Session) (record, ledgers string) {
	t.Helper()
	s.Release.Review()
	s.Release.Carry(t.TempDir(), "sample")
	if s.Release.Finished() == nil {
		t.Fatal(s.Problem())
	}
	return s.Release.Finished().Record(), s.around.LedgerDir
}

// resaved saves the workbook beside a record again and returns what does not hold then.
func resaved(t *testing.T, record, ledgers string) []string {
	t.Helper()
	path := strings.TrimSuffix(record, ".json") + ".xlsx"
	f, err := excelize.OpenFile(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := f.SetColWidth(f.GetSheetList()[1], "A", "A", 33); err != nil {
		t.Fatal(err)
	}
	if err := f.SaveAs(path); err != nil {
		t.Fatal(err)
	}
	return failures(t, record, ledgers)
}

// changed returns what does not hold of a record in which one text is replaced once.
func changed(t *testing.T, record, ledgers, from, to string) []string {
	t.Helper()
	text, err := os.ReadFile(record)
	if err != nil {
		t.Fatal(err)
	}
	other := strings.Replace(string(text), from, to, 1)
	if other == string(text) {
		t.Fatalf("the record does not hold %s", from)
	}
	path := filepath.Join(filepath.Dir(record), "other.json")
	if err := os.WriteFile(path, []byte(other), 0o600); err != nil {
		t.Fatal(err)
	}
	return failures(t, path, ledgers)
}
