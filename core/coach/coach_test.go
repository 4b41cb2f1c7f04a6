package coach_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"steward/core/accuracy"
	"steward/core/coach"
	"steward/core/domain"
	"steward/core/mechanism"
	"steward/core/message"
	"steward/core/noise/noisetest"
	"steward/core/plan"
	"steward/core/plan/plantest"
	"steward/core/plan/secret"
	"steward/core/preview"
	"steward/core/release"
	"steward/core/release/releasetest"
	"steward/core/seeded"
)

var people = message.Sprintf("people")

// survey is a plan about so many people by district and age, of which nothing is said where there are none.
func survey(t *testing.T, known int64, budget string, questions ...plan.Question) *plan.Compiled {
	t.Helper()
	lowest, highest := int64(0), int64(49)
	var districts []string
	for i := range 6 {
		districts = append(districts, fmt.Sprintf("District %d", i+1))
	}
	p := plan.Plan{Version: plan.Version, DataSet: "survey", Data: plan.Data{Reviewed: &plan.Fingerprint{}}, Budget: plan.Budget{Epsilon: budget}, Questions: questions, Columns: []plan.Column{
		{Name: "district", Kind: domain.List, Values: districts, Origin: domain.Typed},
		{Name: "age", Kind: domain.Whole, Lowest: &lowest, Highest: &highest, Origin: domain.Typed},
		{Name: "joined", Kind: domain.Periods, Dates: &plan.Dates{Period: domain.Months, First: "2018-01", Last: "2019-12"}, Origin: domain.Typed},
	}}
	if known > 0 {
		p.Facts.People = &known
	}
	c, err := plan.Compile(p)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func table(id string, columns ...domain.AttributeName) plan.Question {
	return plan.Question{ID: id, Title: id, Kind: "table", Columns: columns}
}

// evenly is data of so many people spread evenly over all that there can be.
type evenly struct{ people int64 }

func (e evenly) Name() message.Text { return message.Verbatim("people spread evenly") }

func (e evenly) Read(ctx context.Context, p *plan.Compiled, v release.Visit) (release.Totals, error) {
	even, err := mechanism.Even(p.Domain, e.people)
	if err != nil {
		return release.Totals{}, err
	}
	return alike{even.Counts()}.Read(ctx, p, v)
}

// alike is data of so many people in each cell that there can be.
type alike struct{ counts []int64 }

func (a alike) Name() message.Text { return message.Verbatim("people like the public file's") }

func (a alike) Read(_ context.Context, p *plan.Compiled, v release.Visit) (release.Totals, error) {
	all := int64(0)
	for cell, n := range a.counts {
		all += n
		values := make([]int, len(p.Domain.Attributes()))
		for j := range values {
			values[j] = p.Domain.Value(cell, j)
		}
		if n > 0 {
			if err := v.Cell(values, n); err != nil {
				return release.Totals{}, err
			}
		}
	}
	return release.Totals{Records: all}, nil
}

// worth works out by hand how many numbers of a release are too noisy, and of how many that depends on the rounding of people.
func worth(t *testing.T, c *plan.Compiled, question int, people int64) (noise, close int) {
	t.Helper()
	even, err := mechanism.Even(c.Problems[question].Workload.Domain(), people)
	if err != nil {
		t.Fatal(err)
	}
	return noiseOf(t, c, question, evenly{people}, even.Counts())
}

// noiseOf is worth for data of which the cells of the question are given.
func noiseOf(t *testing.T, c *plan.Compiled, question int, data release.Source, cells []int64) (noise, close int) {
	t.Helper()
	made, err := releasetest.Release(c, data, noisetest.NewScript("coach"), releasetest.NoLedger())
	if err != nil {
		t.Fatal(err)
	}
	q := made.Questions[question]
	truth := make([]int64, q.Workload.Len())
	q.Workload.Operator().Apply(truth, cells)
	for i, half := range q.HalfWidth {
		if half > 0 && half >= 0.5*float64(truth[i]) {
			noise++
		}
		if math.Abs(half-0.5*float64(truth[i])) <= 1 {
			close++
		}
	}
	return noise, close
}

// TestWaysKeepTheirWord releases what is proposed in the place of tables that would be mostly noise: as many numbers are too noisy as was
// promised, where people are spread as was assumed.
func TestWaysKeepTheirWord(t *testing.T) {
	kinds := make(map[string]bool)
	for _, of := range []struct {
		people   int64
		budget   string
		question int
		all      []plan.Question
	}{
		{1200, "0.5", 0, []plan.Question{table("districts by age", "district", "age")}},
		{2034, "0.5", 1, []plan.Question{table("districts", "district"), table("ages", "age")}},
		{300, "0.5", 0, []plan.Question{table("months", "joined")}},
	} {
		c := survey(t, of.people, of.budget, of.all...)
		ways, err := coach.Ways(t.Context(), preview.Planning{}, c, of.question, 0)
		if err != nil {
			t.Fatal(err)
		}
		if len(ways) < 2 {
			t.Errorf("%s: %d ways", of.all[of.question].Title, len(ways))
		}
		for _, w := range ways {
			kinds[strings.Fields(w.What.String())[0]] = true
			changed, err := plan.Compile(w.Plan)
			if err != nil {
				t.Fatalf("%s: %v", w.What, err)
			}
			noise, close := worth(t, changed, of.question, of.people)
			if noise < w.Then.Noise-close || noise > w.Then.Noise+close {
				t.Errorf("%s: %d of %d numbers are too noisy, and %s was promised", w.What, noise, w.Then.Numbers, w.Then.Sentence(people))
			}
		}
	}
	for _, kind := range []string{"Put", "Leave", "Ask", "Give", "Spend"} {
		if !kinds[kind] {
			t.Errorf("nothing was proposed that begins with %q", kind)
		}
	}
}

// TestNoiseHasAWayOut draws plans, some of them compared on a public file: a table that would be noise is warned of in plain words, and
// has a way out, after which a release has as many numbers that are too noisy as was promised.
func TestNoiseHasAWayOut(t *testing.T) {
	seeded.ForAudits(t)
	r := seeded.New(20261127, 30)
	met := make(map[string]int)
	for n := range 60 {
		c, like := drawn(t, r)
		errors, err := preview.Planning{}.Errors(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		now := coach.Of(c.Problems[0], errors[0], 0)
		if now.Verdict() <= coach.Fine {
			met["fine"]++
			continue
		}
		if warned := now.Warning("t").String(); !strings.Contains(warned, "would be noise") || !strings.Contains(warned, "too noisy to use") {
			t.Errorf("plan %d: %q is no warning of %+v", n, warned, now)
		}
		ways, err := coach.Ways(t.Context(), preview.Planning{}, c, 0, 0)
		if err != nil {
			t.Fatal(err)
		}
		met["noise"]++
		if len(ways) == 0 {
			met["without"]++
		}
		for _, w := range ways {
			changed, err := plan.Compile(w.Plan)
			if err != nil {
				t.Fatalf("plan %d, %s: %v", n, w.What, err)
			}
			noise, close := 0, 0
			if w.Then.Like.IsZero() {
				cells := spread(t, changed, int(w.Then.Assumed))
				noise, close = noiseOf(t, changed, 0, alike{cells}, margins(t, changed, cells))
			} else {
				met["alike"]++
				noise, close = noiseOf(t, changed, 0, alike{like}, like)
			}
			if noise < w.Then.Noise-close || noise > w.Then.Noise+close {
				t.Errorf("plan %d, %s: %d of %d numbers are too noisy, and %s was promised", n, w.What, noise, w.Then.Numbers, w.Then.Sentence(people))
			}
			if w.Then.Noise*now.Numbers >= now.Noise*w.Then.Numbers {
				t.Errorf("plan %d, %s: %+v is no better than %+v", n, w.What, w.Then, now)
			}
		}
	}
	t.Log(met)
	if met["noise"] < met["fine"]/3 || met["without"] > 0 {
		t.Errorf("too little was tried, or some are without a way out: %v", met)
	}
}

// spread returns exactly so many people, over the cells of the first question as evenly as whole ones can be, and there over all others.
func spread(t *testing.T, c *plan.Compiled, people int) []int64 {
	t.Helper()
	cells, of := seen(t, c)
	in := make([][]int, of)
	for cell, at := range cells {
		in[at] = append(in[at], cell)
	}
	out := make([]int64, len(cells))
	for i := range people {
		room := in[i%of]
		out[room[i/of%len(room)]]++
	}
	return out
}

// margins returns how many people there are in each cell of the first question.
func margins(t *testing.T, c *plan.Compiled, cells []int64) []int64 {
	t.Helper()
	at, of := seen(t, c)
	out := make([]int64, of)
	for cell, n := range cells {
		out[at[cell]] += n
	}
	return out
}

// seen returns for every cell of a plan the cell of its first question that it is in, and how many of these there are.
func seen(t *testing.T, c *plan.Compiled) (at []int, of int) {
	t.Helper()
	all, err := c.Domain.Cells()
	if err != nil {
		t.Fatal(err)
	}
	asked := c.Problems[0].Workload.Domain()
	if of, err = asked.Cells(); err != nil {
		t.Fatal(err)
	}
	at = make([]int, all)
	for cell := range at {
		values := make([]int, len(asked.Attributes()))
		for j, a := range asked.Attributes() {
			pos, _ := c.Domain.Position(a.Name())
			values[j] = c.Domain.Value(cell, pos)
		}
		at[cell] = asked.Index(values)
	}
	return at, of
}

// drawn is a random plan of one question about all its columns, and how many of a public file that it may be compared on are in each
// cell, nil for none.
func drawn(t *testing.T, r *seeded.Source) (*plan.Compiled, []int64) {
	t.Helper()
	people, lowest, highest := []int64{150, 600, 2500}[r.IntN(3)], int64(0), int64(9+r.IntN(40))
	var districts []string
	for i := range 2 + r.IntN(6) {
		districts = append(districts, fmt.Sprintf("District %d", i+1))
	}
	columns := []plan.Column{
		{Name: "age", Kind: domain.Whole, Lowest: &lowest, Highest: &highest, Origin: domain.Typed, Blank: plan.Special{Rule: domain.Refuse}, Other: plan.Special{Rule: domain.Refuse}},
		{Name: "district", Kind: domain.List, Values: districts, Origin: domain.Typed, Blank: plan.Special{Rule: domain.Refuse}, Other: plan.Special{Rule: domain.Refuse}},
	}[:1+r.IntN(2)]
	p := plan.Plan{Version: plan.Version, DataSet: "drawn", Data: plan.Data{Reviewed: &plan.Fingerprint{Salt: "a", Digest: "b"}}, Columns: columns, Facts: plan.Facts{People: &people},
		Budget: plan.Budget{Epsilon: []string{"0.1", "0.25", "0.5", "1"}[r.IntN(4)]}, Questions: []plan.Question{table("t", "age")}}
	if len(columns) == 2 {
		p.Questions[0].Columns = append(p.Questions[0].Columns, "district")
	}
	if r.IntN(3) == 0 {
		p.Secrets.Presence = true
	}
	c, err := plan.Compile(p)
	if err != nil {
		t.Fatal(err)
	}
	if r.IntN(2) == 0 {
		return c, nil
	}
	cells, err := c.Domain.Cells()
	if err != nil {
		t.Fatal(err)
	}
	like := make([]int64, cells)
	for range people { // most of them in the first cells
		like[min(r.IntN(cells), r.IntN(cells))]++
	}
	names := p.Questions[0].Columns
	tables := []plan.PublicCounts{{Columns: names, Of: p.CellsKey(names), Counts: like}}
	if c, err = c.CompareOn(plan.NewFileStandIn("last year", plan.Fingerprint{Digest: releasetest.Public}, tables), tables); err != nil {
		t.Fatal(err)
	}
	return c, like
}

// TestVerdicts tells tables that are useless from those that are not, by public figures alone.
func TestVerdicts(t *testing.T) {
	for _, of := range []struct {
		known   int64
		about   float64
		budget  string
		columns []domain.AttributeName
		want    coach.Verdict
		says    string
	}{
		{1200, 0, "0.5", []domain.AttributeName{"district", "age"}, coach.Mostly, "All 416 numbers would be too noisy to use: they may be off by half their value or more."},
		{0, 1200, "0.5", []domain.AttributeName{"district", "age"}, coach.Mostly, "Spread evenly, 1,200 people make a number of about 2.9, which may be off by"},
		{0, 0, "0.5", []domain.AttributeName{"district", "age"}, coach.Unknown, "A number below about "},
		{0, 0, "0.5", []domain.AttributeName{"district"}, coach.Unknown, "would be too noisy to use"},
		{4812, 0, "1", []domain.AttributeName{"district"}, coach.Fine, "No number would be too noisy to use."},
		{4812, 10, "1", []domain.AttributeName{"district"}, coach.Fine, "4,812 people"}, // what is known counts
	} {
		c := survey(t, of.known, of.budget, table("t", of.columns...))
		errors, err := preview.Planning{}.Errors(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		w := coach.Of(c.Problems[0], errors[0], of.about)
		if got := w.Sentence(people).String(); w.Verdict() != of.want || !strings.Contains(got, of.says) {
			t.Errorf("%v of %d, or about %v: verdict %d, %s", of.columns, of.known, of.about, w.Verdict(), got)
		}
		if warned := !w.Warning("t").IsZero(); warned != (of.want == coach.Mostly) {
			t.Errorf("%v of %d: warned %v", of.columns, of.known, warned)
		}
		if of.want == coach.Fine || of.want == coach.Unknown {
			if ways, err := coach.Ways(t.Context(), preview.Planning{}, c, 0, of.about); err != nil || len(ways) > 0 {
				t.Errorf("%v of %d: %d ways, %v", of.columns, of.known, len(ways), err)
			}
		}
	}
}

// TestWorthOfAnything works out what all sorts of plans are worth: every number has noise or is exact, no more are too noisy where
// there are more people, or where the budget is larger.
func TestWorthOfAnything(t *testing.T) {
	r := seeded.New(20261127, 29)
	seen := make(map[coach.Verdict]bool)
	enough := func() bool { return len(seen) == 4 }
	for n := 0; n < seeded.Often(20, 300) || !enough(); n++ {
		d := plantest.Draw(r)
		d.Ask(r, []string{""})
		c, err := plan.Compile(d.Plan)
		if err != nil || len(c.Problems) == 0 {
			continue
		}
		c = c.FirstLook()
		errors, err := preview.Planning{}.Errors(t.Context(), c)
		if err != nil {
			continue
		}
		for i, p := range c.Problems {
			before := coach.Worth{Noise: math.MaxInt}
			for _, about := range []float64{0, 3, 100, 1e6} {
				w := coach.Of(p, errors[i], about)
				seen[w.Verdict()] = true
				told := len(errors[i].Answers)
				if errors[i].Leading > 0 {
					told = errors[i].Leading
				}
				if w.Numbers+w.Exact != told || w.Noise > w.Numbers || w.Assumed == 0 && w.Noise > 0 || math.IsNaN(w.Value+w.Half) {
					t.Fatalf("%+v of %d numbers", w, told)
				}
				if about > 0 && w.Noise > before.Noise {
					t.Fatalf("%v people: %+v, and of fewer %+v", about, w, before)
				}
				if about > 0 {
					before = w
				}
			}
		}
	}
}

// A weaker secret of one column is not proposed for a table of which another column with many values is secret, and would hardly help: its
// errors stay above the part of what they are now at which a way is worth while.
func TestWeakerSecretsOfTables(t *testing.T) {
	c := survey(t, 1200, "0.5", table("t", "age", "joined"))
	ways, err := coach.Ways(t.Context(), preview.Planning{}, c, 0, 0)
	if err != nil || len(ways) == 0 {
		t.Fatalf("%d ways, %v", len(ways), err)
	}
	for _, w := range ways {
		if strings.HasPrefix(w.What.String(), "Hide") {
			t.Errorf("it proposes %q", w.What)
		}
	}
	p := c.Plan.Clone()
	p.Secrets.Columns = []secret.Secret{{Columns: []domain.AttributeName{"age"}, Kind: secret.Near, Within: "1"}}
	weaker, err := plan.Compile(p)
	if err != nil {
		t.Fatal(err)
	}
	middle := func(c *plan.Compiled) float64 {
		errors, err := preview.Planning{}.Errors(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		return errors[0].Answers[len(errors[0].Answers)/2].HalfWidth
	}
	if now, then := middle(c), middle(weaker); then < 0.8*now {
		t.Errorf("a number in the middle is within %v, and within %v with a weaker secret", now, then)
	}
}

// TestWaysStop gives up where it is told to, and says what went wrong.
func TestWaysStop(t *testing.T) {
	c := survey(t, 2034, "0.5", table("t", "district", "age"))
	ctx, cancel := context.WithCancel(t.Context())
	stopping := planner(func(ctx context.Context, of *plan.Compiled) ([]accuracy.Estimate, error) {
		if of != c {
			cancel()
		}
		return preview.Planning{}.Errors(t.Context(), of)
	})
	if ways, err := coach.Ways(ctx, stopping, c, 0, 0); !errors.Is(err, context.Canceled) || ways != nil {
		t.Errorf("%d ways, %v", len(ways), err)
	}
	failing := planner(func(context.Context, *plan.Compiled) ([]accuracy.Estimate, error) { return nil, errors.New("no") })
	if _, err := coach.Ways(t.Context(), failing, c, 0, 0); err == nil {
		t.Error("an error was not told")
	}
}

type planner func(context.Context, *plan.Compiled) ([]accuracy.Estimate, error)

func (p planner) Errors(ctx context.Context, c *plan.Compiled) ([]accuracy.Estimate, error) {
	return p(ctx, c)
}
