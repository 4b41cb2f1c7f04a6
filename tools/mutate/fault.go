package main

import (
	"bufio"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// fault is one thing that somebody could break, and the tests that must notice.
type fault struct {
	name   string
	breaks string // what it breaks, as a sentence
	in     string // the folder of the package that it changes, with slashes
	tests  string // the folder of the package whose tests must catch it
	first  string // a pattern of the tests that are tried before all others, "" for none
	edits  []edit
	where  string // file and line where it stands, for messages
}

// edit is one place that a fault changes: whole lines, compared without the space around them.
type edit struct{ old, new []string }

// readFaults reads all faults of a folder, in the order of files and lines.
func readFaults(folder string) ([]fault, error) {
	files, err := filepath.Glob(filepath.Join(folder, "*.txt"))
	if err != nil {
		return nil, err
	}
	var all []fault
	for _, name := range files {
		some, err := readFile(name)
		if err != nil {
			return nil, err
		}
		all = append(all, some...)
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("no faults in %s", folder)
	}
	seen := make(map[string]string)
	for _, f := range all {
		if at, twice := seen[f.name]; twice {
			return nil, fmt.Errorf("%s: a fault named %s stands at %s too", f.where, f.name, at)
		}
		seen[f.name] = f.where
	}
	return all, nil
}

func readFile(name string) ([]fault, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	r := reader{}
	lines := bufio.NewScanner(file)
	for number := 1; lines.Scan(); number++ {
		r.at = fmt.Sprintf("%s:%d", filepath.Base(name), number)
		if err := r.line(lines.Text()); err != nil {
			return nil, fmt.Errorf("%s: %w", r.at, err)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	for i := range r.faults {
		if err := r.faults[i].complete(); err != nil {
			return nil, fmt.Errorf("%s: %w", r.faults[i].where, err)
		}
	}
	return r.faults, nil
}

// reader reads the lines of a file of faults.
type reader struct {
	faults []fault
	at     string
	inEdit bool // whether the line before belongs to an edit
}

func (r *reader) line(s string) error {
	if key, value, ok := strings.Cut(s, ": "); ok && slices.Contains([]string{"fault", "breaks", "in", "tests", "first"}, key) {
		r.inEdit = false
		return r.field(key, strings.TrimSpace(value))
	}
	if strings.TrimSpace(s) == "" || s[0] == '#' {
		r.inEdit = false
		return nil
	}
	if len(r.faults) == 0 || !strings.ContainsRune(" +-", rune(s[0])) {
		return fmt.Errorf("%q is no field and no line of an edit", s)
	}
	f := &r.faults[len(r.faults)-1]
	if f.in == "" {
		if s[0] != ' ' || f.breaks == "" {
			return fmt.Errorf("%q stands before the package that it changes", s)
		}
		f.breaks += " " + strings.TrimSpace(s)
		return nil
	}
	if !r.inEdit {
		f.edits, r.inEdit = append(f.edits, edit{}), true
	}
	e := &f.edits[len(f.edits)-1]
	if s[0] != '+' {
		e.old = append(e.old, strings.TrimSpace(s[1:]))
	}
	if s[0] != '-' {
		e.new = append(e.new, s[1:])
	}
	return nil
}

func (r *reader) field(key, value string) error {
	if key == "fault" {
		r.faults = append(r.faults, fault{name: value, where: r.at})
		return nil
	}
	if len(r.faults) == 0 {
		return fmt.Errorf("%s stands before the first fault", key)
	}
	f := &r.faults[len(r.faults)-1]
	field := map[string]*string{"breaks": &f.breaks, "in": &f.in, "tests": &f.tests, "first": &f.first}[key]
	if *field != "" {
		return fmt.Errorf("%s has %s twice", f.name, key)
	}
	*field = value
	return nil
}

// complete fills in what a fault need not say, and errors where it lacks something.
func (f *fault) complete() error {
	if f.tests == "" {
		f.tests = f.in
	}
	switch {
	case f.name == "" || f.breaks == "" || f.in == "" || len(f.edits) == 0:
		return fmt.Errorf("a fault needs a name, what it breaks, the package that it is in and an edit")
	case !filepath.IsLocal(f.in) || !filepath.IsLocal(f.tests):
		return fmt.Errorf("%s: packages are named by their folders", f.name)
	}
	for _, e := range f.edits {
		if len(e.old) == 0 || slices.Equal(e.old, trimmed(e.new)) {
			return fmt.Errorf("%s: an edit changes nothing", f.name)
		}
	}
	return nil
}

// applied returns the files of the package as the fault leaves them: those that it changes alone.
// It errors where what an edit replaces does not stand in the package exactly once.
func (f fault) applied(root string) (map[string]string, error) {
	files, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(f.in), "*.go"))
	if err != nil {
		return nil, err
	}
	changed := make(map[string]string)
	for _, e := range f.edits {
		found := 0
		for _, name := range files {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			text, edited := changed[name]
			if !edited {
				b, err := os.ReadFile(name)
				if err != nil {
					return nil, err
				}
				text = string(b)
			}
			next, times := e.in(text)
			if found += times; times == 1 {
				changed[name] = next
			}
		}
		if found != 1 {
			return nil, fmt.Errorf("stands %d times in %s, and must exactly once:\n\t%s", found, f.in, strings.Join(e.old, "\n\t"))
		}
	}
	return changed, nil
}

// in replaces the old lines of a text by the new ones, and tells how often they stand there.
func (e edit) in(text string) (string, int) {
	lines := strings.Split(text, "\n")
	bare := trimmed(lines)
	times, at := 0, 0
	for i := 0; i+len(e.old) <= len(lines); i++ {
		if slices.Equal(bare[i:i+len(e.old)], e.old) {
			times, at = times+1, i
		}
	}
	if times != 1 {
		return text, times
	}
	return strings.Join(slices.Replace(lines, at, at+len(e.old), e.new...), "\n"), 1
}

func trimmed(lines []string) []string {
	out := make([]string, len(lines))
	for i, l := range lines {
		out[i] = strings.TrimSpace(l)
	}
	return out
}

// of tells whether the fault is in a package, or must be caught by its tests.
func (f fault) of(folder string) bool {
	folder = path.Clean(filepath.ToSlash(folder))
	return f.in == folder || f.tests == folder
}
