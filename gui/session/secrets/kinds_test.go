package secrets_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"steward/core/domain"
	"steward/core/guide"
	"steward/core/plan"
	"steward/core/plan/secret"
	"steward/core/policy"
	"steward/core/policy/weighted"
	"steward/core/promise"
	"steward/core/seeded"
	"steward/gui/session"
	"steward/gui/session/secrets"
	"steward/reports/secretgraph"
)

func named(list ...domain.AttributeName) []domain.AttributeName { return list }

// withDegrees publishes a latitude and a longitude beside the sample's columns.
func withDegrees(s *session.Session) {
	s.Edit(func(p *plan.Plan) {
		degrees := func(from, step float64, n int) []plan.Range {
			var out []plan.Range
			for i := range n {
				out = append(out, plan.Range{From: fmt.Sprintf("%.1f", from+float64(i)*step), To: fmt.Sprintf("%.1f", from+float64(i+1)*step)})
			}
			return out
		}
		none := plan.Special{Rule: domain.Refuse}
		p.Columns = append(p.Columns,
			plan.Column{Name: "lat", Kind: domain.Ranges, Ranges: degrees(52, 0.2, 6), Origin: domain.Typed, Blank: none, Other: none},
			plan.Column{Name: "lon", Kind: domain.Ranges, Ranges: degrees(4, 0.3, 5), Origin: domain.Typed, Blank: none, Other: none})
	})
}

// sheetOf writes a text table and returns its path.
func sheetOf(t *testing.T, lines ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "list.csv")
	if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// samePolicy compares the policies of two plans over all pairs of values of some columns.
func samePolicy(t *testing.T, a, b plan.Plan, columns ...domain.AttributeName) {
	t.Helper()
	var of [2]*policy.Policy
	for i, p := range []plan.Plan{a, b} {
		whole, err := plan.Policy(p)
		if err != nil {
			t.Fatal(err)
		}
		if of[i], err = whole.Project(columns); err != nil {
			t.Fatal(err)
		}
		if got, want := whole.Together(), of[0].Together(); i > 0 && got < want {
			t.Fatalf("%d parts change together, want %d", got, want)
		}
	}
	n, err := of[0].Domain().Cells()
	if err != nil {
		t.Fatal(err)
	}
	for u := policy.Absent; u < policy.Vertex(n); u++ {
		for v := u + 1; v < policy.Vertex(n); v++ {
			got, joined := of[0].Weight(u, v)
			want, joins := of[1].Weight(u, v)
			if got != want || joined != joins {
				t.Fatalf("the edge of %d and %d weighs %v (%v), want %v (%v)", u, v, got, joined, want, joins)
			}
		}
	}
}

func must(t *testing.T, errs ...error) {
	t.Helper()
	for _, err := range errs {
		if err != nil {
			t.Fatal(err)
		}
	}
}

