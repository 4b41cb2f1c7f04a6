package policy

import (
	"math/big"
	"strings"
	"testing"

	"steward/core/domain"
	"steward/core/policy/distance"
)

// Options of columns in which every record has a declared value, and with special cells.
var (
	typed = domain.Options{Origin: domain.Typed, Blank: domain.Special{Rule: domain.Refuse}, Other: domain.Special{Rule: domain.Refuse}}
	own   = domain.Options{Origin: domain.Typed}
)

// must returns a value that is known to be valid.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func whole(name domain.AttributeName, n int64, opts domain.Options) *domain.Attribute {
	return must(domain.NewWhole(name, 0, n-1, opts))
}

func over(attrs ...*domain.Attribute) *domain.Domain { return must(domain.New(attrs, nil)) }

func rat(s string) *big.Rat {
	r, ok := new(big.Rat).SetString(s)
	if !ok {
		panic("not a number: " + s)
	}
	return r
}

// wantError fails unless err says all the parts.
func wantError(t *testing.T, err error, parts ...string) {
	t.Helper()
	if err == nil {
		t.Fatalf("no error, want one that says %q", parts)
	}
	for _, p := range parts {
		if !strings.Contains(err.Error(), p) {
			t.Errorf("error %q, want one that says %q", err, p)
		}
	}
}

func TestPartErrors(t *testing.T) {
	named := must(domain.NewList("region", []string{"N", "S"}, own))
	steps := must(domain.NewOrdered("level", []string{"low", "mid", "high"}, own))
	bare := whole("age", 5, typed)
	fine := must(domain.NewRanges("pay", []domain.Range{{From: "0", To: "0.000000001"}, {From: "0.000000001"}}, false, typed))
	one := rat("1")
	near := func(a *domain.Attribute, threshold *big.Rat, s Special) error {
		_, err := Near(a, threshold, s)
		return err
	}
	groups := func(s Special, list ...Group) error {
		_, err := Groups(steps, list, s)
		return err
	}
	together := func(threshold *big.Rat, s Special, columns ...Scaled) error {
		_, err := Within(columns, threshold, distance.L1, s)
		return err
	}
	for name, c := range map[string]struct {
		err  error
		want []string
	}{
		"near without an order":       {near(named, one, OwnGroup), []string{`"region"`, "no order", "ordered list"}},
		"near without a threshold":    {near(steps, nil, OwnGroup), []string{`"level"`, "above zero"}},
		"near within nothing":         {near(steps, rat("0"), OwnGroup), []string{`"level"`, "above zero"}},
		"near within less":            {near(steps, rat("-1"), OwnGroup), []string{`"level"`, "above zero"}},
		"near, unknown special":       {near(steps, one, "joined"), []string{`"level"`, `"joined"`, string(JoinAll)}},
		"near, unknown though unused": {near(bare, one, "joined"), []string{`"age"`, `"joined"`}},
		"near, special left open":     {near(steps, one, ""), []string{`"level"`, string(OwnGroup)}},

		"group without a name":     {groups(OwnGroup, Group{" ", []string{"low"}}), []string{"group 1", "no name"}},
		"group without values":     {groups(OwnGroup, Group{"A", []string{"low", "mid", "high"}}, Group{"B", nil}), []string{`"B"`, "no values"}},
		"groups of one name":       {groups(OwnGroup, Group{"A", []string{"low", "mid"}}, Group{"A", []string{"high"}}), []string{`"A"`, "different names"}},
		"group of an unknown":      {groups(OwnGroup, Group{"A", []string{"low", "top"}}), []string{`"A"`, `"top"`}},
		"value in two groups":      {groups(OwnGroup, Group{"A", []string{"low", "mid"}}, Group{"B", []string{"mid"}}), []string{`"mid"`, `"A" and "B"`}},
		"value twice in a group":   {groups(OwnGroup, Group{"A", []string{"low", "low"}}), []string{`"low"`}},
		"value in no group":        {groups(OwnGroup, Group{"A", []string{"low", "mid"}}), []string{`"high"`, "no group"}},
		"groups, special unknown":  {groups("all", Group{"A", []string{"low", "mid", "high"}}), []string{`"all"`}},
		"groups, special left out": {groups("", Group{"A", []string{"low", "mid", "high"}}), []string{`"level"`, string(JoinAll)}},

		"together of nothing":           {together(one, OwnGroup), []string{"no columns"}},
		"together without threshold":    {together(nil, OwnGroup, Scaled{bare, one}), []string{"above zero"}},
		"together within nothing":       {together(rat("0"), OwnGroup, Scaled{bare, one}), []string{"above zero"}},
		"together without an order":     {together(one, OwnGroup, Scaled{bare, one}, Scaled{named, one}), []string{`"region"`, "no order"}},
		"together without a scale":      {together(one, OwnGroup, Scaled{bare, nil}), []string{`"age"`, "scale"}},
		"together, scale of nothing":    {together(one, OwnGroup, Scaled{bare, rat("0")}), []string{`"age"`, "scale"}},
		"together, special unknown":     {together(one, "all", Scaled{bare, one}), []string{`"all"`}},
		"together, special left open":   {together(one, "", Scaled{bare, one}, Scaled{steps, one}), []string{`"level"`}},
		"together, scale too fine":      {together(one, OwnGroup, Scaled{fine, rat("10000000000000")}, Scaled{bare, rat("1/1000000000")}), []string{`"pay"`, "too fine"}},
		"together, threshold too large": {together(rat("10000000000000000000"), OwnGroup, Scaled{bare, one}), []string{"threshold", "too large"}},
		"together, too many combinations": {together(one, OwnGroup, Scaled{whole("a", 1<<22, typed), one}, Scaled{whole("b", 1<<22, typed), one}),
			[]string{"too many combinations"}},
	} {
		t.Run(name, func(t *testing.T) { wantError(t, c.err, c.want...) })
	}
	must(Near(bare, one, "")) // nothing to choose for
	must(Groups(steps, []Group{{"A", []string{"low", "mid", "high", domain.BlankLabel, domain.OtherLabel}}}, ""))
}

