package policy

import (
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"steward/core/domain"
	"steward/core/message"
	"steward/core/policy/distance"
	"steward/core/seeded"
)

// faults are signs of a sentence that was put together wrongly: nothing where something
// should stand, or the same twice.
var faults = regexp.MustCompile(`  |\(\)|\[\]|^ | $|; ?[;.,]|, ?[;.,]|nor [;.]|nor nor|and and|\bthe the\b|Nobody can tell [;.]|: ?[;.]|^[;,.]|%!|<nil>|\.\.`)

// TestPhrasesAreWhole looks for faults in every sentence of random policies and parts.
func TestPhrasesAreWhole(t *testing.T) {
	check := func(t *rapid.T, said string) {
		if at := faults.FindString(said); at != "" {
			t.Fatalf("%q in %q", at, said)
		}
	}
	both(t, func(t *rapid.T, s scene) {
		said := s.policy.Describe()
		for _, text := range append([]string{said.Secret.String(), said.Together.String(), said.Presence.String(), said.Expert.String()}, message.English(said.Disclosed)...) {
			check(t, text)
		}
		for _, text := range []string{said.Secret.String(), said.Presence.String()} {
			if !strings.HasSuffix(text, ".") && (text == said.Secret.String() || text != "" || s.policy.together > 0) {
				t.Fatalf("%q does not end", text)
			}
		}
		if said.Expert.IsZero() {
			t.Fatal("nothing is said to an expert")
		}
		for _, text := range s.policy.Strengthened(3) {
			check(t, text.String())
		}
	})
	t.Run("parts", func(t *testing.T) {
		seeded.Check(t, func(t *rapid.T) {
			_, s := drawAnyPart(t)
			check(t, s.part.Secret().String())
			check(t, s.part.Expert().String())
			latitude, longitude := drawLatitudes(t, 3)
			p := drawSphere(t, latitude, longitude)
			check(t, p.Secret().String())
			check(t, p.Expert().String())
		})
	})
}

// spoken is a secret of every family, about columns whose names end alike.
func spoken(end domain.AttributeName) map[string]Part {
	age := must(domain.NewWhole("age"+end, 0, 99, own))
	pay := whole("pay"+end, 50, typed)
	area := must(domain.NewList("area"+end, []string{"N", "E", "S", "W"}, typed))
	latitude := must(domain.NewWhole("lat"+end, 50, 60, typed))
	longitude := must(domain.NewWhole("lon"+end, 0, 9, typed))
	halves := must(Groups(area, []Group{{"up", []string{"N", "E"}}, {"down", []string{"S", "W"}}}, ""))
	two := []Scaled{{age, rat("1")}, {pay, rat("5/2")}}
	near := must(Near(age, rat("5"), JoinAll))
	w := []*big.Rat{nil, rat("1"), rat("2")}
	table := [][]*big.Rat{{nil, w[1], w[2], nil}, {w[1], nil, nil, nil}, {w[2], nil, nil, nil}, {nil, nil, nil, nil}}
	return map[string]Part{
		"complete":      Complete(area),
		"weighed":       must(Complete(area).Weigh(rat("1/3"))),
		"alone":         Alone(area),
		"near":          near,
		"groups":        halves,
		"grid":          must(Grid([]Cut{{Attribute: pay, Width: rat("25")}}, "")),
		"within L1":     must(Within(two, rat("10"), distance.L1, OwnGroup)),
		"within L2":     must(Within(two, rat("10"), distance.L2, JoinAll)),
		"within L∞":     must(Within(two, rat("10"), distance.LInf, OwnGroup)),
		"graded":        must(Graded([]Scaled{{pay, rat("1")}}, Grade{Norm: distance.L1, Unit: rat("10")})),
		"graded L2":     must(Graded(two, Grade{Norm: distance.L2, Unit: rat("10"), AtLeast: rat("2"), Special: JoinAll})),
		"kilometres":    must(WithinKilometres(latitude, longitude, rat("2.5"), "")),
		"graded places": must(GradedKilometres(latitude, longitude, Grade{Unit: rat("10"), AtLeast: rat("1")})),
		"pairs":         must(Pairs([]*domain.Attribute{area}, []Pair{{A: []string{"N"}, B: []string{"S"}}, {A: []string{"E"}, B: []string{"W"}, Weight: rat("1/2")}})),
		"matrix":        must(Matrix(area, area.Labels(), table, "")),
		"budgets":       must(Budgets(area, []Budget{{"N", rat("1/2")}}, rat("2"))),
		"union":         must(Union(halves, must(Pairs([]*domain.Attribute{area}, []Pair{{A: []string{"N"}, B: []string{"S"}}})))),
		"intersection":  must(Intersection(near, must(Grid([]Cut{{Attribute: age, Width: rat("50")}}, OwnGroup)))),
		"product":       must(Product([]Part{Complete(area), must(Near(pay, rat("3"), ""))}, 1)),
	}
}

