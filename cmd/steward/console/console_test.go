package console

import (
	"bytes"
	"context"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"steward/gui/words"
	"steward/io/records"
	"steward/io/signature"
)

// listening is a console, and what is said there to whoever reads the output, and beside it.
func listening(json bool) (c *Console, out, errs *bytes.Buffer) {
	out, errs = new(bytes.Buffer), new(bytes.Buffer)
	return &Console{Ctx: context.Background(), Out: out, Err: errs, JSON: json}, out, errs
}

// inGerman has texts said in German for the rest of a test.
func inGerman(t *testing.T) {
	t.Helper()
	if err := words.Use("de"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = words.Use(words.English) })
}

// A command answers people in words and programs in JSON, and never both.
func TestAnswer(t *testing.T) {
	inGerman(t)
	c, out, errs := listening(false)
	if err := c.Answer(map[string]any{"file": "a"}, "There are no accounts in %s.\n", "x"); err != nil || out.String() != "In x gibt es keine Budgetbücher.\n" {
		t.Errorf("people are told %q (%v)", out, err)
	}
	c.Complain("There are no accounts in %s.\n", "y")
	if errs.String() != "In y gibt es keine Budgetbücher.\n" || strings.Contains(out.String(), "y") {
		t.Errorf("what is said beside the output is %q, and the output %q", errs, out)
	}
	c, out, errs = listening(true)
	if err := c.Answer(map[string]any{"file": "a"}, "There are no accounts in %s.\n", "x"); err != nil || out.String() != "{\n  \"file\": \"a\"\n}\n" || errs.Len() > 0 {
		t.Errorf("programs are told %q, and beside it %q (%v)", out, errs, err)
	}
	if err := c.Answer(func() {}, ""); err == nil {
		t.Error("what is no JSON is taken for it")
	}
}

// Columns of a table are aligned whatever their cells hold: one can neither end its row, nor begin another cell, nor command the terminal.
func TestTable(t *testing.T) {
	inGerman(t)
	c, out, _ := listening(false)
	c.Table([][]string{Headed("CELL|CONTENT|READ AS"), {"A1", "a\tb\nc\x1b[31m", "x"}, {"B22", "Zoë", ""}})
	lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	if len(lines) != 3 || lines[1] != "  A1     a b c [31m  x" || !strings.HasPrefix(lines[0], "  ZELLE  INHALT") || !strings.HasPrefix(lines[2], "  B22    Zoë ") {
		t.Errorf("the table is\n%s", out)
	}
}

// Files are listed with their sizes, and it is said that large ones are hard to mail.
func TestFiles(t *testing.T) {
	dir := t.TempDir()
	file := func(name string, size int64) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(path, size); err != nil {
			t.Fatal(err)
		}
		return path
	}
	small, limit, large := file("small", 12), file("limit", 20_000_000), file("large", 20_000_001)
	for _, test := range []struct {
		files []string
		mail  bool
	}{{[]string{small, limit}, false}, {[]string{large, small}, true}} {
		c, out, _ := listening(false)
		if err := c.Files(test.files); err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(out.String(), "\n")
		for i, path := range test.files {
			if !strings.HasPrefix(lines[1+i], "  "+path+" (") {
				t.Errorf("file %d is listed as %q", i, lines[1+i])
			}
		}
		if strings.Contains(out.String(), "Mail programs") != test.mail || !strings.Contains(out.String(), small+" (12 ") {
			t.Errorf("listed are\n%s", out)
		}
	}
	c, _, _ := listening(false)
	if err := c.Files([]string{filepath.Join(dir, "missing")}); err == nil {
		t.Error("a file that is not there is listed")
	}
}

// Accounts and keys are where the command line says, else in the settings folder; where there is none, what to say is said.
func TestWhereThingsAre(t *testing.T) {
	home := t.TempDir()
	for _, name := range []string{"HOME", "XDG_CONFIG_HOME", "AppData"} {
		t.Setenv(name, home)
	}
	c := &Console{}
	if dir, err := c.LedgerDir(); err != nil || filepath.Base(dir) != "ledgers" || !strings.HasPrefix(dir, home) {
		t.Errorf("accounts are in %q (%v)", dir, err)
	}
	c.Ledgers = "there"
	for _, name := range []string{"HOME", "XDG_CONFIG_HOME", "AppData"} {
		t.Setenv(name, "")
	}
	if dir, err := c.LedgerDir(); err != nil || dir != "there" {
		t.Errorf("accounts are in %q (%v)", dir, err)
	}
	c.Ledgers = ""
	if dir, err := c.LedgerDir(); err == nil || !strings.Contains(err.Error(), "--ledgers") {
		t.Errorf("without a settings folder accounts are in %q (%v)", dir, err)
	}
	if _, err := c.Signer(); err == nil || !strings.Contains(err.Error(), "--keys") {
		t.Errorf("without a settings folder the key is found: %v", err)
	}
}

// keep is a place for a key that is drawn from a text.
func keep(t *testing.T, from string) signature.Keep {
	return signature.Keep{Dir: t.TempDir(), Random: strings.NewReader(strings.Repeat(from, 32))}
}

