package release

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"reflect"
	"slices"
	"strings"
	"testing"

	"steward/core/domain"
	"steward/core/message"
	"steward/core/noise"
	"steward/core/optimum"
	"steward/core/plan"
	"steward/core/result"
	"steward/core/seeded"
	"steward/core/table"
)

// memory is a small sheet of ages and towns.
type memory struct {
	rows    [][]string
	changed bool
	after   int // rows after which the file is saved again by somebody; 0 for never
	read    int
}

func (m *memory) Name() message.Text { return message.Verbatim("people.csv") }
func (m *memory) Header() []string   { return []string{"age", "town"} }
func (m *memory) Address(row, column int) message.Text {
	return message.Sprintf("line %d, column %d", row, column+1)
}
func (m *memory) Read(ctx context.Context, p *plan.Compiled, v Visit) (Totals, error) {
	return FromRows(m).Read(ctx, p, v)
}
func (m *memory) SameAsReviewed(plan.Fingerprint) (bool, error) {
	return !m.changed, nil
}

func (m *memory) Rows(ctx context.Context) iter.Seq2[table.Row, error] {
	return func(yield func(table.Row, error) bool) {
		for i, r := range m.rows {
			if m.read++; m.after > 0 && m.read == m.after {
				m.changed = true
			}
			var age float64
			kind := table.Number
			if _, err := fmt.Sscanf(r[0], "%g", &age); err != nil {
				kind = table.Text
			}
			row := table.Row{Number: i + 2, Cells: []table.Cell{{Kind: kind, Text: r[0], Number: age}, {Kind: table.Text, Text: r[1]}}}
			if !yield(row, ctx.Err()) {
				return
			}
		}
	}
}

func people(n int) *memory {
	m := &memory{}
	for i := range n {
		m.rows = append(m.rows, []string{fmt.Sprint(20 + i%10), []string{"North", "South"}[i%2]})
	}
	return m
}

func smallPlan(n int64) plan.Plan {
	low, high := int64(20), int64(29)
	return plan.Plan{
		Version: plan.Version, DataSet: "Small",
		Data: plan.Data{Reviewed: &plan.Fingerprint{Digest: "x"}},
		Columns: []plan.Column{
			{Name: "age", Kind: "whole", Lowest: &low, Highest: &high, Origin: "typed"},
			{Name: "town", Kind: "list", Values: []string{"North", "South"}, Origin: "typed"},
		},
		Facts: plan.Facts{People: &n},
		Questions: []plan.Question{
			{ID: "t", Title: "Ages by town", Kind: "table", Columns: []domain.AttributeName{"age", "town"}},
			{ID: "c", Title: "Up to each age", Kind: "cumulative", Columns: []domain.AttributeName{"age"}},
		},
		Budget: plan.Budget{Epsilon: "0.5", Limit: "1"},
	}
}

// noisyCells chooses noise on each cell for every question of a plan, where the method is not the matter: nothing is searched for.
func noisyCells(p plan.Plan) plan.Plan {
	for i := range p.Questions {
		p.Questions[i].Mechanism = "laplace"
	}
	return p
}

// witness is a ledger and a source of randomness that write down who was asked first.
type witness struct {
	events []string
	refuse error
	spent  []Spend
	bits   *seeded.Source
}

func (w *witness) Debit(_ context.Context, s Spend) (result.LedgerEntry, error) {
	if w.refuse != nil {
		return result.LedgerEntry{}, w.refuse
	}
	w.events = append(w.events, "debit")
	w.spent = append(w.spent, s)
	return result.LedgerEntry{DataSet: s.DataSet, Sequence: 1}, nil
}

func (w *witness) Uint64() uint64 {
	if len(w.events) == 0 || w.events[len(w.events)-1] != "noise" {
		w.events = append(w.events, "noise")
	}
	return w.bits.Uint64()
}

func (*witness) Close() {}

// open opens the randomness of a job.
func (w *witness) open() noise.Fresh { return w }

func newWitness() *witness { return &witness{bits: seeded.New(1, 2)} }

// remembering shares what all releases of the tests search for, so that each question is searched for once.
var remembering = optimum.Share(context.Background(), new(optimum.Memory))

func runSmall(t *testing.T, p plan.Plan, data Data, w *witness) (*result.Release, error) {
	t.Helper()
	c, err := plan.Compile(p)
	if err != nil {
		t.Fatal(err)
	}
	return Run(remembering, Job{Plan: c, Data: data, Ledger: w, Time: "2026-01-02T03:04:05Z", Program: "test", Noise: w.open})
}

