package main

import (
	"bytes"
	"debug/buildinfo"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestIdentify(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"                                 Apache License\n                           Version 2.0, January 2004\n", "Apache-2.0"},
		{"Permission is hereby granted, free of charge, to any person\nobtaining a copy of this software", "MIT"},
		{"Redistribution and use in source and binary forms, with or\nwithout modification, are ... Neither the name of X", "BSD-3-Clause"},
		{"Redistribution and use in source and binary forms, with or\nwithout modification", "BSD-2-Clause"},
		{"Bitstream Vera Fonts Copyright\nPermission is hereby granted, free of charge, to any person obtaining a copy\nof the fonts accompanying this license", "Bitstream-Vera"},
		{"This is under the Creative Commons Attribution 4.0 International license", "CC-BY-4.0"},
		{"All rights reserved.", ""},
	} {
		if got := identify([]byte(c.text)); got != c.want {
			t.Errorf("identify(%.40q) = %q, want %q", c.text, got, c.want)
		}
	}
}

func TestLicencesAreFoundAtTheTopAndBelow(t *testing.T) {
	folder := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	names := func() string {
		t.Helper()
		found, err := licences(folder)
		if err != nil {
			t.Fatal(err)
		}
		var out []string
		for _, l := range found {
			out = append(out, l.File)
		}
		return strings.Join(out, " ")
	}
	write("licence.go", "package x")
	if got := names(); got != "" {
		t.Errorf("found %q in a module without a licence", got)
	}
	write("fonts/OFL.txt", "SIL")
	if got, want := names(), "fonts/OFL.txt"; got != want {
		t.Errorf("found %q, want %q", got, want)
	}
	write("LICENSE", "one of the following")
	write("licenses/ftl.txt", "the one")
	write("THIRD_PARTY_LICENSES/Their-Name", "theirs")
	write("a/theme/font/LICENSE_Inter.txt", "a font's")
	write("cmd/tool/COPYING", "of another program")
	write("fonts/testdata/OFL.txt", "of a test's font")
	if got, want := names(), "LICENSE THIRD_PARTY_LICENSES/Their-Name a/theme/font/LICENSE_Inter.txt fonts/OFL.txt licenses/ftl.txt"; got != want {
		t.Errorf("found %q, want %q", got, want)
	}
}

func TestTheSameProgramGivesTheSameBytes(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	info, err := buildinfo.ReadFile(self)
	if err != nil {
		t.Fatal(err)
	}
	modules := []module{
		{Path: "example.org/a", Version: "v1.0.0", Sum: "h1:AAAA", Licences: []licence{{File: "LICENSE", Text: []byte("text without an end of line"), SPDX: "MIT"}}},
		{Path: "std", Version: "1.26.0", Licences: []licence{{File: "LICENSE", Text: []byte("BSD\n")}, {File: "again", Text: []byte("BSD\n")}}},
		{Path: "runtime-of-c", Version: "1.0~rc+2", Debian: true, Licences: []licence{{File: "copyright", Text: []byte("ZPL\n")}}},
	}
	var first, second, notices bytes.Buffer
	for _, w := range []*bytes.Buffer{&first, &second} {
		if err := writeBill(w, info, "1.0.0", modules); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(first.Bytes(), second.Bytes()) {
		t.Error("two bills of one program differ")
	}
	var read struct {
		BOMFormat  string `json:"bomFormat"`
		Components []struct{ PURL string }
	}
	if err := json.Unmarshal(first.Bytes(), &read); err != nil || read.BOMFormat != "CycloneDX" || len(read.Components) != 3 || read.Components[0].PURL != "pkg:golang/example.org/a@v1.0.0" ||
		read.Components[2].PURL != "pkg:deb/debian/runtime-of-c@1.0~rc%2B2" {
		t.Errorf("the bill reads as %+v, %v", read, err)
	}
	if err := writeNotices(&notices, modules); err != nil {
		t.Fatal(err)
	}
	if got := strings.Count(notices.String(), "BSD\n"); got != 1 {
		t.Errorf("a text that two have alike stands there %d times", got)
	}
	for _, want := range []string{"The same text as of Go's standard library and runtime 1.26.0: LICENSE.", "runtime-of-c 1.0~rc+2: copyright", "example.org/a v1.0.0: LICENSE", "text without an end of line\n", "Go's standard library and runtime 1.26.0"} {
		if !strings.Contains(notices.String(), want) {
			t.Errorf("the notices lack %q", want)
		}
	}
}
