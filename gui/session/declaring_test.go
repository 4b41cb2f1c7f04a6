package session

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"steward/core/cuts"
	"steward/core/domain"
	"steward/core/plan"
	"steward/core/plan/secret"
	"steward/core/table"
	"steward/gui/session/columns"
	"steward/gui/session/nextyear"
	"steward/io/misfits"
	"steward/io/propose"
	"steward/io/sheet"
)

// textFile writes a text file and returns its path.
func textFile(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestProposedRanges(t *testing.T) {
	for _, c := range []struct {
		name      string
		low, high float64
		whole     bool
		want      string
		from      string
	}{
		{"age", 3, 999, true, "0–4, 5–9, …, 80–84, 85 or more", "None of them is taken from the data"},
		{"Age (years)", 0, 40, true, "0–4, 5–9, …, 80–84, 85 or more", "None of them is taken"},
		{"wages", 0, 1e7, true, "0 to under 100000, 100000 to under 200000, …", "power of ten"},
		{"wages", 0, 41e6, false, "0 to under 100000, 100000 to under 200000, …, 20000000 to under 50000000, 50000000 or more", "power of ten"},
		{"wages", 1013, 48211, true, "under 5000, 5000 to under 10000, …, 45000 or more", "round width"},
		{"balance", -500, 1e6, true, "under", "round width"},
	} {
		found := sheet.Column{Name: c.name, Min: c.low, Max: c.high, Whole: c.whole}
		ranges, whole := propose.Ranges(found)
		col := plan.Column{Name: "x", Kind: domain.Ranges, Ranges: ranges, WholeNumbers: whole, Origin: domain.Confirmed}
		if _, err := col.Attribute(); err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		labels := strings.Join(columns.RangeLabels(col), ", ")
		at := 0
		for part := range strings.SplitSeq(c.want, ", …") {
			part = strings.Trim(part, ", ")
			i := strings.Index(labels[at:], part)
			if i < 0 {
				t.Errorf("%s: %s lacks %q", c.name, labels, part)
				break
			}
			at += i
		}
		if how := columns.RangesFrom(found); !strings.Contains(how, c.from) {
			t.Errorf("%s: %q does not say %q", c.name, how, c.from)
		}
	}
	// One large number more leaves the ends where they are, or moves them by its power of ten.
	a, _ := propose.Ranges(sheet.Column{Name: "w", Max: 20_000})
	b, _ := propose.Ranges(sheet.Column{Name: "w", Max: 99_999})
	if !reflect.DeepEqual(a, b) {
		t.Error("the ends depend on more than the power of ten")
	}
}

func dates(name string, texts ...string) sheet.Column {
	c := sheet.Column{Name: name, Values: texts, Distinct: len(texts), Proposed: sheet.ProposeIdentifier}
	c.Kinds[table.Text] = len(texts)
	return c
}

func TestProposeDates(t *testing.T) {
	for _, c := range []struct {
		found sheet.Column
		want  string // or a part of the error
	}{
		{dates("seen", "2019-03-14", "2020-01-01"), "24 months, from 2019-01 to 2020-12"},
		{dates("seen", "1987-03-14", "2020-01-01"), "40 years, from 1985 to 2024"},
		{dates("seen", "14.3.2019", "1.2.2019"), "12 months, from 2019-01 to 2019-12"},
		{dates("seen", "08:15", "23:59:10"), "24 hours, from 00:00–00:59 to 23:00–23:59"},
		{dates("seen", "1.2.2019", "3.4.2019"), "with the day or with the month first"},
		{dates("seen", "14.3.2019", "3.14.2019"), "different orders"},
		{dates("seen", "1019-03-14", "2020-01-01"), "most likely mistakes"},
		{dates("seen", "soon"), "no dates"},
	} {
		got, err := propose.As(plan.Column{Name: "seen"}, domain.Periods, c.found)
		words := columns.DatesWords(got)
		if err != nil {
			words = err.Error()
		}
		if !strings.Contains(words, c.want) {
			t.Errorf("%v: proposed %q, want %q", c.found.Values, words, c.want)
		}
		if got.Origin != "" {
			t.Errorf("%v: a proposal has the origin %q", c.found.Values, got.Origin)
		}
	}
	if found := dates("seen", "14.3.2019", "2020-01-01"); columns.Identifies(found) || propose.KindFor(found) != domain.Periods {
		t.Errorf("dates are taken for %v", propose.KindFor(found))
	}
	if found := dates("name", "Ann", "2020-01-01"); !columns.Identifies(found) || propose.KindFor(found) != domain.List {
		t.Errorf("names are taken for %v", propose.KindFor(found))
	}
}

func TestInPeriods(t *testing.T) {
	c := plan.Column{Name: "seen", Kind: domain.Periods, Origin: domain.Typed, Dates: &plan.Dates{Period: domain.Years, First: "2019", Last: "2020", Order: domain.DayFirst}}
	for _, step := range []struct {
		to   domain.Period
		want string
	}{
		{domain.Months, "24 months, from 2019-01 to 2020-12"},
		{domain.Quarters, "8 quarters, from 2019-Q1 to 2020-Q4"},
		{domain.Spans, "8 periods, from 2019-Q1 to 2020-Q4"},
		{domain.Weeks, "105 weeks, from 2019-W01 to 2020-W53"},
		{domain.Days, "735 days, from 2018-12-31 to 2021-01-03"},
	} {
		c = c.InPeriods(step.to)
		if got := columns.DatesWords(c); got != step.want {
			t.Errorf("in %s it is %q, want %q", step.to, got, step.want)
		}
		if c.Dates.Order != domain.DayFirst {
			t.Errorf("in %s the order of dates is lost", step.to)
		}
	}
	if got := columns.Recast(c, domain.List); got.Values != nil {
		t.Error("735 days became a list")
	}
	if got := columns.Recast(c.InPeriods(domain.Years), domain.Ordered).Values; !slices.Equal(got, []string{"2018", "2019", "2020", "2021"}) {
		t.Errorf("years became the list %v", got)
	}
}

func TestSpanLines(t *testing.T) {
	text := "to 2018-12-31 = before\n2019-01-01 to 2019-06-30\n2019-07-01\nfrom 2019-07-02 = since"
	spans, err := columns.ParseSpans(text)
	if err != nil {
		t.Fatal(err)
	}
	if got := columns.SpanLines(spans); got != text {
		t.Errorf("read back\n%s\nwant\n%s", got, text)
	}
	spans, err = columns.ParseSpans("2018\n2019 to 2020-Q2\n\nfrom 2020-07")
	want := []plan.Range{{From: "2018-01-01", To: "2018-12-31"}, {From: "2019-01-01", To: "2020-06-30"}, {From: "2020-07-01"}}
	if err != nil || !reflect.DeepEqual(spans, want) {
		t.Errorf("read %v (%v), want %v", spans, err, want)
	}
	if _, err := columns.ParseSpans("2018\nlast year"); err == nil || !strings.Contains(err.Error(), `line 2: found “last year”`) {
		t.Errorf("what is no period: %v", err)
	}
}

func TestPlaces(t *testing.T) {
	s := withFile(t, "who,Latitude,lon_gps,geo_lon", "1,47.1,8,8.5", "2,47.2,8,8.6")
	if lat, lon := s.Columns.PlacesGuess(); lat != "Latitude" || lon != "geo_lon" {
		t.Errorf("guessed %q and %q", lat, lon)
	}
	p := cuts.Places{Latitude: "Latitude", Longitude: "geo_lon", South: "45.8", North: "47.8", West: "5.9", East: "10.5", Step: "0.1"}
	if err := s.Columns.SetPlaces(p); err != nil {
		t.Fatal(err)
	}
	lat, _ := s.Columns.Published("Latitude")
	lon, _ := s.Columns.Published("geo_lon")
	if len(lat.Ranges) != 20 || len(lon.Ranges) != 46 || lat.Origin != domain.Typed {
		t.Errorf("%d × %d squares of origin %q", len(lat.Ranges), len(lon.Ranges), lat.Origin)
	}
	s.Edit(func(next *plan.Plan) {
		next.Secrets.Columns = []secret.Secret{
			{Columns: []domain.AttributeName{"Latitude", "geo_lon"}, Kind: secret.Place, Within: "20", BlanksJoined: true},
		}
	})
	if _, err := plan.Policy(s.Plan()); err != nil {
		t.Errorf("places within 20 km: %v", err)
	}
	s.Edit(func(next *plan.Plan) {
		next.Secrets.Columns[0] = secret.Secret{Columns: []domain.AttributeName{"Latitude", "geo_lon"}, Kind: secret.Grid,
			Scales: map[domain.AttributeName]string{"Latitude": "0.5", "geo_lon": "0.2"}, BlanksJoined: true}
	})
	if _, err := plan.Policy(s.Plan()); err != nil {
		t.Errorf("a grid of 0.5 by 0.2 degrees: %v", err)
	}
	s.Undo()
	s.Undo()
	s.Undo()
	if len(s.Plan().Columns) != 0 {
		t.Error("undo did not take the places back")
	}
	for _, c := range []struct {
		change func(*cuts.Places)
		says   string
	}{
		{func(p *cuts.Places) { p.Longitude = "Latitude" }, "two different columns"},
		{func(p *cuts.Places) { p.North = "91" }, "from -90 to 90"},
		{func(p *cuts.Places) { p.West = "" }, "the lowest longitude"},
		{func(p *cuts.Places) { p.Step = "0.3" }, "not a whole number of steps"},
		{func(p *cuts.Places) { p.Step = "0" }, "above 0"},
		{func(p *cuts.Places) { p.North = "45" }, "the second has to be larger"},
	} {
		bad := p
		c.change(&bad)
		if err := s.Columns.SetPlaces(bad); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%+v: %v, want %q", bad, err, c.says)
		}
	}
}

