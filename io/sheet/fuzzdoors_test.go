package sheet

import (
	"archive/zip"
	"context"
	"regexp"
	"strings"
	"testing"

	"steward/core/seeded"
	"steward/io/sheet/container"
)

// slowKeys are numbers of rounds or of KiB that take the time they take.
var slowKeys = regexp.MustCompile(`[0-9]{4}`)

// FuzzLockedOds changes how an OpenDocument file says that it is protected, and what is.
func FuzzLockedOds(f *testing.F) {
	content := odsDocument("", odsSheet("Wages", "ta1", odsWords("name"), odsWords("Ann")))
	sealed, description := protectedPart(content, "x", 10)
	f.Add([]byte(sealed), odsParts(odsMedia, sealed, description)[1].text, "content.xml", "x")
	whole := protectedWhole(stored(odsParts(odsMedia, content, "")), "x", 32)
	f.Add([]byte(whole[1].text), whole[2].text, "encrypted-package", "x")
	f.Fuzz(func(t *testing.T, sealed []byte, manifest, name, password string) {
		for _, digits := range strings.Split(manifest, `"`) {
			if !strings.Contains(digits, ":") && slowKeys.MatchString(digits) && strings.Trim(digits, "0123456789") == "" {
				t.Skip("many rounds have tests of their own")
			}
		}
		if strings.HasSuffix(name, "/") {
			t.Skip("a folder of an archive has no bytes")
		}
		data := zippedBy(t, zip.Store, map[string]string{"mimetype": odsMedia, "META-INF/manifest.xml": manifest, name: string(sealed)})
		file, err := read(context.Background(), memory("a.ods", data), password)
		if err != nil {
			checkFault(t, err)
			return
		}
		if len(file.Sheets()) == 0 {
			t.Error("an opened file has no sheet")
		}
	})
}

// FuzzOpen opens files of any name and beginning.
func FuzzOpen(f *testing.F) {
	for _, c := range foreignFiles {
		f.Add(c.name, []byte(c.data))
	}
	for _, extension := range []string{".csv", ".xlsx", ".ods", ".fods", ".xls", ""} {
		f.Add("a"+extension, []byte("name,age\nAnn,34\n"))
		f.Add("a"+extension, []byte(archiveOf("word/document.xml")))
	}
	f.Fuzz(func(t *testing.T, name string, data []byte) {
		if name != "" && len(data) > 0 && !strings.HasPrefix(string(data), container.CompoundMagic) { // no file has no name
			checkFile(t, name, data, Options{})
		}
	})
}

// FuzzCounted reads workbooks as plans of all kinds, by columns and by rows.
func FuzzCounted(f *testing.F) {
	r := seeded.New(15, 16)
	for seed := range uint64(20) {
		b, _ := anyBook(r, seed%2 == 0)
		parts := make(map[string]string)
		for _, p := range b.parts() {
			parts[p.name] = p.text
		}
		f.Add(parts["xl/worksheets/sheet1.xml"], parts["xl/sharedStrings.xml"], seed)
	}
	f.Fuzz(func(t *testing.T, sheet, shared string, seed uint64) {
		parts := bookParts(sheet)
		parts["xl/sharedStrings.xml"] = shared
		file, err := read(context.Background(), memory("a.xlsx", zippedBy(t, zip.Store, parts)), "")
		if err != nil {
			checkFault(t, err)
			return
		}
		s, err := file.Sheet(context.Background(), Options{HeaderRow: 1, Merged: MergedRule(seed % 3)})
		if err != nil {
			checkFault(t, err)
			return
		}
		if p := anyPlan(t, seeded.New(seed, 1), s); p != nil {
			checkCounted(t, p, s)
		}
	})
}
