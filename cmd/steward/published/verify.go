package published

import (
	"fmt"
	"unicode/utf8"

	"steward/cmd/steward/console"
	"steward/gui/words"
	"steward/io/verify"
)

// Verify checks whether the files of a release belong together and its figures are right.
type Verify struct {
	Record string `arg:"" help:"The record of a release (.json)." type:"path"`
	Key    string `help:"The key that you trust: a file with a line that begins with ssh-ed25519, or a fingerprint that begins with SHA256:. Your own is trusted without being named." type:"bytes" placeholder:"FILE|FINGERPRINT"`
}

// Help says what verify ends with.
func (Verify) Help() string {
	return words.Text(`Every file is compared with the record, and every figure is worked out again. The exit code is

0  the original: all files are byte for byte those that someone you trust vouches for,
   by a signature with the key that you name, or your own, or in the account on this computer
3  the same numbers: the workbook was saved again by another program, which is listed, and shows the same
4  not the original: something was changed, which is listed
5  unchanged, as far as the record shows; nobody you trust vouches for the record itself
1  the record could not be verified
2  the command line could not be understood`)
}

// Outcomes are the exit codes of verify and what is said, by what was found.
var Outcomes = map[verify.Outcome]struct {
	Code int
	Says string
}{
	verify.Original:    {0, words.Key("This is the original.")},
	verify.SavedAgain:  {3, words.Key("These are the same numbers, in a workbook that another program saved again. What differs is listed above.")},
	verify.NotOriginal: {4, words.Key("This is not the original. What differs is listed above.")},
	verify.Unchanged:   {5, words.Key("This is unchanged, as far as the record shows. Whether the record is the original cannot be told: nobody you trust vouches for it.")},
}

func (cmd Verify) Run(c *console.Console) error {
	dir, err := c.LedgerDir()
	if err != nil {
		return err
	}
	trusted, err := c.Trusted(cmd.Key)
	if err != nil {
		return err
	}
	findings, err := verify.Release(c.Ctx, cmd.Record, dir, c.Program, trusted...)
	if err != nil {
		return err
	}
	outcome := findings.Outcome()
	if c.JSON {
		if err := c.Emit(map[string]any{"outcome": outcome, "withdrawn": findings.Withdrawn(), "findings": findings}); err != nil {
			return err
		}
	} else {
		for _, f := range findings {
			c.Sayf("%s%s\n", padded(markOf(f)), f.What)
		}
		c.Sayf("%s\n", words.Text(Outcomes[outcome].Says))
		if findings.Withdrawn() {
			c.Sayf("Do not use its numbers: whoever published it has withdrawn it, as stated above.\n")
		}
	}
	if code := Outcomes[outcome].Code; code > 0 {
		return console.Exit(code)
	}
	return nil
}

// markOf is the word before a finding.
func markOf(f verify.Finding) string {
	switch {
	case !f.OK:
		return console.Say("DOES NOT")
	case f.Withdrawn:
		return console.Say("WITHDRAWN")
	case f.Unknown:
		return console.Say("NOT CHECKED")
	case f.Again:
		return console.Say("SAVED AGAIN")
	}
	return console.Say("holds")
}

// padded is a word before a finding, as wide as the widest.
func padded(word string) string {
	widest := 0
	for _, f := range []verify.Finding{{}, {OK: true}, {OK: true, Withdrawn: true}, {OK: true, Unknown: true}, {OK: true, Again: true}} {
		widest = max(widest, utf8.RuneCountInString(markOf(f)))
	}
	return fmt.Sprintf("%-*s", widest+1, word)
}
