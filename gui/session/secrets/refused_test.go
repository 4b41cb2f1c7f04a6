package secrets_test

import (
	"math/big"
	"os"
	"strings"
	"testing"

	"steward/core/domain"
	"steward/core/guide"
	"steward/core/plan"
	"steward/core/plan/secret"
	"steward/gui/session/secrets"
)

// refusedSecrets are secrets that a plan cannot have, by what is said of them.
func refusedSecrets() map[string]secret.Secrets {
	one := func(r secret.Secret) secret.Secrets { return secret.Secrets{Columns: []secret.Secret{r}} }
	with := func(column domain.AttributeName, r secret.Secret) secret.Secrets {
		r.Columns = named(column)
		return one(r)
	}
	two := func(r secret.Secret) secret.Secrets {
		r.Columns = named("visits", "education")
		return one(r)
	}
	half := []secret.Group{{Name: "a", Values: []string{"yes", "no"}}}
	return map[string]secret.Secrets{
		"names no column":                   one(secret.Secret{Kind: secret.Near, Within: "1"}),
		"hoe is no longer published":        with("shoe", secret.Secret{Kind: secret.Near, Within: "1"}),
		`unknown kind “hidden”`:             with("smoker", secret.Secret{Kind: "hidden"}),
		"has two secrets":                   {Columns: []secret.Secret{{Columns: named("visits"), Kind: secret.Near, Within: "1"}, {Columns: named("visits", "education"), Kind: secret.Near, Within: "2"}}},
		`the distance: found “none”`:        with("visits", secret.Secret{Kind: secret.Near, Within: "none"}),
		"have no order":                     with("smoker", secret.Secret{Kind: secret.Near, Within: "1"}),
		"so they cannot be cut":             with("smoker", secret.Secret{Kind: secret.Grid, Scales: map[domain.AttributeName]string{"smoker": "1"}}),
		"gives no width for":                with("visits", secret.Secret{Kind: secret.Grid}),
		"is in several pieces":              with("income", secret.Secret{Kind: secret.Grid, Scales: map[domain.AttributeName]string{"income": "300"}}),
		"which it does not name":            two(secret.Secret{Kind: secret.Near, Within: "1", Scales: map[domain.AttributeName]string{"age": "1"}}),
		"the scale of":                      two(secret.Secret{Kind: secret.Near, Within: "1", Scales: map[domain.AttributeName]string{"visits": "-1"}}),
		"L7":                                two(secret.Secret{Kind: secret.Near, Within: "1", Norm: "L7"}),
		"the unit of distance":              with("visits", secret.Secret{Kind: secret.Graded}),
		"the least distance":                with("visits", secret.Secret{Kind: secret.Graded, Unit: "1", AtLeast: "x"}),
		"touch, so":                         with("income", secret.Secret{Kind: secret.Graded, Unit: "500"}),
		"less than a thousandth":            with("visits", secret.Secret{Kind: secret.Graded, Unit: "9000"}),
		"that were put into groups":         with("smoker", secret.Secret{Kind: secret.Groups, Groups: half}),
		"are called":                        with("smoker", secret.Secret{Kind: secret.Groups, Groups: append(half, secret.Group{Name: "a", Values: []string{"not stated"}})}),
		"belongs to one group":              with("smoker", secret.Secret{Kind: secret.Groups, Groups: append(half, secret.Group{Name: "b", Values: []string{"not stated", "yes"}})}),
		"are not those that were put":       two(secret.Secret{Kind: secret.Groups, Groups: half}),
		"is of one column, but 2":           two(secret.Secret{Kind: secret.Matrix}),
		"weight of “yes”":                   with("smoker", secret.Secret{Kind: secret.PerValue, Weights: map[string]string{"yes": "0"}}),
		"“maybe”, which is not":             with("smoker", secret.Secret{Kind: secret.PerValue, Weights: map[string]string{"maybe": "1"}}),
		"weight of the other values":        with("smoker", secret.Secret{Kind: secret.PerValue, Otherwise: "-"}),
		"nothing would be secret":           with("smoker", secret.Secret{Kind: secret.PerValue}),
		"given twice, as 1 and 2":           with("smoker", secret.Secret{Kind: secret.Matrix, Distances: []secret.Distance{{U: "yes", V: "no", Distance: "1"}, {U: "no", V: "yes", Distance: "2"}}}),
		"two different values":              with("smoker", secret.Secret{Kind: secret.Matrix, Distances: []secret.Distance{{U: "yes", V: "yes", Distance: "1"}}}),
		`distance 1 names “maybe”`:          with("smoker", secret.Secret{Kind: secret.Matrix, Distances: []secret.Distance{{U: "yes", V: "maybe", Distance: "1"}}}),
		`distance of “yes” and “no”`:        with("smoker", secret.Secret{Kind: secret.Matrix, Distances: []secret.Distance{{U: "yes", V: "no", Distance: "far"}}}),
		"no pairs are given":                with("smoker", secret.Secret{Kind: secret.Pairs}),
		"and itself":                        with("smoker", secret.Secret{Kind: secret.Pairs, Pairs: []secret.Pair{{U: []string{"no"}, V: []string{"no"}}}}),
		"was given before":                  with("smoker", secret.Secret{Kind: secret.Pairs, Pairs: []secret.Pair{{U: []string{"no"}, V: []string{"yes"}}, {U: []string{"yes"}, V: []string{"no"}}}}),
		"values where one is expected":      with("smoker", secret.Secret{Kind: secret.Pairs, Pairs: []secret.Pair{{U: []string{"no", "none"}, V: []string{"yes"}}}}),
		"weight of secret pair 1":           with("smoker", secret.Secret{Kind: secret.Pairs, Pairs: []secret.Pair{{U: []string{"no"}, V: []string{"yes"}, Weight: "x"}}}),
		"latitude and longitude, but":       with("visits", secret.Secret{Kind: secret.Place, Within: "5"}),
		"is not a latitude":                 two(secret.Secret{Kind: secret.Place, Within: "5"}),
		"distance in kilometres":            two(secret.Secret{Kind: secret.Place}),
		"the nearest ones count":            two(secret.Secret{Kind: secret.Places, Unit: "5"}),
		"its secret 2":                      with("smoker", secret.Secret{Kind: secret.Any, Of: []secret.Secret{{Kind: secret.Everything}, {Kind: secret.Matrix, Distances: []secret.Distance{{U: "a", V: "b", Distance: "1"}}}}}),
		"treats each column by itself":      two(secret.Secret{Kind: secret.All, Of: []secret.Secret{{Kind: secret.Everything}}}),
		"at least two secrets":              with("smoker", secret.Secret{Kind: secret.Any, Of: []secret.Secret{{Kind: secret.Everything}}}),
		`the weight: found “heavy”`:         with("smoker", secret.Secret{Kind: secret.Everything, Weight: "heavy"}),
		"protects nothing":                  with("smoker", secret.Secret{Kind: secret.Everything, Weight: "99999999"}),
		"answers are to be hidden together": {Together: 70},
		"weight of being in the file":       {Absences: []secret.Absence{{Weight: "many"}}},
		"“shoe”, which is not":              {Absences: []secret.Absence{{Where: domain.Combination{"shoe": {"big"}}}}},
		"“huge”, which is not":              {Absences: []secret.Absence{{Where: domain.Combination{"smoker": {"huge"}}}}},
		"has no value of":                   {Absences: []secret.Absence{{Where: domain.Combination{"smoker": {}}}}},
	}
}