func TestCoarserValues(t *testing.T) {
	s := withFile(t, "town", "Bern", "Thun", "Rome", "bern")
	s.Edit(func(p *plan.Plan) {
		p.Columns = []plan.Column{{Name: "town", Kind: domain.List, Values: []string{"Bern", "Thun", "Rome"}, Origin: domain.Codebook,
			Readings: map[string]string{"bern": "Bern", "n/a": domain.BlankLabel}, Other: plan.Special{Rule: domain.AsValue, Value: "Rome"}}}
	})
	l, err := s.Columns.ReadCoarser(textFile(t, "land.csv", "value,coarser value,label\nThun,1,Switzerland\nBern,1,\nRome,2,Italy\nOslo,3,Norway\n"), "town")
	if err != nil {
		t.Fatal(err)
	}
	if len(l.Missing) != 0 || !slices.Equal(l.Beside, []string{"Oslo"}) || len(l.Groups) != 2 {
		t.Fatalf("read %+v", l)
	}
	s.Columns.HideInside(l)
	rule, _ := s.Secrets.Secret("town")
	if rule.Kind != secret.Coarser || !reflect.DeepEqual(rule.Coarser, map[string]string{"Bern": "Switzerland", "Thun": "Switzerland", "Rome": "Italy"}) {
		t.Errorf("the secret is %+v", rule)
	}
	if _, err := plan.Policy(s.Plan()); err != nil {
		t.Error(err)
	}
	s.Undo()
	s.Columns.Recode(l)
	c, _ := s.Columns.Published("town")
	if !slices.Equal(c.Values, []string{"Switzerland", "Italy"}) || c.Other.Value != "Italy" || c.Origin != domain.Codebook {
		t.Errorf("recoded to %+v", c)
	}
	a, err := c.Attribute()
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{"Bern": "Switzerland", "bern": "Switzerland", "Rome": "Italy", "n/a": domain.BlankLabel, "Oslo": "Italy"} {
		if i, err := a.ValueOf(table.Cell{Kind: table.Text, Text: text}); err != nil || a.Label(i) != want {
			t.Errorf("%s is read as %d (%v), want %s", text, i, err, want)
		}
	}
	s.Undo()
	short, err := s.Columns.ReadCoarser(textFile(t, "land.csv", "town,land\nBern,Switzerland\n"), "town")
	if err != nil || !slices.Equal(short.Missing, []string{"Thun", "Rome"}) {
		t.Fatalf("read %+v (%v)", short, err)
	}
	before := s.Plan()
	s.Columns.Recode(short)
	s.Columns.HideInside(short)
	if !reflect.DeepEqual(s.Plan(), before) {
		t.Error("a list with gaps was used")
	}
}

