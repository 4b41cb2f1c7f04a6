package project

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/limits"
	"steward/core/plan"
	"steward/core/plan/secret"
	"steward/core/repair"
	"steward/core/seeded"
)

func number(n int64) *int64 { return new(n) }

// full is a plan in which every field is set.
func full() plan.Plan {
	return plan.Plan{
		Version: plan.Version, DataSet: "People", Title: `People <of> the "town" & more`,
		Data: plan.Data{File: "p.csv", Sheet: "One", HeaderRow: 3, Delimiter: ";", DecimalComma: true, Encoding: "windows-1252", Quote: "none", Thousands: ".", Range: "people", HeaderRows: 2, LeaveOut: "9, 11-12", Merged: "all", Repairs: []repair.Rule{{Column: "age", Kind: repair.Missing, Texts: []string{"-9"}}}, Splits: []repair.Split{{Column: "ways", Between: ";", Options: []string{"bus", "car"}}}, OneRowEach: true, Types: map[string]string{"age": "smallint"}, Described: &plan.Fingerprint{Salt: "12", Digest: "34"}, Reviewed: &plan.Fingerprint{Salt: "ab", Digest: "cd"}},
		Columns: []plan.Column{
			{Name: "age", Kind: domain.Whole, Lowest: number(0), Highest: number(99), Origin: domain.Typed, Other: plan.Special{Rule: domain.Nearest}},
			{Name: "town", Kind: domain.List, Values: []string{"North", "Süd", "\U0001F600"}, Origin: domain.Codebook, Blank: plan.Special{Rule: domain.AsValue, Value: "North"}},
			{Name: "wage", Kind: domain.Ranges, Ranges: []plan.Range{{To: "1", Label: "low"}, {From: "1"}}, WholeNumbers: true, Origin: domain.Confirmed, Readings: map[string]string{"n/a": "(blank)"}, Label: "Wage a month", PartOf: "pay"},
			{Name: "born", Kind: domain.Periods, Dates: &plan.Dates{Period: domain.Spans, First: "2019-01-01", Last: "2020-12-31", Spans: []plan.Range{{From: "2019-03-14", To: "2019-04-01", Label: "spring"}}, Order: domain.DayFirst, YearsFrom: 1930}, Origin: domain.Typed},
		},
		Group:      &plan.Answers{Column: "town", Values: []string{"North"}},
		Impossible: []domain.Combination{{"age": {"1", "2"}, "town": {"North"}}},
		Secrets: secret.Secrets{Presence: true, PresenceOnly: true, Together: 2, Columns: []secret.Secret{
			{Columns: []domain.AttributeName{"age", "wage"}, Kind: secret.Near, Within: "5", Scales: map[domain.AttributeName]string{"age": "0.5"}, BlanksJoined: true},
			{Columns: []domain.AttributeName{"town"}, Kind: secret.Groups, Groups: []secret.Group{{Name: "Up", Values: []string{"North"}}}},
			{Columns: []domain.AttributeName{"town"}, Kind: secret.Coarser, Coarser: map[string]string{"North": "Up"}, Norm: "L2", Unit: "1", AtLeast: "0.5",
				Weight: "2", Weights: map[string]string{"North": "0.1"}, Otherwise: "1", Distances: []secret.Distance{{U: "North", V: "Süd", Distance: "2.5"}},
				Pairs: []secret.Pair{{U: []string{"North"}, V: []string{"Süd"}, Weight: "3"}}, Of: []secret.Secret{{Kind: secret.Everything}}},
		}, Absences: []secret.Absence{{Where: domain.Combination{"town": {"North"}}, Weight: "0.5"}}},
		Facts: plan.Facts{People: number(0), Reading: constraint.Strict, Stated: []constraint.Fact{
			{ID: "t", Title: "Towns", People: number(1), Totals: &constraint.Totals{Columns: []domain.AttributeName{"town"}, Rows: []constraint.Row{{Labels: []string{"North"}, Count: 3}}, NobodyElse: true},
				Counts: []constraint.Count{{Of: constraint.Predicate{{{Column: "town", Values: []string{"North"}, Spans: []constraint.Span{{From: "North", To: "Süd"}}}}}, Count: 4}}},
		}},
		Rows: &plan.Rows{Person: "name", AtMost: 3, Key: "visit"}, Weight: &plan.Weight{Column: "wt", Step: "10", Cap: "500"},
		Questions: []plan.Question{
			{ID: "a", Title: "Ages", Kind: "ranges", Columns: []domain.AttributeName{"age"}, Ranges: []plan.Span{{From: "0", To: "9"}}, Every: true, Share: "60", Mechanism: "laplace",
				Boxes: [][]plan.Span{{{From: "0", To: "9"}, {}}}, Only: []plan.Answers{{Column: "age", Values: []string{"0"}}}},
			{ID: "t", Title: "Ages by town", Kind: "table", Columns: []domain.AttributeName{"age", "town"}, Totals: true,
				Percent: []plan.Percent{{Within: []domain.AttributeName{"town"}}}, Rates: []plan.Rate{{Column: "town", Values: []string{"North"}}},
				Differences: []plan.Difference{{Column: "town", First: "North", Second: "Süd", Shares: true}},
				Publishing:  &plan.Publishing{RoundTo: 5, HideTimes: "1.5", HideWidth: "100", LeaveOut: "50", LeaveOutShare: "40", LeaveOutSize: "200"}},
			{ID: "s", Title: "Average wage", Kind: "totals", Columns: []domain.AttributeName{"town", "wage"},
				Sum: &plan.Sum{Of: []domain.AttributeName{"wage"}, Numbers: []plan.Number{{Values: []string{"low"}, Number: "0.5"}}, Averages: true, Unit: "EUR"}},
		},
		Choices: []plan.Choice{{ID: "m", Title: "Median", Kind: "percentile", Column: "age", By: []domain.AttributeName{"town"}, Percentile: "50", Width: new(2), Interval: true,
			Method: "draw", Table: "a", Test: "at least", Options: []plan.Option{{Label: "low", At: "5", Times: "2.5", Weights: map[string]string{"7": "-1"}}}, Share: "10"}},
		Clusters: []plan.Clustering{{ID: "g", Title: "Groups", Columns: []plan.ClusterColumn{{Name: "age", Scale: "0.5"}}, Clusters: 2, Way: "rounds", Start: "given",
			Centres: [][]string{{"20"}, {"60"}}, Rounds: 3, Share: "2"}},
		Synthetic: []plan.Synthetic{{ID: "s", Title: "Made-up people", Columns: []domain.AttributeName{"age", "town"}, Tables: [][]domain.AttributeName{{"age", "town"}},
			Method: "mwem", Rounds: 4, Size: 5, Records: 100, Share: "3"}},
		Paper: plan.Letter, Language: "de",
		Publication: plan.Publication{
			Publisher: "City", Contact: "room 4", Purpose: "planning", LegalBasis: "section 12", Population: "residents",
			Period: "2026", Region: "north", Sector: "housing", Licence: "CC0-1.0", Citation: "City 2026",
		},
		Budget: plan.Budget{Epsilon: "0.6", Delta: "0.000001", Limit: "2", DeltaLimit: "0.00001"},
		StandIn: &plan.StandIn{Kind: plan.StandInFile, Name: "last.csv", File: &plan.Fingerprint{Salt: "12", Digest: "34"}, Tables: []plan.StandInTable{
			{Columns: []domain.AttributeName{"age"}, Of: "00aa", Counts: "1 0*12", Paid: &plan.Paid{Epsilon: "0.1", Sequence: 2, Hash: "ee"}},
		}},
		Agreed: &plan.Agreement{List: []string{"how many people are in each of ..."}, Key: "00ff"},
	}
}

