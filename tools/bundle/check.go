package main

import (
	"archive/zip"
	"fmt"
	"io"
	"path"
	"regexp"
	"slices"
	"strings"
)

// top is the folder that everything lies in.
const top = "Steward.app/Contents/"

// wanted are the values that the property list has to have.
var wanted = map[string]any{
	"CFBundleName":                  "Steward",
	"CFBundleIdentifier":            "org.steward.Steward", // settings are kept under this name
	"CFBundlePackageType":           "APPL",
	"CFBundleInfoDictionaryVersion": "6.0",
	"NSHighResolutionCapable":       true,
}

// check returns what is wrong with a bundle.
func check(archive *zip.Reader, version string) []string {
	var wrong []string
	say := func(format string, args ...any) { wrong = append(wrong, fmt.Sprintf(format, args...)) }
	files := map[string]*zip.File{}
	for _, f := range archive.File {
		switch mode := f.Mode(); {
		case mode.IsDir():
		case !mode.IsRegular():
			say("%s is no file", f.Name)
		default:
			files[f.Name] = f
		}
		if !strings.HasPrefix(f.Name, "Steward.app/") || path.Clean(f.Name) != strings.TrimSuffix(f.Name, "/") {
			say("%s lies outside of the bundle", f.Name)
		}
	}
	content := func(name string) []byte {
		f := files[top+name]
		if f == nil {
			say("%s is missing", name)
			return nil
		}
		r, err := f.Open()
		if err == nil {
			defer r.Close()
			var data []byte
			if data, err = io.ReadAll(r); err == nil && len(data) > 0 {
				return data
			}
		}
		say("%s cannot be read or is empty: %v", name, err)
		return nil
	}
	for _, name := range []string{"Resources/LICENSE", "Resources/NOTICES.txt", "Resources/steward.cdx.json", "Resources/docs/user-guide.md"} {
		content(name)
	}
	info, err := parsePlist(content("Info.plist"))
	if err != nil {
		say("Info.plist: %v", err)
		return wrong
	}
	text := func(key string) string {
		s, _ := info[key].(string)
		if s == "" {
			say("Info.plist: %s is missing", key)
		}
		return s
	}
	for _, key := range sortedKeys(wanted) {
		if info[key] != wanted[key] {
			say("Info.plist: %s is %v, expected %v", key, info[key], wanted[key])
		}
	}
	for _, key := range []string{"CFBundleShortVersionString", "CFBundleVersion"} {
		if got := text(key); got != version || !regexp.MustCompile(`^\d+(\.\d+){0,2}$`).MatchString(got) {
			say("Info.plist: %s is %q, expected %q, at most three numbers", key, got, version)
		}
	}
	program := "MacOS/" + text("CFBundleExecutable")
	wrong = append(wrong, checkProgram(content(program), text("LSMinimumSystemVersion"))...)
	for _, name := range sortedKeys(files) {
		if runs := files[name].Mode()&0o111 != 0; runs != (name == top+program) {
			say("%s has the mode %v", name, files[name].Mode())
		}
	}
	wrong = append(wrong, checkIcon(content("Resources/"+text("CFBundleIconFile")))...)
	wrong = append(wrong, checkTypes(info, files)...)
	return wrong
}

func sortedKeys[V any](m map[string]V) []string {
	var out []string
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}
