package main

import (
	"crypto/sha256"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/cryptotest"

	"golang.org/x/sys/cpu"

	"steward/core/noise"
	"steward/core/plan"
	"steward/core/seeded"
)

// corpus is the folder of plans whose README says what is in it.
const corpus = "testdata/corpus"

var (
	updateCorpus = flag.Bool("update", false, "write down anew what comes of the plans of the corpus")
	corpusParts  = flag.String("parts", "", "a folder to write all parts of what comes of the plans of the corpus into")
)

// kept is a plan of the corpus.
type kept struct {
	name string
	// File is the spreadsheet. Columns are names of columns.json, or columns as in a project.
	File    string
	Columns []any
	// Before and After are command lines beside the usual ones.
	Before, After [][]string
	plan          map[string]any   // all else, as in a project
	done          func(dir string) // looks at what came of it, unless it is nil
}

// keptPlans reads all plans of the corpus.
func keptPlans(t *testing.T) []kept {
	t.Helper()
	var columns []map[string]any
	decode(t, filepath.Join(corpus, "columns.json"), &columns)
	declared := make(map[any]any)
	for _, c := range columns {
		declared[c["name"]] = c
	}
	paths, err := filepath.Glob(filepath.Join(corpus, "*", "plan.json"))
	if err != nil || len(paths) < 60 {
		t.Fatalf("%d plans, %v", len(paths), err)
	}
	var out []kept
	for _, path := range paths {
		k := kept{name: filepath.Base(filepath.Dir(path)), File: "people.csv"}
		k.plan = map[string]any{
			"version": plan.Version, "dataSet": "People", "budget": map[string]any{"epsilon": "1"},
			"secrets": map[string]any{}, "facts": map[string]any{}, "questions": []any{},
		}
		decode(t, path, &k)
		decode(t, path, &k.plan)
		for i, c := range k.Columns {
			if name, ok := c.(string); ok {
				k.Columns[i] = declared[name]
			}
		}
		k.plan["columns"] = k.Columns
		for _, own := range []string{"file", "before", "after"} {
			delete(k.plan, own)
		}
		out = append(out, k)
	}
	return out
}

func decode(t testing.TB, path string, v any) {
	t.Helper()
	if err := json.Unmarshal([]byte(read(t, path)), v); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
}

// TestCorpus releases every plan of the corpus and compares all that comes of it, part by part, with what
// is written down. -update writes it down anew. Among all tests the fast run takes every eighteenth plan; asked for by -run it
// takes them all, as the audits do, and the reviewers' checker agrees with verify on every record.
func TestCorpus(t *testing.T) {
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" || !cpu.X86.HasFMA {
		t.Skip("what is written down is rounded as Linux does on amd64 with fused multiply-add")
	}
	was := version
	version = "of the corpus"
	t.Cleanup(func() { version = was })
	plans, seen, ran, hidden, said := keptPlans(t), make(covered), 0, 0, 0
	// Making the key takes from the randomness that ledgers have their nonces of: it is there before the first plan.
	if _, err := testKey().Own(); err != nil {
		t.Fatal(err)
	}
	checker := ""
	all := seeded.Audit || *corpusParts != "" || *updateCorpus || flag.Lookup("test.run").Value.String() != ""
	if all {
		checker = builtRecheck(t)
	}
	for i, k := range plans {
		if !all && i%18 > 0 {
			continue
		}
		t.Run(k.name, func(t *testing.T) {
			folder := ""
			k.done = func(dir string) {
				folder = dir
				if all {
					hidden += rechecked(t, checker, dir)
				}
			}
			got := k.carriedOut(t)
			said += saysWhatIsPromised(t, folder, got)
			saysWhatNumbersAre(t, got)
			for name, content := range got {
				if *corpusParts == "" {
					break
				}
				path := filepath.Join(*corpusParts, k.name, filepath.FromSlash(name))
				if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
					t.Fatal(err)
				}
				write(t, path, content)
			}
			k.compare(t, got)
			seen.note(t, k, got)
			ran++
		})
	}
	if ran == len(plans) {
		if said < 3*ran {
			t.Errorf("guesses and odds are spoken of %d times in %d plans", said, ran)
		}
		seen.complete(t)
		if hidden < 90 {
			t.Errorf("the reviewers' checker confirmed the noise of %d questions only", hidden)
		}
	}
	if t.Failed() {
		t.Logf("%s/README.md says how to see what a part was and is", corpus)
	}
}