// Every kind of rule can be set by what the window calls, and is then the one of a plan that was
// written by hand.
func TestEveryKindCanBeSet(t *testing.T) {
	edu := secrets.On("education")
	visits := secrets.On("visits")
	for name, c := range map[string]struct {
		set  func(t *testing.T, s *session.Session)
		want secret.Secrets
	}{
		"everything": {func(t *testing.T, s *session.Session) {
			choose(t, s, secrets.CardNear)
			must(t, s.Secrets.At(secrets.On("age")).SetKind(secret.Everything), s.Secrets.At(visits).SetKind(secret.Everything))
		}, secret.Secrets{}},
		"weighted": {func(t *testing.T, s *session.Session) {
			must(t, s.Secrets.At(secrets.On("smoker")).Set(secrets.Weight(), "0,5"))
		}, secret.Secrets{Columns: []secret.Secret{{Columns: named("smoker"), Kind: secret.Everything, Weight: "0.5"}}}},
		"public": {func(t *testing.T, s *session.Session) {
			must(t, s.Secrets.At(secrets.On("smoker")).SetKind(secret.Public))
		}, secret.Secrets{Columns: []secret.Secret{{Columns: named("smoker"), Kind: secret.Public}}}},
		"near": {func(t *testing.T, s *session.Session) {
			must(t, s.Secrets.At(visits).SetKind(secret.Near), s.Secrets.At(visits).Set(secrets.Within(), "4"), s.Secrets.At(visits).SetJoined(true))
		}, secret.Secrets{Columns: []secret.Secret{{Columns: named("visits"), Kind: secret.Near, Within: "4", BlanksJoined: true}}}},
		"near several": {func(t *testing.T, s *session.Session) {
			must(t, s.Secrets.AddSeveral([]string{"education", "visits"}), s.Secrets.At(edu).SetKind(secret.Near), s.Secrets.At(edu).Set(secrets.Within(), "3"), s.Secrets.At(edu).SetNorm("L2"), s.Secrets.At(visits).Set(secrets.Scale("education"), "1.5"))
		}, secret.Secrets{Columns: []secret.Secret{{Columns: named("education", "visits"), Kind: secret.Near, Within: "3", Norm: "L2", Scales: map[domain.AttributeName]string{"education": "1.5"}}}}},
		"groups": {func(t *testing.T, s *session.Session) {
			must(t, s.Secrets.At(edu).SetKind(secret.Groups))
			g, _ := s.Secrets.At(edu).Grouping()
			s.Secrets.SetGrouping(g.Start(secrets.InPairs))
		}, secret.Secrets{Columns: []secret.Secret{{Columns: named("education"), Kind: secret.Groups, Groups: []secret.Group{{Name: "none and primary", Values: []string{"none", "primary"}}, {Name: "secondary and vocational", Values: []string{"secondary", "vocational"}}, {Name: "degree", Values: []string{"degree"}}}}}}},
		"coarser": {func(t *testing.T, s *session.Session) {
			must(t, s.Secrets.At(edu).SetKind(secret.Coarser))
			s.Secrets.At(edu).Import(sheetOf(t, "value,group", "none,low", "primary,low", "secondary,middle", "vocational,middle", "degree,high"))
		}, secret.Secrets{Columns: []secret.Secret{{Columns: named("education"), Kind: secret.Coarser, Coarser: map[string]string{"none": "low", "primary": "low", "secondary": "middle", "vocational": "middle", "degree": "high"}}}}},
		"per value": {func(t *testing.T, s *session.Session) {
			must(t, s.Secrets.At(edu).SetKind(secret.PerValue), s.Secrets.At(edu).Set(secrets.ValueWeight("degree"), "0.25"), s.Secrets.At(edu).Set(secrets.ValueWeight("none"), "0.5"), s.Secrets.At(edu).Set(secrets.OtherWeights(), "2"))
		}, secret.Secrets{Columns: []secret.Secret{{Columns: named("education"), Kind: secret.PerValue, Weights: map[string]string{"degree": "0.25", "none": "0.5"}, Otherwise: "2"}}}},
		"matrix": {func(t *testing.T, s *session.Session) {
			must(t, s.Secrets.At(secrets.On("smoker")).SetKind(secret.Matrix), s.Secrets.At(secrets.On("smoker")).SetDistance(0, 1, "0.5"), s.Secrets.At(secrets.On("smoker")).SetDistance(2, 1, ""))
		}, secret.Secrets{Columns: []secret.Secret{{Columns: named("smoker"), Kind: secret.Matrix, Distances: []secret.Distance{{U: "yes", V: "no", Distance: "0.5"}, {U: "yes", V: "not stated", Distance: "1"}}}}}},
		"graded": {func(t *testing.T, s *session.Session) {
			must(t, s.Secrets.At(visits).SetKind(secret.Graded), s.Secrets.At(visits).Set(secrets.Unit(), "4"), s.Secrets.At(visits).Set(secrets.AtLeast(), "2"))
		}, secret.Secrets{Columns: []secret.Secret{{Columns: named("visits"), Kind: secret.Graded, Unit: "4", AtLeast: "2"}}}},
		"pairs": {func(t *testing.T, s *session.Session) {
			must(t, s.Secrets.At(edu).SetKind(secret.Pairs), s.Secrets.At(edu).AddPair(), s.Secrets.At(edu).SetPair(1, []int{0}, []int{4}), s.Secrets.At(edu).Set(secrets.PairWeight(1), "3"))
		}, secret.Secrets{Columns: []secret.Secret{{Columns: named("education"), Kind: secret.Pairs, Pairs: []secret.Pair{{U: []string{"none"}, V: []string{"primary"}}, {U: []string{"none"}, V: []string{"degree"}, Weight: "3"}}}}}},
		"pairs several": {func(t *testing.T, s *session.Session) {
			must(t, s.Secrets.AddSeveral([]string{"smoker", "education"}))
			s.Secrets.At(secrets.On("smoker")).Import(sheetOf(t, "a,b,c,d,weight", "yes,none,no,none,", "yes,primary,no,degree,2"))
		}, secret.Secrets{Columns: []secret.Secret{{Columns: named("smoker", "education"), Kind: secret.Pairs, Pairs: []secret.Pair{{U: []string{"yes", "none"}, V: []string{"no", "none"}}, {U: []string{"yes", "primary"}, V: []string{"no", "degree"}, Weight: "2"}}}}}},
		"grid": {func(t *testing.T, s *session.Session) {
			must(t, s.Secrets.AddSeveral([]string{"visits", "education"}), s.Secrets.At(visits).SetKind(secret.Grid), s.Secrets.At(visits).Set(secrets.Width("visits"), "8"), s.Secrets.At(visits).Set(secrets.Width("education"), "2"))
		}, secret.Secrets{Columns: []secret.Secret{{Columns: named("visits", "education"), Kind: secret.Grid, Scales: map[domain.AttributeName]string{"visits": "8", "education": "2"}}}}},
		"place": {func(t *testing.T, s *session.Session) {
			must(t, s.Secrets.AddSeveral([]string{"lat", "lon"}), s.Secrets.At(secrets.On("lat")).SetKind(secret.Place), s.Secrets.At(secrets.On("lat")).Set(secrets.Within(), "30"))
		}, secret.Secrets{Columns: []secret.Secret{{Columns: named("lat", "lon"), Kind: secret.Place, Within: "30"}}}},
		"places": {func(t *testing.T, s *session.Session) {
			must(t, s.Secrets.AddSeveral([]string{"lat", "lon"}), s.Secrets.At(secrets.On("lat")).SetKind(secret.Places), s.Secrets.At(secrets.On("lon")).Set(secrets.Unit(), "25"), s.Secrets.At(secrets.On("lat")).Set(secrets.AtLeast(), "5"))
		}, secret.Secrets{Columns: []secret.Secret{{Columns: named("lat", "lon"), Kind: secret.Places, Unit: "25", AtLeast: "5"}}}},
		"any": {func(t *testing.T, s *session.Session) {
			must(t, s.Secrets.At(visits).SetKind(secret.Near), s.Secrets.At(visits).Set(secrets.Within(), "2"), s.Secrets.At(visits).SetKind(secret.Any), s.Secrets.At(visits.In(1)).SetKind(secret.Grid), s.Secrets.At(visits.In(1)).Set(secrets.Width("visits"), "8"))
		}, secret.Secrets{Columns: []secret.Secret{{Columns: named("visits"), Kind: secret.Any, Of: []secret.Secret{{Kind: secret.Near, Within: "2"}, {Kind: secret.Grid, Scales: map[domain.AttributeName]string{"visits": "8"}}}}}}},
		"all": {func(t *testing.T, s *session.Session) {
			must(t, s.Secrets.AddSeveral([]string{"visits", "education"}), s.Secrets.At(visits).SetKind(secret.All), s.Secrets.At(visits.In(0)).Set(secrets.Within(), "3"), s.Secrets.At(visits.In(1)).Set(secrets.Width("visits"), "10"),
				s.Secrets.At(visits).AddInside(secret.Graded), s.Secrets.At(visits.In(2)).Set(secrets.Unit(), "2"), s.Secrets.At(visits).RemoveInside(2))
		}, secret.Secrets{Columns: []secret.Secret{{Columns: named("visits", "education"), Kind: secret.All, Of: []secret.Secret{{Kind: secret.Near, Within: "3"}, {Kind: secret.Grid, Scales: map[domain.AttributeName]string{"visits": "10", "education": "2"}}}}}}},
		"absences and together": {func(t *testing.T, s *session.Session) {
			s.Secrets.InFile().Choose(secrets.PresenceSome)
			must(t, s.Secrets.InFile().SetColumn(0, s.Secrets.InFile().Groups()[0].Where[0].Column, "education"), s.Secrets.InFile().Set(0, "education", "none to secondary"), s.Secrets.InFile().SetWeight(0, "2"))
			s.Secrets.Joint().Hide(2)
		}, secret.Secrets{Together: 2, Absences: []secret.Absence{{Where: domain.Combination{"education": {"none", "primary", "secondary"}}, Weight: "2"}}}},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSample(t)
			withDegrees(s)
			s.Edit(func(p *plan.Plan) { p.Secrets = secret.Secrets{} })
			c.set(t, s)
			if p := s.Problem(); p != nil {
				t.Fatal(p.Message)
			}
			if s.Compiled() == nil {
				t.Fatalf("the plan does not compile: %v", s.Issues(guide.Secrets))
			}
			want := s.Plan()
			want.Secrets = c.want
			columns := named("education", "visits")
			if len(c.want.Columns) > 0 {
				columns = c.want.Columns[0].Columns
			}
			samePolicy(t, s.Plan(), want, columns...)
			if got := s.Plan().Secrets; got.Together != c.want.Together || len(got.Columns) != len(c.want.Columns) {
				t.Errorf("the secrets are %+v, want %+v", got, c.want)
			}
			for len(s.History.List(1)) > 0 && len(s.Plan().Secrets.Columns)+len(s.Plan().Secrets.Absences) > 0 {
				s.Undo()
			}
			if n := len(s.Plan().Secrets.Columns); n > 0 {
				t.Errorf("%d rules cannot be undone", n)
			}
		})
	}
}