// save writes the text to a plan file.
func save(t testing.TB, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "people.steward")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestRoundTrip(t *testing.T) {
	path := filepath.Join(t.TempDir(), "people.steward")
	for _, p := range []plan.Plan{full(), {Version: plan.Version}} {
		if err := Save(path, p); err != nil {
			t.Fatal(err)
		}
		back, err := Load(path)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(back, p) {
			t.Errorf("a plan changed on its way through its file:\n%+v\n%+v", p, back)
		}
	}
}

// Every field of a plan is set in full, so that the round trip tries it.
func TestFullIsFull(t *testing.T) {
	set := make(map[string]bool)
	walk(reflect.ValueOf(full()), set)
	for name, ok := range set {
		if !ok {
			t.Errorf("%s is set nowhere in the plan that the tests save", name)
		}
	}
}

// walk notes for every field of every structure in v whether it is set anywhere.
func walk(v reflect.Value, set map[string]bool) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			walk(v.Elem(), set)
		}
	case reflect.Slice:
		for i := range v.Len() {
			walk(v.Index(i), set)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			name := v.Type().Name() + "." + v.Type().Field(i).Name
			set[name] = set[name] || !v.Field(i).IsZero()
			walk(v.Field(i), set)
		}
	}
}

// Plans with any texts and any fields set or not come back as they were.
func TestRoundTripOfAnyPlan(t *testing.T) {
	path := filepath.Join(t.TempDir(), "any.steward")
	seeded.Check(t, func(rt *rapid.T) {
		p := anyPlan(rt)
		if err := Save(path, p); err != nil {
			rt.Fatal(err)
		}
		back, err := Load(path)
		if err != nil {
			rt.Fatal(err)
		}
		if !reflect.DeepEqual(back, p) {
			rt.Fatalf("a plan changed on its way through its file:\n%+v\n%+v", p, back)
		}
	})
}

