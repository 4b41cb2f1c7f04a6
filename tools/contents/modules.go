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

// module is a module that is linked into the program, or Go itself.
type module struct {
	Path, Version string
	Sum           string // "h1:" and the base64 of a SHA-256, as in go.sum; empty for Go itself
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
		if out[i].Licences, err = licences(folder); err != nil {
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

// licences reads the licence texts in a module's top folder, or, where there are none, below it.
func licences(folder string) ([]licence, error) {
	top, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	var out []licence
	for _, e := range top {
		if !licenceName.MatchString(e.Name()) || strings.HasSuffix(e.Name(), ".go") {
			continue
		}
		names := []string{e.Name()}
		if e.IsDir() { // texts that a file beside the folder refers to
			if names, err = filesIn(folder, e.Name()); err != nil {
				return nil, err
			}
		}
		for _, name := range names {
			if out, err = add(out, folder, name); err != nil {
				return nil, err
			}
		}
	}
	if len(out) > 0 {
		return out, nil
	}
	err = filepath.WalkDir(folder, func(path string, e os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if e.Type().IsRegular() && licenceName.MatchString(e.Name()) && !strings.HasSuffix(e.Name(), ".go") {
			inside, err := filepath.Rel(folder, path)
			if err != nil {
				return err
			}
			out, err = add(out, folder, inside)
			return err
		}
		return nil
	})
	return out, err
}

// filesIn returns the regular files of a folder inside another, with its name.
func filesIn(folder, inside string) ([]string, error) {
	entries, err := os.ReadDir(filepath.Join(folder, inside))
	if err != nil {
		return nil, err
	}
	var out []string
	for _, e := range entries {
		if e.Type().IsRegular() {
			out = append(out, filepath.Join(inside, e.Name()))
		}
	}
	return out, nil
}

func add(to []licence, folder, inside string) ([]licence, error) {
	text, err := os.ReadFile(filepath.Join(folder, inside))
	if err != nil {
		return nil, err
	}
	return append(to, licence{File: filepath.ToSlash(inside), Text: text, SPDX: identify(text)}), nil
}
