package plan

import (
	"encoding/json"
	"strings"
	"testing"

	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/mechanism/registry"
	"steward/core/plan/secret"
	"steward/core/policy/weighted"
)

// placesPlan publishes two columns of degrees, a list and an ordered list.
func placesPlan(secrets ...secret.Secret) Plan {
	none := Special{Rule: domain.Refuse}
	degrees := func(from, to string, more ...string) []Range {
		list := []Range{{From: from, To: to}}
		for _, end := range more {
			list = append(list, Range{From: list[len(list)-1].To, To: end})
		}
		return list
	}
	return Plan{
		Version: Version, DataSet: "Places",
		Columns: []Column{
			{Name: "lat", Kind: domain.Ranges, Ranges: degrees("50", "51", "52", "53"), Origin: domain.Typed, Blank: none, Other: none},
			{Name: "lon", Kind: domain.Ranges, Ranges: degrees("5", "6", "7", "8"), Origin: domain.Typed, Blank: none, Other: none},
			{Name: "town", Kind: domain.List, Values: []string{"A", "B", "C"}, Origin: domain.Typed, Other: none},
			{Name: "grade", Kind: domain.Ordered, Values: []string{"low", "middle", "high"}, Origin: domain.Typed, Blank: none, Other: none},
		},
		Secrets:   secret.Secrets{Columns: secrets},
		Questions: []Question{{ID: "q", Title: "Towns", Kind: "table", Columns: names("town")}},
		Budget:    Budget{Epsilon: "0.5"},
	}
}

func names(list ...domain.AttributeName) []domain.AttributeName { return list }

// TestSecretKinds compiles a secret of every kind, through JSON and back, and looks for what
// the policy says of it.
func TestSecretKinds(t *testing.T) {
	of := map[secret.Kind]struct {
		secret secret.Secret
		says   string // in the expert's sentence
	}{
		secret.Everything: {secret.Secret{Columns: names("town")}, "complete graph on 4 values"},
		secret.Public:     {secret.Secret{Columns: names("grade")}, "grade"},
		secret.Near:       {secret.Secret{Columns: names("lat", "lon"), Within: "1.5", Norm: "Linf"}, "1.5"},
		secret.Groups:     {secret.Secret{Columns: names("town"), Groups: []secret.Group{{Name: "one", Values: []string{"A", "B"}}, {Name: "two", Values: []string{"C"}}}}, "partition into"},
		secret.Coarser:    {secret.Secret{Columns: names("town"), Coarser: map[string]string{"A": "one", "B": "one", "C": "two"}}, "partition into"},
		secret.PerValue:   {secret.Secret{Columns: names("town"), Weights: map[string]string{"A": "0.5"}, Otherwise: "2"}, "town"},
		secret.Matrix:     {secret.Secret{Columns: names("town"), Distances: []secret.Distance{{U: "A", V: "B", Distance: "1"}, {U: "B", V: "C", Distance: "2"}}}, "town"},
		secret.Graded:     {secret.Secret{Columns: names("grade"), Unit: "1"}, "grade"},
		secret.Pairs:      {secret.Secret{Columns: names("town", "grade"), Pairs: []secret.Pair{{U: []string{"A", "low"}, V: []string{"B", "high"}, Weight: "0.5"}}}, "town"},
		secret.Grid:       {secret.Secret{Columns: names("lat", "lon"), Scales: map[domain.AttributeName]string{"lat": "1", "lon": "1"}}, "lat"},
		secret.Place:      {secret.Secret{Columns: names("lat", "lon"), Within: "50"}, "50"},
		secret.Places:     {secret.Secret{Columns: names("lat", "lon"), Unit: "100", AtLeast: "10"}, "lat"},
		secret.Any: {secret.Secret{Columns: names("town"), Of: []secret.Secret{
			{Kind: secret.Groups, Groups: []secret.Group{{Name: "one", Values: []string{"A", "B"}}, {Name: "two", Values: []string{"C"}}}},
			{Kind: secret.Pairs, Pairs: []secret.Pair{{U: []string{"B"}, V: []string{"C"}}}}}}, "town"},
		secret.All: {secret.Secret{Columns: names("grade"), Of: []secret.Secret{{Kind: secret.Everything}, {Kind: secret.Near, Within: "1"}}}, "grade"},
	}
	for _, kind := range secret.Kinds() {
		c, ok := of[kind]
		if !ok {
			t.Errorf("no test plan has a secret of kind %q", kind)
			continue
		}
		c.secret.Kind = kind
		p := placesPlan(c.secret)
		text, err := json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		var back Plan
		if err := json.Unmarshal(text, &back); err != nil {
			t.Fatal(err)
		}
		compiled, err := Compile(back)
		if err != nil {
			t.Errorf("%s: %v", kind, err)
			continue
		}
		if expert := compiled.Policy.Describe().Expert; !strings.Contains(expert.String(), c.says) {
			t.Errorf("%s: %q does not say %q", kind, expert, c.says)
		}
	}
}

