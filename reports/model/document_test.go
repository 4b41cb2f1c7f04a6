package model_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"steward/core/message"
	"steward/core/plan/secret"
	"steward/core/result"
	"steward/reports/model"
	"steward/reports/model/modeltest"
)

var update = flag.Bool("update", false, "write the golden files anew")

// document makes the document of a release.
func document(t *testing.T, r *result.Release) *model.Document {
	t.Helper()
	d, err := model.New(r)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// words writes a document as plain text, everything in it once.
func words(d *model.Document) string {
	var b strings.Builder
	say := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	say("# %s\n%s\n%s | %s | %s | %s\n%s", d.Title, d.Subtitle, d.DataSet, d.Created, d.Program, d.Digest, d.Reference)
	for _, run := range d.Cover.Lead {
		if run.Strong {
			b.WriteString("*" + run.Text + "*")
		} else {
			b.WriteString(run.Text)
		}
	}
	say("")
	for _, block := range append(append([]model.Block{}, d.Cover.Blocks...), d.Cover.Never) {
		say("\n## %s (caution: %v)", block.Title, block.Caution)
		for _, p := range block.Paragraphs {
			say("%s", p)
		}
		for _, p := range block.Bullets {
			say("- %s", p)
		}
		for _, p := range block.After {
			say("%s", p)
		}
	}
	say("\n## Published")
	for _, l := range append(append([]model.Line{}, d.Cover.Published...), d.Cover.Together) {
		say("%s | %s | %s | %s | %s | %s", l.Question, l.Method, l.Numbers, l.Spent, l.Typically, l.Within)
	}
	say("%s\n%v\n%s\n%s", d.Cover.Errors, d.Cover.Signature, d.PictureCaption, d.HowToRead)
	for _, q := range d.Questions {
		say("\n# %d. %s\n%s\n%s\n%s\n%s", q.Number, q.Title, q.Asked, q.Method, q.Errors, q.Exact)
		say("%v grid: %v, left: %s\n%s", q.KeyNames, q.Grid, q.Left, q.Notes)
		for _, a := range q.Answers {
			say("%v | %s | %s | %s | %v %v %v", a.Key, a.Published, a.Unadjusted, a.Within, a.Exact, a.Noisy, a.Total)
		}
		say("picture of %q, ordered: %v, panels of %q. %s", q.Picture.Axis, q.Picture.Ordered, q.Picture.PanelAxis, q.Picture.Note)
		for _, p := range q.Picture.Panels {
			say("  %q %v", p.Title, p.Points)
		}
	}
	for _, s := range append(slices.Clone(d.Signed), d.Appendix...) {
		say("\n## %s", s.Title)
		for _, p := range s.Text {
			say("%s", p)
		}
		for _, f := range s.Facts {
			say("%s: %s", f.Name, f.Value)
		}
		for _, t := range s.Tables {
			say("%s %v %v", t.Title, t.Head, t.Numeric)
			for _, row := range t.Rows {
				say("%s", strings.Join(row, " | "))
			}
		}
		for _, p := range s.Notes {
			say("%s", p)
		}
	}
	return b.String()
}

// golden compares a text with a file.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got == string(want) {
		return
	}
	a, b := strings.Split(got, "\n"), strings.Split(string(want), "\n")
	for i := range max(len(a), len(b)) {
		if i >= len(a) || i >= len(b) || a[i] != b[i] {
			t.Fatalf("%s differs at line %d:\n got %q\nwant %q\n(go test -update writes it anew)", name, i+1, at(a, i), at(b, i))
		}
	}
}

func at(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return ""
}