// TestSpokenSecrets spells out what is said of every family, to a steward and to an expert.
func TestSpokenSecrets(t *testing.T) {
	said := map[string][2]string{
		"alone": {"",
			"area: 4 values, no edges"},
		"budgets": {"any answer in \"area\" from any other, as well as the smaller of their budgets allows (N 0.5), all others 2",
			"area: w(u,v) = min(b_u, b_v) over 4 values, least budget 0.5"},
		"complete": {"any answer in \"area\" from any other",
			"area: complete graph on 4 values"},
		"graded L2": {"any combination of \"age\", \"pay\" (× 2.5) from any other, the nearer, the better hidden: two that are 10 apart in a straight line as well as the budget allows, and twice as far apart half as well; two that are closer than 2 as if they were 2 apart; and (blank) and (other) from any answer as if they were 10 apart",
			"\"age\", \"pay\" (× 2.5): L2 metric, unit 10, at least 2, special cells joined to all"},
		"graded places": {"any place by \"lat\" and \"lon\" from any other, the nearer, the better hidden: two that are 10 kilometres apart as well as the budget allows, and twice as far apart half as well; two that are closer than 1 as if they were 1 apart",
			"\"lat\" and \"lon\": great-circle metric in kilometres, unit 10, at least 1"},
		"graded": {"any answer in \"pay\" from any other, the nearer, the better hidden: two that are 10 apart as well as the budget allows, and twice as far apart half as well",
			"\"pay\": metric |u - v|, unit 10"},
		"grid": {"answers in \"pay\" inside the same group (0 to 24, 25 to 49)",
			"pay: partition into 2 blocks of sizes 25 25"},
		"groups": {"answers in \"area\" inside the same group (up, down)",
			"area: partition into 2 blocks of sizes 2 2"},
		"intersection": {"what is each of these at once: an answer in \"age\" from another within 5, and (blank) and (other) from any; and answers in \"age\" inside the same group (0 to 49, 50 to 99, (blank), (other))",
			"intersection of (age: distance threshold graph, theta = 5, special cells joined to all; age: partition into 4 blocks of sizes 50 50 1 1)"},
		"kilometres": {"places by \"lat\" and \"lon\" from others within 2.5 kilometres",
			"\"lat\" and \"lon\": great-circle distance threshold graph, theta = 2.5 km"},
		"matrix": {"answers in \"area\" from one another, as the table of weights says",
			"area: weighted graph from a table of 4 rows"},
		"near": {"an answer in \"age\" from another within 5, and (blank) and (other) from any",
			"age: distance threshold graph, theta = 5, special cells joined to all"},
		"pairs": {"of \"area\": N from S, E from W (as well as if 0.5 times as much were spent)",
			"\"area\": 2 pairs listed one by one"},
		"product": {"each of these by itself, adding up where several differ: any answer in \"area\" from any other; an answer in \"pay\" from another within 3",
			"up to 1 of (area: complete graph on 4 values; pay: distance threshold graph, theta = 3)"},
		"union": {"answers in \"area\" inside the same group (up, down); nor of \"area\": N from S",
			"union of (area: partition into 2 blocks of sizes 2 2; \"area\": 1 pairs listed one by one)"},
		"weighed": {"any answer in \"area\" from any other (as well as if 0.3334 times as much were spent)",
			"area: complete graph on 4 values, weight 0.3334"},
		"within L1": {"combinations of \"age\", \"pay\" (× 2.5) that differ by at most 10 in total",
			"\"age\", \"pay\" (× 2.5): L1 distance threshold graph, theta = 10, special cells own group"},
		"within L2": {"combinations of \"age\", \"pay\" (× 2.5) that are at most 10 apart in a straight line ((blank) and (other) count as equal to any answer)",
			"\"age\", \"pay\" (× 2.5): L2 distance threshold graph, theta = 10, special cells joined to all"},
		"within L∞": {"combinations of \"age\", \"pay\" (× 2.5) that differ by at most 10 in each",
			"\"age\", \"pay\" (× 2.5): L∞ distance threshold graph, theta = 10, special cells own group"},
	}
	for name, p := range spoken("") {
		want, listed := said[name]
		if !listed {
			t.Errorf("%s has no sentences here", name)
			continue
		}
		if got := p.Secret(); got.String() != want[0] {
			t.Errorf("%s:\n%s\nwant:\n%s", name, got, want[0])
		}
		if got := p.Expert(); got.String() != want[1] {
			t.Errorf("%s:\n%s\nwant:\n%s", name, got, want[1])
		}
	}
}

