package main

import (
	"strings"
	"testing"

	"steward/gui/words"
)

// What is wrong with a command line is said in the language in use, with what stands in it as it was typed.
func TestMisunderstood(t *testing.T) {
	if err := words.Use("de"); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = words.Use(words.English) }()
	for line, says := range map[string]string{
		"release x":                             "Es fehlen Schalter: --data=FILE, --out=DIR",
		"preview p --frob":                      "Den Schalter --frob gibt es nicht",
		"preview":                               `Erwartet wird "<project>"`,
		"mechanisms extra":                      "Unerwartetes Argument extra",
		"release p --data d --out o --paper A5": `--paper muss eines von "","A4","Letter" sein und ist "A5"`,
		"compare x --even --like y":             "schließen einander aus",
		"ledger annotate People x words":        `<entry>: Eine ganze Zahl wird erwartet, und "x" ist keine`,
		"review submit p":                       "Es fehlen Schalter: --by=NAME",
		"verify r --jsno":                       "Den Schalter --jsno gibt es nicht, meinten Sie",
		"preview p --json=perhaps":              "Ja oder Nein wird erwartet",
	} {
		o := steward(strings.Fields(line)...)
		if o.code != 2 || !strings.Contains(o.err, says) {
			t.Errorf("steward %s: exit code %d, %q, want %q", line, o.code, o.err, says)
		}
		if _, rest, _ := strings.Cut(o.err, "steward: "); strings.Contains(rest, "expected") || strings.Contains(rest, "missing") || strings.Contains(rest, "unknown") || strings.Contains(rest, "must be") {
			t.Errorf("steward %s: %q", line, o.err)
		}
	}
}

// "help" is understood as --help, before a command too, and not as a file to open.
func TestHelpInAWord(t *testing.T) {
	for _, c := range []struct{ args, says []string }{
		{[]string{"help"}, []string{"Usage: steward <command>", "verify"}},
		{[]string{"help", "ledger", "tell"}, []string{"Usage: steward ledger tell", "--is"}},
	} {
		o := steward(c.args...)
		for _, want := range c.says {
			if o.code != 0 || !strings.Contains(o.out, want) {
				t.Errorf("steward %s: exit code %d, without %q:\n%s%s", strings.Join(c.args, " "), o.code, want, o.out, o.err)
			}
		}
	}
}