func anyPlan(rt *rapid.T) plan.Plan {
	text := rapid.String()
	some := func(name string) bool { return rapid.Bool().Draw(rt, name) }
	p := plan.Plan{Version: plan.Version, DataSet: text.Draw(rt, "data set"), Title: text.Draw(rt, "title")}
	p.Data = plan.Data{File: text.Draw(rt, "file"), Delimiter: text.Draw(rt, "delimiter"), HeaderRow: rapid.Int().Draw(rt, "header"), DecimalComma: some("comma")}
	if some("reviewed") {
		p.Data.Reviewed = &plan.Fingerprint{Salt: text.Draw(rt, "salt"), Digest: text.Draw(rt, "digest")}
	}
	for range rapid.IntRange(0, 4).Draw(rt, "columns") {
		c := plan.Column{Name: domain.AttributeName(text.Draw(rt, "name")), Kind: domain.Kind(text.Draw(rt, "kind")), Origin: domain.Origin(text.Draw(rt, "origin"))}
		c.Values = list(rt, text)
		if some("bounds") {
			c.Lowest, c.Highest = new(rapid.Int64().Draw(rt, "lowest")), new(rapid.Int64().Draw(rt, "highest"))
		}
		for range rapid.IntRange(0, 3).Draw(rt, "ranges") {
			c.Ranges = append(c.Ranges, plan.Range{From: text.Draw(rt, "from"), To: text.Draw(rt, "to"), Label: text.Draw(rt, "label")})
		}
		c.Blank = plan.Special{Rule: domain.Rule(text.Draw(rt, "rule")), Value: text.Draw(rt, "value")}
		if some("readings") {
			c.Readings = map[string]string{text.Draw(rt, "text"): text.Draw(rt, "reading")}
		}
		p.Columns = append(p.Columns, c)
	}
	for range rapid.IntRange(0, 3).Draw(rt, "questions") {
		q := plan.Question{ID: text.Draw(rt, "id"), Title: text.Draw(rt, "title"), Kind: text.Draw(rt, "kind"), Every: some("every"), Share: text.Draw(rt, "share")}
		for _, name := range list(rt, text) {
			q.Columns = append(q.Columns, domain.AttributeName(name))
		}
		p.Questions = append(p.Questions, q)
	}
	if some("people") {
		p.Facts.People = new(rapid.Int64().Draw(rt, "people"))
	}
	if some("weight") {
		p.Weight = &plan.Weight{Column: text.Draw(rt, "weights"), Step: text.Draw(rt, "step"), Cap: text.Draw(rt, "cap")}
	}
	if agreed := list(rt, text); len(agreed) > 0 {
		p.Agreed = &plan.Agreement{List: agreed, Key: text.Draw(rt, "key")}
	}
	p.Budget = plan.Budget{Epsilon: text.Draw(rt, "epsilon"), Delta: text.Draw(rt, "delta"), Limit: text.Draw(rt, "limit"), DeltaLimit: text.Draw(rt, "delta limit")}
	return p
}

// list draws a list that is nil when it is empty, as it is after reading.
func list(rt *rapid.T, text *rapid.Generator[string]) []string {
	if out := rapid.SliceOfN(text, 0, 4).Draw(rt, "list"); len(out) > 0 {
		return out
	}
	return nil
}

