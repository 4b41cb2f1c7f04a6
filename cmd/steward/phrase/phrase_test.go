package phrase_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"steward/cmd/steward/phrase"
	"steward/core/choice"
	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/plan"
	"steward/core/plan/secret"
	"steward/core/repair"
	"steward/core/seeded"
	"steward/core/workload"
)

// TestWhatAPlanHoldsCanBeSaid fills plans in at random, whatever fields they have, and reads what is said of them: none is
// forgotten, whatever words, marks and quotes are in it.
func TestWhatAPlanHoldsCanBeSaid(t *testing.T) {
	for i := range seeded.Often(20, 3000) {
		r := seeded.New(uint64(i), 7)
		var p plan.Plan
		fill(r, reflect.ValueOf(&p).Elem(), 0)
		p = p.Clone() // as it is saved
		if again := reread(t, p); !reflect.DeepEqual(again, p) {
			t.Fatalf("plan %d: %s", i, parting(p, again))
		}
	}
}

// parting shows the first lines that are not alike.
func parting(p, again plan.Plan) string {
	said, read := phrase.Lines(p), phrase.Lines(again)
	for i := range said {
		if i >= len(read) || said[i] != read[i] {
			return fmt.Sprintf("%q is read as %q", said[i], read[min(i, len(read)-1)])
		}
	}
	return fmt.Sprintf("said alike, saved as\n%s\n%s", must(json.Marshal(p)), must(json.Marshal(again)))
}

func reread(t *testing.T, p plan.Plan) plan.Plan {
	t.Helper()
	text := strings.Join(phrase.Lines(p), "\n")
	again, err := phrase.Read("# it begins\n" + text + "\r\n\n")
	if err != nil {
		t.Fatalf("%.300v", err)
	}
	return again.Clone()
}

// odd are texts that are hard to write and to read.
var odd = []string{"", "North", "a b", " a ", `say "it"`, "a;b", "x=1", "p|q", "a, b", "12:30", "1..2", "..", ".5", "St.", "(other)", "a~b", "R&D", "-3", "0.5",
	"everybody", "all", "or", "within", "presence", "a\nb", "# no", "é", " ", `"`, "Kind", "totals", "a#b", "\t"}

func fill(r *seeded.Source, v reflect.Value, depth int) {
	switch of := v.Addr().Interface().(type) {
	case *secret.Kind:
		*of = pick(r, secret.Kinds())
	case *repair.Kind:
		*of, _ = repair.Named(pick(r, []string{"spaces", "missing", "decimal-comma"}))
	case *plan.Facts:
		fillFacts(r, of)
	case *secret.Secrets:
		fill(r, reflect.ValueOf(&of.Columns).Elem(), depth+1)
		for i := range of.Columns {
			of.Columns[i].Columns = append(of.Columns[i].Columns, "town")
		}
		fill(r, reflect.ValueOf(&of.Absences).Elem(), depth+1)
		of.Presence, of.Together = r.IntN(2) == 0, r.IntN(3)
		of.PresenceOnly = of.Presence && r.IntN(2) == 0
	case *domain.Combination:
		if *of = (domain.Combination{}); r.IntN(3) > 0 {
			(*of)[domain.AttributeName(pick(r, odd))] = []string{pick(r, odd), pick(r, odd)}
		}
	default:
		fillKind(r, v, depth)
	}
}

func fillKind(r *seeded.Source, v reflect.Value, depth int) {
	few := 0
	if depth < 7 {
		few = r.IntN(4)
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString(pick(r, odd))
	case reflect.Bool:
		v.SetBool(r.IntN(2) == 0)
	case reflect.Int, reflect.Int64:
		v.SetInt(int64(r.IntN(5)) - 2)
	case reflect.Pointer:
		if r.IntN(2) == 0 {
			v.Set(reflect.New(v.Type().Elem()))
			fill(r, v.Elem(), depth+1)
		}
	case reflect.Slice:
		for range few {
			e := reflect.New(v.Type().Elem()).Elem()
			fill(r, e, depth+1)
			v.Set(reflect.Append(v, e))
		}
	case reflect.Map:
		for range few {
			if v.IsNil() {
				v.Set(reflect.MakeMap(v.Type()))
			}
			e := reflect.New(v.Type().Elem()).Elem()
			fill(r, e, depth+1)
			v.SetMapIndex(reflect.ValueOf(pick(r, odd)).Convert(v.Type().Key()), e)
		}
	case reflect.Struct:
		for f := range v.Type().Fields() {
			fill(r, v.FieldByIndex(f.Index), depth+1)
		}
		fillWhat(r, v)
	default:
		panic("a plan holds a " + v.Type().String())
	}
}

// fillWhat gives records kinds that there are.
func fillWhat(r *seeded.Source, v reflect.Value) {
	switch of := v.Addr().Interface().(type) {
	case *plan.Question:
		of.Kind = string(pick(r, append(workload.Kinds(), "")))
	case *plan.Choice:
		of.Kind = string(pick(r, append(choice.Kinds(), "")))
	case *plan.Column:
		of.Kind = pick(r, []domain.Kind{"", domain.List, domain.Ordered, domain.Whole, domain.Ranges, domain.Periods})
	}
}

