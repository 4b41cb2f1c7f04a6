package release_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"
	"testing"

	"steward/core/domain"
	"steward/core/limits"
	"steward/core/mechanism/registry"
	"steward/core/message"
	"steward/core/noise/noisetest"
	"steward/core/plan"
	"steward/core/plan/plantest"
	"steward/core/plan/secret"
	"steward/core/release"
	"steward/core/release/releasetest"
	"steward/core/result"
	"steward/core/seeded"
)

// compiled compiles a random plan that asks for something, with its agreement to publish exactly what hangs on no secret or without;
// nil where it is refused. A method that does not apply is left to the program.
func compiled(r *seeded.Source, d *plantest.Drawn, methods []string) *plan.Compiled {
	d.Ask(r, methods)
	c, err := plan.Compile(d.Plan)
	if err != nil {
		for i := range d.Plan.Questions {
			d.Plan.Questions[i].Mechanism = ""
		}
		c, err = plan.Compile(d.Plan)
	}
	if err == nil && len(c.Disclosed) > 0 && r.IntN(2) == 0 {
		d.Plan.Agreed = c.Agree()
		c, err = plan.Compile(d.Plan)
	}
	if err != nil {
		return nil
	}
	return c
}

// settled returns a compiled plan that names the methods which a release of it chose, so that a release of it has nothing to choose: choosing
// takes ten times as long as all the rest. Where questions were answered together the plan stays as it is.
func settled(c *plan.Compiled, shown *result.Release) *plan.Compiled {
	p := c.Plan.Clone()
	for i, q := range shown.Questions {
		if q.Together != nil {
			return c
		}
		p.Questions[i].Mechanism = q.Mechanism.ID
	}
	if of, err := plan.Compile(p); err == nil {
		return of
	}
	return c
}