func TestPolicyErrors(t *testing.T) {
	a, b := whole("a", 3, typed), whole("b", 3, typed)
	other := whole("a", 4, typed)
	d := over(a, b)
	for name, c := range map[string]struct {
		spec Spec
		want []string
	}{
		"column without a secret":   {Spec{Domain: d, Parts: []Part{Complete(a)}}, []string{`"b"`, "no secret"}},
		"column with two":           {Spec{Domain: d, Parts: []Part{Complete(a), Complete(b), Complete(a)}}, []string{`"a"`, "two secrets"}},
		"column that is not there":  {Spec{Domain: over(a), Parts: []Part{Complete(a), Complete(b)}}, []string{`"b"`, "not published"}},
		"column declared otherwise": {Spec{Domain: d, Parts: []Part{Complete(other), Complete(b)}}, []string{`"a"`, "another declaration"}},
		"too many together":         {Spec{Domain: d, Parts: []Part{Complete(a), Complete(b)}, Together: 3}, []string{"3 answers", "1 to 2"}},
		"fewer than none":           {Spec{Domain: d, Parts: []Part{Complete(a), Complete(b)}, Together: -1}, []string{"-1 answers"}},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := New(c.spec)
			wantError(t, err, c.want...)
		})
	}
	p := Full(d, true)
	if p.Together() != 2 || len(p.Parts()) != 2 || !p.Presence() || p.Domain() != d {
		t.Errorf("full secrecy with presence: %d of %d together, presence %v", p.Together(), len(p.Parts()), p.Presence())
	}
	for _, names := range [][]domain.AttributeName{{"c"}, {"a", "a"}, nil} {
		if _, err := p.Project(names); err == nil {
			t.Errorf("projected to %q without an error", names)
		}
	}
}

// TestPartsDoNotChange alters the numbers that a part was made from. A projection that
// followed them would join other pairs than the policy.
func TestPartsDoNotChange(t *testing.T) {
	a, b := whole("a", 9, typed), whole("b", 9, typed)
	threshold, scale := rat("3"), rat("1")
	columns := []Scaled{{a, scale}, {b, scale}}
	near, tied := must(Near(a, threshold, OwnGroup)), must(Within(columns, threshold, distance.L1, OwnGroup))
	threshold.SetInt64(1)
	scale.SetInt64(9)
	columns[0].Attribute = b
	if got := near.Secret(); !strings.HasSuffix(got.String(), "within 3") {
		t.Errorf("the secret became %q", got)
	}
	q := tied.Project([]int{0})
	_, three := q.Weight(0, 3)
	if _, four := q.Weight(0, 4); !three || four || q.Attributes()[0] != a {
		t.Error("the projection follows the arguments that the part was made from")
	}
}