// TestWords compares every word of a document with what was read and approved.
func TestWords(t *testing.T) {
	golden(t, "first.txt", words(document(t, modeltest.Fixed(t))))

	r := modeltest.Fixed(t)
	r.Plan.Title = ""
	r.Plan.Secrets.Presence = true
	r.Protection.Presence, r.Protection.Disclosed = message.Verbatim("Whether a person is in the file is hidden too."), nil
	r.Multiplier, r.MultiplierWhy = 2, message.Verbatim("knowing the number of people ties two people together")
	r.Created = "2026-03-11T15:09:00+01:00"
	r.Ledger.Sequence, r.Ledger.SpentBefore, r.Ledger.SpentAfter, r.Ledger.Limit = 3, "1/3", "5/6", ""
	golden(t, "later.txt", words(document(t, r)))
}

// TestLead reads the sentences about the budget in every state of the ledger.
func TestLead(t *testing.T) {
	for _, c := range []struct {
		name, epsilon, before, after, limit, aside string
		says, not                                  []string
	}{
		{"first, some left", "0.5", "0", "0.5", "2", "",
			[]string{"*0.5* of the 2 allowed", "*1.5* is left", "The protection is *strong*. Someone", "at most *63* times"}, []string{"Releases add up", "earlier", "set aside"}},
		{"some set aside", "0.5", "0", "0.5", "2", "1", []string{"of the 2 allowed for this data set; 1 is set aside for later releases, and *0.5* is left. The"}, nil},
		{"all set aside", "0.5", "0", "0.5", "2", "1.5", []string{"1.5 is set aside for later releases, and *nothing* is left. The"}, nil},
		{"more set aside than a lowered limit leaves", "0.5", "0", "0.5", "2", "3", []string{"3 is set aside for later releases, and *nothing* is left. The"}, nil},
		{"no limit, some set aside", "0.5", "0", "0.5", "", "1/3", []string{"no limit was set for this data set. ≈0.3333 is set aside"}, nil},
		{"no limit", "0.5", "0", "0.5", "", "", []string{"no limit was set"}, []string{"is left", "allowed"}},
		{"used up", "0.5", "1.5", "2", "2", "",
			[]string{"after 1.5 spent earlier", "together that is *2* of the 2", "*nothing* is left", "Releases add up", "it is at most *89* times"}, nil},
		{"above a limit lowered since", "0.5", "2", "2.5", "2", "", []string{"*that is 0.5 too much*"}, []string{"is left"}},
		{"a third", "1/3", "1/3", "2/3", "1", "", []string{"*≈0.3333* after ≈0.3333", "together that is *≈0.6667* of the 1", "*≈0.3333* is left"}, nil},
		{"good", "1", "0", "1", "2", "", []string{"is *good*. Someone", "*74*"}, nil},
		{"weak", "3", "0", "3", "4", "", []string{"*weak: people who guess will often be right*. Someone", "*96*"}, nil},
		{"very weak", "20", "0", "20", "20", "", []string{"*very weak: do not use this for anything that could hurt someone*. Someone", "*100*"}, nil},
	} {
		r := modeltest.Fixed(t)
		r.Epsilon, r.Ledger.SpentBefore, r.Ledger.SpentAfter, r.Ledger.Limit, r.Ledger.SetAside = c.epsilon, c.before, c.after, c.limit, c.aside
		spread(t, r)
		text := words(document(t, r))
		for _, s := range c.says {
			if !strings.Contains(text, s) {
				t.Errorf("%s: the text lacks %q:\n%s", c.name, s, firstLines(text))
			}
		}
		for _, s := range c.not {
			if strings.Contains(firstLines(text), s) {
				t.Errorf("%s: the text says %q:\n%s", c.name, s, firstLines(text))
			}
		}
	}
}

// Why a limit was changed stands in the language of the summary where the program gave the reason, and as it was typed where a person
// did.
func TestWhyALimitWasChanged(t *testing.T) {
	r := modeltest.Fixed(t)
	r.Plan.Language = "de"
	r.Ledger.LimitChanges = []result.LimitChange{
		{DataSet: "People", Sequence: 2, Time: "2026-03-11T15:09:00Z", Why: result.StricterCopy.String(), Was: "4", Now: "3"},
		{DataSet: "People", Sequence: 4, Time: "2026-03-12T15:09:00Z", By: "A. Steward", Why: "the board asked for it", Was: "3", Now: "8"},
	}
	text := words(document(t, r))
	for _, s := range []string{": die strengere Grenze einer Kopie dieses Budgetbuchs", "A. Steward: the board asked for it"} {
		if !strings.Contains(text, s) {
			t.Errorf("the summary lacks %q:\n%s", s, text)
		}
	}
}