// A plan with any kind of rule opens, is told, and stays what it is when it is looked at. The fast run sees each rule with
// every second of what may stand beside it, and all of that with some rule.
func TestEveryKindIsTold(t *testing.T) {
	s, _ := held(t)
	withDegrees(s)
	s.Edit(func(p *plan.Plan) { p.Facts = plan.Facts{} })
	for i, r := range []secret.Secret{
		{Columns: named("smoker"), Kind: secret.Everything, Weight: "2"},
		{Columns: named("smoker"), Kind: secret.Everything, Weight: "0.5"},
		{Columns: named("smoker"), Kind: secret.Public},
		{Columns: named("visits"), Kind: secret.Near, Within: "3"},
		{Columns: named("visits", "education"), Kind: secret.Near, Within: "3", Norm: "Linf"},
		{Columns: named("smoker"), Kind: secret.Groups, Groups: []secret.Group{{Name: "said", Values: []string{"yes", "no"}}, {Name: "silent", Values: []string{"not stated"}}}},
		{Columns: named("smoker"), Kind: secret.Coarser, Coarser: map[string]string{"yes": "said", "no": "said", "not stated": "silent"}},
		{Columns: named("smoker"), Kind: secret.PerValue, Weights: map[string]string{"yes": "0.5"}},
		{Columns: named("smoker"), Kind: secret.Matrix, Distances: []secret.Distance{{U: "yes", V: "no", Distance: "1"}, {U: "no", V: "not stated", Distance: "1"}, {U: "yes", V: "not stated", Distance: "5"}}},
		{Columns: named("visits"), Kind: secret.Graded, Unit: "2.5", AtLeast: "2.5"},
		{Columns: named("visits", "education"), Kind: secret.Graded, Unit: "2", Norm: "L2"},
		{Columns: named("smoker"), Kind: secret.Pairs, Pairs: []secret.Pair{{U: []string{"yes"}, V: []string{"no"}, Weight: "0.5"}}},
		{Columns: named("smoker", "education"), Kind: secret.Pairs, Pairs: []secret.Pair{{U: []string{"yes", "none"}, V: []string{"no", "none"}}}},
		{Columns: named("visits"), Kind: secret.Grid, Scales: map[domain.AttributeName]string{"visits": "8"}},
		{Columns: named("visits", "education"), Kind: secret.Grid, Scales: map[domain.AttributeName]string{"visits": "8", "education": "2"}},
		{Columns: named("lat", "lon"), Kind: secret.Place, Within: "20"},
		{Columns: named("lat", "lon"), Kind: secret.Places, Unit: "20", AtLeast: "5"},
		{Columns: named("visits"), Kind: secret.Any, Of: []secret.Secret{{Kind: secret.Near, Within: "2"}, {Kind: secret.Graded, Unit: "9"}}},
		{Columns: named("visits"), Kind: secret.All, Of: []secret.Secret{{Kind: secret.Near, Within: "2"}, {Kind: secret.Grid, Scales: map[domain.AttributeName]string{"visits": "8"}}}},
	} {
		for k, more := range []func(*plan.Plan){
			func(*plan.Plan) {},
			func(p *plan.Plan) { p.Secrets.Presence = true },
			func(p *plan.Plan) {
				p.Secrets.Absences = []secret.Absence{{Where: domain.Combination{"district": {"Alderton", "Harbour"}}}}
			},
			func(p *plan.Plan) { p.Rows = &plan.Rows{Person: "who", AtMost: 3} },
			func(p *plan.Plan) { p.Secrets.Together = 1 },
		} {
			if (i+k)%seeded.Often(2, 1) > 0 {
				continue
			}
			s.Edit(func(p *plan.Plan) {
				p.Secrets, p.Rows = secret.Secrets{Columns: []secret.Secret{r}}, nil
				more(p)
			})
			if s.Compiled() == nil {
				t.Fatalf("%+v: %v", s.Plan().Secrets, s.Issues(guide.Secrets))
			}
			before := s.Plan()
			for _, n := range r.Columns {
				checkTold(t, s, string(n))
			}
			if !reflect.DeepEqual(before, s.Plan()) {
				t.Errorf("%+v: looking at it changed the plan", r)
			}
		}
	}
}