// Every fault of a file says where it is, what was found and what to do.
func TestLoadFaults(t *testing.T) {
	for _, c := range []struct {
		name, text string
		says       []string
	}{
		{"empty", "", []string{"ends too early", "restore it from a copy"}},
		{"blank", " \n\t ", []string{"ends too early"}},
		{"cut off", "{\n  \"version\": 1,\n  \"dataSet\": \"Peo", []string{"ends too early", "restore it from a copy"}},
		{"missing comma", "{\n \"version\": 1\n \"title\": \"a\"\n}", []string{"line 3, column 2", "correct it"}},
		{"comma too many", "{\"version\":1,}", []string{"line 1, column 14", "correct it"}},
		{"line end in a text", "{\n \"title\": \"a\n b\"\n}", []string{"line 2, column 13", "correct it"}},
		{"after other letters", "{\n \"title\": \"äöü\" \"\"}", []string{"line 2, column 17", "correct it"}},
		{"no plan at all", "age,sex\n34,F\n", []string{"line 1, column 1", "correct it"}},
		{"a list", "[1, 2]", []string{"line 1, column 1", "choose another file"}},
		{"a number", "5", []string{"line 1, column 1", "choose another file"}},
		{"unknown field", "\n\n{\n  \"version\": 1,\n  \"epsilno\": 3\n}\n", []string{"line 5, column 3", `"epsilno"`, "unknown", "correct its name or remove it"}},
		{"unknown field inside", "{\"version\": 1, \"budget\": {\n\"epsilno\": \"1\"}, \"dataSet\": \"x\"}", []string{"line 2, column 1", `"epsilno"`, "correct its name"}},
		{"known field in the wrong place", "{\"version\": 1, \"title\": \"a\", \"budget\": {\"title\": \"1\"}}", []string{`"title"`, "unknown in one of the places", "remove it"}},
		{"text for a number", "{\n \"version\": \"1\"\n}", []string{"line 2", "the field version contains a text where a whole number without quotation marks is expected", "correct it"}},
		{"number for a text", "{\"budget\":{\"epsilon\":0.5}}", []string{"budget.epsilon", "a number", `a text in quotation marks`}},
		{"fraction for a whole number", "{\"columns\":[{\"name\":\"a\",\"lowest\":1.5}]}", []string{"columns.lowest", "the number 1.5", "a whole number"}},
		{"number too large", "{\"columns\":[{\"lowest\":1e30}]}", []string{"columns.lowest", "1e30", "a whole number"}},
		{"fields for a list", "{\"questions\":{}}", []string{"line 1", "the field questions contains named fields where a list in brackets is expected"}},
		{"list for fields", "{\"budget\":[]}", []string{"the field budget contains a list where named fields in braces is expected"}},
		{"text for a yes", "{\"secrets\":{\"presence\":\"yes\"}}", []string{"secrets.presence", "a text", "true or false"}},
		{"true for a text", "{\"title\":true}", []string{"title", "true or false", "a text"}},
		{"two plans", "{\"version\":1}\n{\"version\":1}", []string{"line 2, column 1", "something after the end", "remove it"}},
		{"something after", "{\"version\":1}\n\n  x", []string{"line 3, column 3", "something after the end"}},
		{"zeros after", "{\"version\":1}\x00", []string{"line 1, column 14", "something after the end"}},
		{"newer version", fmt.Sprintf("{\"version\":%d}", plan.Version+1), []string{"newer version of Steward", fmt.Sprintf("format %d", plan.Version+1), "update Steward"}},
		{"newer, with more fields", fmt.Sprintf("{\"more\":[1],\"version\":%d,\"columns\":{}}", plan.Version+6), []string{"newer version of Steward", "update Steward"}},
		{"newer, after a mark", "\ufeff{\"version\":7}", []string{"newer version of Steward"}},
		{"another encoding", "\xff\xfe{\x00}\x00", []string{"line 1, column 1", "correct it"}},
		{"broken characters", "{\"version\":1,\n\"title\":\"Z\xfcrich\"}", []string{"line 2, column 11", "broken character", "UTF-8"}},
		{"nested too deep", strings.Repeat("[", 20_000), []string{"correct it"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := save(t, c.text)
			p, err := Load(path)
			if err == nil {
				t.Fatalf("it was read as %+v", p)
			}
			for _, want := range append(c.says, path) {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("error %q does not say %q", err, want)
				}
			}
			if !reflect.DeepEqual(p, plan.Plan{}) {
				t.Errorf("half a plan was returned: %+v", p)
			}
			for _, jargon := range []string{"json:", "int64", "plan.", "struct"} {
				if strings.Contains(strings.TrimPrefix(err.Error(), path), jargon) {
					t.Errorf("error %q says %q", err, jargon)
				}
			}
		})
	}
}

