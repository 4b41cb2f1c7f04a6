//go:build unix

package main

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/alecthomas/kong"
	"golang.org/x/sys/unix"

	"steward/core/limits"
	"steward/core/seeded"
)

// oddFiles make what no command may wait for, or read to its end.
var oddFiles = []struct {
	name string
	make func(path string) error
}{
	{"a pipe", func(path string) error { return unix.Mkfifo(path, 0o600) }},
	{"a huge file", func(path string) error {
		return errors.Join(os.WriteFile(path, nil, 0o600), os.Truncate(path, limits.MaxPublishedBytes+1))
	}},
	{"a device without end", func(path string) error { return os.Symlink("/dev/zero", path) }},
	{"a folder", func(path string) error { return os.Mkdir(path, 0o700) }},
	{"a socket", func(path string) error {
		s, err := unix.Socket(unix.AF_UNIX, unix.SOCK_STREAM, 0)
		if err != nil {
			return err
		}
		return errors.Join(unix.Bind(s, &unix.SockaddrUnix{Name: path}), unix.Close(s))
	}},
}

// givenAs are command lines that name a file, ODD, by the part of the grammar that it stands for.
var givenAs = map[string]string{
	"passphrase-file": "check PLAN --passphrase-file ODD", "password-file": "check PLAN --password-file ODD",
	"window file": "window ODD", "inspect file": "inspect ODD",
	"new file": "new ODD --out NEW", "new codebook": "new DATA --out NEW --codebook ODD", "new numbers": "new DATA --out NEW --confirm --total town --numbers ODD",
	"new best": "new DATA --out NEW --confirm --best town:ODD", "check project": "check ODD", "check data": "check PLAN --data ODD",
	"plan show project": "plan show ODD", "plan set project": "plan set ODD --fact n=5", "plan write from": "plan write NEW --from ODD",
	"preview project": "preview ODD", "preview like": "preview PLAN --like ODD",
	"compare project": "compare ODD --even", "compare like": "compare PLAN --like ODD", "compare data": "compare PLAN --pilot 0.1 --data ODD",
	"attack project": "attack ODD", "release project": "release ODD --data DATA --out NEW", "release data": "release PLAN --data ODD --out NEW",
	"withdraw record": "withdraw ODD --why x --by y", "withdraw instead": "withdraw RECORD --instead ODD --why x --by y",
	"review show project": "review ODD", "review submit project": "review submit ODD --by x", "review approve project": "review approve ODD --by x", "review changes project": "review changes ODD --by x --why y",
	"review refuse project": "review refuse ODD --by x --why y", "review checklist project": "review checklist ODD --out NEW", "review state record": "review state ODD --by x --says y",
	"ledger sketch project": "ledger sketch ODD --data DATA --column town", "ledger sketch data": "ledger sketch PLAN --data ODD --column town",
	"next project": "next ODD DATA", "next data": "next PLAN ODD", "next record": "next PLAN DATA --record ODD", "combine since": "combine RECORD --since ODD",
	"verify record": "verify ODD", "verify key": "verify RECORD --key ODD",
	"key import file": "key import ODD --keys NEW", "key passphrase file": "key passphrase --file ODD --keys NEW", "key sign record": "key sign ODD",
	"combine record": "combine ODD --question towns --add x", "ledger know record": "ledger know People ODD --why so", "ledger import file": "ledger import ODD", "ledger recover from": "ledger recover ODD",
	"sql project": "sql ODD --dialect duckdb --table t", "codebook project": "codebook ODD", "codebook coarser": "codebook PLAN --column town --coarser ODD",
}

// beside are command lines that read a file that they do not name, by the place of it: in the folder of the record (out), of the
// ledgers or of the key.
var beside = map[string][]string{
	"out/people-towns.csv": {"verify RECORD"}, "out/people.xlsx": {"verify RECORD"}, "out/people-summary.pdf": {"verify RECORD"},
	"out/people.json.2.sig": {"verify RECORD"}, "out/people.json.sig": {"verify RECORD"},
	"LEDGER":               {"ledger show People", "ledger list", "ledger export People --out NEW", "release PLAN --data DATA --out NEW --name new", "verify RECORD", "ledger annotate People 1 words"},
	"HEAD":                 {"ledger show People", "release PLAN --data DATA --out NEW --name new"},
	"ledgers/other.ledger": {"ledger list"},
	"keys/steward_ed25519": {"key show --keys KEYS", "key sign RECORD --keys KEYS", "key export --out NEW --keys KEYS"},
}

