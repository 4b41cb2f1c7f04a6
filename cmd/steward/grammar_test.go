package main

import (
	"reflect"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"steward/core/seeded"
)

// A command line that names its command is read by that one's part of the grammar alone, to the same end. The fast run leaves
// most of what may follow to the audits.
func TestOneCommandIsReadAsAmongAll(t *testing.T) {
	read := func(grammar reflect.Value, args []string) (said, path string) {
		var out strings.Builder
		parser, err := kong.New(grammar.Interface(), append(byBytes(), kong.Name("steward"), kong.Writers(&out, &out), kong.Exit(func(int) {}), kong.UsageOnError())...)
		if err != nil {
			t.Fatal(err)
		}
		parsed, err := parser.Parse(args)
		if err != nil {
			return out.String() + err.Error(), ""
		}
		return out.String(), parsed.Command()
	}
	following := []string{"", "--help", "--jsn", "a b", "--json", "--wrong", "a", "a b c d e f", "show --help", "--ledgers=here a --out=there", "release"}
	whole := reflect.TypeFor[commands]()
	for f := range whole.Fields() {
		if _, ok := f.Tag.Lookup("cmd"); !ok {
			continue
		}
		name := strings.ToLower(f.Name)
		for _, more := range following[:seeded.Often(4, len(following))] {
			args := append([]string{name}, strings.Fields(more)...)
			alone := grammarOf(args)
			if n := alone.Elem().NumField(); n > 8 {
				t.Errorf("%q is read by %d declarations", args, n)
			}
			said, path := read(alone, args)
			if wanted, at := read(reflect.New(whole), args); said != wanted || path != at {
				t.Errorf("%q: alone %q and\n%s\namong all %q and\n%s", args, path, said, at, wanted)
			}
			if !strings.HasPrefix(path, name) && path != "" {
				t.Errorf("%q is read as %q", args, path)
			}
		}
	}
	for _, args := range [][]string{nil, {"--help"}, {"--json", "mechanisms"}, {"nothing"}, {"JSON"}, {"json"}, {"--sample"}} {
		if grammarOf(args).Type().Elem() != whole {
			t.Errorf("%q is read by a part of the commands", args)
		}
	}
}