// Every refusal is told where it can be mended, with a remedy that mends it.
func TestEveryRefusalIsToldAndMended(t *testing.T) {
	s, _ := held(t)
	for words, secrets := range refusedSecrets() {
		s.Edit(func(p *plan.Plan) { p.Secrets = secrets })
		if s.Compiled() != nil || len(s.Issues(guide.Secrets)) == 0 {
			t.Errorf("%s: the plan is not refused", words)
			continue
		}
		var told []string
		for _, m := range s.Secrets.Mendings() {
			told = append(told, m.Problem)
			if m.Remedy == "" {
				t.Errorf("%s: nothing mends it", words)
			}
		}
		for _, a := range s.Secrets.InFile().Groups() {
			told = append(told, a.Issue)
		}
		told = append(told, s.Secrets.Joint().Issue())
		if !strings.Contains(strings.Join(told, "\n"), words) {
			t.Errorf("%s: told is %q, the issue %v", words, told, s.Issues(guide.Secrets))
		}
		for range 4 {
			if list := s.Secrets.Mendings(); len(list) > 0 {
				list[0].Mend()
			}
		}
		for i, a := range s.Secrets.InFile().Groups() {
			if a.Issue != "" {
				s.Secrets.InFile().Remove(i)
			}
		}
		if s.Secrets.Joint().Issue() != "" {
			s.Secrets.Joint().Hide(0)
		}
		if s.Compiled() == nil {
			t.Errorf("%s: mended, but %v", words, s.Issues(guide.Secrets))
		}
	}
}

