package session

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"steward/core/guide"
	"steward/core/seeded"
	"steward/gui/session/current"
	"steward/io/verify"
)

// releasedSample releases the sample and returns the folder, the record and the ledgers' folder.
func releasedSample(t *testing.T) (dir, record, ledgers string) {
	t.Helper()
	s := newSample(t)
	s.quicker()
	dir = t.TempDir()
	s.Release.Review()
	s.Release.Carry(dir, "sample")
	done := s.Release.Finished()
	if done == nil {
		t.Fatal(s.Problem())
	}
	for _, f := range done.Files {
		if filepath.Ext(f) == ".json" {
			record = f
		}
	}
	return dir, record, s.around.LedgerDir
}

func failures(t *testing.T, record, ledgers string) []string {
	t.Helper()
	findings, err := verify.Release(remembering, record, ledgers, "test")
	if err != nil {
		t.Fatal(err)
	}
	if len(findings) < 8 {
		t.Fatalf("only %d findings", len(findings))
	}
	var bad []string
	for _, f := range findings {
		if !f.OK {
			bad = append(bad, f.What.String())
		}
	}
	return bad
}

func TestVerifyHolds(t *testing.T) {
	_, record, ledgers := releasedSample(t)
	if bad := failures(t, record, ledgers); len(bad) > 0 {
		t.Errorf("a fresh release does not hold together: %q", bad)
	}
}

func TestVerifyNotices(t *testing.T) {
	dir, record, ledgers := releasedSample(t)
	original, err := os.ReadFile(record)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, from, to, says string }{
		{"an answer", `"published": `, `"published": 9`, "digest"},
		{"an error", `"rootMeanSquareError": `, `"rootMeanSquareError": 1`, "errors"},
		{"a noise scale", `"scale": "`, `"scale": "1`, "noise scales"},
		{"the columns of the measured rows", "\"measured\": {\n    \"columns\": [\n     \"", "\"measured\": {\n    \"columns\": [\n     \"x", "noise scales"},
		{"a measured row", "\"of\": [\n       \"", "\"of\": [\n       \"0=1\",\n       \"", "noise scales"},
		{"the budget of the plan", `"epsilon": "0.5"`, `"epsilon": "0.4"`, "errors"},
		{"the spend", "\n \"epsilon\": \"0.5\"", "\n \"epsilon\": \"0.1\"", "was spent"},
		{"a label", `"Alderton"`, `"Elderton"`, "should be for"},
		{"a title", `"title": "Smokers by district"`, `"title": "Smokers by town"`, "digest"},
		{"a file's digest", `.csv": "`, `.csv": "0`, "is not as it was written"},
		{"the account entry", `"sequence": 1`, `"sequence": 2`, "has no entry"},
	} {
		t.Run(c.name, func(t *testing.T) {
			changed := bytes.Replace(original, []byte(c.from), []byte(c.to), 1)
			if bytes.Equal(changed, original) {
				t.Fatalf("the record does not hold %q", c.from)
			}
			path := filepath.Join(dir, "changed.json")
			if err := os.WriteFile(path, changed, 0o600); err != nil {
				t.Fatal(err)
			}
			if bad := failures(t, path, ledgers); !strings.Contains(strings.Join(bad, "\n"), c.says) {
				t.Errorf("findings %q do not say %q", bad, c.says)
			}
		})
	}
}

