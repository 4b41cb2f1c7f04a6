package publish_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"path/filepath"
	"strconv"
	"testing"

	"steward/core/domain"
	"steward/core/plan"
	"steward/core/plan/secret"
	"steward/io/publish"
	"steward/io/publish/publishtest"
)

// What an expert needs of a record, read without this program's own types.
type (
	jsonRecord struct {
		Digest, Epsilon string
		Multiplier      int64
		Files           map[string]string
		Plan            json.RawMessage
		Questions       []jsonQuestion
		Choices         []jsonChoice
		Clusters        []jsonClustering
		Synthetic       []jsonSynthetic
		Seal            string
	}
	jsonQuestion struct {
		ID, Mechanism, Epsilon string
		Effective              string `json:"effectiveEpsilon"`
		Noise                  []jsonNoise
		Keys                   []string
		Answers                []jsonAnswer
		Derived                []struct {
			Title, Unit string
			Values      []struct {
				Key        []string
				Value      float64
				From       float64 `json:"from95"`
				To         float64 `json:"to95"`
				Unreliable bool
			}
		}
	}
	jsonNoise struct {
		Rows                                          int
		What, Sensitivity, Scale, SigmaSquared, Spent string
	}
	jsonAnswer struct {
		Key                   []string
		Published, Unadjusted float64
		RMSE                  float64 `json:"rootMeanSquareError"`
		HalfWidth             float64 `json:"halfWidth95"`
		Exact                 bool
	}
	jsonChoice struct {
		ID, Mechanism, Epsilon string
		Effective              string `json:"effectiveEpsilon"`
		Sensitivity            string `json:"rangeSensitivity"`
		Rate                   string
		Width, Options         int
		Fall                   float64 `json:"fall95"`
		Values                 []struct {
			Key             []string
			Value, From, To string
		}
	}
)

// recomputePlan has noise whose laws are known by heart: on each cell, and on each answer. Who is in
// the file is secret, so that no total is public.
func recomputePlan() plan.Plan {
	p := publishtest.EveryKindPlan()
	p.Secrets, p.Facts, p.StandIn = secret.Secrets{Presence: true}, plan.Facts{}, nil
	p.Columns[1].Blank = plan.Special{Rule: domain.AsValue, Value: "East"}
	p.Questions = []plan.Question{
		{ID: "cross", Title: "Smokers by town", Kind: "table", Columns: []domain.AttributeName{"town", "smoker"}, Totals: true, Mechanism: "laplace", Percent: []plan.Percent{{}}},
		{ID: "ages", Title: "Ages, cumulative", Kind: "cumulative", Columns: []domain.AttributeName{"age"}, Mechanism: "laplace"},
		{ID: "bands", Title: "Age bands", Kind: "ranges", Columns: []domain.AttributeName{"age"}, Ranges: []plan.Span{{From: "0", To: "3"}, {From: "2", To: "9"}}, Mechanism: "laplace-answers"},
	}
	p.Choices, p.Clusters, p.Synthetic = p.Choices[2:3], nil, nil
	return p
}

// An expert recomputes the figures of a release from its record alone: digests, budgets, scales,
// errors and intervals, percentages and choices.
func TestRecomputeFromTheRecordAlone(t *testing.T) {
	j := publishtest.EveryKindJob(t)
	p := recomputePlan()
	p.Data = j.Plan.Plan.Data
	j.Plan = publishtest.Compiled(t, p)
	if _, err := publish.Release(context.Background(), j); err != nil {
		t.Fatal(err)
	}
	text := publishtest.ContentOf(t, filepath.Join(j.Out, "every.json"))
	var r jsonRecord
	if err := json.Unmarshal(text, &r); err != nil {
		t.Fatal(err)
	}
	r.digests(t, text, j.Out)
	r.budgets(t)
	for i := range r.Questions {
		r.Questions[i].noise(t)
	}
	r.Questions[0].cells(t)
	r.Questions[1].prefixes(t)
	r.Questions[2].own(t)
	r.Questions[0].percentages(t)
	c := r.Choices[0]
	if rate := ratio(t, c.Rate); math.Abs(c.Fall-(math.Log(float64(c.Options))+math.Log(20))/rate) > 1e-9*c.Fall || math.Abs(rate*ratio(t, c.Sensitivity)-ratio(t, c.Effective)) > 1e-12 {
		t.Errorf("the choice: %+v", c)
	}
}

