package main

import (
	"encoding/json"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/xuri/excelize/v2"

	"steward/core/domain"
)

// hostile is a name with codes of every kind.
const hostile = "a\x1b[31mb\u009b2Jc\u202ed\u2066e\x7f\u200ff"

// commanding returns what of a text commands a terminal or is no text, "" for nothing.
func commanding(said string) string {
	i := strings.IndexFunc(said, func(r rune) bool {
		return r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r))
	})
	if !utf8.ValidString(said) {
		i = max(i, 0)
	}
	if i < 0 {
		return ""
	}
	return said[i:min(i+20, len(said))]
}

// hostileDesk is a desk whose files carry hostile names wherever they can carry a name.
func hostileDesk(t *testing.T) *desk {
	csv := strings.NewReplacer("age,town,wage", "\"age"+hostile+"\",\"town"+hostile+"\",wage\u202e", "North", "\"North"+hostile+"\"", "East", "East\x1b]0;\u009c\u2066").Replace(sixty())
	p := peoplePlan()
	p.DataSet, p.Title = "People"+hostile, "Title"+hostile
	names := []domain.AttributeName{"age" + hostile, "town" + hostile, "wage\u202e"}
	for i, to := range names {
		p.Columns[i].Label = "Label" + hostile
		p.RenameColumn(p.Columns[i].Name, to)
	}
	p.Columns[1].Values = []string{"North" + hostile, "South", "East\x1b]0;\u009c\u2066"}
	for i := range p.Questions {
		p.Questions[i].Title = "Question" + hostile
	}
	p.Columns[2].Ranges[0].Label = "low" + hostile
	d := newDesk(t, "people"+hostile+".csv", csv, p)
	d.plan = filepath.Join(d.dir, "plan"+hostile+".steward")
	d.save(p)
	return d
}

