package main

import (
	"bytes"
	"encoding/xml"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"steward/assets/language"
	"steward/docs"
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

// TestSoftwareCentresHavePictures looks for the pictures that the catalogue of software shows, in English and for each picture in German,
// among those of the guide, in the size that it states.
func TestSoftwareCentresHavePictures(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "assets", "packaging", "org.steward.Steward.metainfo.xml"))
	if err != nil {
		t.Fatal(err)
	}
	var said struct {
		Shown []struct {
			Images []struct {
				Width  int    `xml:"width,attr"`
				Height int    `xml:"height,attr"`
				Lang   string `xml:"lang,attr"`
				At     string `xml:",chardata"`
			} `xml:"image"`
		} `xml:"screenshots>screenshot"`
		Releases []struct {
			Version string `xml:"version,attr"`
			Date    string `xml:"date,attr"`
		} `xml:"releases>release"`
	}
	if err := xml.Unmarshal(text, &said); err != nil {
		t.Fatal(err)
	}
	if len(said.Shown) < 3 || len(said.Releases) != 1 || said.Releases[0].Version != "@VERSION@" || said.Releases[0].Date != "@DATE@" {
		t.Errorf("%+v", said)
	}
	for _, shown := range said.Shown {
		if len(shown.Images) != len(language.All()) {
			t.Errorf("%d pictures in %d languages", len(shown.Images), len(language.All()))
		}
		for _, at := range shown.Images {
			name, ok := strings.CutPrefix(at.At, "@HOMEPAGE@/docs/")
			data, err := docs.Picture(name)
			if !ok || err != nil {
				t.Errorf("%s: %v", at.At, err)
				continue
			}
			if size, err := png.DecodeConfig(bytes.NewReader(data)); err != nil || size.Width != at.Width || size.Height != at.Height {
				t.Errorf("%s is %d x %d, %v", at.At, size.Width, size.Height, err)
			}
			if _, of, _ := strings.Cut(name, "/"); strings.HasPrefix(of, at.Lang+"/") == (at.Lang == "") {
				t.Errorf("%s is said to be in %q", at.At, at.Lang)
			}
		}
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