// commands returns the command lines of a plan, in which DIR is its folder.
func (k kept) commands() [][]string {
	data := "DIR/" + k.File
	usual := [][]string{
		{"check", "DIR/plan.steward", "--data", data},
		{"preview", "DIR/plan.steward"},
		{"release", "DIR/plan.steward", "--data", data, "--out", "DIR/out", "--name", "it"},
		{"verify", "DIR/out/it.json"},
		{"ledger", "People"},
	}
	return slices.Concat(k.Before, usual, k.After)
}

// nameOf returns the words of a command line that name the command.
func nameOf(line []string) []string {
	n := slices.IndexFunc(line, func(arg string) bool { return strings.Trim(arg, "abcdefghijklmnopqrstuvwxyz") != "" })
	if n < 0 {
		n = len(line)
	}
	return line[:n]
}

// carriedOut carries the commands of a plan out in a folder of its own, and returns by their names all
// parts of what they say and write.
func (k kept) carriedOut(t *testing.T) map[string]string {
	t.Helper()
	dir := t.TempDir()
	given := []string{"people.csv", "visits.csv", "like.csv"}
	for _, file := range given {
		write(t, filepath.Join(dir, file), read(t, filepath.Join(corpus, file)))
	}
	text, err := json.Marshal(k.plan)
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "plan.steward"), string(text))
	got := make(map[string]string)
	for _, line := range k.commands() {
		name := "said/" + strings.Join(nameOf(line), "-")
		for got[name+".txt"] != "" {
			name += "-again"
		}
		args := []string{"--ledgers", filepath.Join(dir, "ledgers")}
		for _, arg := range line {
			args = append(args, strings.ReplaceAll(arg, "DIR", dir))
		}
		source := seeded.Named(k.name + name)
		// What is drawn beside the noise, such as what tells entries of a ledger apart, begins anew with each
		// command, so that none hangs on how much of it was drawn before.
		cryptotest.SetGlobalRandom(t, 1)
		o := stewardWith(func() noise.Fresh { return source }, args...)
		if o.code != 0 {
			t.Fatalf("steward %s: exit code %d\n%s%s", strings.Join(line, " "), o.code, o.out, o.err)
		}
		got[name+".txt"] = strings.ReplaceAll(o.err+o.out, dir, "DIR")
	}
	if k.done != nil {
		k.done(dir)
	}
	for name, content := range files(t, dir) {
		switch filepath.Ext(name) {
		case ".xlsx":
			for part, content := range unzipped(t, content) {
				got[name+"/"+part] = content
			}
		case ".pdf":
			got[name+".txt"] = streams(t, content)
			fallthrough
		default:
			if !slices.Contains(given, name) {
				got[name] = content
			}
		}
	}
	return got
}

// compare compares parts with what is written down: by their digests, and line by line where the folder
// of the plan has a file of the part's name.
func (k kept) compare(t *testing.T, got map[string]string) {
	t.Helper()
	dir := filepath.Join(corpus, k.name)
	var now strings.Builder
	for _, name := range slices.Sorted(maps.Keys(got)) {
		fmt.Fprintf(&now, "%.8x  %s\n", sha256.Sum256([]byte(got[name])), name)
	}
	there := files(t, dir)
	if *updateCorpus {
		there["digests.txt"] = now.String()
		for name := range there {
			if content, made := got[name]; made {
				there[name] = content
			}
			write(t, filepath.Join(dir, filepath.FromSlash(name)), there[name])
		}
	}
	was, is := digests(there["digests.txt"]), digests(now.String())
	for _, name := range slices.Sorted(maps.Keys(got)) {
		text, readable := there[name]
		switch {
		case was[name] == "":
			t.Errorf("%s was not made before", name)
		case readable && text != got[name]:
			t.Errorf("%s: %s", name, firstDifference(text, got[name]))
		case was[name] != is[name]:
			t.Errorf("%s has changed", name)
		}
	}
	delete(there, "plan.json")
	delete(there, "digests.txt")
	maps.Copy(was, there)
	for _, name := range slices.Sorted(maps.Keys(was)) {
		if is[name] == "" {
			t.Errorf("%s is not made any more", name)
		}
	}
}

// digests reads a list of digests, by the names of the parts.
func digests(list string) map[string]string {
	out := make(map[string]string)
	for line := range strings.Lines(list) {
		digest, name, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "  ")
		out[name] = digest
	}
	return out
}

// firstDifference says where a text begins to be another.
func firstDifference(was, is string) string {
	old, now := strings.Split(was, "\n"), strings.Split(is, "\n")
	for i := range min(len(old), len(now)) {
		if old[i] != now[i] {
			return fmt.Sprintf("line %d was\n\t%s\nand is\n\t%s", i+1, old[i], now[i])
		}
	}
	return fmt.Sprintf("%d lines were %d", len(now), len(old))
}