// TestManyAlike has a dozen columns with the same secret and one more, which are told together, whatever the secret is, as all
// columns or as all that are not named.
func TestManyAlike(t *testing.T) {
	var all []map[string]Part
	for i := range mostColumns + 1 {
		all = append(all, spoken(domain.AttributeName(fmt.Sprint(i))))
	}
	for name, first := range all[0] {
		var parts []Part
		for _, of := range all {
			parts = append(parts, of[name])
		}
		said := describe(t, parts...).Secret.String()
		column := string(first.Attributes()[0].Name())
		if first.Secret().IsZero() {
			continue
		}
		if len(first.Attributes()) > 1 {
			if last := parts[mostColumns].Secret().String(); !strings.Contains(said, last) {
				t.Errorf("%s of several columns: %q leaves out %q", name, said, last)
			}
			continue
		}
		if want := strings.ReplaceAll(first.Secret().String(), fmt.Sprintf("%q", column), "any of the 13 columns"); said != "Nobody can tell "+want+"." {
			t.Errorf("%s: %q", name, said)
		}
		said = describe(t, append(parts, Complete(whole("other", 3, typed)), Alone(whole("open", 3, typed)))...).Secret.String()
		want := `any answer in "other" from any other; nor `
		if name == "complete" {
			want = "any answer in any of the other 14 columns"
		}
		if !strings.Contains(said, want) || !strings.Contains(said, "any of the other 1") || !strings.HasSuffix(said, `Not secret: "open".`) {
			t.Errorf("%s beside others: %q", name, said)
		}
	}
	// So is what anyone may learn exactly, with the names of the columns where there are others.
	var grouped, open []Part
	for _, of := range all {
		grouped, open = append(grouped, of["groups"]), append(open, of["alone"])
	}
	for _, c := range []struct {
		parts []Part
		want  []string
	}{
		{grouped, []string{"for each of the 13 columns: how many people are in each of these groups of that column: up, down", "how many people are in each combination of these"}},
		{append(open, Complete(whole("other", 3, typed))), []string{`for each of "area0", "area1", "area2", "area3", "area4", "area5", "area6", "area7", "area8", "area9", "area10", "area11" and "area12": how many people have each answer in that column`, "how many people are in each combination of these"}},
		{grouped[:2], []string{`how many people are in each of these groups of "area0": up, down`, `how many people are in each of these groups of "area1": up, down`, "how many people are in each combination of these"}},
	} {
		if got := message.English(describe(t, c.parts...).Disclosed); !slices.Equal(got, c.want) {
			t.Errorf("disclosed: %q", got)
		}
	}
	// Of two lists that are long, one is named.
	var parts []Part
	for _, of := range all {
		parts = append(parts, of["near"], of["complete"])
	}
	said := describe(t, parts...).Secret.String()
	if strings.Count(said, "any of the other 13 columns") != 1 || !strings.Contains(said, `"age11" or "age12"`) || strings.Contains(said, "area") {
		t.Errorf("two long lists: %q", said)
	}
}

// describe says what a policy of parts keeps secret.
func describe(t *testing.T, parts ...Part) Sentences {
	var columns []*domain.Attribute
	for _, part := range parts {
		columns = append(columns, part.Attributes()...)
	}
	d, err := domain.New(columns, nil)
	if err != nil {
		t.Fatal(err)
	}
	return must(New(Spec{Domain: d, Parts: parts})).Describe()
}