func TestLoadMissingFile(t *testing.T) {
	dir := t.TempDir()
	missing := filepath.Join(dir, "missing.steward")
	if _, err := Load(missing); err == nil || !strings.Contains(err.Error(), "there is no plan file "+missing) || !strings.Contains(err.Error(), "check the name") {
		t.Errorf("error %v, want one that names the file and what to do", err)
	}
	if _, err := Load(dir); err == nil || !strings.Contains(err.Error(), dir+" is a folder") {
		t.Errorf("a folder: error %v, want one that names it", err)
	}
	if _, err := Load(filepath.Join(save(t, ""), "x")); err == nil || !strings.Contains(err.Error(), "cannot be opened") {
		t.Errorf("a file in place of a folder: error %v", err)
	}
}

func TestLoadTooLarge(t *testing.T) {
	path := save(t, "")
	if err := os.Truncate(path, limits.MaxProjectBytes+1); err != nil { // holes take no room on the disk
		t.Fatal(err)
	}
	if _, err := Load(path); err == nil || !strings.Contains(err.Error(), path) || !strings.Contains(err.Error(), "larger than 64 MiB") {
		t.Errorf("error %v, want one that names the file and the limit", err)
	}
}

func TestLoadByteOrderMark(t *testing.T) {
	path := save(t, "\ufeff{\"version\": 1, \"dataSet\": \"People\"}\r\n")
	if p, err := Load(path); err != nil || p.DataSet != "People" {
		t.Errorf("read %+v, %v", p, err)
	}
}

// Save replaces a file whole, or leaves it as it was.
func TestSaveReplaces(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "people.steward")
	p := full()
	for _, title := range []string{strings.Repeat("long ", 1000), "short"} {
		p.Title = title
		if err := Save(path, p); err != nil {
			t.Fatal(err)
		}
		if back, err := Load(path); err != nil || back.Title != title {
			t.Errorf("read %q, %v", back.Title, err)
		}
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
		t.Errorf("the folder holds %v (%v), want the plan alone", entries, err)
	}
	if err := Save(filepath.Join(path, "x"), p); err == nil || !strings.Contains(err.Error(), "choose a folder") {
		t.Errorf("error %v, want one that says what to do", err)
	}
	if back, err := Load(path); err != nil || back.Title != "short" {
		t.Errorf("the earlier plan became %q (%v)", back.Title, err)
	}
}

// A saved plan is for people to read too: indented, with a line end.
func TestSavedForm(t *testing.T) {
	path := filepath.Join(t.TempDir(), "people.steward")
	if err := Save(path, full()); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !json.Valid(data) || !strings.HasPrefix(string(data), fmt.Sprintf("{\n  \"version\": %d,\n", plan.Version)) || !strings.HasSuffix(string(data), "}\n") {
		t.Errorf("saved as %s", data)
	}
}

