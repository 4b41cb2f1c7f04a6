package repair

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

// Every kind has a name of its own, is told, and is read from a plan as it is written.
func TestKinds(t *testing.T) {
	if names := Names(); len(slices.Compact(slices.Sorted(slices.Values(names)))) != int(kinds) || slices.Contains(names, "") {
		t.Errorf("names %q", names)
	}
	told := make(map[string]Kind)
	for k := range kinds {
		r := Rule{Column: "c", Kind: k}
		if k.HasTexts() {
			r.Texts = []string{"/"}
		}
		if err := r.Check(); err != nil {
			t.Errorf("%s: %v", k, err)
		}
		data, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		var back Rule
		if err := json.Unmarshal(data, &back); err != nil || !back.Equal(r) {
			t.Errorf("%s is read as %+v, %v", data, back, err)
		}
		said := r.Said().String()
		if other, twice := told[said]; twice || said == "" {
			t.Errorf("%s and %s are both told as %q", k, other, said)
		}
		told[said] = k
	}
	if err := json.Unmarshal([]byte(`{"kind":"guess"}`), new(Rule)); err == nil || !strings.Contains(err.Error(), "decimal-comma") {
		t.Errorf("an unknown kind: %v", err)
	}
}

func TestRulesThatCannotBeMeant(t *testing.T) {
	for _, r := range []Rule{
		{Kind: Spaces, Texts: []string{"x"}}, {Kind: Missing}, {Kind: Missing, Texts: []string{""}}, {Kind: Missing, Texts: []string{" x"}}, {Kind: Case, Texts: []string{"Yes", "YES"}},
		{Kind: DayFirst, Texts: []string{"x"}}, {Kind: Units, Texts: []string{strings.Repeat("k", 400)}}, {Kind: Missing, Texts: slices.Repeat([]string{"x"}, 2000)}, {Kind: Missing, Texts: []string{"a\u200bb"}},
	} {
		if err := r.Check(); err == nil {
			t.Errorf("%.80v is taken", r)
		}
	}
}

func TestSets(t *testing.T) {
	s := SetOf(Notes, Case)
	if !s.Has(Case) || s.Has(Units) || !slices.Equal(s.Kinds(), []Kind{Notes, Case}) || !s.Within(SetOf(Notes, Units, Case)) || s.Within(SetOf(Notes)) {
		t.Errorf("set %v", s.Kinds())
	}
}
