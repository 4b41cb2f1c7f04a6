package main

import (
	"bufio"
	"bytes"
	"debug/buildinfo"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
)

// module is a module that is linked into the program, Go itself, or another library.
type module struct {
	Path, Version string
	Sum           string // "h1:" and the base64 of a SHA-256, as in go.sum; empty for Go itself
	Debian        bool   // a package of Debian, of which the linker took code
	Licences      []licence
}

// licence is one licence text of a module.
type licence struct {
	File string // its path inside the module
	Text []byte
	SPDX string // the text's identifier; empty when it is none of the common ones
}

// linked returns Go itself and the modules linked into a program, in the order of their
// paths, with their licences.
func linked(info *buildinfo.BuildInfo) ([]module, error) {
	folders, err := moduleFolders()
	if err != nil {
		return nil, err
	}
	out := []module{{Path: "std", Version: strings.TrimPrefix(info.GoVersion, "go")}}
	folders["std"] = goroot()
	for _, m := range info.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		out = append(out, module{Path: m.Path, Version: m.Version, Sum: m.Sum})
	}
	for i := range out {
		folder, ok := folders[out[i].Path]
		if !ok || folder == "" {
			return nil, fmt.Errorf("the source of %s is not in the module cache: run \"go mod download\"", out[i].Path)
		}
		read := licences
		if out[i].Path == "std" {
			read = topLicences // Go's tools, further down, are not linked
		}
		if out[i].Licences, err = read(folder); err != nil {
			return nil, err
		}
		if len(out[i].Licences) == 0 {
			return nil, fmt.Errorf("%s has no licence text in %s", out[i].Path, folder)
		}
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Path < out[j].Path })
	return out, nil
}

func goroot() string {
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
}

// moduleFolders returns where the source of each module of the build lies.
func moduleFolders() (map[string]string, error) {
	list := exec.Command("go", "list", "-mod=readonly", "-m", "-f", "{{.Path}}\t{{.Dir}}", "all")
	list.Stderr = os.Stderr
	out, err := list.Output()
	if err != nil {
		return nil, fmt.Errorf("listing modules: %w", err)
	}
	folders := map[string]string{}
	lines := bufio.NewScanner(bytes.NewReader(out))
	for lines.Scan() {
		path, folder, _ := strings.Cut(lines.Text(), "\t")
		folders[path] = folder
	}
	return folders, lines.Err()
}

// licenceName matches the files that hold a module's licence, notices that have to travel with
// it, and those of fonts and code it carries.
var licenceName = regexp.MustCompile(`(?i)^(licen[cs]es?|copying|notice|copyright|ofl|ftl|patents)([.\-_].*)?$`)

// licenceFolder matches the folders in which every file is such a text.
var licenceFolder = regexp.MustCompile(`(?i)^(third[_\-]?party[_\-]?)?licen[cs]es?$`)

// licences reads the licence texts of a module: those in its top folder first, then those of fonts
// and code of others that it carries below. What belongs to tests and to other programs is in no
// program that uses the module, so its licences are left out.
func licences(folder string) ([]licence, error) {
	var top, below []licence
	err := filepath.WalkDir(folder, func(path string, e os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		inside, err := filepath.Rel(folder, path)
		if err != nil {
			return err
		}
		if e.IsDir() && (e.Name() == "testdata" || e.Name() == "cmd") && inside != "." {
			return filepath.SkipDir
		}
		if !e.Type().IsRegular() || !isLicence(inside) {
			return nil
		}
		if filepath.Dir(inside) == "." {
			top, err = add(top, folder, inside)
			return err
		}
		below, err = add(below, folder, inside)
		return err
	})
	return append(top, below...), err
}

// topLicences reads the licence texts in a folder and none below.
func topLicences(folder string) ([]licence, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	var out []licence
	for _, e := range entries {
		if !e.Type().IsRegular() || !isLicence(e.Name()) {
			continue
		}
		if out, err = add(out, folder, e.Name()); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// isLicence reports whether a file of a module, named by its path inside, is a licence text.
func isLicence(inside string) bool {
	name := filepath.Base(inside)
	if strings.HasSuffix(name, ".go") {
		return false
	}
	return licenceName.MatchString(name) || licenceFolder.MatchString(filepath.Base(filepath.Dir(inside)))
}

func add(to []licence, folder, inside string) ([]licence, error) {
	text, err := os.ReadFile(filepath.Join(folder, inside))
	if err != nil {
		return nil, err
	}
	return append(to, licence{File: filepath.ToSlash(inside), Text: text, SPDX: identify(text)}), nil
}

// debian returns a package of Debian as it is installed here, with its licences.
func debian(name string) (module, error) {
	version, err := exec.Command("dpkg-query", "-W", "-f", "${Version}", name).Output()
	if err != nil {
		return module{}, fmt.Errorf("the version of Debian's package %s: %w", name, err)
	}
	m := module{Path: name, Version: string(version), Debian: true}
	m.Licences, err = add(nil, filepath.Join("/usr/share/doc", name), "copyright")
	for i := range m.Licences {
		m.Licences[i].SPDX = "" // the file holds those of all parts of the package
	}
	return m, err
}
