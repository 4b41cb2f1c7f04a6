package sheet

import (
	"archive/zip"
	"context"
	"crypto/sha256"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"steward/core/limits"
	"steward/core/seeded"
	"steward/io/sheet/container"
	"steward/io/sheet/grid"
)

func TestOpenRefuses(t *testing.T) {
	old := container.CompoundMagic + strings.Repeat("\x00", 600)
	plain := map[string]string{"mimetype": "application/vnd.oasis.opendocument.spreadsheet", "content.xml": "<x/>"}
	for _, c := range []struct {
		test, name, data string
		says             []string
	}{
		{"empty", "a.csv", "", []string{"a.csv", "empty"}},
		{"old workbook", "a.xls", old, []string{"old format", "save it as .xlsx"}},
		{"pdf", "a.csv", "%PDF-1.7", []string{"PDF"}},
		{"gzip", "a.csv", "\x1f\x8b\x08", []string{"unpack"}},
		{"web page named as workbook", "a.xls", " <!DOCTYPE html><table>", []string{"web page", ".xlsx"}},
		{"a text named as workbook", "a.xlsx", "Dear Ann\nhere it is\n", []string{"not a workbook", ".csv"}},
		{"something else named as workbook", "a.xlsx", "a,b\n1,2\n\x01\x02\x03", []string{"not a workbook", ".csv"}},
		{"lock file", "~$wages.xlsx", "\x05Ann Smith", []string{"keeps next to", `"wages.xlsx"`}},
		{"other lock file", ".~lock.wages.ods#", ",Ann,", []string{"keeps next to", `"wages.ods"`}},
		{"other extension", "a.odd", "[1]", []string{"unknown", ".xlsx"}},
		{"other archive", "a.zip", string(zipped(t, map[string]string{"x": "y"})), []string{"zip archive"}},
		{"OpenDocument", "a.ods", string(zipped(t, plain)), []string{"OpenDocument", ".xlsx"}},
		{"broken archive", "a.xlsx", "PK\x03\x04 and no more", []string{"damaged"}},
		{"empty archive", "a.xlsx", "PK\x05\x06" + strings.Repeat("\x00", 18), []string{"zip archive"}},
	} {
		t.Run(c.test, func(t *testing.T) {
			_, err := Open(context.Background(), onDisk(t, c.name, []byte(c.data)))
			wantFault(t, err, c.says...)
		})
	}
	t.Run("missing", func(t *testing.T) {
		_, err := Open(context.Background(), filepath.Join(t.TempDir(), "no.csv"))
		wantFault(t, err, "no.csv", "no such file")
		if !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%v does not wrap fs.ErrNotExist", err)
		}
	})
	t.Run("folder", func(t *testing.T) {
		_, err := Open(context.Background(), t.TempDir())
		wantFault(t, err, "folder")
	})
	t.Run("too large", func(t *testing.T) {
		path := onDisk(t, "large.csv", []byte("a,b\n"))
		if err := os.Truncate(path, limits.MaxFileBytes+1); err != nil { // sparse: takes no room
			t.Fatal(err)
		}
		_, err := Open(context.Background(), path)
		wantFault(t, err, "large.csv", strconv.FormatInt(limits.MaxFileBytes, 10))
	})
	t.Run("too many records", func(t *testing.T) {
		f, err := Open(t.Context(), onDisk(t, "long.csv", []byte("a,b\n1,2\n3,4\n5,6\n")))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		for opts, last := range map[struct {
			most   int
			counts bool
		}]string{{0, false}: "", {3, false}: "", {2, false}: "more than 2 records", {3, true}: "", {2, true}: "fewer columns are counted together"} {
			s, err := f.Sheet(t.Context(), Options{MaxRows: opts.most, Counts: opts.counts})
			if err != nil {
				t.Fatal(err)
			}
			var stopped error
			for _, err := range s.Rows(t.Context()) {
				stopped = err
			}
			switch {
			case last != "":
				wantFault(t, stopped, "long.csv", last)
				if strings.Contains(stopped.Error(), "steward sql --files") == opts.counts {
					t.Errorf("counts are %v: %v", opts.counts, stopped)
				}
			case stopped != nil:
				t.Errorf("at most %d records: %v", opts.most, stopped)
			}
		}
	})
	t.Run("password", func(t *testing.T) {
		data := workbookWith(t, func(f *excelize.File) { set(t, f, "A1", "name") }, excelize.Options{Password: "secret"})
		_, err := Open(context.Background(), onDisk(t, "locked.xlsx", data))
		wantFault(t, err, "locked.xlsx", "enter the password")
	})
}