// checkTold holds the sentences about a column to its policy.
func checkTold(t *testing.T, s *session.Session, column string) {
	t.Helper()
	chosen := s.Plan().Secrets
	c := s.Secrets.Outlook()
	a, _ := s.Column(column)
	m, ok := s.Secrets.Meaning(column, 0, a.Regular()-1)
	if !ok || m.Hidden.String() == "" || m.Learnt.String() == "" {
		t.Fatalf("%+v of %s means %+v", chosen, column, m)
	}
	if rows := s.Plan().Rows; rows != nil && !strings.Contains(m.Hidden.String(), "all three rows") {
		t.Errorf("%+v: nothing is said of the rows: %q", chosen, m.Hidden)
	}
	if c.Policy.Presence() && s.Plan().Rows == nil && !strings.Contains(m.Hidden.String(), "in the file") {
		t.Errorf("%+v: nothing is said of who is in the file: %q", chosen, m.Hidden)
	}
	if len(c.Disclosed) == 0 && strings.Contains(m.Learnt.String(), "exactly") {
		t.Errorf("%+v: %q, but nothing is disclosed", chosen, m.Learnt)
	}
	if len(c.Disclosed) > 0 && m.Nothing != "" || len(c.Disclosed) == 0 && m.Nothing == "" {
		t.Errorf("%+v: %q where %q is disclosed", chosen, m.Nothing, c.Disclosed)
	}
	for _, row := range m.Odds {
		x, y, _ := strings.Cut(row.Example, ", ")
		u, okU := a.Find(x)
		v, okV := a.Find(y)
		if !okU || !okV {
			continue // of several columns' answers
		}
		if d, ok := s.Secrets.Distance(column, u, v); !ok || secrets.Factor(math.Exp(c.Budget.Float()*float64(d)/float64(weighted.One))) != row.Odds || secrets.Figure(d) != row.Apart {
			t.Errorf("%+v: odds %+v, but %v are %v apart", chosen, row, row.Example, d)
		}
	}
	told, ok := s.Secrets.Could(column, 0, a.Regular()-1)
	if !ok {
		t.Fatalf("%+v: nothing is told of %s", chosen, column)
	}
	d, _ := s.Secrets.Distance(column, 0, a.Regular()-1)
	// By what the release tells between the two, and not by how many steps they are apart.
	loss := math.Inf(1)
	if d < weighted.Infinite {
		loss = c.Budget.Float() * d.Steps()
	}
	want, says := secrets.Reassuring, "Hardly."
	switch {
	case math.IsInf(loss, 1):
		want, says = secrets.Alarming, "Yes."
	case loss > 3:
		want, says = secrets.Alarming, "Probably."
	case loss > 1:
		want, says = secrets.Cautious, "With a good guess."
	}
	if told.Level != want || told.Verdict != says {
		t.Errorf("%+v: %q at a loss of %v", chosen, told.Verdict, loss)
	}
	if rows := s.Plan().Rows; rows != nil && d < weighted.Infinite && !strings.Contains(told.Foot, "all three rows") {
		t.Errorf("%+v: %q says nothing of the rows", chosen, told.Foot)
	}
}