func fillFacts(r *seeded.Source, f *plan.Facts) {
	people := func() *int64 { n := int64(r.IntN(50)); return &n }
	f.Reading = pick(r, []constraint.Reading{"", constraint.EdgeMinimal, constraint.Strict})
	if r.IntN(2) == 0 {
		f.People = people()
	}
	for i := range r.IntN(4) {
		s := constraint.Fact{ID: fmt.Sprint("f", i, pick(r, odd)), Title: pick(r, odd)}
		switch r.IntN(3) {
		case 0:
			s.People = people()
		case 1:
			s.Totals = &constraint.Totals{Columns: []domain.AttributeName{domain.AttributeName(pick(r, odd))}}
			fill(r, reflect.ValueOf(&s.Totals.Rows).Elem(), 2)
			fill(r, reflect.ValueOf(&s.Totals.NobodyElse).Elem(), 2)
		case 2:
			s.Counts = make([]constraint.Count, 1+r.IntN(2))
			for j := range s.Counts {
				fill(r, reflect.ValueOf(&s.Counts[j]).Elem(), 2)
				for k, box := range s.Counts[j].Of {
					s.Counts[j].Of[k] = append(constraint.Box{}, box...)
				}
			}
		}
		f.Stated = append(f.Stated, s)
	}
}

func pick[T any](r *seeded.Source, from []T) T { return from[r.IntN(len(from))] }

// TestEveryKindIsSpelled reads an example of every kind of secret that the program knows, and says it again.
func TestEveryKindIsSpelled(t *testing.T) {
	words := map[string]bool{}
	for _, k := range secret.Kinds() {
		spelling, ok := k.Spelling()
		if !ok || spelling.Word == "" || words[spelling.Word] {
			t.Errorf("%s: spelled %q", k, spelling.Word)
		}
		words[spelling.Word] = true
		text := spelling.String()
		var p plan.Plan
		if err := phrase.Add(&p, "secret", "lat, lon:"+text); err != nil {
			t.Errorf("%s: %v", k, err)
			continue
		}
		if got := p.Secrets.Columns[0].Kind; got != k {
			t.Errorf("%s is read as %s", text, got)
		}
		if got := phrase.Lines(p); !slices.Contains(got, "secret: lat, lon:"+text) {
			t.Errorf("%s is said as %s", text, got)
		}
	}
}

// Whole and partial phrases are read as they are meant, and plans say nothing else.
func TestPhrases(t *testing.T) {
	four := int64(4812)
	for _, c := range []struct{ part, text, json string }{
		{"secret", "age:within=5", `{"secrets":{"columns":[{"columns":["age"],"kind":"near","within":"5"}]}}`},
		{"secret", "everything", `{}`},
		{"secret", "presence", `{"secrets":{"presence":true}}`},
		{"secret", "presence-only", `{"secrets":{"presence":true,"presenceOnly":true}}`},
		{"secret", "together=1", `{"secrets":{"together":1}}`},
		{"secret", "absence=smoker=yes & town=North, South; weight=0.5", `{"secrets":{"absences":[{"where":{"smoker":["yes"],"town":["North","South"]},"weight":"0.5"}]}}`},
		{"secret", "absence=everybody; weight=2", `{"secrets":{"absences":[{"weight":"2"}]}}`},
		{"secret", "town:pairs=North~South | South~East:2 | South~\"(blank)\"", `{"secrets":{"columns":[{"columns":["town"],"kind":"pairs","pairs":[{"u":["North"],"v":["South"]},{"u":["South"],"v":["East"],"weight":"2"},{"u":["South"],"v":["(blank)"]}]}]}}`},
		{"secret", "town, smoker:pairs=(North, yes)~(North, no)", `{"secrets":{"columns":[{"columns":["town","smoker"],"kind":"pairs","pairs":[{"u":["North","yes"],"v":["North","no"]}]}]}}`},
		{"fact", "n=4812", `{"facts":{"people":4812}}`},
		{"fact", "people=4812", `{"facts":{"people":4812}}`},
		{"fact", "town:totals=North:22 | South:19; nobody else", `{"facts":{"stated":[{"id":"f1","totals":{"columns":["town"],"rows":[{"labels":["North"],"count":22},{"labels":["South"],"count":19}],"nobodyElse":true}}]}}`},
		{"fact", "counts=(age=20..29, 35 & town=North) or (town=West):7", `{"facts":{"stated":[{"id":"f1","counts":[{"of":[[{"column":"age","values":["35"],"spans":[{"from":"20","to":"29"}]},{"column":"town","values":["North"]}],[{"column":"town","values":["West"]}]],"count":7}]}]}}`},
		{"fact", "reading=strict", `{"facts":{"reading":"strict"}}`},
		{"question", "town, smoker:table; id=q1; title=Smokers; totals; percent=all | town; rates=smoker=yes", `{"questions":[{"id":"q1","title":"Smokers","kind":"table","columns":["town","smoker"],"totals":true,"percent":[{},{"within":["town"]}],"rates":[{"column":"smoker","values":["yes"]}]}]}`},
		{"choice", "age:percentile; id=c; title=Median; by=town", `{"choices":[{"id":"c","title":"Median","kind":"percentile","column":"age","by":["town"]}]}`},
		{"budget", "epsilon=0.5", `{"budget":{"epsilon":"0.5"}}`},
	} {
		var got, want plan.Plan
		if err := phrase.Add(&got, c.part, c.text); err != nil {
			t.Errorf("%s: %v", c.text, err)
		}
		if err := json.Unmarshal([]byte(c.json), &want); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got.Clone(), want.Clone()) {
			t.Errorf("%s %s is read as %v", c.part, c.text, phrase.Lines(got))
		}
	}
	if p := (plan.Plan{Facts: plan.Facts{People: &four}}); !slices.Equal(phrase.Lines(p), []string{"fact: people=4812"}) {
		t.Errorf("said %q", phrase.Lines(p))
	}
}