func TestMisfits(t *testing.T) {
	s := withFile(t, "Person ID,age,District ,wage,seen,note", "1,20,North,1.5,2024-01-01,a", "2,x,Sud,2.5,2024-13-01,b", "3,,South,3,2025-01-01,c")
	one, five, nine := int64(1), int64(5), int64(90)
	p := plan.Plan{
		Rows: &plan.Rows{Person: "person_id", AtMost: 2},
		Columns: []plan.Column{
			{Name: "age", Kind: domain.Whole, Lowest: &one, Highest: &nine, Origin: domain.Typed, Blank: plan.Special{Rule: domain.Refuse}},
			{Name: "disctrict", Kind: domain.List, Values: []string{"North", "South"}, Origin: domain.Typed},
			{Name: "wage", Kind: domain.Whole, Lowest: &one, Highest: &five, Origin: domain.Typed},
			{Name: "seen", Kind: domain.Periods, Dates: &plan.Dates{Period: domain.Years, First: "2024", Last: "2024"}, Origin: domain.Typed},
			{Name: "gone", Kind: domain.List, Values: []string{"yes"}, Origin: domain.Typed},
			{Name: "note", Kind: domain.Ranges, Ranges: []plan.Range{{}}, Origin: domain.Typed},
		},
		Questions: []plan.Question{{ID: "q", Title: "Towns", Kind: "table", Columns: []domain.AttributeName{"disctrict"}}},
	}
	s.Edit(func(next *plan.Plan) {
		next.Rows, next.Columns, next.Questions = p.Rows, p.Columns, p.Questions
	})
	list := s.Columns.Misfits()
	type line struct {
		column, instead string
		kind            misfits.Kind
		stops           bool
	}
	var got []line
	for _, m := range list {
		got = append(got, line{m.Column, m.Instead, m.Kind, m.Stops})
	}
	want := []line{
		{"person_id", "Person ID", misfits.MissingColumn, true},
		{"disctrict", "District", misfits.MissingColumn, true},
		{"gone", "", misfits.MissingColumn, true},
		{"age", "", misfits.OutsideValues, true},
		{"age", "", misfits.StoppingBlank, true},
		{"wage", "", misfits.OtherType, true},
		{"seen", "", misfits.OutsideValues, true},
		{"note", "", misfits.OtherType, true},
	}
	if !slices.Equal(got, want) {
		t.Errorf("does not fit:\n%v\nwant\n%v", got, want)
	}
	s.Columns.UseInstead("disctrict", "District")
	s.Columns.UseInstead("person_id", "Person ID")
	if _, ok := s.Columns.Published("District"); !ok || s.Plan().Questions[0].Columns[0] != "District" || s.Plan().Rows.Person != "Person ID" {
		t.Errorf("after mending the plan is %+v", s.Plan())
	}
	if n := len(s.Columns.Misfits()); n != len(want)-1 { // Sud is now found, and counted as other
		t.Errorf("%d misfits are left, want %d: %+v", n, len(want)-1, s.Columns.Misfits())
	}
	s.Undo()
	s.Undo()
	if len(s.Columns.Misfits()) != len(want) {
		t.Error("undo did not bring the misfits back")
	}
}

