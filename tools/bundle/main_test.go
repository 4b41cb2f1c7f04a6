package main

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"image"
	"image/png"
	"io/fs"
	"os"
	"strings"
	"testing"
)

// entry is one file of a bundle.
type entry struct {
	mode fs.FileMode
	data []byte
}

// program returns the beginning of a program for a processor that runs from macOS major.0 on.
func program(cpu uint32, major uint32) []byte {
	var b []byte
	for _, word := range []uint32{
		0xfeedfacf, cpu, 0, 2, 1, 24, 0, 0, // header of an executable with one command of 24 bytes
		0x32, 24, 1, major << 16, major << 16, 0,
	} {
		b = binary.LittleEndian.AppendUint32(b, word)
	}
	return b
}

func icon(t *testing.T, sizes map[string]int) []byte {
	t.Helper()
	var body bytes.Buffer
	for _, kind := range sortedKeys(sizes) {
		var p bytes.Buffer
		if err := png.Encode(&p, image.NewGray(image.Rect(0, 0, sizes[kind], sizes[kind]))); err != nil {
			t.Fatal(err)
		}
		body.WriteString(kind)
		body.Write(binary.BigEndian.AppendUint32(nil, uint32(8+p.Len())))
		body.Write(p.Bytes())
	}
	return append(binary.BigEndian.AppendUint32([]byte("icns"), uint32(8+body.Len())), body.Bytes()...)
}

// whole returns a bundle that nothing is wrong with, with the property list that is packaged.
func whole(t *testing.T) map[string]entry {
	t.Helper()
	info, err := os.ReadFile("../../assets/packaging/macos/Info.plist")
	if err != nil {
		t.Fatal(err)
	}
	info = bytes.ReplaceAll(info, []byte("@VERSION@"), []byte("1.2.3"))
	return map[string]entry{
		"Info.plist":                   {0o644, info},
		"MacOS/steward":                {0o755, program(0x0100000c, 12)},
		"Resources/steward.icns":       {0o644, icon(t, iconSizes)},
		"Resources/LICENSE":            {0o644, []byte("x")},
		"Resources/NOTICES.txt":        {0o644, []byte("x")},
		"Resources/steward.cdx.json":   {0o644, []byte("x")},
		"Resources/docs/user-guide.md": {0o644, []byte("x")},
	}
}

func said(t *testing.T, bundle map[string]entry) string {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, name := range sortedKeys(bundle) {
		h := &zip.FileHeader{Name: top + name}
		h.SetMode(bundle[name].mode)
		f, err := w.CreateHeader(h)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write(bundle[name].data); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	r, err := zip.NewReader(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(check(r, "1.2.3"), "\n")
}

func TestNothingIsWrongWithAWholeBundle(t *testing.T) {
	if got := said(t, whole(t)); got != "" {
		t.Error(got)
	}
}

func TestWhatIsWrongIsSaid(t *testing.T) {
	info := func(from, to string) func(map[string]entry) {
		return func(b map[string]entry) {
			was := string(b["Info.plist"].data)
			if !strings.Contains(was, from) {
				t.Fatalf("Info.plist has no %q", from)
			}
			b["Info.plist"] = entry{0o644, []byte(strings.Replace(was, from, to, 1))}
		}
	}
	few := map[string]int{"ic07": 128}
	odd := map[string]int{}
	for kind, size := range iconSizes {
		odd[kind] = size
	}
	odd["ic08"] = 128
	for _, c := range []struct {
		what string
		do   func(map[string]entry)
		want string
	}{
		{"no program", func(b map[string]entry) { delete(b, "MacOS/steward") }, "MacOS/steward is missing"},
		{"another name", info("<string>steward</string>", "<string>Steward</string>"), "MacOS/Steward is missing"},
		{"it cannot be run", func(b map[string]entry) { b["MacOS/steward"] = entry{0o644, b["MacOS/steward"].data} }, "has the mode"},
		{"a text that can", func(b map[string]entry) { b["Resources/LICENSE"] = entry{0o755, []byte("x")} }, "LICENSE has the mode"},
		{"a program for Linux", func(b map[string]entry) { b["MacOS/steward"] = entry{0o755, []byte("\x7fELF and more")} }, "the program"},
		{"another processor", func(b map[string]entry) { b["MacOS/steward"] = entry{0o755, program(12, 12)} }, "the program"},
		{"a newer system", func(b map[string]entry) { b["MacOS/steward"] = entry{0o755, program(0x01000007, 15)} }, `built for macOS "15.0"`},
		{"no notices", func(b map[string]entry) { delete(b, "Resources/NOTICES.txt") }, "NOTICES.txt is missing"},
		{"an empty bill", func(b map[string]entry) { b["Resources/steward.cdx.json"] = entry{0o644, nil} }, "is empty"},
		{"no icon", func(b map[string]entry) { delete(b, "Resources/steward.icns") }, "steward.icns is missing"},
		{"few pictures", func(b map[string]entry) { b["Resources/steward.icns"] = entry{0o644, icon(t, few)} }, "lacks a picture of 1024"},
		{"a small picture", func(b map[string]entry) { b["Resources/steward.icns"] = entry{0o644, icon(t, odd)} }, "ic08 is no PNG"},
		{"half an icon", func(b map[string]entry) {
			b["Resources/steward.icns"] = entry{0o644, icon(t, iconSizes)[:99]}
		}, "no whole icns"},
		{"another version", info("1.2.3", "1.2.4"), "CFBundleShortVersionString"},
		{"settings under another name", info("org.steward.Steward", "org.example"), "CFBundleIdentifier"},
		{"a type that nobody opens", info("<array><string>org.steward.project</string></array>", "<array/>"), "the program knows []"},
		{"a promise to open", info("<string>None</string>", "<string>Editor</string>"), "expected None"},
		{"another ending", info("<array><string>steward</string></array>", "<array><string>plan</string></array>"), `are []`},
		{"a key that is not closed", info("<key>CFBundleName</key>", "<key>CFBundleName"), "Info.plist: "},
		{"a key twice", info("<key>CFBundleName</key>", "<key>CFBundleDisplayName</key>"), "twice"},
		{"a key without a value", info("<string>Steward</string>", ""), "take turns"},
		{"a link", func(b map[string]entry) { b["Resources/link"] = entry{0o777 | fs.ModeSymlink, []byte("/etc")} }, "is no file"},
		{"a file outside", func(b map[string]entry) { b["../../other"] = entry{0o644, []byte("x")} }, "outside of the bundle"},
	} {
		b := whole(t)
		c.do(b)
		if got := said(t, b); !strings.Contains(got, c.want) {
			t.Errorf("%s: said %q, expected %q", c.what, got, c.want)
		}
	}
}
