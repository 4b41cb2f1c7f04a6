package modeltest

import (
	"testing"

	"steward/core/domain"
	"steward/core/message"
	"steward/core/noise"
	"steward/core/plan"
	"steward/core/plan/secret"
	"steward/core/release"
	"steward/core/result"
)

// Fixed returns a release of three questions in which nothing is computed: its plan, its
// sentences, mechanisms, errors and numbers are written down here, so that texts made from
// it change only when the texts do.
func Fixed(t testing.TB) *result.Release {
	t.Helper()
	p := Sample(t)
	p.Columns = []plan.Column{p.Columns[0], p.Columns[1], p.Columns[2]}
	p.Columns[0].Highest = new(int64(4))
	p.Columns[1].Values = []string{"Alderton", "Brookside"}
	p.Secrets.Columns = []secret.Secret{{Columns: []domain.AttributeName{"age"}, Kind: secret.Near, Within: "1"}}
	p.Questions = p.Questions[:2]
	r := Release(t, p)
	c, err := plan.Compile(p)
	if err != nil {
		t.Fatal(err)
	}
	r.Protection.Secret = message.Verbatim(`Nobody can tell an answer in "age" from another within 1; nor any answer in "district" or "smoker" from any other.`)
	r.Protection.Together = message.Verbatim("All answers of a person are hidden together.")
	r.Protection.Presence = message.Verbatim("Who is in the file, and how many people, may become known.")
	r.Protection.Disclosed = []message.Text{message.Verbatim(`how many people are in each of these groups of "age": 0 to 4, (blank)`)}
	r.Protection.Expert = message.Verbatim("age: distance threshold graph, theta = 1")
	r.MultiplierWhy = message.Verbatim("this fact costs nothing")
	r.Digest = "731f80ed30356869cff9e0299ed2c734f56bc67ea8b64e5deffb46bc6c4c8575"
	for i, fixed := range []struct {
		mechanism   result.Mechanism
		noise       []result.Noise
		rmse, half  float64
		exact, from int
	}{
		{result.Mechanism{ID: "ordered", Name: message.Verbatim("Cumulative counts"), Source: message.Verbatim("He 2014, section 7.1"), Chosen: message.Verbatim("chosen by you")},
			[]result.Noise{{What: message.Sprintf("cumulative counts"), Rows: 4, Sensitivity: "1", Stated: noise.Stated{Scale: "4"}, Spent: "1/4"}, {What: message.Sprintf("total"), Rows: 1, Sensitivity: "0", Spent: "0"}}, 5.6, 12, 4, 811},
		{result.Mechanism{ID: "laplace", Name: message.Verbatim("Noise on each cell"), Source: message.Verbatim("Dwork 2006"), Chosen: message.Verbatim("it has the least expected error of all that apply")},
			[]result.Noise{{What: message.Sprintf("cells"), Rows: 12, Sensitivity: "2", Stated: noise.Stated{Scale: "25/3"}, Spent: "6/25"}}, 11.8, 25.4, -1, -7},
	} {
		q := &r.Questions[i]
		q.Mechanism, q.Noise, q.ExactWhy = fixed.mechanism, fixed.noise, message.Text{}
		for k := range q.Len() {
			q.Unadjusted[k], q.Tidied[k] = float64(fixed.from+300*k), float64(max(fixed.from+300*k, 0))
			q.Error[k], q.HalfWidth[k], q.Exact[k] = fixed.rmse+float64(k*i), fixed.half, k == fixed.exact
			if q.Exact[k] {
				q.Error[k], q.HalfWidth[k], q.ExactWhy = 0, 0, message.Sprintf("exact: nothing you keep secret could change it")
			}
		}
		release.Intervals(c.Problems[i], q)
	}
	return r
}
