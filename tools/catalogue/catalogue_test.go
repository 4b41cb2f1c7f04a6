package main

import (
	"bytes"
	"io"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestThereAndBack carries every catalogue to a .po file and back, which changes no byte.
func TestThereAndBack(t *testing.T) {
	paths, err := filepath.Glob("../../assets/words/*/*.json")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no catalogues: %v", err)
	}
	for _, path := range paths {
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		texts, err := read(path)
		if err != nil {
			t.Fatal(err)
		}
		var po bytes.Buffer
		if err := writePO(&po, "de", texts); err != nil {
			t.Fatal(err)
		}
		back, err := readPO(&po)
		if err != nil || !maps.Equal(back, texts) {
			t.Errorf("%s: %d texts of %d came back: %v", path, len(back), len(texts), err)
		}
		again := filepath.Join(t.TempDir(), "again.json")
		if err := write(again, back); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(again); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is written otherwise than it stands: %v", path, err)
		}
	}
}

// folder returns catalogues of two languages.
func folder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, language := range []string{"de", "fr"} {
		if err := os.Mkdir(filepath.Join(dir, language), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := write(filepath.Join(dir, language, "core.json"), map[string]string{"%d rows": language + " %d", "a \"b\"\n": "c", "none": "-"}); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestReword(t *testing.T) {
	dir := folder(t)
	if err := run([]string{"reword", "%d rows", "%d records"}, dir, nil, io.Discard); err != nil {
		t.Fatal(err)
	}
	for _, language := range []string{"de", "fr"} {
		got, err := read(filepath.Join(dir, language, "core.json"))
		if want := map[string]string{"%d records": language + " %d", "a \"b\"\n": "c", "none": "-"}; err != nil || !maps.Equal(got, want) {
			t.Errorf("%s has %v (%v)", language, got, err)
		}
	}
	for _, args := range [][]string{{"reword", "%d rows", "x"}, {"reword", "none", "%d records"}, {"reword", "none"}, {"forget", "none", "x"}} {
		if err := run(args, dir, nil, io.Discard); err == nil {
			t.Errorf("%q is taken", args)
		}
	}
}

// TestFromATranslator reads a file as translators' programs write it.
func TestFromATranslator(t *testing.T) {
	dir := folder(t)
	po := "# Someone\nmsgid \"\"\nmsgstr \"\"\n\"Language: de\\n\"\n\n#: a.go:1\nmsgid \"%d rows\"\nmsgstr \"\"\n\"%d \"\n\"Zeilen\"\n\n#, fuzzy\nmsgid \"none\"\nmsgstr \"vielleicht\"\n\nmsgid \"a \\\"b\\\"\\n\"\nmsgstr \"\"\n"
	if err := run([]string{"json", "de", "core"}, dir, strings.NewReader(po), io.Discard); err != nil {
		t.Fatal(err)
	}
	got, err := read(filepath.Join(dir, "de", "core.json"))
	if want := map[string]string{"%d rows": "%d Zeilen", "a \"b\"\n": "c", "none": "-"}; err != nil || !maps.Equal(got, want) {
		t.Errorf("the catalogue has %v (%v)", got, err)
	}
	for _, po := range []string{"msgid \"unheard of\"\nmsgstr \"x\"\n", "msgid none\n", "msgid_plural \"x\"\n", "\"x\"\n"} {
		if err := run([]string{"json", "de", "core"}, dir, strings.NewReader(po), io.Discard); err == nil {
			t.Errorf("%q is taken", po)
		}
	}
}