func TestEarlierPlan(t *testing.T) {
	old := withFile(t, "town,age", "North,1", "South,2")
	old.Edit(func(p *plan.Plan) {
		lo, hi, people := int64(0), int64(9), int64(2)
		p.DataSet, p.Budget = "Survey 2024", plan.Budget{Epsilon: "0.3", Limit: "1"}
		p.Columns = []plan.Column{{Name: "age", Kind: domain.Whole, Lowest: &lo, Highest: &hi, Origin: domain.Typed}}
		p.Questions = []plan.Question{{ID: "q", Title: "Ages", Kind: "table", Columns: []domain.AttributeName{"age"}}}
		p.Facts.People = &people
	})
	path := filepath.Join(t.TempDir(), "old.steward")
	if err := old.SaveProject(path); err != nil {
		t.Fatal(err)
	}
	s := withFile(t, "Age,town", "1,North", "2,South")
	before := s.Plan()
	e, err := s.NextYear.Read(path)
	if err != nil {
		t.Fatal(err)
	}
	if e.Name != "old.steward" || e.Facts != 1 || len(e.Misfits) != 1 || e.Misfits[0].Instead != "Age" {
		t.Errorf("read %+v", e)
	}
	if !reflect.DeepEqual(s.Plan(), before) {
		t.Error("reading changed the plan")
	}
	s.NextYear.Compare(e, func(l nextyear.Look, err error) {
		if err != nil {
			t.Fatal(err)
		}
		s.NextYear.Take(l, func(err error) {
			if err != nil {
				t.Error(err)
			}
		})
	})
	now := s.Plan()
	if now.DataSet != before.DataSet || now.Budget.Limit != before.Budget.Limit || now.Data.File != before.Data.File {
		t.Errorf("the file, the data set or its limit changed: %+v", now)
	}
	if now.Budget.Epsilon != "0.3" || len(now.Columns) != 1 || len(now.Questions) != 1 || now.Facts.People != nil {
		t.Errorf("taken over: %+v", now)
	}
	s.Undo()
	if !reflect.DeepEqual(s.Plan(), before) {
		t.Error("undo did not give the plan back")
	}
	if _, err := s.NextYear.Read(textFile(t, "no.steward", "{")); err == nil {
		t.Error("what is no project was read")
	}
}