// Where some people's being in the file is hidden, no more is promised of all than holds for the
// others.
func TestAskedOfEverybody(t *testing.T) {
	s, _ := held(t)
	choose(t, s, secrets.CardNear)
	before, _ := s.Secrets.Could("age", 0, 90)
	s.Edit(func(p *plan.Plan) {
		p.Secrets.Absences = []secret.Absence{{Where: domain.Combination{"smoker": {"yes"}}}}
	})
	if s.Compiled() == nil {
		t.Fatal(s.Issues(guide.Secrets))
	}
	after, _ := s.Secrets.Could("age", 0, 90)
	// The way of others leads over smokers, who are not told from them: one step more each way.
	if after.Steps != 4 || before.Steps < 5 {
		t.Errorf("smokers' being in the file is hidden, and ages of all people are %d steps apart, want 4; without it %d", after.Steps, before.Steps)
	}
	if told, _ := s.Secrets.CouldTogether([]string{"age", "smoker"}, []int{0, 0}, []int{90, 0}); told.Steps != 2 {
		t.Errorf("ages of smokers are %d steps apart, want 2", told.Steps)
	}
	if cost := s.Secrets.InFile().Cost("age"); cost == "" {
		t.Error("nothing is said of what it costs")
	}
}

// Impossible combinations do not make an answer look unprotected.
func TestAskedWhereSomeIsImpossible(t *testing.T) {
	s, _ := held(t)
	choose(t, s, secrets.CardAll)
	s.Edit(func(p *plan.Plan) {
		p.Impossible = []domain.Combination{{"age": {"0", "1"}, "smoker": {"yes"}}}
		p.Facts = plan.Facts{}
	})
	if told, ok := s.Secrets.Could("age", 0, 40); !ok || told.Level != secrets.Reassuring {
		t.Errorf("told %+v, %v", told, ok)
	}
	if _, ok := s.Secrets.CouldTogether([]string{"age", "smoker"}, []int{0, 0}, []int{40, 0}); ok {
		t.Error("an answer that cannot occur is asked about")
	}
}