func firstLines(s string) string { return strings.Join(strings.Split(s, "\n")[:6], "\n") }

// spread puts the release's budget on its two questions.
func spread(t *testing.T, r *result.Release) {
	t.Helper()
	r.Questions[0].Epsilon, r.Questions[1].Epsilon = halves(t, r.Epsilon)
}

// TestOdds checks the bound that is stated, and that one without meaning is called so.
func TestOdds(t *testing.T) {
	for epsilon, says := range map[string]string{
		"0.5": "by a factor of at most 1.65.", "1": "at most 2.72.", "3": "at most 20.1.", "7": "at most 1,097.",
		"20": "by a factor of more than a million, which protects nothing.",
	} {
		r := modeltest.Fixed(t)
		r.Epsilon, r.Ledger.SpentAfter, r.Ledger.Limit = epsilon, epsilon, ""
		spread(t, r)
		if text := words(document(t, r)); !strings.Contains(text, says) {
			t.Errorf("epsilon %s: the text lacks %q", epsilon, says)
		}
	}
}

// TestErrors hands over releases that do not hang together.
func TestErrors(t *testing.T) {
	for _, c := range []struct {
		name, says string
		spoil      func(*result.Release)
	}{
		{"a plan that does not compile", "no name", func(r *result.Release) { r.Plan.DataSet = "" }},
		{"a question too few", "answers 1 questions, but its plan asks 2", func(r *result.Release) { r.Questions = r.Questions[:1] }},
		{"another question", `answers "smokers" where its plan asks "age"`, func(r *result.Release) {
			r.Questions[0], r.Questions[1] = r.Questions[1], r.Questions[0]
		}},
		{"no workload", "no workload", func(r *result.Release) { r.Questions[0].Workload = nil }},
		{"an answer too few", "unadjusted values for", func(r *result.Release) { r.Questions[0].Unadjusted = r.Questions[0].Unadjusted[1:] }},
		{"a mark too few", "marks for exact values for", func(r *result.Release) { r.Questions[1].Exact = nil }},
		{"a budget that is no number", `the budget spent: found "half"`, func(r *result.Release) { r.Epsilon = "half" }},
		{"an account that is no number", "what was spent before", func(r *result.Release) { r.Ledger.SpentBefore = "" }},
		{"a limit that is no number", "the limit", func(r *result.Release) { r.Ledger.Limit = "none" }},
		{"a share that is no number", `the budget of "People by age, cumulative"`, func(r *result.Release) { r.Questions[0].Epsilon = "x" }},
		{"shares that do not add up", "together, but the release spends 0.5", func(r *result.Release) { r.Questions[0].Epsilon = "0.1" }},
		{"no time", "a time such as", func(r *result.Release) { r.Created = "yesterday" }},
	} {
		r := modeltest.Fixed(t)
		c.spoil(r)
		if _, err := model.New(r); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want an error with %q", c.name, err, c.says)
		}
	}
}