func TestCodebookChanges(t *testing.T) {
	s := withFile(t, "age,town", "1,North", "2,South")
	lo, hi := int64(0), int64(9)
	s.Edit(func(p *plan.Plan) {
		p.Columns = []plan.Column{
			{Name: "age", Kind: domain.Whole, Lowest: &lo, Highest: &hi, Origin: domain.Codebook},
			{Name: "town", Kind: domain.List, Values: []string{"North", "South"}, Origin: domain.Confirmed},
		}
		p.Questions = []plan.Question{{ID: "q", Title: "North", Kind: "ranges", Columns: []domain.AttributeName{"age"}, Ranges: []plan.Span{{From: "0", To: "9"}}}}
	})
	b, err := s.Columns.ReadCodebook(textFile(t, "book.csv", "column,type,value,lower,upper\nage,whole,,0,9\ntown,list,North,,\n"))
	if err != nil {
		t.Fatal(err)
	}
	want := []columns.CodebookChange{
		{Column: "age", Before: "Whole numbers: 0 to 9 (10)"},
		{Column: "town", Before: "List of values: North, South, confirmed", After: "List of values: North"},
	}
	if got := s.Columns.CodebookChanges(b); !slices.Equal(got, want) {
		t.Errorf("changes\n%v\nwant\n%v", got, want)
	}
	if got := s.Columns.CodebookConsequences(b); len(got) != 0 {
		t.Errorf("consequences %v", got)
	}
	b, err = s.Columns.ReadCodebook(textFile(t, "book.csv", "column,type,value,lower,upper\nage,whole,,0,5\n"))
	if err != nil {
		t.Fatal(err)
	}
	if got := s.Columns.CodebookConsequences(b); len(got) != 1 || !strings.Contains(got[0], "Questions: ") {
		t.Errorf("consequences %v, want one of the question", got)
	}
	path := filepath.Join(t.TempDir(), "out.xlsx")
	if err := s.Columns.SaveCodebook(path); err != nil {
		t.Fatal(err)
	}
	if b, err := s.Columns.ReadCodebook(path); err != nil || len(b.Columns) != 2 {
		t.Errorf("written and read back: %+v (%v)", b, err)
	}
}