// Whatever a file is given as, what is no ordinary one or too large is refused at once, by its name, and little of it is read.
// The fast run tries one of them as each, audits all.
func TestOddFiles(t *testing.T) {
	d := releasedDesk(t)
	keys := filepath.Join(d.dir, "keys")
	if o := steward("key", "show", "--keys", keys); o.code != 0 {
		t.Fatal(o.err)
	}
	only := func(pattern string) string {
		found, err := filepath.Glob(filepath.Join(d.dir, pattern))
		if err != nil || len(found) != 1 {
			t.Fatalf("%s: %q (%v)", pattern, found, err)
		}
		return found[0]
	}
	places := map[string]string{"LEDGER": only("ledgers/*.ledger"), "HEAD": only("ledgers.heads/*.head")}
	line := func(text, path string) []string {
		return strings.Fields(strings.NewReplacer("PLAN", d.plan, "DATA", d.data, "RECORD", filepath.Join(d.out, "people.json"),
			"NEW", filepath.Join(d.dir, "new.steward"), "KEYS", keys, "ODD", path).Replace(text))
	}
	each := func(n int, try func(what, path string), at func(i int) string) {
		for i, o := range oddFiles {
			if !seeded.Audit && i != n%len(oddFiles) {
				continue
			}
			path := at(i)
			if err := o.make(path); err != nil {
				t.Fatal(err)
			}
			try(o.name, path)
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
		}
	}
	for n, what := range slices.Sorted(maps.Keys(givenAs)) {
		each(n, func(odd, path string) { d.briefly(t, odd+" as "+what, path, line(givenAs[what], path)) },
			func(i int) string { return filepath.Join(d.dir, fmt.Sprint("odd", i)) })
	}
	for n, place := range slices.Sorted(maps.Keys(beside)) {
		path := cmp.Or(places[place], filepath.Join(d.dir, place))
		kept := path + ".kept"
		was := os.Rename(path, kept)
		each(n, func(odd, path string) {
			for _, text := range beside[place] {
				d.briefly(t, odd+" at "+place, path, line(text, path))
			}
		}, func(int) string { return path })
		if was == nil {
			if err := os.Rename(kept, path); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// briefly runs a command line that is to speak of a file and to fail, or to find something wrong, and hardly to read it.
func (d *desk) briefly(t *testing.T, what, path string, args []string) {
	t.Helper()
	if err := os.RemoveAll(filepath.Join(d.dir, "new.steward")); err != nil {
		t.Fatal(err)
	}
	before := readBytes(t)
	done := make(chan outcome, 1)
	go func() { done <- d.steward(args...) }()
	select {
	case o := <-done:
		// A list tells of each of its ledgers, and a release can be verified without one.
		said := o.out + o.err
		if o.code == 0 && !slices.Contains(args, "list") && !strings.Contains(said, "NOT CHECKED") || !strings.Contains(said, filepath.Base(path)) {
			t.Errorf("%s: steward %s: exit code %d\n%s", what, strings.Join(args, " "), o.code, said)
		}
	case <-time.After(5 * time.Minute): // far more than any takes
		t.Fatalf("%s: steward %s does not end", what, strings.Join(args, " "))
	}
	if n := readBytes(t) - before; n > 32<<20 {
		t.Errorf("%s: steward %s reads %d bytes", what, strings.Join(args, " "), n)
	}
}

// readBytes is how many bytes this program has read, as far as the system tells.
func readBytes(t *testing.T) (n int64) {
	t.Helper()
	text, err := os.ReadFile("/proc/self/io")
	if errors.Is(err, os.ErrNotExist) || errors.Is(err, os.ErrPermission) {
		return 0
	}
	if _, err := fmt.Sscanf(string(text), "rchar: %d", &n); err != nil {
		t.Fatal(err)
	}
	return n
}

// writtenTo are the paths that commands write to, and folders.
var writtenTo = []string{"ledgers", "keys", "new out", "next out", "plan show out", "plan write out", "release out", "finish out", "preview pages", "review checklist out", "key export out", "ledger export out", "check write", "codebook out", "sql out", "demo out"}

// Every file that can be named is among those that are tried.
func TestOddFilesOfAllCommands(t *testing.T) {
	parser, err := kong.New(new(commands), append(byBytes(), kong.Name("steward"))...)
	if err != nil {
		t.Fatal(err)
	}
	seen := func(leaf string, v *kong.Value) {
		what := strings.TrimSpace(leaf + " " + v.Name)
		if (v.Tag.Type == "path" || v.Tag.Type == "bytes") && givenAs[what] == "" && !slices.Contains(writtenTo, what) {
			t.Errorf("no odd file is given as %q", what)
		}
	}
	for _, f := range parser.Model.Flags {
		seen("", f.Value)
	}
	for _, leaf := range parser.Model.Leaves(false) {
		path := strings.TrimPrefix(leaf.Path(), "steward ")
		for _, f := range leaf.Flags {
			seen(path, f.Value)
		}
		for _, p := range leaf.Positional {
			seen(path, p)
		}
	}
}
