package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"steward/core/domain"
	"steward/core/noise"
	"steward/core/noise/noisetest"
	"steward/core/optimum"
	"steward/core/plan"
	"steward/core/plan/secret"
	"steward/io/export"
	"steward/io/project"
	"steward/io/signature"
)

// desk is a folder with a spreadsheet, its plan and ledgers, as a steward would have them.
type desk struct {
	t                   testing.TB
	dir                 string
	data, plan, ledgers string
	out                 string // of the next release
	noise               func() noise.Fresh
}

// newDesk returns a desk whose spreadsheet holds the given bytes, under the given name.
func newDesk(t testing.TB, name, content string, p plan.Plan) *desk {
	t.Helper()
	dir := t.TempDir()
	d := &desk{t, dir, filepath.Join(dir, name), filepath.Join(dir, "people.steward"), filepath.Join(dir, "ledgers"), filepath.Join(dir, "out"), noisetest.Fresh(t, filepath.Base(dir))}
	write(t, d.data, content)
	d.save(p)
	return d
}

// sixty is a spreadsheet of sixty people.
func sixty() string {
	var b strings.Builder
	b.WriteString("age,town,wage\n")
	for i := range 60 {
		fmt.Fprintf(&b, "%d,%s,%d\n", 20+i%10, []string{"North", "South", "East"}[i%3], 900+37*i)
	}
	return b.String()
}

func peoplePlan() plan.Plan {
	low, high, n := int64(20), int64(29), int64(60)
	refuse := plan.Special{Rule: domain.Refuse}
	return plan.Plan{
		Version: plan.Version, DataSet: "People", Title: "People of the town",
		Columns: []plan.Column{
			{Name: "age", Kind: domain.Whole, Lowest: &low, Highest: &high, Origin: domain.Typed, Blank: refuse, Other: refuse},
			{Name: "town", Kind: domain.List, Values: []string{"North", "South", "East"}, Origin: domain.Typed, Other: refuse},
			{Name: "wage", Kind: domain.Ranges, Ranges: []plan.Range{{To: "1000"}, {From: "1000", To: "2000"}, {From: "2000"}}, Origin: domain.Typed, Other: refuse},
		},
		Secrets: secret.Secrets{Columns: []secret.Secret{{Columns: []domain.AttributeName{"age"}, Kind: secret.Near, Within: "3"}}},
		Facts:   plan.Facts{People: &n},
		Questions: []plan.Question{
			{ID: "towns", Title: "Towns by age", Kind: "table", Columns: []domain.AttributeName{"town", "age"}},
			{ID: "wages", Title: "Wages", Kind: "cumulative", Columns: []domain.AttributeName{"wage"}},
		},
		Budget: plan.Budget{Epsilon: "0.5", Limit: "0.75"},
	}
}

func write(t testing.TB, path, content string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

func read(t testing.TB, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func (d *desk) save(p plan.Plan) {
	d.t.Helper()
	if err := project.Save(d.plan, p); err != nil {
		d.t.Fatal(err)
	}
}

func (d *desk) load() plan.Plan {
	d.t.Helper()
	p, err := project.Load(d.plan)
	if err != nil {
		d.t.Fatal(err)
	}
	return p
}

// edit changes the plan as it stands in its file.
func (d *desk) edit(change func(*plan.Plan)) {
	d.t.Helper()
	p := d.load()
	change(&p)
	d.save(p)
}

// outcome is what a command line came to.
type outcome struct {
	code     int
	out, err string
}

// steward runs a command line with the desk's ledgers.
func (d *desk) steward(args ...string) outcome {
	return stewardWith(d.noise, append(args, "--ledgers", d.ledgers)...)
}

// remembering shares what all command lines search for, so that each question is searched for once.
var remembering = optimum.Share(context.Background(), new(optimum.Memory))

// testKeys is the folder of the key that all tests sign with.
var testKeys = sync.OnceValues(func() (string, error) { return os.MkdirTemp("", "steward-keys-*") })

// drawnKey is what the key is made from, without any chance.
func drawnKey() io.Reader { return strings.NewReader(strings.Repeat("steward ", 4)) }

// testKey is the key that tests sign with.
func testKey() signature.Keep {
	dir, err := testKeys()
	if err != nil {
		panic(err)
	}
	return signature.Keep{Dir: dir, Random: drawnKey()}
}

// noon is what the clock says in tests.
func noon() time.Time { return time.Date(2026, time.March, 14, 12, 0, 0, 0, time.UTC) }

// steward runs a command line that draws nothing.
func steward(args ...string) outcome { return stewardWith(nil, args...) }

// stewardWith runs one with the randomness given.
func stewardWith(noise func() noise.Fresh, args ...string) outcome {
	var out, err bytes.Buffer
	code := run(remembering, args, machine{&out, &err, true, noise, noon, testKey()})
	return outcome{code, out.String(), err.String()}
}

// must runs a command line that is to succeed without a word of complaint.
func (d *desk) must(args ...string) string {
	d.t.Helper()
	o := d.steward(args...)
	if o.code != 0 || o.err != "" {
		d.t.Fatalf("steward %s: exit code %d\n%s%s", strings.Join(args, " "), o.code, o.out, o.err)
	}
	return o.out
}

func (d *desk) check() string {
	d.t.Helper()
	return d.must("check", d.plan, "--data", d.data)
}

func (d *desk) releaseArgs() []string {
	return []string{"release", d.plan, "--data", d.data, "--out", d.out, "--name", strings.TrimSuffix(filepath.Base(d.plan), ".steward")}
}

// files returns the content of every file below a folder, by its path from there.
func files(t testing.TB, dir string) map[string]string {
	t.Helper()
	found := make(map[string]string)
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, err := filepath.Rel(dir, path)
		found[filepath.ToSlash(name)] = read(t, path)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// record reads the record of the release in a folder.
func record(t testing.TB, dir, base string) export.Record {
	t.Helper()
	var r export.Record
	if err := json.Unmarshal([]byte(read(t, filepath.Join(dir, base+".json"))), &r); err != nil {
		t.Fatal(err)
	}
	return r
}

// refused runs a command line that is to fail: with one message that says all of says, and
// with every file as it was.
func (d *desk) refused(args []string, says ...string) {
	d.t.Helper()
	before := files(d.t, d.dir)
	o := d.steward(args...)
	if o.code != 1 {
		d.t.Errorf("exit code %d, want 1\n%s%s", o.code, o.out, o.err)
	}
	if slices.Contains(args, "--json") {
		var said complaint
		if err := json.Unmarshal([]byte(o.err), &said); err != nil {
			d.t.Errorf("no program can read what went wrong: %v\n%s", err, o.err)
		}
		o.err = "steward: " + said.Error
	}
	if n := strings.Count("\n"+o.err, "\nsteward: "); n != 1 {
		d.t.Errorf("%d messages, want one:\n%s", n, o.err)
	}
	for _, want := range says {
		if !strings.Contains(o.err, want) {
			d.t.Errorf("the message does not say %q:\n%s", want, o.err)
		}
	}
	for _, jargon := range []string{"goroutine", "panic", ": json:", "%!", "<nil>", "*errors", "0x"} {
		if strings.Contains(o.err, jargon) {
			d.t.Errorf("the message says %q:\n%s", jargon, o.err)
		}
	}
	after := files(d.t, d.dir)
	for name, content := range after {
		if was, ok := before[name]; !ok {
			d.t.Errorf("%s was written", name)
		} else if was != content {
			d.t.Errorf("%s was changed", name)
		}
	}
	if len(after) < len(before) {
		d.t.Errorf("of %d files %d are left", len(before), len(after))
	}
}