// Many ways are worked out beside the window, for the plan as it is.
func TestEnforcedOfMany(t *testing.T) {
	s, let := held(t)
	s.Secrets.SetSecret(secret.Secret{Columns: named("age", "education"), Kind: secret.Graded, Unit: "3", AtLeast: "2", Norm: "L2"})
	if got := s.Secrets.At(secrets.On("age")).Strengthened(); got.Ready {
		t.Fatalf("worked out at once: %+v", got)
	}
	let()
	if got := s.Secrets.At(secrets.On("age")).Strengthened(); !got.Ready || got.Problem != "" {
		t.Errorf("worked out: %+v", got)
	}
	s.Secrets.SetSecret(secret.Secret{Columns: named("age", "visits"), Kind: secret.Graded, Unit: "3", AtLeast: "2", Norm: "L2", BlanksJoined: true})
	s.Secrets.At(secrets.On("age")).Strengthened()
	let()
	if got := s.Secrets.At(secrets.On("age")).Strengthened(); !strings.Contains(got.Problem, "too many to compare") {
		t.Errorf("thousands of combinations: %+v", got)
	}
}

// What is enforced is told where it is not what was entered.
func TestEnforcedIsTold(t *testing.T) {
	s, _ := held(t)
	s.Secrets.SetSecret(secret.Secret{Columns: named("smoker"), Kind: secret.Matrix, Distances: []secret.Distance{
		{U: "yes", V: "no", Distance: "1"}, {U: "no", V: "not stated", Distance: "1"}, {U: "yes", V: "not stated", Distance: "5"}}})
	strength := s.Secrets.At(secrets.On("smoker")).Strengthened()
	if strength.Total != 1 || !strength.Ready || len(strength.Pairs) != 1 || strength.Pairs[0] != (secrets.Enforced{A: "yes", B: "not stated", Entered: "5", Kept: "2", Over: "no"}) {
		t.Errorf("enforced %+v", strength)
	}
	table, ok := s.Secrets.At(secrets.On("smoker")).Table()
	if !ok || !table.Differs[0][2] || table.Far[0][2] != 2 || table.Entered[2][0] != "5" || table.Differs[0][1] {
		t.Errorf("table %+v", table)
	}
	if _, ok := s.Secrets.Picture("smoker", []int{0}, []int{2}); ok {
		t.Error("a table of distances is drawn beside itself")
	}
	if told, _ := s.Secrets.Could("smoker", 0, 2); told.Apart != "2 steps" {
		t.Errorf("told %+v", told)
	}
}

