package release_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/big"
	"slices"
	"testing"

	"steward/core/mechanism"
	"steward/core/noise/noisetest"
	"steward/core/plan"
	"steward/core/plan/plantest"
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

// TestReleasesOfNeighbours audits releases of plans of all kinds, from the rows of a file to what is published.
func TestReleasesOfNeighbours(t *testing.T) {
	r := seeded.New(20261123, 7)
	met := make(map[string]int)
	for n := range seeded.Often(150, 6000) {
		d := plantest.Draw(r)
		c := compiled(r, d, methods())
		if c == nil {
			met["refused plans"]++
			continue
		}
		for i, pair := range d.Neighbours(r, 4) {
			got, err := releasetest.Couple(c, pair, fmt.Sprint("neighbours ", n, " ", i), releasetest.NoLedger())
			if errors.As(err, new(releasetest.Refused)) {
				met["refused releases"]++
				break
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
			count(met, d, got, share)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(met)) {
		t.Log(met[name], name)
	}
}

// count notes what a pair was of.
func count(met map[string]int, d *plantest.Drawn, c *releasetest.Coupled, share float64) {
	for _, id := range c.Methods() {
		met["method "+id]++
	}
	for _, s := range d.Plan.Secrets.Columns {
		met["secret "+string(s.Kind)]++
	}
	for what, is := range map[string]bool{
		"rows": d.Plan.Rows != nil, "weights": d.Plan.Weight != nil, "facts": len(d.Plan.Facts.Stated) > 0, "strict": d.Plan.Facts.Reading != "" && len(d.Plan.Facts.Stated) > 0,
		"people known": d.Plan.Facts.People != nil, "presence": d.Plan.Secrets.Presence, "absences": len(d.Plan.Secrets.Absences) > 0, "one answer": d.Plan.Secrets.Together == 1,
		"agreed": d.Plan.Agreed != nil, "chance of a failure": d.Plan.Budget.Delta != "", "impossible": len(d.Plan.Impossible) > 0,
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
// true number at least 19 times in 20.
func TestIntervalsCover(t *testing.T) {
	r := seeded.New(20261123, 9)
	runs := seeded.Often(60, 1000)
	type answer struct {
		what string
		held int
	}
	var answers []answer
	for n := range seeded.Often(16, 400) {
		d := plantest.Draw(r)
		c := compiled(r, d, methods())
		if c == nil || len(c.Problems) == 0 {
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
			if shown, err = releasetest.Release(c, d.File, noisetest.NewScript(fmt.Sprint("intervals ", n, " ", i)), releasetest.NoLedger()); err != nil {
				break
			}
			for j, q := range shown.Questions {
				if held[j] == nil {
					held[j] = make([]int, len(truth[j]))
				}
				for k, x := range truth[j] {
					if math.Abs(q.Unadjusted[k]-c.Problems[j].UnitOf(k).Of(float64(x))) <= q.HalfWidth[k]+1e-6 {
						held[j][k]++
					}
				}
			}
		}
		if shown == nil { // it is refused
			continue
		}
		for j, q := range shown.Questions {
			if q.MeasuredOn != "" { // no interval is printed
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
	if len(answers) < runs/2 {
		t.Errorf("only %d answers were looked at", len(answers))
	}
}

// methods are the ids of all there are.
func methods() []string {
	var out []string
	for _, m := range mechanism.All() {
		out = append(out, m.Info().ID)
	}
	return out
}
