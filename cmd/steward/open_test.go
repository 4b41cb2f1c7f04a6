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

// TestDesktopsKnowWhatIsOpened compares what the desktop entry, the catalogue of software and the registration on Windows say that
// Steward opens with what it reads; -update writes it.
func TestDesktopsKnowWhatIsOpened(t *testing.T) {
	media, endings := []string{"application/vnd.steward.project+json"}, []string(nil)
	for _, ending := range sheet.Endings() {
		if name, ok := sheet.Media(ending); ok {
			endings = append(endings, ending)
			if !slices.Contains(media, name) {
				media = append(media, name)
			}
		}
	}
	if len(endings) < 9 {
		t.Errorf("desktops are told of %v alone", endings)
	}
	named := "<mediatype>" + strings.Join(media, "</mediatype>\n    <mediatype>") + "</mediatype>\n  </provides>"
	for name, list := range map[string]struct{ from, to, said string }{
		"org.steward.Steward.desktop":      {"MimeType=", "\n", strings.Join(media, ";") + ";"},
		"org.steward.Steward.metainfo.xml": {"<mediatype>", "</provides>", strings.TrimSuffix(strings.TrimPrefix(named, "<mediatype>"), "</provides>")},
		"windows/install.cmd":              {"for %%E in (", ")", strings.Join(endings, " ")},
		"windows/uninstall.cmd":            {"for %%E in (", ")", strings.Join(endings, " ")},
	} {
		path := filepath.Join("..", "..", "assets", "packaging", name)
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		before, rest, begins := strings.Cut(string(text), list.from)
		was, after, ends := strings.Cut(rest, list.to)
		if !begins || !ends {
			t.Fatalf("%s has no list of what is opened", name)
		}
		if was == list.said {
			continue
		}
		if !*updateCorpus {
			t.Errorf("%s says that Steward opens %q, not %q: -update writes that", name, was, list.said)
			continue
		}
		if err := os.WriteFile(path, []byte(before+list.from+list.said+list.to+after), 0o644); err != nil {
			t.Fatal(err)
		}
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
