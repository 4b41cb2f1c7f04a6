package main

import (
	"encoding/json"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"steward/cmd/steward/phrase"
	"steward/core/plan"
	"steward/core/plan/secret"
	"steward/io/project"
)

// planOf is a plan of the corpus as it is saved.
func (k kept) planOf(t *testing.T) plan.Plan {
	t.Helper()
	text, err := json.Marshal(k.plan)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "plan.steward")
	write(t, path, string(text))
	p, err := project.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	return p.Clone()
}

// Every plan of the corpus is the same when it is written by what is said of it, and where its secrets, facts and questions
// are said to one that has none, on a command line without JSON.
func TestCorpusIsSaid(t *testing.T) {
	secrets, facts := 0, 0
	schema, err := jsonschema.NewCompiler().Compile("../../docs/plan.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range keptPlans(t) {
		p := k.planOf(t)
		if err := schema.Validate(jsonOf(p)); err != nil {
			t.Errorf("%s: %v", k.name, err)
		}
		lines := phrase.Lines(p)
		again, err := phrase.Read(strings.Join(lines, "\n"))
		if err != nil {
			t.Errorf("%s: %v", k.name, err)
			continue
		}
		if again = again.Clone(); !reflect.DeepEqual(emptied(again), emptied(p)) {
			t.Errorf("%s is said as\n%s\nand read as\n%s", k.name, strings.Join(lines, "\n"), strings.Join(phrase.Lines(again), "\n"))
		}
		bare := p
		bare.Secrets, bare.Facts, bare.Questions = secret.Secrets{}, plan.Facts{}, nil
		flags := map[string]string{"secret": "--secret", "fact": "--fact", "question": "--question"}
		path := filepath.Join(t.TempDir(), "plan.steward")
		if err := project.Save(path, bare); err != nil {
			t.Fatal(err)
		}
		args := []string{"plan", "set", path}
		for _, l := range lines {
			part, text, _ := strings.Cut(l, ": ")
			if flag := flags[part]; flag != "" {
				args = append(args, flag, text)
			}
		}
		secrets, facts = secrets+strings.Count(strings.Join(args, " "), "--secret"), facts+strings.Count(strings.Join(args, " "), "--fact")
		if o := steward(args...); o.code != 0 {
			t.Errorf("%s: %q: %s", k.name, args, o.err)
			continue
		}
		got, err := project.Load(path)
		if err != nil {
			t.Fatal(err)
		}
		if got = got.Clone(); !reflect.DeepEqual(emptied(got), emptied(p)) {
			t.Errorf("%s: %q makes\n%s", k.name, args, strings.Join(phrase.Lines(got), "\n"))
		}
	}
	if secrets < 25 || facts < 20 {
		t.Errorf("%d secrets and %d facts were said", secrets, facts)
	}
}

// emptied returns what a plan is saved as, where an empty list is none.
func emptied(p plan.Plan) any { return withoutEmpty(jsonOf(p)) }

// jsonOf returns what a plan is saved as.
func jsonOf(p plan.Plan) any {
	var v any
	text, err := json.Marshal(p)
	if err == nil {
		err = json.Unmarshal(text, &v)
	}
	if err != nil {
		panic(err)
	}
	return v
}

func withoutEmpty(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for name, of := range v {
			if v[name] = withoutEmpty(of); v[name] == nil {
				delete(v, name)
			}
		}
	case []any:
		for i, of := range v {
			v[i] = withoutEmpty(of)
		}
		if len(v) == 0 {
			return nil
		}
	}
	return v
}

// A new plan says at once what is secret, known and asked.
func TestNewInWords(t *testing.T) {
	d := newDesk(t, "people.csv", sixty(), plan.Plan{})
	d.plan = filepath.Join(d.dir, "fresh.steward")
	d.must("new", d.data, "--out", d.plan, "--confirm", "--secret", "age:within=5", "--fact", "n=60", "--question", "town,age:table", "--question", "age:cumulative")
	p := d.load()
	if len(p.Secrets.Columns) != 1 || p.Secrets.Columns[0].Within != "5" || *p.Facts.People != 60 || len(p.Questions) != 2 || p.Questions[1].ID != "q2" || p.Questions[1].Title != "Counts by age" {
		t.Errorf("the plan says %q", phrase.Lines(p))
	}
	d.check()
}

// What cannot be read, and what does not go with the plan, is refused before anything is written.
func TestPlanSetRefuses(t *testing.T) {
	d := newDesk(t, "people.csv", sixty(), peoplePlan())
	before := phrase.Lines(d.load())
	for _, c := range []struct{ flag, text, says string }{
		{"--secret", "age:wihtin=5", `--secret age:wihtin=5: found “wihtin” where one of these is expected: everything, public, within`},
		{"--secret", "hight:within=5", `names the column “hight”, which is not published`},
		{"--secret", "town:within=5", "nothing was written"},
		{"--fact", "n=minus", "found “minus” where a whole number is expected"},
		{"--fact", "town:totals=Nowhere:5", `“Nowhere”`},
		{"--question", "hight:table", `“hight”`},
		{"--say", "budget", "a part of a plan, a colon"},
		{"--drop", "secret: nothing", "copy a whole line from steward plan show"},
	} {
		d.refused([]string{"plan", "set", d.plan, c.flag, c.text}, c.says)
		if after := phrase.Lines(d.load()); !slices.Equal(after, before) {
			t.Errorf("%s %s: the plan says %q", c.flag, c.text, after)
		}
	}
}

// A plan goes through a text with comments and comes back, and a line of it is taken back.
func TestPlanThroughAText(t *testing.T) {
	d := newDesk(t, "people.csv", sixty(), peoplePlan())
	d.must("plan", "set", d.plan, "--secret", "presence", "--say", "title: In words")
	text, again := filepath.Join(d.dir, "plan.txt"), filepath.Join(d.dir, "again.steward")
	d.must("plan", "show", d.plan, "--out", text)
	if shown := d.must("plan", "show", d.plan); shown != read(t, text) || !strings.Contains(shown, "secret: presence\n") {
		t.Errorf("shown\n%s", shown)
	}
	write(t, text, "# of last year\n"+read(t, text))
	d.must("plan", "write", again, "--from", text)
	was := d.load()
	if p, err := project.Load(again); err != nil || !reflect.DeepEqual(emptied(p), emptied(was)) {
		t.Errorf("%v, %q", err, phrase.Lines(p))
	}
	d.refused([]string{"plan", "write", again, "--from", text}, "already exists")
	write(t, text, "title: x\nsecret: age\n")
	d.refused([]string{"plan", "write", filepath.Join(d.dir, "other.steward"), "--from", text}, "plan.txt, line 2: ")
	d.must("plan", "set", d.plan, "--drop", "secret: presence")
	if d.load().Secrets.Presence {
		t.Error("presence is still secret")
	}
}