// TestSecretWeights checks that a secret's weight and that of being in the file reach the
// policy, and the budget for noise.
func TestSecretWeights(t *testing.T) {
	p := placesPlan(secret.Secret{Columns: names("town"), Kind: secret.Everything, Weight: "0.5"})
	c, err := Compile(p)
	if err != nil {
		t.Fatal(err)
	}
	if got := c.Problems[0].Effective().String(); got != "0.25" {
		t.Errorf("at half the weight the budget for noise is %s, want 0.25", got)
	}
	p.Secrets.Absences = []secret.Absence{{Where: domain.Combination{"town": {"A"}}, Weight: "0.2"}}
	if c, err = Compile(p); err != nil {
		t.Fatal(err)
	}
	got := c.Problems[0].Effective().Float()
	if got > 0.1 || got < 0.0999 {
		t.Errorf("with being in the file at a fifth the budget for noise is %v, want 0.1 or a little less", got)
	}
}

func TestSecretRefusals(t *testing.T) {
	for _, c := range []struct {
		secret secret.Secret
		says   string
	}{
		{secret.Secret{Columns: names("town"), Kind: "hidden"}, `unknown kind "hidden"`},
		{secret.Secret{Columns: names("town", "grade"), Kind: secret.Coarser}, "is of one column"},
		{secret.Secret{Columns: names("lat"), Kind: secret.Place, Within: "5"}, "latitude and longitude"},
		{secret.Secret{Columns: names("lat", "lon"), Kind: secret.Grid, Scales: map[domain.AttributeName]string{"lat": "1"}}, `no width for "lon"`},
		{secret.Secret{Columns: names("town"), Kind: secret.PerValue, Weights: map[string]string{"A": "-1"}}, `weight of "A"`},
		{secret.Secret{Columns: names("town"), Kind: secret.Matrix, Distances: []secret.Distance{{U: "A", V: "Z", Distance: "1"}}}, `"Z"`},
		{secret.Secret{Columns: names("town"), Kind: secret.Matrix, Distances: []secret.Distance{{U: "A", V: "B", Distance: "1"}, {U: "B", V: "A", Distance: "2"}}}, "given twice"},
		{secret.Secret{Columns: names("town"), Kind: secret.Matrix, Distances: []secret.Distance{{U: "A", V: "A", Distance: "1"}}}, "two different values"},
		{secret.Secret{Columns: names("town"), Kind: secret.Everything, Weight: "none"}, "the weight"},
		{secret.Secret{Columns: names("town"), Kind: secret.Any, Of: []secret.Secret{{Kind: "x"}}}, "its secret 1"},
		{secret.Secret{Columns: names("town", "grade"), Kind: secret.Any, Of: []secret.Secret{{Kind: secret.Everything}}}, "treats each column by itself"},
		{secret.Secret{Columns: names("grade"), Kind: secret.Graded, Unit: "0"}, "the unit of distance"},
		{secret.Secret{Columns: names("town"), Kind: secret.Everything, Norm: "L7"}, "L7"},
		{secret.Secret{Columns: names("town", "grade"), Kind: secret.Groups}, "is of one column"},
		{secret.Secret{Columns: names("grade"), Kind: secret.Near, Within: "1", Norm: "L7", Scales: map[domain.AttributeName]string{"grade": "1"}}, "L7"},
	} {
		_, err := Compile(placesPlan(c.secret))
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%+v: %v, want it to say %q", c.secret, err, c.says)
		}
	}
	p := placesPlan()
	p.Secrets.Absences = []secret.Absence{{Weight: "many"}}
	if _, err := Compile(p); err == nil || !strings.Contains(err.Error(), "weight of being in the file") {
		t.Errorf("a weight that is no number: %v", err)
	}
}