// Nothing that is printed commands a terminal, whatever command prints it and wherever a name comes from: columns, values, labels,
// titles, sheets, files, or the command line itself.
func TestNothingPrintedCommandsATerminal(t *testing.T) {
	d := hostileDesk(t)
	elsewhere, record := filepath.Join(d.dir, hostile+"\xff"), filepath.Join(d.out, "it.json")
	book := filepath.Join(d.dir, "book.xlsx")
	f := excelize.NewFile()
	for _, err := range []error{
		f.SetSheetName("Sheet1", "wages\u009b\u202e\u2066"), f.SetSheetRow("wages\u009b\u202e\u2066", "A1", &[]any{"a\u009b\u202e", "_x001B_[2J"}),
		f.SetSheetRow("wages\u009b\u202e\u2066", "A2", &[]any{"b\u009b\u202e_x001B_[2J", "#N/A\u202e"}), f.SaveAs(book),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	bytes, made := filepath.Join(d.dir, "bytes.csv"), filepath.Join(d.dir, "new.steward")
	write(t, filepath.Join(d.dir, "nul.csv"), "age,to\x00wn\n1,a\x00\n")
	write(t, bytes, "age,to\xff\x1b[2Jwn\n1,a\xfe\x9b\n2,b\n")
	lines := [][]string{
		{"inspect", d.data}, {"inspect", book}, {"inspect", bytes}, {"inspect", filepath.Join(d.dir, "nul.csv")}, {"inspect", bytes, "--encoding", "windows-1252"}, {"inspect", elsewhere}, {"inspect", book, "--sheet", hostile}, {"inspect", d.data, "--range", hostile},
		{"new", d.data, "--out", made}, {"new", d.data, "--out", made, "--confirm", "--table", "town" + hostile}, {"new", book, "--out", made + hostile, "--person", hostile, "--rows", "2"}, {"new", d.data, "--out", made, "--codebook", d.data},
		{"plan", "show", d.plan}, {"check", d.plan}, {"check", d.plan, "--data", d.data}, {"check", d.plan, "--data", book}, {"check", elsewhere}, {"check", d.plan, "--rename", hostile + "=b"}, {"check", d.plan, "--" + hostile}, {hostile},
		{"preview", d.plan}, {"preview", d.plan, "--published"}, {"compare", d.plan, "--even"}, {"compare", d.plan, "--like", d.data}, {"attack", d.plan},
		{"release", d.plan, "--data", d.data, "--out", d.out, "--name", "it"}, {"release", d.plan, "--data", book, "--out", elsewhere, "--name", hostile},
		{"finish"}, {"finish", hostile}, {"verify", record}, {"verify", elsewhere}, {"verify", record, "--key", hostile}, {"withdraw", record, "--why", hostile, "--by", hostile}, {"withdraw", elsewhere, "--instead", hostile, "--why", hostile, "--by", hostile},
		{"review", d.plan}, {"review", "submit", d.plan, "--by", "A" + hostile, "--why", hostile}, {"review", "refuse", d.plan, "--by", "B" + hostile, "--why", hostile}, {"review", d.plan}, {"review", "need", hostile, "--by", hostile, "--why", hostile}, {"review", "state", record, "--by", hostile, "--says", hostile}, {"review", elsewhere},
		{"combine", record, "--question", "towns", "--add", "North" + hostile}, {"combine", record, "--question", hostile, "--add", hostile},
		{"combine", record, "--since", record}, {"next", d.plan, d.data}, {"next", d.plan, book}, {"next", d.plan, d.data, "--rename", hostile + "=b"}, {"next", d.plan, d.data, "--out", filepath.Join(d.dir, "y"+hostile+".steward"), "--other-people", "Others" + hostile, "--title", hostile, "--years", "2", "--limit", "2", "--why", hostile, "--by", hostile},
		{"ledger", "list"}, {"ledger", "show", "People" + hostile}, {"ledger", "show", hostile}, {"ledger", "tell", "People" + hostile, "--from", hostile}, {"ledger", "annotate", "People" + hostile, "1", "words" + hostile, "--by", hostile},
		{"ledger", "limit", "People" + hostile, "9", "--why", hostile, "--by", hostile}, {"ledger", "show", "People" + hostile}, {"ledger", "export", "People" + hostile, "--out", filepath.Join(d.dir, "x"+hostile)}, {"ledger", "import", elsewhere}, {"ledger", "link", "People" + hostile, hostile, "--why", hostile},
		{"sql", d.plan, "--dialect", "duckdb", "--table", hostile}, {"codebook", d.plan}, {"codebook", d.plan, "--column", "town" + hostile, "--coarser", d.data},
		{"key", "show"}, {"key", "import", elsewhere}, {"key", "sign", elsewhere}, {"mechanisms"}, {"mechanisms", hostile}, {"demo", "--out", d.data}, {"window", elsewhere}, {"--version"}, {"--help"},
	}
	tried := make(map[string]bool)
	for _, args := range lines {
		tried[args[0]] = true
		for _, more := range [][]string{nil, {"--json"}} {
			o := d.steward(append(args, more...)...)
			if args[0] == "release" && args[2] == "--data" && args[3] == d.data && more == nil && o.code != 0 {
				t.Fatalf("the release failed: %s", o.err)
			}
			for _, said := range []string{o.out, o.err} {
				if found := commanding(said); found != "" {
					t.Errorf("steward %q prints %q", args, found)
				}
			}
		}
	}
	for f := range reflect.TypeFor[commands]().Fields() {
		if _, command := f.Tag.Lookup("cmd"); command && !tried[strings.ToLower(f.Name)] {
			t.Errorf("no line here is of the command %s", strings.ToLower(f.Name))
		}
	}
	var told struct {
		Inspection struct{ Columns []struct{ Name string } }
	}
	if err := json.Unmarshal([]byte(d.must("inspect", d.data, "--json")), &told); err != nil || !strings.HasPrefix(told.Inspection.Columns[1].Name, "towna\x1b[31mb\u009b2Jc\u202ed") {
		t.Errorf("JSON tells %+v, %v", told, err)
	}
}
