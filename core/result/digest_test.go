package result

import (
	"errors"
	"iter"
	"slices"
	"strings"
	"testing"

	"steward/core/cluster"
	"steward/core/plan"
)

func rowsOf(rows ...[]string) iter.Seq2[[]string, error] {
	return func(yield func([]string, error) bool) {
		for _, r := range rows {
			if !yield(r, nil) {
				return
			}
		}
	}
}

func digestOfRows(t *testing.T, names []string, rows ...[]string) string {
	t.Helper()
	d, err := RecordsDigest(names, rowsOf(rows...))
	if err != nil || len(d) != 64 {
		t.Fatalf("%q, %v", d, err)
	}
	return d
}

// The digest of records is the same whatever files add to a label or leave out, and another one for other
// records.
func TestRecordsDigest(t *testing.T) {
	names := []string{"town", "age"}
	want := digestOfRows(t, names, []string{"=North", "3"}, []string{"South", "4"})
	for _, same := range [][]string{{"'=North", "3"}, {" =North ", "3"}, {"=Nor\x01th", "3\r"}, {"=No\tr\nth", "\ufffe3"}, {"' =North", "3\u0085"}} {
		if digestOfRows(t, names, same, []string{"South", "4"}) != want {
			t.Errorf("%q has another digest", same)
		}
	}
	others := [][][]string{
		{{"South", "4"}, {"=North", "3"}}, {{"=North", "3"}}, {{"=North", "3"}, {"South", "4"}, {"South", "4"}}, {{"=North", "3"}, {"South", "5"}},
		{{"=North 3", ""}, {"South", "4"}}, {{"=North", "3", ""}, {"South", "4"}}, {{"=north", "3"}, {"South", "4"}}, {{`=North" "3`}, {"South", "4"}},
	}
	for _, other := range others {
		if digestOfRows(t, names, other...) == want {
			t.Errorf("%q has the same digest", other)
		}
	}
	if digestOfRows(t, []string{"age", "town"}, []string{"=North", "3"}, []string{"South", "4"}) == want {
		t.Error("other columns have the same digest")
	}
	broken := errors.New("broken")
	if _, err := RecordsDigest(names, func(yield func([]string, error) bool) { yield(nil, broken) }); !errors.Is(err, broken) {
		t.Errorf("an error of reading became %v", err)
	}
}

// The form of the digest is that of the first version that knew all of what is published, and everything
// that is published is part of it.
func TestCanonicalForm(t *testing.T) {
	form := func(r *Release) string {
		t.Helper()
		var out strings.Builder
		if err := r.Canonical(&out); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	choices := []Choice{{Asked: plan.Choice{ID: "c"}, Values: []Chosen{{Key: []string{"F"}, Option: "37", Low: "35", High: "39"}}}}
	groups := []Clustering{{Asked: plan.Clustering{ID: "g"}, Rounds: 2, Groups: []cluster.Group{{Centre: []float64{1.5}, Error: []float64{0.25}, Size: -3, SizeError: 2}}}}
	records := []Synthetic{{Asked: plan.Synthetic{ID: "s"}, Count: 4, People: 8, Digest: "d"}}
	for _, c := range []struct {
		r     Release
		first string
		lines int
	}{
		{Release{}, "steward release 1", 2},
		{Release{Choices: choices}, "steward release 3", 4},
		{Release{Clusters: groups}, "steward release 4", 4},
		{Release{Choices: choices, Synthetic: records}, "steward release 4", 5},
	} {
		lines := strings.Split(strings.TrimSuffix(form(&c.r), "\n"), "\n")
		if lines[0] != c.first || len(lines) != c.lines {
			t.Errorf("%q, want %d lines that begin with %q", lines, c.lines, c.first)
		}
	}
	all := func() *Release {
		r := &Release{Choices: slices.Clone(choices), Clusters: slices.Clone(groups), Synthetic: slices.Clone(records)}
		r.Choices[0].Values = slices.Clone(choices[0].Values)
		r.Clusters[0].Groups = slices.Clone(groups[0].Groups)
		return r
	}
	was := form(all())
	for name, change := range map[string]func(*Release){
		"an option": func(r *Release) { r.Choices[0].Values[0].Option = "38" }, "an end": func(r *Release) { r.Choices[0].Values[0].High = "40" },
		"a width": func(r *Release) { r.Choices[0].Width = 1 }, "a centre": func(r *Release) { r.Clusters[0].Groups[0].Centre = []float64{1.25} },
		"an error": func(r *Release) { r.Clusters[0].Groups[0].Error = []float64{0.5} }, "a size": func(r *Release) { r.Clusters[0].Groups[0].Size++ },
		"too small": func(r *Release) { r.Clusters[0].Groups[0].Kept = true }, "the records": func(r *Release) { r.Synthetic[0].Digest = "e" },
		"the people": func(r *Release) { r.Synthetic[0].People++ }, "the plan": func(r *Release) { r.Plan.Title = "x" },
	} {
		r := all()
		change(r)
		if form(r) == was {
			t.Errorf("%s can be changed without another form", name)
		}
	}
	r := all()
	r.Created, r.Program, r.Ledger.Sequence = "later", "another", 7
	if form(r) != was {
		t.Error("when and where it was released changes the form")
	}
}