// TestFactsCompile checks that facts are counted with the published policy and in the reading
// that was chosen, and that those without a bound are refused in the step of the facts.
func TestFactsCompile(t *testing.T) {
	totals := func(id string, columns ...domain.AttributeName) constraint.Fact {
		f := constraint.Fact{ID: id, Totals: &constraint.Totals{Columns: columns}}
		for _, l := range []string{"A", "B", "C"} {
			f.Totals.Rows = append(f.Totals.Rows, constraint.Row{Labels: []string{l}, Count: 5})
		}
		return f
	}
	p := placesPlan()
	p.Facts.Stated = []constraint.Fact{totals("towns", "town")}
	c, err := Compile(p)
	if err != nil {
		t.Fatal(err)
	}
	want, err := c.Facts.Tie(c.Policy, constraint.EdgeMinimal)
	if err != nil {
		t.Fatal(err)
	}
	if got := c.Tied(); got.Factor != want.Factor || want.Factor < 2 {
		t.Errorf("the facts tie %d together, want %d", got.Factor, want.Factor)
	}
	if got := c.Problems[0].Multiplier(); got.Factor != want.Factor {
		t.Errorf("a question's noise counts %d, want %d", got.Factor, want.Factor)
	}
	p.Facts.Reading = "loose"
	if _, err := Compile(p); err == nil || !strings.Contains(err.Error(), "Known facts") || !strings.Contains(err.Error(), "loose") {
		t.Errorf("an unknown reading: %v", err)
	}
	p.Facts.Reading = ""
	p.Facts.Stated = append(p.Facts.Stated, totals("shoes", "shoe"))
	if _, err := Compile(p); err == nil || !strings.Contains(err.Error(), "shoe") {
		t.Errorf("a fact about a column that is not published: %v", err)
	}
	p.Facts.Stated, p.Rows = []constraint.Fact{totals("towns", "town")}, &Rows{Person: "who", AtMost: 2}
	if _, err := Compile(p); err == nil || !strings.Contains(err.Error(), "several rows") {
		t.Errorf("facts about rows: %v", err)
	}
}

// Where only being in the file is secret, a count over cells needs half the noise that it needs where answers
// are secret as well; it goes with no other secret; and with the number of people known, one who goes makes room
// for one who comes.
func TestPresenceOnly(t *testing.T) {
	p := visits(0)
	p.Secrets.Presence = true
	scale := func() float64 {
		t.Helper()
		c := compileVisits(t, p)
		m, _ := registry.ByID("laplace")
		q, err := m.Prepare(t.Context(), c.Problems[0])
		if err != nil {
			t.Fatal(err)
		}
		return q.ExpectedError().Summary().RMSE
	}
	all := scale()
	p.Secrets.PresenceOnly = true
	if got := scale(); got > 0.53*all || got < 0.45*all {
		t.Errorf("an error of %v where answers are secret as well, and of %v where they are not", all, got)
	}
	c := compileVisits(t, p)
	if got := c.Policy.Distance([]int{0}, []int{1}); got != 2*weighted.One {
		t.Errorf("two answers are %v apart", got)
	}
	if says := c.Describe(); !strings.Contains(says.Secret.String(), "only half as well") || len(says.Disclosed) > 0 {
		t.Errorf("it says %+v", says)
	}
	p.Facts.People = number(40)
	if got := compileVisits(t, p).Tied().Factor; got != 2 {
		t.Errorf("with the number of people known the factor is %d", got)
	}
	for _, secrets := range []secret.Secrets{
		{PresenceOnly: true},
		{PresenceOnly: true, Presence: true, Together: 1},
		{PresenceOnly: true, Presence: true, Absences: []secret.Absence{{Weight: "2"}}},
		{PresenceOnly: true, Presence: true, Columns: []secret.Secret{{Columns: []domain.AttributeName{"ward"}, Kind: secret.Public}}},
	} {
		p.Secrets = secrets
		if _, err := Compile(p); err == nil || !strings.Contains(err.Error(), "meant to be the only secret") {
			t.Errorf("%+v: %v", secrets, err)
		}
	}
}