// A key that is named is trusted, and has to have signed; the own one is, where there is one, which asking does not make.
func TestTrusted(t *testing.T) {
	c := &Console{Key: keep(t, "o")}
	if got, err := c.Trusted(""); err != nil || len(got) > 0 {
		t.Errorf("without a key %v are trusted (%v)", got, err)
	}
	own, err := c.Signer()
	if err != nil {
		t.Fatal(err)
	}
	if got, err := c.Trusted(""); err != nil || !slices.Equal(got, []signature.Trusted{{Fingerprint: own.Fingerprint()}}) {
		t.Errorf("of the own key %v are trusted (%v)", got, err)
	}
	other, err := keep(t, "x").Own()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "signer.pub")
	if err := os.WriteFile(file, []byte(other.Line()+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, named := range []string{other.Fingerprint(), file} {
		if got, err := c.Trusted(named); err != nil || !slices.Equal(got, []signature.Trusted{{Fingerprint: other.Fingerprint(), Named: true}, {Fingerprint: own.Fingerprint()}}) {
			t.Errorf("of %s %v are trusted (%v)", named, got, err)
		}
	}
	if got, err := c.Trusted(filepath.Join(t.TempDir(), "none")); err == nil {
		t.Errorf("of a file that is not there %v are trusted", got)
	}
}

// What a file has in its first line opens a spreadsheet, and is tried once: it does not become right by being asked for again.
func TestPasswords(t *testing.T) {
	dir := t.TempDir()
	book := filepath.Join(dir, "locked.xlsx")
	f := excelize.NewFile()
	if err := f.SaveAs(book, excelize.Options{Password: "open sesame"}); err != nil {
		t.Fatal(err)
	}
	word := filepath.Join(dir, "word")
	for text, opens := range map[string]bool{"open sesame\r\nnot this": true, "shut\nopen sesame": false} {
		if err := os.WriteFile(word, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		ctx, err := WithPasswords(context.Background(), word, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		file, err := records.OpenFile(ctx, book)
		if (err == nil) != opens {
			t.Errorf("%q: %v", text, err)
		}
		if err == nil {
			file.Close()
		}
		ask, err := Passphrase(word, nil, nil)
		first, _, _ := strings.Cut(strings.ReplaceAll(text, "\r", ""), "\n")
		if said, ok := ask(false); err != nil || said != first || !ok {
			t.Errorf("%q: the passphrase is %q, %v (%v)", text, said, ok, err)
		}
		if _, ok := ask(true); ok {
			t.Errorf("%q is tried again", text)
		}
	}
	if _, err := WithPasswords(context.Background(), filepath.Join(dir, "none"), nil, nil); err == nil {
		t.Error("a file that is not there has a password")
	}
	if _, err := Passphrase(filepath.Join(dir, "none"), nil, nil); err == nil {
		t.Error("a file that is not there has a passphrase")
	}
}

// Nobody is asked where there is no terminal, and nothing is taken from what stands there: it would have been typed in sight.
func TestNobodyIsAskedWithoutATerminal(t *testing.T) {
	in, to, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	if _, err := to.WriteString("secret\n"); err != nil {
		t.Fatal(err)
	}
	to.Close()
	var out bytes.Buffer
	ask, err := Passphrase("", in, &out)
	if err != nil {
		t.Fatal(err)
	}
	if word, ok := ask(false); word != "" || ok || out.Len() > 0 {
		t.Errorf("the passphrase is %q, %v, after %q", word, ok, out.String())
	}
	if word, ok := typedPassword(in, &out, "a\nb", true); word != "" || ok || !strings.HasPrefix(out.String(), "That is not its password.\nPassword of a b: ") {
		t.Errorf("the password is %q, %v, after %q", word, ok, out.String())
	}
	left := make([]byte, 6)
	if _, err := in.Read(left); err != nil || string(left) != "secret" {
		t.Errorf("left is %q (%v)", left, err)
	}
}

// A new plan proposes the language of whoever writes it, and English by saying nothing.
func TestLanguage(t *testing.T) {
	t.Setenv("HOME", t.TempDir())
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	t.Setenv("AppData", t.TempDir())
	for _, test := range []struct{ all, messages, lang, spoken, files string }{
		{"", "", "de_AT.UTF-8", "de", "de"}, {"", "en_GB", "de_DE", "en", ""}, {"de", "en", "en", "de", "de"}, {"C", "de", "de", "en", ""},
	} {
		t.Setenv("LC_ALL", test.all)
		t.Setenv("LC_MESSAGES", test.messages)
		t.Setenv("LANG", test.lang)
		if got, files := Spoken(), FilesLanguage(); got != test.spoken || files != test.files {
			t.Errorf("%+v: spoken is %q, and files are in %q", test, got, files)
		}
	}
}

// Sums of budgets are written exactly, errors in a few figures.
func TestFigures(t *testing.T) {
	for want, sum := range map[string]*big.Rat{"0": new(big.Rat), "0.25": big.NewRat(1, 4), "1/3": big.NewRat(1, 3)} {
		if got := Exactly(sum); got != want {
			t.Errorf("%v is written %q, want %q", sum, got, want)
		}
	}
	if got := InPeople(0); got != "exact" {
		t.Errorf("no error is written %q", got)
	}
	if got := InPeople(2.345678); got == "exact" || len(got) > 5 {
		t.Errorf("an error is written %q", got)
	}
}