// What is typed and makes no sense is refused in words, and the plan stays what it was.
func TestTypedNonsenseIsRefused(t *testing.T) {
	s, _ := held(t)
	withDegrees(s)
	s.Edit(func(p *plan.Plan) {
		p.Secrets = secret.Secrets{Absences: []secret.Absence{{Where: domain.Combination{"smoker": {"yes"}}}}, Columns: []secret.Secret{
			{Columns: named("smoker"), Kind: secret.PerValue, Weights: map[string]string{"yes": "0.5"}},
			{Columns: named("education"), Kind: secret.Matrix, Distances: []secret.Distance{{U: "none", V: "primary", Distance: "1"}}},
			{Columns: named("lat", "lon"), Kind: secret.Places, Unit: "20", AtLeast: "5"},
			{Columns: named("visits"), Kind: secret.Any, Of: []secret.Secret{{Kind: secret.Near, Within: "2"}, {Kind: secret.Grid, Scales: map[domain.AttributeName]string{"visits": "8"}}}},
			{Columns: named("district"), Kind: secret.Pairs, Pairs: []secret.Pair{{U: []string{"Alderton"}, V: []string{"Brookside"}}}},
			{Columns: named("income"), Kind: secret.Grid, Scales: map[domain.AttributeName]string{"income": "500"}},
		}}
	})
	if s.Compiled() == nil {
		s.Edit(func(p *plan.Plan) { p.Secrets.Columns = p.Secrets.Columns[:5] })
	}
	if s.Compiled() == nil {
		t.Fatal(s.Issues(guide.Secrets))
	}
	before := s.Plan()
	for what, c := range map[string]struct {
		err  error
		says string
	}{
		"weight of a value":    {s.Secrets.At(secrets.On("smoker")).Set(secrets.ValueWeight("yes"), "much"), `weight of “yes”: found “much”`},
		"weight of the others": {s.Secrets.At(secrets.On("smoker")).Set(secrets.OtherWeights(), "0"), "weight of the other values"},
		"no weights at all":    {s.Secrets.At(secrets.On("smoker")).Set(secrets.ValueWeight("yes"), ""), "nothing would be secret"},
		"a distance":           {s.Secrets.At(secrets.On("education")).SetDistance(0, 1, "-1"), `distance of “none” and “primary”`},
		"every distance":       {s.Secrets.At(secrets.On("education")).SetAllDistances("x"), `found “x”`},
		"kilometres":           {s.Secrets.At(secrets.On("lat")).Set(secrets.Unit(), "1.000,5"), "unit of distance"},
		"no least distance":    {s.Secrets.At(secrets.On("lat")).Set(secrets.AtLeast(), ""), "nearest ones count"},
		"a least distance":     {s.Secrets.At(secrets.On("lat")).Set(secrets.AtLeast(), "zero"), "least distance"},
		"inside":               {s.Secrets.At(secrets.On("visits").In(0)).Set(secrets.Within(), "0"), "the distance"},
		"inside, too light":    {s.Secrets.At(secrets.On("visits").In(0)).Set(secrets.Weight(), "0.0000001"), "weight"},
		"a weight":             {s.Secrets.At(secrets.On("smoker")).Set(secrets.Weight(), "99999999"), "protects nothing"},
		"a weight of no rule":  {s.Secrets.At(secrets.On("age")).Set(secrets.Weight(), "99999999"), "protects nothing"},
		"a pair's weight":      {s.Secrets.At(secrets.On("district")).Set(secrets.PairWeight(0), "?"), "the weight"},
		"a pair of nothing":    {s.Secrets.At(secrets.On("district")).SetPair(0, []int{-1}, []int{1}), "choose both"},
		"who is absent":        {s.Secrets.InFile().Set(0, "smoker", "often"), `“often” is not a value of smoker`},
		"nobody absent":        {s.Secrets.InFile().Set(0, "smoker", ";"), "at least one value"},
		"weight of absence":    {s.Secrets.InFile().SetWeight(0, "half"), "being in the file"},
		"one column together":  {s.Secrets.AddSeveral([]string{"age"}), "at least two"},
		"a place of words":     {s.Secrets.At(secrets.On("smoker")).SetKind(secret.Place), "latitude"},
		"out of two columns":   {s.Secrets.At(secrets.On("lat")).DropColumn("lon"), "at least two"},
		"a third for a place":  {s.Secrets.At(secrets.On("lat")).AddColumn("age"), "latitude and longitude, but 3"},
	} {
		if c.err == nil || !strings.Contains(c.err.Error(), c.says) {
			t.Errorf("%s: %v, want it to say %q", what, c.err, c.says)
		}
	}
	if len(s.Plan().Secrets.Columns) != len(before.Secrets.Columns) || s.Compiled() == nil {
		t.Errorf("nonsense changed the plan to %+v", s.Plan().Secrets)
	}
}