func TestOpenRecognisesByContent(t *testing.T) {
	book := workbookWith(t, func(f *excelize.File) { set(t, f, "A1", "name"); set(t, f, "A2", "Ann") })
	for _, c := range []struct {
		name string
		data []byte
		want []grid.SheetInfo
	}{
		{"Größe (1).csv", []byte("name\nAnn\n"), []grid.SheetInfo{{Name: "Größe (1).csv"}}},
		{"A.TSV", []byte("name\nAnn\n"), []grid.SheetInfo{{Name: "A.TSV"}}},
		{"book.xlsm", book, []grid.SheetInfo{{Name: "Sheet1"}}},
		{"book.csv", book, []grid.SheetInfo{{Name: "Sheet1"}}},
		{"book.xltx", book, []grid.SheetInfo{{Name: "Sheet1"}}},
		{"book", book, []grid.SheetInfo{{Name: "Sheet1"}}},
		{"text.xls", []byte("name;\nAnn;\n"), []grid.SheetInfo{{Name: "text.xls"}}},
		{"text.xlsx", utf16LE("\ufeffname;\nAnn;\n"), []grid.SheetInfo{{Name: "text.xlsx"}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			f, err := Open(context.Background(), onDisk(t, c.name, c.data))
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			if got := f.Sheets(); len(got) != 1 || got[0] != c.want[0] {
				t.Errorf("sheets %v, want %v", got, c.want)
			}
			s, err := f.Sheet(context.Background(), Options{Sheet: c.want[0].Name})
			if err != nil {
				t.Fatal(err)
			}
			equal(t, mustDump(t, s), lines("name", "2 TAnn"))
			sum, err := f.Digest()
			if err != nil || sum != sha256.Sum256(c.data) {
				t.Errorf("digest %x, %v; want that of the bytes", sum, err)
			}
		})
	}
}

func utf16LE(s string) []byte { return []byte(utf16Bytes(s, 0)) }

// TestNamesOfFiles opens files whose paths are as awkward as disks allow.
func TestNamesOfFiles(t *testing.T) {
	folder := t.TempDir()
	for range 12 { // more than the 260 characters of old programs
		folder = filepath.Join(folder, strings.Repeat("long ", 6)+"földer, with a comma")
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a b.csv", "gehälter, 2024.csv", "会社.csv", "%20.csv", "-x.csv", "a'b\"c.csv"} {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte("name\nAnn\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		f, err := Open(context.Background(), path)
		if err != nil {
			t.Fatal(err)
		}
		s, err := f.Sheet(context.Background(), Options{})
		if err != nil {
			t.Fatal(err)
		}
		equal(t, mustDump(t, s), lines("name", "2 TAnn"))
		if s.Name().String() != name {
			t.Errorf("name %q of %q", s.Name(), name)
		}
		f.Close()
	}
}

func TestTextNamedAsWorkbookIsSaid(t *testing.T) {
	in := inspect(t, sheetOf(t, "a.xls", []byte("a\tb\n1\t2\n"), Options{}))
	if len(in.Notes) != 1 || !strings.Contains(in.Notes[0].Found.String(), "text table") || !strings.Contains(in.Notes[0].Found.String(), ".xls") {
		t.Errorf("notes %+v", in.Notes)
	}
}