// What cannot be read is refused with what was found and what was expected, and changes nothing.
func TestPhrasesRefused(t *testing.T) {
	for _, c := range []struct{ part, text, says string }{
		{"secret", "age:wihtin=5", `found "wihtin" where one of these is expected: everything, public, within,`},
		{"secret", "age:within", `within: found the end where "=" is expected, as in within=5`},
		{"secret", "age:within=", "within: found the end where its value is expected"},
		{"secret", "age:within=5; norn=L2", `found "norn" where one of these is expected: columns, kind, within, norm`},
		{"secret", "age:within=5 6 | 7", `found "|" where ; or the end is expected`},
		{"secret", "within=5", "or a column and what is secret about it, such as age:within=5"},
		{"secret", "town:pairs=North", `found the end where "~" is expected, as in North~South`},
		{"secret", "town:pairs=South~(blank)x", `found "x" where ; or the end is expected`},
		{"secret", "town:within=5; within=6", `found "within" twice`},
		{"secret", `town:groups="a(b)`, "whose quotes do not end"},
		{"secret", "town:any=(within=1", `found the end where ")" is expected`},
		{"secret", "town:per value=a:1 | a:2", `found "a" twice`},
		{"fact", "people=many", `found "many" where a whole number is expected`},
		{"fact", "title=x", "it says no number"},
		{"question", "age:tabel", `found "tabel" where a kind is expected: one of table, cumulative, ranges, totals`},
		{"sceret", "age:within=5", `found "sceret" where a part of a plan is expected: one of`},
		{"version", "two", "a whole number"},
	} {
		p := plan.Plan{Title: "before"}
		err := phrase.Add(&p, c.part, c.text)
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: found %v, expected %q", c.text, err, c.says)
		}
		if !reflect.DeepEqual(p, plan.Plan{Title: "before"}) {
			t.Errorf("%s: changed the plan", c.text)
		}
	}
	// Everything is secret where nothing else is said, which stays so behind it but not before.
	for text, want := range map[string]string{"secret: everything\nsecret: age:within=5": "", "secret: age:everything\nsecret: everything": "", "secret: age:within=5\nsecret: everything": `the plan says "age:within=5"`} {
		if _, err := phrase.Read(text); (err != nil) != (want != "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: found %v, expected %q", text, err, want)
		}
	}
	if _, err := phrase.Read("title: x\n\nsecrets are good"); err == nil || !strings.HasPrefix(err.Error(), "line 3: ") {
		t.Errorf("found %v", err)
	}
}

// Lines may be parted, and parts of words in quotes too.
func TestLinesGoOn(t *testing.T) {
	p, err := phrase.Read("title: \"a\n b\"\nsecret: town:groups=Coast(North,\n  East) |\n\t Inland(South)\n# secret: presence\n")
	if err != nil {
		t.Fatal(err)
	}
	if p.Title != "a\n b" || p.Secrets.Presence || len(p.Secrets.Columns[0].Groups) != 2 {
		t.Errorf("read %q", phrase.Lines(p))
	}
}

// FuzzAdd reads anything without a panic, and what it reads says itself again.
func FuzzAdd(f *testing.F) {
	for _, text := range []string{"age:within=5", "town:any=(groups=(a) | x(b, c)) | (pairs=a~b:1)", "counts=(a=1..2 & b=c) or ():5", "x:totals=(a, b):1", `absence=everybody; weight="`, "=", "((("} {
		f.Add("secret", text)
		f.Add("fact", text)
		f.Add("question", text)
	}
	f.Fuzz(func(t *testing.T, part, text string) {
		var p plan.Plan
		if phrase.Add(&p, part, text) != nil || !json.Valid(must(json.Marshal(p))) {
			return
		}
		p = p.Clone()
		if again := reread(t, p); !reflect.DeepEqual(again, p) {
			t.Fatalf("%q\n%q", phrase.Lines(p), phrase.Lines(again))
		}
	})
}

func must(data []byte, err error) []byte {
	if err != nil {
		panic(err)
	}
	return data
}