// Sheets that say something else are refused with the cell.
func TestSheetsThatAreRefused(t *testing.T) {
	matrix := secret.Secret{Columns: named("smoker"), Kind: secret.Matrix}
	pairs := secret.Secret{Columns: named("smoker"), Kind: secret.Pairs}
	both := secret.Secret{Columns: named("smoker", "education"), Kind: secret.Pairs}
	coarser := secret.Secret{Columns: named("smoker"), Kind: secret.Coarser}
	weights := secret.Secret{Columns: named("smoker"), Kind: secret.PerValue, Otherwise: "1"}
	s, _ := held(t)
	for _, c := range []struct {
		rule  secret.Secret
		lines []string
		says  string
	}{
		{matrix, []string{",yes,no,not stated", "yes,,1,2", "no,1,,x", "not stated,2,,"}, `found “x”`},
		{matrix, []string{",yes,no,not stated", "yes,,1,2", "no,3,,"}, "make them the same"},
		{matrix, []string{",yes,no,often", "yes,,1,2"}, `“often” is not one of the values`},
		{matrix, []string{",yes,no,yes", "yes,,1,2"}, "there twice"},
		{matrix, []string{",yes,no", "yes,,1", "no,1,"}, `no row for “not stated”`},
		{matrix, []string{",yes,no,not stated", "yes,4,1,2"}, "leave the diagonal empty"},
		{matrix, []string{",yes,no,not stated", "yes,,1,2", "yes,,1,2"}, "there twice"},
		{matrix, []string{"a,b,d", "yes,yes,1"}, "with itself"},
		{matrix, []string{"a,b,d", "yes,maybe,1"}, `“maybe” is not a value of smoker`},
		{matrix, []string{"a,b", "yes,no"}, "2 columns where 3 are expected"},
		{pairs, []string{"a,b", "yes,yes"}, "two different answers"},
		{pairs, []string{"a,b,w", "yes,no,heavy"}, `found “heavy”`},
		{both, []string{"a,b,c", "yes,none,no"}, "3 columns where 4 or 5 are expected"},
		{coarser, []string{"v,g", "yes,a", "no,", "not stated,b"}, "found no group"},
		{coarser, []string{"v,g", "yes,a", "yes,b"}, "belongs to"},
		{weights, []string{"v,w", "yes,1", "yes,2"}, "two weights"},
		{weights, []string{"v,w", "yes,none"}, `found “none”`},
		{secret.Secret{Columns: named("smoker"), Kind: secret.Near}, []string{"v,w", "yes,1"}, "cannot be read from a sheet"},
		{secret.Secret{Columns: named("shoe"), Kind: secret.Matrix}, []string{"v,w", "yes,1"}, "no longer published"},
		{matrix, []string{"a,b,d"}, "no rows under"},
	} {
		_, err := secrets.ReadRule(t.Context(), sheetOf(t, c.lines...), c.rule, s.Plan().Columns)
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%q: %v, want it to say %q", c.lines, err, c.says)
		}
	}
	misnamed := sheetOf(t, "v,w", "yes,none") // a text table counts lines, whatever it is named
	if err := os.Rename(misnamed, misnamed+".xlsx"); err != nil {
		t.Fatal(err)
	}
	if _, err := secrets.ReadRule(t.Context(), misnamed+".xlsx", weights, s.Plan().Columns); err == nil || !strings.Contains(err.Error(), "line 2, column 2") {
		t.Errorf("%v, want it to name the line and the column", err)
	}
	for _, c := range []struct {
		lines []string
		km    string
		says  string
	}{
		{[]string{"v,lat,lon", "yes,52,4", "no,north,5", "not stated,52,6"}, "10", "decimal degrees"},
		{[]string{"v,lat,lon", "yes,52,4", "no,52,5"}, "10", `no coordinates for “not stated”`},
		{[]string{"v,lat,lon", "yes,52,4", "yes,52,5"}, "10", "twice"},
		{[]string{"v,lat,lon", "yes,52,4", "no,52,4", "not stated,51,4"}, "10", "in the same place"},
		{[]string{"v,lat,lon", "yes,52,4", "no,52,5", "not stated,51,4"}, "far", "kilometres of one step"},
	} {
		_, err := secrets.ReadPlaces(t.Context(), sheetOf(t, c.lines...), c.km, matrix, s.Plan().Columns)
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%q: %v, want it to say %q", c.lines, err, c.says)
		}
	}
	// A list without headings loses nothing.
	listed, err := secrets.ReadRule(t.Context(), sheetOf(t, "yes,no", "no,not stated"), pairs, s.Plan().Columns)
	if must(t, err); len(listed.Pairs) != 2 {
		t.Errorf("pairs %+v", listed.Pairs)
	}
	// The whole table, in both forms, and places: the same rule.
	square, err := secrets.ReadRule(t.Context(), sheetOf(t, ",yes,no,not stated", "yes,0,1,2.5", "no,,,0.5", "not stated,2.5,,"), matrix, s.Plan().Columns)
	must(t, err)
	list, err := secrets.ReadRule(t.Context(), sheetOf(t, "a,b,d", "yes,no,1", "not stated,yes,2.5", "no,not stated,0.5"), matrix, s.Plan().Columns)
	must(t, err)
	a, b := s.Plan(), s.Plan()
	a.Secrets, b.Secrets = secret.Secrets{Columns: []secret.Secret{square}}, secret.Secrets{Columns: []secret.Secret{list}}
	samePolicy(t, a, b, "smoker")
	places, err := secrets.ReadPlaces(t.Context(), sheetOf(t, "v,lat,lon", "yes,52,4", "no,53,4", "not stated,52,6"), "100", matrix, s.Plan().Columns)
	must(t, err)
	// One degree of latitude is 110.6 to 111.7 kilometres; less is never too much protection lost.
	if d, _ := new(big.Rat).SetString(places.Distances[0].Distance); len(places.Distances) != 3 || d.Cmp(big.NewRat(110, 100)) < 0 || d.Cmp(big.NewRat(1117, 1000)) > 0 {
		t.Errorf("places %+v", places.Distances)
	}
}
