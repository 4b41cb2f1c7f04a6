package accounts

import (
	"bytes"
	"context"
	"encoding/json"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"steward/cmd/steward/console"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/promise"
	"steward/gui/words"
	"steward/io/ledger"
	"steward/io/project"
)

// What these commands do with an account is tested where releases are made (cmd/steward); here is what they say of accounts that no
// release of today leaves behind, and to whom.

// says runs something that writes to a console with accounts in a folder, and returns what it said.
func says(t *testing.T, dir string, eyes, json bool, run func(c *console.Console) error) string {
	t.Helper()
	var out bytes.Buffer
	now := func() time.Time { return time.Date(2026, time.March, 14, 12, 0, 0, 0, time.UTC) }
	c := &console.Console{Ctx: context.Background(), Out: &out, Err: &out, Ledgers: dir, Now: now, Eyes: eyes, JSON: json}
	if err := run(c); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// said is what is said of something that cannot fail.
func said(t *testing.T, run func(c *console.Console)) string {
	t.Helper()
	return says(t, "", true, false, func(c *console.Console) error { run(c); return nil })
}

// has asks for parts of a text.
func has(t *testing.T, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("it is not said that %q:\n%s", part, text)
		}
	}
}

// How many people a file has is for the steward's eyes alone, for programs too.
func TestASketchTellsTheEyesAlone(t *testing.T) {
	dir := t.TempDir()
	cmd := sketchCmd{Project: filepath.Join(dir, "people.steward"), Data: filepath.Join(dir, "people.csv"), Column: "who"}
	if err := os.WriteFile(cmd.Data, []byte("who,age\na,1\nb,2\nc,3\na,4\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := project.Save(cmd.Project, plan.Plan{Version: plan.Version, DataSet: "People"}); err != nil {
		t.Fatal(err)
	}
	for _, eyes := range []bool{false, true} {
		if text := says(t, filepath.Join(dir, "ledgers"), eyes, false, cmd.Run); strings.Contains(text, "has 3 different values") != eyes || !strings.Contains(text, "“who”") {
			t.Errorf("to eyes (%v) is said: %s", eyes, text)
		}
		var told map[string]any
		if err := json.Unmarshal([]byte(says(t, filepath.Join(dir, "ledgers"), eyes, true, cmd.Run)), &told); err != nil {
			t.Fatal(err)
		}
		if _, is := told["people"]; is != eyes || eyes && told["people"] != 3.0 || told["column"] != "who" {
			t.Errorf("programs are told, for eyes (%v): %v", eyes, told)
		}
	}
}

// Every change of a limit is told by what it did, who did it and why, be it of budgets or of chances.
func TestLimitChangesAreTold(t *testing.T) {
	half, one := big.NewRat(1, 2), big.NewRat(1, 1)
	at := ledger.Words{Time: "2026-03-14", By: "A. Steward"}
	for want, l := range map[string]ledger.LimitChange{
		"Entry 2 of “People”, 2026-03-14: what may be spent in total was set to 1 by A. Steward: a rule.":                              {Words: at, Now: one, Remark: message.Sprintf("a rule.")},
		"Entry 2 of “People”, 2026-03-14: what may be spent in total was raised from 0.5 to 1 by A. Steward.":                          {Words: at, Was: half, Now: one},
		"Entry 2 of “People”, 2026-03-14: what the chances of failure may add up to was lowered from 1 to 0.5 by A. Steward.":          {Words: at, Was: one, Now: half, Chance: true},
		"Entry 2 of “People”, : what may be spent in total was set to 1: the plan of “Survey”, which was released first with a limit.": {Now: one, Title: "Survey"},
	} {
		l.DataSet, l.Sequence = "People", 2
		if got := limitChange(l); got != want {
			t.Errorf("said is %q, want %q", got, want)
		}
	}
}

// What is unusual about an account is remarked on, and nothing where all is as it should be.
func TestRemarks(t *testing.T) {
	entry := func(n int, kind ledger.Kind, at string, of int) ledger.Entry {
		return ledger.Entry{Sequence: n, Kind: kind, Time: at, Of: of}
	}
	whole := ledger.Statement{Entries: []ledger.Entry{entry(1, ledger.Spent, "2026-03-14T12:00:00Z", 0), entry(2, ledger.Written, "2026-03-14T12:00:01Z", 1)}}
	if text := said(t, func(c *console.Console) { remarks(c, whole) }); text != "" {
		t.Errorf("of a whole account is remarked: %s", text)
	}
	odd := ledger.Statement{CutOff: true, Undropped: true, Forgotten: &ledger.Entry{}, Entries: append(whole.Entries,
		entry(3, ledger.Spent, "2026-03-13T12:00:00Z", 0), entry(4, ledger.Noted, "2026-03-12T12:00:00Z", 0))}
	has(t, said(t, func(c *console.Console) { remarks(c, odd) }), "cut off by a crash", "--undo", "still in the file", "set back before entry 3, 4.", "written for entry 3:")
}

// An entry is told by its kind and by what it is of, and a kind that a later version has by its own word.
func TestEntriesAreTold(t *testing.T) {
	if err := words.Use("de"); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = words.Use(words.English) }()
	for _, kind := range []ledger.Kind{ledger.Spent, ledger.Written, ledger.Torn, ledger.Reserved, ledger.Returned, ledger.Noted, ledger.Withdrawn, ledger.Reviewed,
		ledger.Checking, ledger.Limited, ledger.Linked, ledger.Forgotten, ledger.Reopened} {
		if word := kindOf(ledger.Entry{Kind: kind}); word == string(kind) {
			t.Errorf("%q has no German word", kind)
		}
	}
	for want, e := range map[string]ledger.Entry{
		"mended":           {Kind: "mended"},
		"mended (von 3)":   {Kind: "mended", Of: 3},
		"mended (aus 1 2)": {Kind: "mended", From: []int{1, 2}},
	} {
		if got := what(e); got != want {
			t.Errorf("%+v is told as %q, want %q", e, got, want)
		}
	}
}

// What releases let somebody tell between two people is bounded only where all of them say what they protect, and but for their chances of
// failure.
func TestTellSays(t *testing.T) {
	cmd := tellCmd{Is: map[string]string{"town": "North", "age": "21"}, Or: map[string]string{"age": "22"}}
	for _, test := range []struct {
		pair  promise.Pair
		parts []string
	}{
		{promise.Pair{Open: []string{"Survey"}, Unknown: []string{"Census"}}, []string{"Yes: ", `age "21", town "North" and age "22"`, "Survey"}},
		{promise.Pair{Unknown: []string{"Census"}}, []string{"It cannot be said", "Census"}},
		{promise.Pair{Loss: big.NewRat(1, 2)}, []string{"(a loss of 0.5)."}},
		{promise.Pair{Loss: big.NewRat(1, 2), Delta: big.NewRat(3, 1000)}, []string{"(a loss of 0.5), except in cases whose chance is at most 1 in 333 together."}},
	} {
		has(t, said(t, func(c *console.Console) { cmd.say(c, test.pair) }), test.parts...)
	}
}