func TestFileChangedWhileOpen(t *testing.T) {
	path := onDisk(t, "a.csv", []byte("name\nAnn\n"))
	f, err := Open(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	s, err := f.Sheet(context.Background(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(path, time.Time{}, time.Unix(1, 0)); err != nil {
		t.Fatal(err)
	}
	_, err = dump(s)
	wantFault(t, err, "changed while it was being read")
	_, err = f.Digest()
	wantFault(t, err, "changed while it was being read")
}

func TestClosedFileErrs(t *testing.T) {
	f, err := Open(context.Background(), onDisk(t, "a.csv", []byte("name\nAnn\n")))
	if err != nil {
		t.Fatal(err)
	}
	s, err := f.Sheet(context.Background(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err = dump(s); !errors.Is(err, fs.ErrClosed) {
		t.Errorf("reading a closed file: %v, want fs.ErrClosed", err)
	}
}

// TestNothingIsWritten opens, reads, inspects and digests files that are large enough for
// a workbook library to spill them, and looks for what they left behind.
func TestNothingIsWritten(t *testing.T) {
	lines := seeded.Often(60, 570) // the sheet is as large in the fast run
	row := `<row><c t="inlineStr"><is><t>` + strings.Repeat("x", 30_000) + `</t></is></c><c t="s"><v>1</v></c></row>`
	parts := bookParts(sheetXML(`<row><c t="s"><v>0</v></c><c t="inlineStr"><is><t>other</t></is></c></row>` + repeated))
	parts["xl/sharedStrings.xml"] = `<sst><si><t>name</t></si>` + strings.Repeat("<si><t>"+strings.Repeat("y", 30_000)+"</t></si>", lines) + `</sst>`
	paths := map[string]int{
		onDisk(t, "a.xlsx", zippedLong(t, zip.Deflate, parts, row, 570)):                                     570,
		onDisk(t, "a.csv", []byte("name,other\n"+strings.Repeat(strings.Repeat("x", 30_000)+",y\n", lines))): lines,
	}
	empty := t.TempDir()
	t.Setenv("TMPDIR", empty)
	t.Chdir(empty)
	for path, rows := range paths {
		f, err := Open(context.Background(), path)
		if err != nil {
			t.Fatal(err)
		}
		s, err := f.Sheet(context.Background(), Options{})
		if err != nil {
			t.Fatal(err)
		}
		in, err := Inspect(context.Background(), s, InspectOptions{Progress: func(int) { expectOnly(t, empty) }})
		if err != nil || in.Rows != rows {
			t.Fatalf("inspecting: %v, %v", in, err)
		}
		if _, err := f.Digest(); err != nil {
			t.Fatal(err)
		}
		expectOnly(t, empty)
		expectOnly(t, filepath.Dir(path), filepath.Base(path))
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// expectOnly checks what is in a folder.
func expectOnly(t *testing.T, dir string, names ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	equalStrings(t, "files", got, names)
}

// TestPathsOfServers opens files by names as servers have them, which are names like any other
// where this is not such a system.
func TestPathsOfServers(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{`\\\\server\\share\\wages, 2024 (new).csv`, `C:\\Users\\Zoë\\wages.csv`, `wages.csv:zone`, "Löhne – été.csv"} {
		path := filepath.Join(folder, strings.ReplaceAll(name, `\\`, `\`))
		if err := os.WriteFile(path, []byte("name,age\nAnn,34\n"), 0o644); err != nil {
			t.Skipf("this system has no such names: %v", err)
		}
		if strings.HasSuffix(path, ":zone") {
			if _, err := Open(context.Background(), path); err == nil {
				t.Errorf("%s is opened", path)
			} else {
				wantFault(t, err, "wages.csv:zone", "unknown")
			}
			continue
		}
		f, err := Open(context.Background(), path)
		if err != nil {
			t.Fatal(err)
		}
		s, err := f.Sheet(context.Background(), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if s.Name().String() != filepath.Base(path) || f.Sheets()[0].Name != s.Name().String() {
			t.Errorf("%s is called %s", path, s.Name())
		}
		equal(t, mustDump(t, s), lines("name|age", "2 TAnn|N34"))
		f.Close()
	}
	for _, path := range []string{`\\server\share\wages.xlsx`, "//server/share/wages.xlsx"} {
		_, err := Open(context.Background(), path)
		wantFault(t, err, path, "server", "can be opened")
	}
}

// reservedNames are names of devices, which no file of Windows has: nul.csv is one of them.
var reservedNames = regexp.MustCompile(`(?i)^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)|[<>:"|?*]|[. ]$`)

// The files of the tests can be checked out on every system.
func TestCorpusNamesAreOfEverySystem(t *testing.T) {
	entries, err := os.ReadDir(corpus)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if reservedNames.MatchString(e.Name()) {
			t.Errorf("%s cannot be a file on Windows", e.Name())
		}
	}
}

func TestIsShare(t *testing.T) {
	for path, want := range map[string]bool{
		`\\server\share\a.csv`: true, "//server/share/a.csv": true, `\\?\UNC\server\share\a.csv`: true, `\\?\unc\server\a.csv`: true, `\\192.168.0.7\c$\a.csv`: true,
		`\\?\C:\a.csv`: false, `\\.\C:\a.csv`: false, `C:\a.csv`: false, `\a.csv`: false, "/a.csv": false, "a.csv": false, "": false, `\\?\`: false,
	} {
		if got := isShare(path); got != want {
			t.Errorf("%s: %v, want %v", path, got, want)
		}
	}
}

func TestLongPaths(t *testing.T) {
	folder := t.TempDir()
	long := folder
	for range 12 {
		long = filepath.Join(long, strings.Repeat("x", 90))
	}
	if err := os.MkdirAll(long, 0o755); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(long, "wages.csv")
	if err := os.WriteFile(path, []byte("name,age\nAnn,34\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	f, err := Open(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	s, err := f.Sheet(context.Background(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	equal(t, mustDump(t, s), lines("name|age", "2 TAnn|N34"))
	_, err = Open(context.Background(), filepath.Join(long, "gone.csv"))
	wantFault(t, err, "gone.csv", "no such file")
	_, err = Open(context.Background(), filepath.Join(folder, strings.Repeat("y", 3000)+".csv"))
	wantFault(t, err, "too long for this computer")
	if len(err.Error()) > 2*longestPath+200 {
		t.Errorf("the message has %d characters", len(err.Error()))
	}
	// The error of the system has the whole path; nobody shows it.
	_, err = Open(context.Background(), filepath.Join(folder, "a.csv", "b.csv"))
	wantFault(t, err, "b.csv")
}
