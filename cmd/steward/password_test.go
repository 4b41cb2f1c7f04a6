package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"
)

func TestPasswordFile(t *testing.T) {
	dir := t.TempDir()
	book := filepath.Join(dir, "locked.xlsx")
	f := excelize.NewFile()
	for i, row := range [][]any{{"name", "pay"}, {"Ann", 1}, {"Bo", 2}} {
		cell, err := excelize.CoordinatesToCellName(1, i+1)
		if err != nil {
			t.Fatal(err)
		}
		if err := f.SetSheetRow("Sheet1", cell, &row); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.SaveAs(book, excelize.Options{Password: "open sesame"}); err != nil {
		t.Fatal(err)
	}
	word := func(text string) string {
		path := filepath.Join(dir, "word")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for _, c := range []struct {
		test string
		args []string
		code int
		says string
	}{
		{"none", nil, 1, "protected with a password: enter the password"},
		{"right", []string{"--password-file", word("open sesame\r\nnot this")}, 0, "2 records"},
		{"missing", []string{"--password-file", filepath.Join(dir, "none")}, 1, "cannot be read"},
	} {
		t.Run(c.test, func(t *testing.T) {
			var out, errs bytes.Buffer
			code := run(context.Background(), append([]string{"inspect", book}, c.args...), machine{&out, &errs, true, nil, noon, testKey()})
			if code != c.code || !strings.Contains(out.String()+errs.String(), c.says) {
				t.Errorf("code %d, %s%s", code, &out, &errs)
			}
		})
	}
	for text, says := range map[string]string{"other\n": "this one does not open it", "\nsecond": "is empty"} {
		var out, errs bytes.Buffer
		if code := run(context.Background(), []string{"inspect", book, "--password-file", word(text)}, machine{&out, &errs, true, nil, noon, testKey()}); code != 1 || !strings.Contains(errs.String(), says) || strings.Contains(errs.String(), "other") {
			t.Errorf("%q: code %d, %s%s", text, code, &out, &errs)
		}
	}
}