// The window draws what the summary draws: of the plan as it is compiled.
func TestPicturesAreThoseOfTheSummary(t *testing.T) {
	s, _ := held(t)
	withDegrees(s)
	s.Secrets.SetSecret(secret.Secret{Columns: named("lat", "lon"), Kind: secret.Place, Within: "30"})
	s.Secrets.SetSecret(secrets.DefaultRule(s.Plan().Columns[3:4], secret.Groups))
	c, err := plan.Compile(s.Plan())
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range c.Domain.Attributes() {
		want, drawn := secretgraph.Of(promise.Ask(c), a.Name(), nil)
		nobody := slices.Repeat([]int{-1}, 2)
		if rule, _ := c.Plan.Secrets.Of(a.Name()); !rule.Shared() {
			nobody = nobody[:1]
		}
		got, ok := s.Secrets.Picture(string(a.Name()), nobody, nobody)
		if ok != drawn || !reflect.DeepEqual(got, want) {
			t.Errorf("%s is drawn as %+v, and in the summary as %+v", a.Name(), got, want)
		}
	}
}

// A map of places has its rows and columns where their degrees are, and a grid its squares.
func TestCellsAreDistances(t *testing.T) {
	s, _ := held(t)
	withDegrees(s)
	s.Secrets.SetSecret(secret.Secret{Columns: named("lat", "lon"), Kind: secret.Place, Within: "30"})
	p, ok := s.Secrets.Picture("lon", []int{1, 2}, []int{4, 2})
	c := p.Cells
	if !ok || !c.Map || len(c.Rows) != 6 || len(c.Columns) != 5 || c.FromRow != 1 || c.ToRow != 4 || c.Latitudes[0] != [2]float64{52, 52.2} {
		t.Fatalf("drawn %+v, %v", c, ok)
	}
	for r := range c.Rows {
		for k := range c.Columns {
			if r == 1 && k == 2 {
				continue
			}
			told, _ := s.Secrets.CouldTogether([]string{"lat", "lon"}, []int{1, 2}, []int{r, k})
			if float64(told.Steps) != c.Far[r][k] {
				t.Errorf("%s × %s is drawn %v steps away, and told to be %d", c.Rows[r], c.Columns[k], c.Far[r][k], told.Steps)
			}
		}
	}
	s.Secrets.SetSecret(secret.Secret{Columns: named("visits", "education"), Kind: secret.Grid, Scales: map[domain.AttributeName]string{"visits": "8", "education": "2"}})
	p, ok = s.Secrets.Picture("visits", []int{3, 0}, []int{3, 1})
	if c = p.Cells; !ok || c.Map || c.Far[c.FromRow][1] != 1 || c.Far[c.FromRow][2] != -1 {
		t.Errorf("drawn %+v, %v", c, ok)
	}
	s.Secrets.SetPresence(true) // over which all are two steps apart
	p, ok = s.Secrets.Picture("visits", []int{3, 0}, []int{3, 1})
	if c = p.Cells; !ok || c.Far[c.FromRow][1] != 1 || c.Far[c.FromRow][2] != 2 {
		t.Errorf("with who is in the file hidden, drawn is %+v, %v", c, ok)
	}
}

// Columns have too many combinations for a common rule also where their number is larger than any integer.
func TestTooManyCombinationsAreUnfit(t *testing.T) {
	var columns []plan.Column
	lowest, highest := int64(0), int64(1<<16-1)
	for range 5 {
		// 2 to the 64th combinations of four, which as an integer are none.
		columns = append(columns, plan.Column{Name: domain.AttributeName(fmt.Sprint("c", len(columns))), Kind: domain.Whole, Lowest: &lowest, Highest: &highest})
		for _, kind := range []secret.Kind{secret.Pairs, secret.Near} {
			if got := secrets.Unfit(columns, kind); len(columns) > 1 && !strings.Contains(got, "too many combinations") {
				t.Errorf("%d columns of %d values for a rule of the kind %q: %q", len(columns), columns[0].Regular(), kind, got)
			}
		}
	}
}