// TestReleasesOfNeighbours audits releases of plans of all kinds, from the rows of a file to what is published. The fast run
// looks at a few of them; that every kind of secret and every method comes is asked of the audits.
func TestReleasesOfNeighbours(t *testing.T) {
	r := seeded.New(20261123, 7)
	met := make(map[string]int)
	every := []string{"at the limit", "rows", "weights", "facts", "people known", "presence", "one answer", "chance of failure", "impossible"}
	if seeded.Audit {
		for _, kind := range secret.Kinds() {
			every = append(every, "secret "+string(kind))
		}
		every = append(every, "nobody comes or goes alone")
		for _, id := range methods() {
			every = append(every, "method "+id)
		}
	}
	lacking := func(what string) bool { return met[what] == 0 }
	enough := seeded.Often(12, 500)
	for n := 0; n < enough || n < seeded.Often(300, 4000) && slices.ContainsFunc(every, lacking); n++ {
		d := plantest.Draw(r)
		ask := methods()
		if n >= enough { // those that hardly come by chance
			ask = slices.DeleteFunc(ask, func(id string) bool { return !lacking("method " + id) })
		}
		if len(ask) == 0 {
			ask = methods()
		}
		c := compiled(r, d, ask)
		if c == nil {
			met["refused plans"]++
			continue
		}
		for i, pair := range d.Neighbours(r, seeded.Often(1, 4)) {
			got, share := couple(t, c, d, pair, fmt.Sprint("neighbours ", n, " ", i))
			if got == nil {
				met["refused releases"]++
				break
			}
			count(met, d, got, share)
			if i == 0 {
				c = settled(c, got.Shown)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(met)) {
		t.Log(met[name], name)
	}
	for _, what := range every {
		if lacking(what) {
			t.Errorf("no pair of releases was %q", what)
		}
	}
}

// couple releases a plan on a pair of files, and returns the part of what is promised of them that is lost; nil where it is refused.
func couple(t *testing.T, c *plan.Compiled, d *plantest.Drawn, pair plantest.Pair, name string) (*releasetest.Coupled, float64) {
	t.Helper()
	got, err := releasetest.Couple(c, pair, name, releasetest.NoLedger())
	if errors.As(err, new(releasetest.Refused)) {
		return nil, 0
	}
	if err != nil {
		t.Fatalf("%v\n%s%s", err, about(d, pair), got)
	}
	loss, err := got.Loss()
	if err != nil {
		t.Fatalf("%v\n%s%s", err, about(d, pair), got)
	}
	share, _ := new(big.Rat).Quo(loss, got.Limit(pair)).Float64()
	if share > 1+1e-9 {
		t.Fatalf("a loss of %s where %s is promised: %v\n%s%s", loss.FloatString(9), got.Limit(pair).FloatString(9), share, about(d, pair), got)
	}
	return got, share
}

// TestReleasesSideBySideOfNeighbours audits what is answered side by side: of each column of a plan under which one answer at a time is
// secret a question of its own, and perhaps one of two columns beside them.
func TestReleasesSideBySideOfNeighbours(t *testing.T) {
	r := seeded.New(20261128, 2)
	met := make(map[string]int)
	every := []string{"side by side", "at the limit", "chance of failure", "facts", "shared", "presence"}
	lacking := func(what string) bool { return met[what] == 0 }
	for n := 0; n < seeded.Often(2000, 6000) || n < 40000 && slices.ContainsFunc(every, lacking); n++ {
		d := plantest.Draw(r)
		shared := n%8 == 0 && d.Plan.Columns[0].Lowest != nil
		if !shared && (d.Plan.Secrets.Together != 1 || len(d.Plan.Columns) < 2 || d.Plan.Columns[0].PartOf != "" || d.Plan.Secrets.Presence || d.Plan.Slotted()) {
			continue // a pair may change all columns
		}
		d.Plan.StandIn = nil
		d.Plan.Questions, d.Plan.Choices, d.Plan.Clusters, d.Plan.Synthetic = nil, nil, nil, nil
		for i, column := range d.Plan.Columns {
			q := plan.Question{ID: fmt.Sprint("q", i), Title: fmt.Sprint("Q", i), Kind: "table", Columns: []domain.AttributeName{column.Name}}
			if r.IntN(4) > 0 {
				q.Kind, q.Sum = "totals", &plan.Sum{Of: q.Columns, Averages: r.IntN(2) == 0}
				for i, label := range column.Values {
					q.Sum.Numbers = append(q.Sum.Numbers, plan.Number{Values: []string{label}, Number: fmt.Sprint(3*i - 1)})
				}
			}
			if r.IntN(4) == 0 && len(d.Plan.Columns) > 1 {
				q.Kind, q.Sum, q.Columns = "table", nil, []domain.AttributeName{d.Plan.Columns[0].Name, d.Plan.Columns[1].Name}
			}
			q.Share = []string{"", "2"}[r.IntN(2)]
			d.Plan.Questions = append(d.Plan.Questions, q)
		}
		if shared {
			totalsOfOne(r, d)
		}
		c, err := plan.Compile(d.Plan)
		if err != nil {
			continue
		}
		for i, pair := range d.Neighbours(r, seeded.Often(2, 6)) {
			got, share := couple(t, c, d, pair, fmt.Sprint("side by side ", n, " ", i))
			if got == nil || !slices.ContainsFunc(got.Methods(), func(id string) bool { return strings.HasPrefix(id, registry.AlongsideID) }) {
				break
			}
			if met["side by side"]++; shared {
				met["shared"]++
			}
			count(met, d, got, share)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(met)) {
		t.Log(met[name], name)
	}
	for _, what := range every {
		if lacking(what) {
			t.Errorf("no pair of releases was %q", what)
		}
	}
}

// totalsOfOne asks for a few totals of the first column, a whole number, whose values stand for other numbers in each.
func totalsOfOne(r *seeded.Source, d *plantest.Drawn) {
	d.Plan.Questions = nil
	for i := range 2 + r.IntN(2) {
		of := d.Plan.Columns[0]
		q := plan.Question{ID: fmt.Sprint("t", i), Title: fmt.Sprint("T", i), Kind: "totals", Columns: []domain.AttributeName{of.Name}, Sum: &plan.Sum{Of: []domain.AttributeName{of.Name}, Averages: r.IntN(3) == 0}}
		for n := *of.Lowest; n <= *of.Highest; n++ {
			q.Sum.Numbers = append(q.Sum.Numbers, plan.Number{Values: []string{fmt.Sprint(n)}, Number: fmt.Sprint(r.IntN(7))})
		}
		d.Plan.Questions = append(d.Plan.Questions, q)
	}
}

// count notes what a pair was of.
func count(met map[string]int, d *plantest.Drawn, c *releasetest.Coupled, share float64) {
	for _, id := range c.Methods() {
		if _, of, ok := strings.Cut(id, ":"); ok { // "k-means:laplace" is of a table by that method
			met["method "+of]++
		}
		met["method "+id]++
	}
	for _, s := range d.Plan.Secrets.Columns {
		met["secret "+string(s.Kind)]++
	}
	for what, is := range map[string]bool{
		"rows": d.Plan.Rows != nil, "weights": d.Plan.Weight != nil, "facts": len(d.Plan.Facts.Stated) > 0, "strict": d.Plan.Facts.Reading != "" && len(d.Plan.Facts.Stated) > 0,
		"people known": d.Plan.Facts.People != nil, "presence": d.Plan.Secrets.Presence, "nobody comes or goes alone": d.Plan.Secrets.Presence && d.Plan.Facts.People != nil && c.Shown.Multiplier == 1, "absences": len(d.Plan.Secrets.Absences) > 0, "one answer": d.Plan.Secrets.Together == 1,
		"agreed": d.Plan.Agreed != nil, "chance of failure": d.Plan.Budget.Delta != "", "impossible": len(d.Plan.Impossible) > 0,
		"at the limit": share > 1-1e-9, "at the limit with facts": share > 1-1e-9 && len(d.Plan.Facts.Stated) > 0,
	} {
		if is {
			met[what]++
		}
	}
}

func about(d *plantest.Drawn, pair plantest.Pair) string {
	text, err := json.Marshal(d.Plan)
	if err != nil {
		return err.Error()
	}
	return fmt.Sprintf("%s\nfrom %v\nto %v\ntimes %s\n", text, pair.From.Slots(), pair.To.Slots(), pair.Times.RatString())
}

// TestIntervalsCover releases random plans again and again: the interval of every number, of every method, holds the
// true number at least 19 times in 20, and the published one always.
func TestIntervalsCover(t *testing.T) {
	r := seeded.New(20261123, 9)
	runs := seeded.Often(40, 400)
	type answer struct {
		what string
		held int
	}
	var answers []answer
	for n := 0; n < seeded.Often(8, 60) || len(answers) < 10 && n < 1000; n++ {
		d := plantest.Draw(r)
		c := compiled(r, d, methods())
		if c == nil || len(c.Problems) == 0 || len(d.Plan.Synthetic) > 0 { // made-up records have no intervals, and take longest to draw
			continue
		}
		truth := make([][]int64, len(c.Problems))
		for i, p := range c.Problems {
			var columns []string
			for _, name := range p.Workload.Question().Columns {
				columns = append(columns, string(name))
			}
			truth[i] = make([]int64, p.Workload.Len())
			p.Workload.Operator().Apply(truth[i], d.File.Counts(columns))
		}
		held := make([][]int, len(truth))
		var shown *result.Release
		for i := range runs {
			var err error
			if shown, err = releasetest.Release(c, release.FromRows(d.File), seeded.Named(fmt.Sprint("intervals ", n, " ", i)), releasetest.NoLedger()); err != nil && i > 0 {
				t.Fatalf("released before, and not again: %v: %s", err, about(d, plantest.Pair{From: d.File, To: d.File, Times: new(big.Rat)}))
			} else if err != nil {
				break
			}
			if i == 0 {
				c = settled(c, shown)
			}
			for j, q := range shown.Questions {
				if held[j] == nil {
					held[j] = make([]int, len(truth[j]))
				}
				for k, x := range truth[j] {
					if exact := c.Problems[j].UnitOf(k).Of(float64(x)); q.Low[k] <= exact && exact <= q.High[k] {
						held[j][k]++
					}
					if n, _ := q.Published(k); n < q.Low[k] || n > q.High[k] {
						t.Fatalf("the interval of %v is from %v to %v, and %v is published: %s", q.Key(k), q.Low[k], q.High[k], n, q.Mechanism.ID)
					}
				}
			}
		}
		if shown == nil { // it is refused
			continue
		}
		for j, q := range shown.Questions {
			if !q.MeasuredOn.IsZero() { // nothing is promised of its intervals
				continue
			}
			for k, times := range held[j] {
				answers = append(answers, answer{fmt.Sprintf("answer %d of question %d by %s: %s", k, j, q.Mechanism.ID, about(d, plantest.Pair{From: d.File, To: d.File, Times: new(big.Rat)})), times})
			}
		}
	}
	for _, a := range answers {
		if err := seeded.AtLeast(a.held, runs, 0.95, seeded.Among(len(answers))); err != nil {
			t.Errorf("the interval holds the truth: %v: %s", err, a.what)
		}
	}
	if len(answers) < 10 {
		t.Errorf("only %d answers were looked at", len(answers))
	}
}

// methods are the ids of all there are.
func methods() []string {
	var out []string
	for _, m := range registry.All() {
		out = append(out, m.Info().ID)
	}
	return out
}

// crowd is data of so many records, all alike.
type crowd struct {
	values []int
	n      int64
}

func (crowd) Name() message.Text { return message.Verbatim("a crowd") }

func (c crowd) Read(_ context.Context, _ *plan.Compiled, v release.Visit) (release.Totals, error) {
	return release.Totals{Records: c.n, People: c.n}, v.Cell(c.values, c.n)
}

// line is a plan about a column of so many values and every question about it that one of the methods answers.
func line(k int64, r *seeded.Source) *plantest.Drawn {
	low, high := int64(0), k-1
	d := &plantest.Drawn{Plan: plan.Plan{Version: plan.Version, DataSet: "People", Data: plan.Data{Reviewed: &plan.Fingerprint{Digest: "x"}}, Budget: plan.Budget{Epsilon: "0.5"},
		Columns: []plan.Column{{Name: "a", Kind: domain.Whole, Lowest: &low, Highest: &high, Origin: domain.Typed, Blank: plan.Special{Rule: domain.Refuse}, Other: plan.Special{Rule: domain.Refuse}}}}}
	d.Plan.Secrets.Columns = []secret.Secret{{Kind: secret.Near, Columns: []domain.AttributeName{"a"}, Within: fmt.Sprint(1 + r.IntN(3))}}
	q := plan.Question{ID: "q", Title: "Q", Kind: "cumulative", Columns: []domain.AttributeName{"a"}}
	switch r.IntN(3) {
	case 0:
		q.Kind, q.Every = "ranges", k < 2000
		if !q.Every {
			q.Ranges = []plan.Span{{From: "5", To: "700"}, {From: "600", To: "1500"}}
		}
	case 1:
		q.Kind, q.Sum = "totals", &plan.Sum{Of: q.Columns, Averages: true}
	}
	d.Plan.Questions = []plan.Question{q}
	return d
}

// TestNoTotalWraps counts as many people as can be counted, all in one cell: what noise is added to is exactly so many times what one of
// them makes, and stays within whole numbers with the largest noise. Were a total to wrap around before the noise,
// one person more could change it by all there is. Columns of thousands of values are for the audits.
func TestNoTotalWraps(t *testing.T) {
	r := seeded.New(20261123, 10)
	met := make(map[string]int)
	for n := range seeded.Often(6, 120) {
		var d *plantest.Drawn
		if large := n%4 == 0; large {
			d = line([]int64{100, 1000, 5000}[r.IntN(seeded.Often(1, 3))], r)
			d.Plan.Questions[0].Mechanism = methods()[r.IntN(len(methods()))]
			if r.IntN(2) == 0 {
				d.Plan.Budget.Delta = "0.000001"
			}
		} else {
			d = plantest.Draw(r)
			d.Plan.Facts, d.Plan.Rows = plan.Facts{}, nil
			d.Ask(r, methods())
		}
		c, err := plan.Compile(d.Plan)
		if err != nil { // the method does not apply
			for i := range d.Plan.Questions {
				d.Plan.Questions[i].Mechanism = ""
			}
			if c, err = plan.Compile(d.Plan); err != nil {
				met["refused plans"]++
				continue
			}
		}
		cell := make([]int, len(c.Domain.Attributes()))
		for i, a := range c.Domain.Attributes() {
			cell[i] = r.IntN(a.Size())
			if r.IntN(3) == 0 {
				cell[i] = a.Regular() - 1
			}
		}
		one, all := noisetest.NewScript("wrapping"), noisetest.NewScript("wrapping")
		shown, err := releasetest.Release(c, crowd{cell, 1}, one, releasetest.NoLedger())
		if err != nil {
			met["refused releases"]++
			continue
		}
		if _, err := releasetest.Release(c, crowd{cell, limits.MaxCountedRecords}, all, releasetest.NoLedger()); err != nil {
			met["refused crowds: "+err.Error()]++
			continue
		}
		for i, a := range one.Draws {
			b := all.Draws[i]
			if a.Law != b.Law || len(a.Scores) != len(b.Scores) || a.Chance > 0 {
				break // what was found in the data before is another
			}
			what := func() string {
				return fmt.Sprintf("draw %d, about %v:\n%+v\n%+v\n%s", i, cell, a, b, about(d, plantest.Pair{From: d.File, To: d.File, Times: new(big.Rat)}))
			}
			values, crowds := append([]int64{a.Value}, a.Scores...), append([]int64{b.Value}, b.Scores...)
			for k, v := range values {
				want := new(big.Int).Mul(big.NewInt(v), big.NewInt(limits.MaxCountedRecords))
				if linear := len(shown.Choices)+len(shown.Clusters)+len(shown.Synthetic) == 0 && !adapts(shown); !linear {
					want = big.NewInt(crowds[k])
				}
				if want.Cmp(big.NewInt(crowds[k])) != 0 {
					t.Fatalf("one person makes %d, and all %d: %s", v, crowds[k], what())
				}
				if want.Abs(want).Cmp(big.NewInt(1<<62)) > 0 {
					t.Fatalf("a total of %s has no room for noise: %s", want, what())
				}
			}
			met["draws"]++
		}
		for _, q := range shown.Questions {
			met["method "+q.Mechanism.ID]++
		}
	}
	for _, name := range slices.Sorted(maps.Keys(met)) {
		t.Log(met[name], name)
	}
}

// adapts reports whether a release looked at the data for how to answer.
func adapts(r *result.Release) bool {
	return slices.ContainsFunc(r.Questions, func(q result.Question) bool {
		m, ok := registry.ByID(q.Mechanism.ID)
		return !ok || m.Info().DataDependent
	})
}