func exact(t *testing.T, s string) *big.Rat {
	t.Helper()
	x, ok := new(big.Rat).SetString(s)
	if !ok {
		t.Fatalf("%q is no exact number", s)
	}
	return x
}

func ratio(t *testing.T, s string) float64 {
	t.Helper()
	x, _ := exact(t, s).Float64()
	return x
}

func sha256Of(data []byte) string {
	d := sha256.Sum256(data)
	return hex.EncodeToString(d[:])
}

// digests recomputes those of the files, of plan and answers, and the seal.
func (r *jsonRecord) digests(t *testing.T, text []byte, dir string) {
	t.Helper()
	for name, want := range r.Files {
		if got := sha256Of(publishtest.ContentOf(t, filepath.Join(dir, name))); got != want {
			t.Errorf("%s has the digest %s, the record says %s", name, got, want)
		}
	}
	if at := bytes.LastIndex(text, []byte("\n \"seal\"")); at < 0 || sha256Of(text[:at]) != r.Seal {
		t.Error("the seal is not that of what stands before it")
	}
	var canonical, compact bytes.Buffer
	if err := json.Compact(&compact, r.Plan); err != nil {
		t.Fatal(err)
	}
	number := func(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
	version := 3
	if len(r.Clusters)+len(r.Synthetic) > 0 {
		version = 4
	}
	fmt.Fprintf(&canonical, "steward release %d\n%s\n", version, compact.Bytes())
	for _, q := range r.Questions {
		fmt.Fprintf(&canonical, "question %q %q %d\n", q.ID, q.Mechanism, len(q.Answers))
		for _, a := range q.Answers {
			for _, k := range a.Key {
				fmt.Fprintf(&canonical, "%q ", k)
			}
			fmt.Fprintf(&canonical, "%s %s %s %s\n", number(a.Unadjusted), number(a.Published), number(a.RMSE), number(a.HalfWidth))
		}
		for _, d := range q.Derived {
			fmt.Fprintf(&canonical, "derived %q %q %d\n", d.Title, d.Unit, len(d.Values))
			for _, v := range d.Values {
				for _, k := range v.Key {
					fmt.Fprintf(&canonical, "%q ", k)
				}
				fmt.Fprintf(&canonical, "%s %s %s %v\n", number(v.Value), number(v.From), number(v.To), v.Unreliable)
			}
		}
	}
	for _, c := range r.Choices {
		fmt.Fprintf(&canonical, "choice %q %q %d %d\n", c.ID, c.Mechanism, c.Width, len(c.Values))
		for _, v := range c.Values {
			for _, k := range v.Key {
				fmt.Fprintf(&canonical, "%q ", k)
			}
			fmt.Fprintf(&canonical, "%q %q %q\n", v.Value, v.From, v.To)
		}
	}
	canonical.WriteString(r.made())
	if got := sha256Of(canonical.Bytes()); got != r.Digest {
		t.Errorf("the digest of plan and answers is %s, the record says %s", got, r.Digest)
	}
}

// budgets adds the shares up, and divides them by the multiplier.
func (r *jsonRecord) budgets(t *testing.T) {
	t.Helper()
	together := new(big.Rat)
	share := func(what, epsilon, effective string) {
		together.Add(together, exact(t, epsilon))
		if of := new(big.Rat).Quo(exact(t, epsilon), big.NewRat(r.Multiplier, 1)); of.Cmp(exact(t, effective)) != 0 {
			t.Errorf("%s has %s for noise, want %s", what, effective, of.RatString())
		}
	}
	for _, q := range r.Questions {
		share(q.ID, q.Epsilon, q.Effective)
	}
	for _, c := range r.Choices {
		share(c.ID, c.Epsilon, c.Effective)
	}
	for _, c := range r.Clusters {
		share(c.ID, c.Epsilon, c.Effective)
	}
	for _, s := range r.Synthetic {
		share(s.ID, s.Epsilon, s.Effective)
	}
	if together.Cmp(exact(t, r.Epsilon)) != 0 {
		t.Errorf("the shares are %s together, the record says %s", together.RatString(), r.Epsilon)
	}
}

// noise divides sensitivities by scales.
func (q *jsonQuestion) noise(t *testing.T) {
	t.Helper()
	spent := new(big.Rat)
	for _, n := range q.Noise {
		cost := new(big.Rat).Quo(exact(t, n.Sensitivity), exact(t, n.Scale))
		if cost.Cmp(exact(t, n.Spent)) != 0 {
			t.Errorf("%s, %s: spends %s, want %s", q.ID, n.What, n.Spent, cost.RatString())
		}
		spent.Add(spent, cost)
	}
	if spent.Cmp(exact(t, q.Effective)) > 0 {
		t.Errorf("%s spends %s of %s", q.ID, spent.RatString(), q.Effective)
	}
}

// laplaceSum returns the variance of the sum of so many independent discrete Laplace draws of a scale,
// and the least whole number that holds 95 % of it, by adding their laws up.
func laplaceSum(scale float64, draws int) (variance, half float64) {
	a := math.Exp(-1 / scale)
	reach := int(60 * scale)
	law := func(z int) float64 { return (1 - a) / (1 + a) * math.Pow(a, math.Abs(float64(z))) }
	one := make([]float64, 2*reach+1)
	for z := -reach; z <= reach; z++ {
		one[z+reach] = law(z)
	}
	all := []float64{1}
	for range draws {
		next := make([]float64, len(all)+len(one)-1)
		for i, x := range all {
			if x < 1e-18 {
				continue
			}
			for k, y := range one {
				next[i+k] += x * y
			}
		}
		all = next
	}
	mid := len(all) / 2
	mass := all[mid]
	h := 0
	for mass < 0.95 {
		h++
		mass += all[mid-h] + all[mid+h]
	}
	return float64(draws) * 2 * a / (1 - a) / (1 - a), float64(h)
}

// holds compares an answer's error with the sum of so many draws.
func holds(t *testing.T, q *jsonQuestion, a jsonAnswer, scale float64, draws int) {
	t.Helper()
	variance, half := laplaceSum(scale, draws)
	if math.Abs(a.RMSE*a.RMSE-variance) > 1e-6*variance {
		t.Errorf("%s, %q: an error of %v, want %v", q.ID, a.Key, a.RMSE, math.Sqrt(variance))
	}
	if a.HalfWidth != half {
		t.Errorf("%s, %q: within %v, want %v", q.ID, a.Key, a.HalfWidth, half)
	}
	if a.Exact || a.Published != math.Trunc(a.Published) || a.Published < 0 {
		t.Errorf("%s: %+v", q.ID, a)
	}
}

// cells counts how many cells each answer of a table with totals adds up.
func (q *jsonQuestion) cells(t *testing.T) {
	t.Helper()
	scale := ratio(t, q.Noise[0].Scale)
	sizes := []int{3, 2} // of town and smoker
	for _, a := range q.Answers {
		draws := 1
		for k, label := range a.Key {
			if label == domain.TotalLabel {
				draws *= sizes[k]
			}
		}
		holds(t, q, a, scale, draws)
	}
	if len(q.Answers) != 12 {
		t.Errorf("%d answers", len(q.Answers))
	}
}

// prefixes are sums of ever more cells.
func (q *jsonQuestion) prefixes(t *testing.T) {
	t.Helper()
	for i, a := range q.Answers {
		holds(t, q, a, ratio(t, q.Noise[0].Scale), i+1)
	}
}

// own are answers that carry one draw each.
func (q *jsonQuestion) own(t *testing.T) {
	t.Helper()
	for _, a := range q.Answers {
		holds(t, q, a, ratio(t, q.Noise[0].Scale), 1)
	}
}

// percentages divides unadjusted numbers by their total.
func (q *jsonQuestion) percentages(t *testing.T) {
	t.Helper()
	total := 0.0
	of := make(map[string]float64)
	for _, a := range q.Answers {
		of[fmt.Sprint(a.Key)] = a.Published
		if a.Key[0] == domain.TotalLabel && a.Key[1] == domain.TotalLabel {
			total = a.Published
		}
	}
	for _, v := range q.Derived[0].Values {
		want := min(max(100*of[fmt.Sprint(v.Key)]/total, 0), 100)
		if !v.Unreliable && (math.Abs(v.Value-want) > 1e-9 || v.From > v.Value || v.To < v.Value) {
			t.Errorf("%q: %v from %v to %v, want %v", v.Key, v.Value, v.From, v.To, want)
		}
	}
}