// A verification shows what it found about each part, and once for a release.
func TestVerifyByParts(t *testing.T) {
	seeded.ForAudits(t)
	b := reviewed(t)
	b.Summary.VerifyOnce()
	if len(b.waiting) > 0 {
		t.Fatal("what was not released is verified")
	}
	dir := t.TempDir()
	b.Release.Carry(dir, "one")
	b.finish()
	b.Summary.VerifyOnce()
	b.Summary.VerifyOnce()
	if n := len(b.waiting); n != 1 || b.Summary.Verified() != nil {
		t.Fatalf("%d verifications wait", n)
	}
	b.finish()
	v := b.Summary.Verified()
	if v == nil || !v.OK() || !v.Own || v.At.IsZero() {
		t.Fatalf("verified %+v", v)
	}
	parts := v.Parts()
	if len(parts) != int(verify.Parts) {
		t.Errorf("%d parts: %+v", len(parts), parts)
	}
	for _, p := range parts {
		if len(p.Bad) > 0 || p.Name == "" || p.Good == "" {
			t.Errorf("%+v", p)
		}
	}
	if _, err := b.Summary.Summary(); err != nil {
		t.Fatal(err)
	}
	b.finish()
	if p := b.Progress(guide.Summary); p.State != current.Done || !strings.HasSuffix(p.Line, "pages, verified") {
		t.Errorf("the step says %+v", p)
	}
	b.Summary.VerifyOnce()
	if len(b.waiting) > 0 {
		t.Error("it is verified again")
	}

	if err := os.WriteFile(b.Release.Finished().Tables()[0], []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	b.Summary.Verify(b.Release.Finished().Record())
	b.finish()
	if bad := b.Summary.Verified().Parts()[verify.Tables].Bad; len(bad) != 1 || b.Summary.Verified().OK() {
		t.Errorf("a table that was changed: %q", bad)
	}
	if p := b.Progress(guide.Summary); p.State != current.Attention || !strings.Contains(p.Missing, "do not belong together") {
		t.Errorf("the step says %+v", p)
	}
	b.Summary.Verify(filepath.Join(dir, "nothing.json"))
	b.finish()
	if v := b.Summary.Verified(); v.Err == nil || v.OK() || v.Own || b.Problem() != nil {
		t.Errorf("a record that there is not: %+v, problem %+v", v, b.Problem())
	}
	b.Summary.Verify(b.Release.Finished().Record())
	b.Running().Cancel()
	b.finish()
	if b.Summary.Verified().Own {
		t.Error("a verification that was cancelled has a result")
	}
}

// A workbook that another program saved again is compared by its values.
func TestVerifyWorkbookSavedAgain(t *testing.T) {
	seeded.ForAudits(t)
	dir, record, ledgers := releasedSample(t)
	path := filepath.Join(dir, "sample.xlsx")
	edit := func(change func(*excelize.File)) {
		t.Helper()
		f, err := excelize.OpenFile(path)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		change(f)
		if err := f.SaveAs(path); err != nil {
			t.Fatal(err)
		}
	}
	sheet := ""
	edit(func(f *excelize.File) {
		for _, name := range f.GetSheetList() {
			if strings.HasPrefix(name, "2 ") && !strings.Contains(name, "cross-table") && sheet == "" {
				sheet = name
			}
		}
		if err := f.SetColWidth(sheet, "A", "B", 40); err != nil {
			t.Fatal(err)
		}
	})
	findings, err := verify.Release(remembering, record, ledgers, "test")
	if err != nil {
		t.Fatal(err)
	}
	again := false
	for _, f := range findings {
		if !f.OK {
			t.Errorf("of a workbook with wider columns: %s", f.What.String())
		}
		again = again || f.Part == verify.Workbook && strings.Contains(f.What.String(), "was saved again by another program: its bytes are different")
	}
	if !again {
		t.Error("nothing says that the workbook was saved again")
	}
	original, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, says string
		change     func(f *excelize.File) error
	}{
		{"a published number", "cell C3", func(f *excelize.File) error { return f.SetCellValue(sheet, "C3", 12345) }},
		{"an unadjusted number", "cell D4", func(f *excelize.File) error { return f.SetCellValue(sheet, "D4", 0.5) }},
		{"a label", "cell A2", func(f *excelize.File) error { return f.SetCellValue(sheet, "A2", "Elsewhere") }},
		{"a number as text", "cell C2", func(f *excelize.File) error { return f.SetCellValue(sheet, "C2", "many") }},
		{"a row less", "cell C5", func(f *excelize.File) error { return f.RemoveRow(sheet, 5) }},
		{"a row more", "cell A44", func(f *excelize.File) error { return f.SetSheetRow(sheet, "A44", &[]any{"x", "y", 1, 1, 1, 1, 1, ""}) }},
		{"a sheet less", "is missing", func(f *excelize.File) error { return f.DeleteSheet(sheet) }},
	} {
		if err := os.WriteFile(path, original, 0o600); err != nil {
			t.Fatal(err)
		}
		edit(func(f *excelize.File) {
			if err := c.change(f); err != nil {
				t.Fatal(err)
			}
		})
		bad := strings.Join(failures(t, record, ledgers), "\n")
		if !strings.Contains(bad, "is not as it was written") || !strings.Contains(bad, c.says) {
			t.Errorf("%s: %q", c.name, bad)
		}
	}
	if err := os.WriteFile(path, []byte("PK\x03\x04 broken"), 0o600); err != nil {
		t.Fatal(err)
	}
	if bad := strings.Join(failures(t, record, ledgers), "\n"); !strings.Contains(bad, "is damaged") {
		t.Errorf("a broken workbook: %q", bad)
	}
}