func TestFingerprint(t *testing.T) {
	file := sha256.Sum256([]byte("age,sex\n34,F\n"))
	other := sha256.Sum256([]byte("age,sex\n35,F\n"))
	f, err := NewFingerprint(file)
	if err != nil {
		t.Fatal(err)
	}
	if !Matches(f, file) || Matches(f, other) {
		t.Error("a fingerprint does not tell the file from another")
	}
	// The form is that which plan.Fingerprint documents.
	salt := make([]byte, len(f.Salt)/2)
	if _, err := fmt.Sscanf(f.Salt, "%x", &salt); err != nil || len(salt) != 16 {
		t.Fatalf("salt %q: %v", f.Salt, err)
	}
	if sum := sha256.Sum256(append(salt, file[:]...)); fmt.Sprintf("%x", sum) != f.Digest {
		t.Errorf("digest %s, want %x", f.Digest, sum)
	}
	// Two plans about one file do not show that they are.
	g, err := NewFingerprint(file)
	if err != nil {
		t.Fatal(err)
	}
	if f.Salt == g.Salt || f.Digest == g.Digest || strings.Contains(f.Digest+f.Salt, fmt.Sprintf("%x", file)) {
		t.Errorf("fingerprints %+v and %+v tell the file", f, g)
	}
	for name, broken := range map[string]plan.Fingerprint{
		"empty": {}, "no salt": {Digest: f.Digest}, "no digest": {Salt: f.Salt}, "salt is no number": {Salt: "xyz", Digest: f.Digest},
		"another salt": {Salt: g.Salt, Digest: f.Digest}, "longer": {Salt: f.Salt, Digest: f.Digest + "00"}, "shorter": {Salt: f.Salt, Digest: f.Digest[:62]},
		"plain": {Salt: "", Digest: fmt.Sprintf("%x", sha256.Sum256(file[:]))},
	} {
		if Matches(broken, file) {
			t.Errorf("a fingerprint matches: %s", name)
		}
	}
}

// Whatever a file holds, reading it neither panics nor lets through what saving would change.
func FuzzLoad(f *testing.F) {
	good, err := json.Marshal(full())
	if err != nil {
		f.Fatal(err)
	}
	f.Add(good)
	for _, s := range []string{"", "{", "{}", "null", "[]", "{\"version\":1,\"x\":2}", "{\"version\":9}", "\ufeff{}", "{}{}", "{\"title\":\"\xff\"}", "{\"Title\":\"a\",\"title\":\"b\"}", "{\"ti\u017fle\":\"a\"}"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := parse(data)
		if err != nil {
			if !strings.Contains(err.Error(), "plan") {
				t.Errorf("error %q does not say that it is about a plan", err)
			}
			return
		}
		saved, err := json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		back, err := parse(saved)
		if err != nil {
			t.Fatalf("saved as %s: %v", saved, err)
		}
		again, err := json.Marshal(back)
		if err != nil || string(again) != string(saved) {
			t.Errorf("saved as %s, then as %s (%v)", saved, again, err)
		}
	})
}

// What the JSON reader would take in silence is refused: a field given twice, also in
// capitals, and a plan that is none.
func TestAmbiguousPlans(t *testing.T) {
	for name, c := range map[string]struct{ content, says string }{
		"twice":     {`{"version": 1, "budget": {"epsilon": "0.1", "epsilon": "10"}}`, `"epsilon" is given twice`},
		"capitals":  {`{"version": 1, "budget": {"epsilon": "0.1", "EPSILON": "10"}}`, `"EPSILON" is misspelled`},
		"long s":    {`{"version": 1, "budget": {"epsilon": "0.1", "epſilon": "10"}}`, `"epſilon" is misspelled`},
		"kelvin":    {`{"version": 1, "questions": [{"id": "a", "\u212aind": "table"}]}`, `is misspelled`},
		"alone":     {`{"version": 1, "Budget": {"epsilon": "0.1"}}`, `"Budget" is misspelled`},
		"reading":   {`{"version": 1, "columns": [{"name": "town", "readings": {"a": "x", "a": "y"}}]}`, `"a" is given twice`},
		"list":      {`{"version": 1, "questions": [{"id": "a"}, {"id": "b", "id": "c"}]}`, `"id" is given twice`},
		"no object": {`null`, "no plan"},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := parse([]byte(c.content)); err == nil || !strings.Contains(err.Error(), c.says) || !strings.Contains(err.Error(), "line 1") {
				t.Errorf("error %v, want one that says %q", err, c.says)
			}
		})
	}
	spelled := `{"version": 1, "columns": [{"name": "town", "readings": {"ROME": "Rome", "rome": "Rome", "romſ": "Rome", "Roms": "Rome"}}]}`
	if _, err := parse([]byte(spelled)); err != nil {
		t.Errorf("a plan with answers that differ by case: %v", err)
	}
	fine := `{"version": 1, "questions": [{"id": "a", "columns": ["id", "id"]}, {"id": "a"}], "budget": {"epsilon": "1"}}`
	if _, err := parse([]byte(fine)); err != nil {
		t.Errorf("a plan with the same field in several places: %v", err)
	}
}