func TestReleaseSpendsFirst(t *testing.T) {
	w := newWitness()
	r, err := runSmall(t, smallPlan(200), people(200), w)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(w.events, []string{"debit", "noise"}) {
		t.Errorf("events %v, want one debit and then the noise", w.events)
	}
	if s := w.spent[0]; s.Epsilon.String() != "0.5" || s.Limit.String() != "1" || len(s.Questions) != 2 {
		t.Errorf("spent %+v", s)
	}
	if len(r.Questions) != 2 || r.Digest == "" || r.Epsilon != "0.5" {
		t.Fatalf("release %+v", r)
	}
	for _, q := range r.Questions {
		if q.Len() != q.Workload.Len() || len(q.Tidied) != q.Len() || len(q.Error) != q.Len() || len(q.HalfWidth) != q.Len() {
			t.Errorf("%s has slices of different lengths", q.Workload.Question().Title)
		}
	}
	if !reflect.DeepEqual(r.Plan.Data, plan.Data{}) {
		t.Errorf("the release tells about the file: %+v", r.Plan.Data)
	}
}

func TestReleaseRefuses(t *testing.T) {
	unreviewed := smallPlan(200)
	unreviewed.Data.Reviewed = nil
	broken := people(200)
	broken.rows[100][0] = "n/a"
	limit := errors.New("the limit of 1 would be exceeded")
	for _, c := range []struct {
		name string
		plan plan.Plan
		data *memory
		deny error
		want []string
	}{
		{"never reviewed", unreviewed, people(200), nil, []string{"has not been reviewed", "check the plan"}},
		{"changed since review", smallPlan(200), &memory{changed: true}, nil, []string{"has changed since it was reviewed", "nothing was spent"}},
		{"changed while read", smallPlan(200), func() *memory { m := people(200); m.after = 150; return m }(), nil, []string{"has changed since"}},
		{"unreadable cell", smallPlan(200), broken, nil, []string{"people.csv, line 102, column 1", `"n/a"`, "a number", "Say how"}},
		{"false fact", smallPlan(201), people(200), nil, []string{"number of people: 201", "nothing was released"}},
		{"ledger refuses", smallPlan(200), people(200), limit, []string{"nothing was spent", "the limit of 1"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWitness()
			w.refuse = c.deny
			r, err := runSmall(t, c.plan, c.data, w)
			if err == nil || r != nil {
				t.Fatal("the release went through")
			}
			for _, want := range c.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("error %q does not say %q", err, want)
				}
			}
			if len(w.events) > 0 {
				t.Errorf("events %v, want none: nothing may be spent or drawn", w.events)
			}
		})
	}
}

// A false fact must not tell how false it is.
func TestFactHidesTheCount(t *testing.T) {
	_, err := runSmall(t, smallPlan(4321), people(137), newWitness())
	if err == nil || strings.Contains(err.Error(), "137") {
		t.Errorf("error %v names the true count or is missing", err)
	}
}

func TestCancelledReleaseSpendsNothing(t *testing.T) {
	c, err := plan.Compile(smallPlan(200))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	w := newWitness()
	if _, err := Run(ctx, Job{Plan: c, Data: people(200), Ledger: w, Noise: w.open}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that of a cancelled context", err)
	}
	if len(w.events) > 0 {
		t.Errorf("events %v after cancelling", w.events)
	}
}

func TestCheckListsEveryUnreadableRow(t *testing.T) {
	c, err := plan.Compile(smallPlan(200))
	if err != nil {
		t.Fatal(err)
	}
	m := people(200)
	for i := range 150 {
		m.rows[i][0] = "?"
	}
	got, err := Check(context.Background(), c, m, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got.Records != 200 || got.UnreadCount != 150 || len(got.Unread) != MaxUnread || got.OK() || got.Fact != nil {
		t.Errorf("checked %d records, %d unread, %d listed, fact %v", got.Records, got.UnreadCount, len(got.Unread), got.Fact)
	}
}

// The digest is of plan and answers: it changes with any answer and not with the time.
func TestDigest(t *testing.T) {
	w := newWitness()
	r, err := runSmall(t, smallPlan(200), people(200), w)
	if err != nil {
		t.Fatal(err)
	}
	again := *r
	again.Created, again.Program = "another time", "another program"
	if d, err := again.ComputeDigest(); err != nil || d != r.Digest {
		t.Errorf("digest %s (%v), want %s", d, err, r.Digest)
	}
	r.Questions[1].Tidied[3]++
	if d, err := r.ComputeDigest(); err != nil || d == again.Digest {
		t.Errorf("digest %s did not notice a changed answer (%v)", d, err)
	}
}