// TestDisclosed checks that what is not protected stands on the cover, with and without the
// steward's yes, and that nothing is said where nothing is.
func TestDisclosed(t *testing.T) {
	r := modeltest.Fixed(t)
	r.Protection.Disclosed = []message.Text{message.Verbatim("how many people are in each of North, South")}
	block := exactly(t, document(t, r))
	if !block.Caution || len(block.Bullets) != 1 || block.Bullets[0] != r.Protection.Disclosed[0].String() || !strings.Contains(block.After[0], "nothing is promised about them") {
		t.Errorf("without an agreement the cover says %+v", block)
	}
	r.PublishedExactly = r.Protection.Disclosed
	if block = exactly(t, document(t, r)); !strings.Contains(block.After[0], "agreed to publish") {
		t.Errorf("with an agreement the cover says %+v", block)
	}
	r.Protection.Disclosed, r.PublishedExactly = nil, nil
	if block = exactly(t, document(t, r)); block.Caution || len(block.After) != 1 || block.After[0] != "1 number without noise: nothing you keep secret could change it." {
		t.Errorf("with an exact number and nothing disclosed the cover says %+v", block)
	}
	for k := range r.Questions[0].Exact {
		r.Questions[0].Exact[k], r.Questions[0].Error[k], r.Questions[0].HalfWidth[k] = false, 1, 3
	}
	r.Questions[0].ExactWhy = message.Text{}
	if block = exactly(t, document(t, r)); len(block.After) > 0 || !strings.Contains(block.Paragraphs[0], "Nothing but what was taken as known") {
		t.Errorf("with nothing exact the cover says %+v", block)
	}
}

func exactly(t *testing.T, d *model.Document) model.Block {
	t.Helper()
	for _, b := range d.Cover.Blocks {
		if b.Title == "What anyone may learn exactly" {
			return b
		}
	}
	t.Fatal("the cover has no block on what anyone may learn exactly")
	return model.Block{}
}

// TestAllExact checks a question without noise.
func TestAllExact(t *testing.T) {
	r := modeltest.Fixed(t)
	q := &r.Questions[0]
	for k := range q.Len() {
		q.Exact[k], q.Error[k], q.HalfWidth[k] = true, 0, 0
	}
	q.Noise, q.Low, q.High = nil, q.Unadjusted, q.Unadjusted
	d := document(t, r)
	if l := d.Cover.Published[0]; l.Typically != "" || l.Within != "" || !strings.Contains(l.Method, "no noise") {
		t.Errorf("the cover says %+v", l)
	}
	if got := d.Questions[0]; got.Errors != "" || !strings.HasPrefix(got.Exact, "All 6 numbers: exact, because nothing") || got.Answers[0].Within != "exact" {
		t.Errorf("the question says %q and %q, its first answer %+v", got.Errors, got.Exact, got.Answers[0])
	}
}

// TestSecretsLeftOpen checks what the cover says of weaker secrets.
func TestSecretsLeftOpen(t *testing.T) {
	p := modeltest.Sample(t)
	p.Secrets.Columns = append(p.Secrets.Columns, secret.Secret{Columns: p.Questions[1].Columns[1:], Kind: secret.Groups, Groups: []secret.Group{
		{Name: "said", Values: []string{"yes", "no"}}, {Name: "silent", Values: []string{"not stated"}},
	}})
	text := words(document(t, modeltest.Release(t, p)))
	for _, says := range []string{
		`The rough size of “age”: answers further apart are less well hidden. “0” and “95” are 19 steps apart; the odds can shift by a factor of up to 13,360.`,
		`“0” and “30” are 10 steps apart`,
		`which group of “smoker” a person is in`,
	} {
		if !strings.Contains(text, says) {
			t.Errorf("the text lacks %q", says)
		}
	}
}

// TestWhatHasNoNoise reads what a summary says of numbers in general where none has noise: nothing of errors.
func TestWhatHasNoNoise(t *testing.T) {
	for _, noiseless := range []bool{false, true} {
		r := modeltest.Fixed(t)
		if noiseless {
			r.Epsilon, r.Ledger.SpentAfter = "0", "0"
			spread(t, r)
		}
		d := document(t, r)
		for what, text := range map[string]string{"19 times in 20": d.PictureCaption + d.HowToRead, "too high": d.HowToRead, "One interval in twenty": d.Cover.Errors} {
			if strings.Contains(text, what) == noiseless {
				t.Errorf("without noise %v: whether %q is said is wrong: %s", noiseless, what, text)
			}
		}
	}
}
