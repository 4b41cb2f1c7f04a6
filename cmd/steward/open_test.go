package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"steward/io/sheet"
)

// TestWindowOpensSpreadsheets names each kind of file that is read after "steward window", and files that are none.
func TestWindowOpensSpreadsheets(t *testing.T) {
	dir := t.TempDir()
	file := func(name string) string {
		path := filepath.Join(dir, name)
		write(t, path, "PK")
		return path
	}
	for _, ending := range sheet.Endings() {
		for _, name := range []string{"wages" + ending, "WAGES" + strings.ToUpper(ending)} {
			if err := openable(file(name)); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	for name, want := range map[string]string{
		file("picture.png"):              "picture.png is neither a plan (.steward) nor a spreadsheet that Steward reads (.xlsx",
		file("broken.steward"):           "broken.steward",
		filepath.Join(dir, "gone.xlsx"):  "there is no file " + filepath.Join(dir, "gone.xlsx") + ": check the name",
		filepath.Join(dir, "windwo"):     "there is no plan file",
		filepath.Join(dir, "no.steward"): "there is no plan file",
	} {
		if err := openable(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
	}
}

// mediaTypes are the names by which desktops know the endings of spreadsheets.
var mediaTypes = map[string]string{
	".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
	".xlsm": "application/vnd.ms-excel.sheet.macroEnabled.12",
	".xltx": "application/vnd.openxmlformats-officedocument.spreadsheetml.template",
	".xls":  "application/vnd.ms-excel",
	".ods":  "application/vnd.oasis.opendocument.spreadsheet",
	".ots":  "application/vnd.oasis.opendocument.spreadsheet-template",
	".csv":  "text/csv",
	".tsv":  "text/tab-separated-values",
	".tab":  "text/tab-separated-values",
	".txt":  "", // most are notes and letters: nobody wants to be offered Steward for them
}

// TestDesktopsKnowWhatIsOpened compares what the desktop entry, the catalogue of software and the registration on Windows say that
// Steward opens with what it reads.
func TestDesktopsKnowWhatIsOpened(t *testing.T) {
	packaging := filepath.Join("..", "..", "assets", "packaging")
	said := func(name string) string {
		text, err := os.ReadFile(filepath.Join(packaging, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	entry, software := said("org.steward.Steward.desktop"), said("org.steward.Steward.metainfo.xml")
	add, remove := said("windows/install.cmd"), said("windows/uninstall.cmd")
	claimed := strings.Split(strings.TrimSuffix(lineAfter(entry, "MimeType="), ";"), ";")
	for _, ending := range sheet.Endings() {
		media, ok := mediaTypes[ending]
		if !ok {
			t.Fatalf("%s: what do desktops call such files?", ending)
		}
		if media == "" {
			continue
		}
		if !slices.Contains(claimed, media) {
			t.Errorf("the desktop entry does not claim %s (%s)", ending, media)
		}
		if !strings.Contains(software, "<mediatype>"+media+"</mediatype>") {
			t.Errorf("the catalogue of software does not name %s (%s)", ending, media)
		}
		for name, text := range map[string]string{"install.cmd": add, "uninstall.cmd": remove} {
			if !slices.Contains(strings.Fields(lineAfter(text, "for %%E in (")), ending) {
				t.Errorf("%s does not name %s", name, ending)
			}
		}
	}
	if len(claimed) != len(uniqueValues(mediaTypes)) || claimed[0] != "application/vnd.steward.project+json" {
		t.Errorf("the desktop entry claims %v", claimed)
	}
}

// lineAfter is what follows a text on its line, without a closing bracket and what is after it.
func lineAfter(text, head string) string {
	_, rest, _ := strings.Cut(text, head)
	line, _, _ := strings.Cut(rest, "\n")
	line, _, _ = strings.Cut(line, ")")
	return line
}

func uniqueValues(m map[string]string) map[string]bool {
	all := make(map[string]bool)
	for _, v := range m {
		all[v] = true
	}
	return all
}
