// Catalogue carries the catalogues of assets/words to translators' programs and back, and along when
// an English text is reworded.
//
//	go -C tools run ./catalogue po de core > core.po
//	go -C tools run ./catalogue json de core < core.po
//	go -C tools run ./catalogue reword 'the old text' 'the new text'
//
// A .po file has the English text as msgid, as gettext has it; what it leaves out or marks as fuzzy
// keeps the text that the catalogue has. A reworded text takes its translations with it in every
// language: what they say has to fit it still, and its verbs are compared by go test ./gui/words.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
)

func main() {
	if err := run(os.Args[1:], "../assets/words", os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string, folder string, in io.Reader, out io.Writer) error {
	if len(args) != 3 {
		return fmt.Errorf("say po LANGUAGE CATALOGUE, json LANGUAGE CATALOGUE, or reword OLD NEW")
	}
	path := filepath.Join(folder, args[1], args[2]+".json")
	switch args[0] {
	case "po":
		texts, err := read(path)
		if err != nil {
			return err
		}
		return writePO(out, args[1], texts)
	case "json":
		texts, err := read(path)
		if err != nil {
			return err
		}
		translated, err := readPO(in)
		if err != nil {
			return err
		}
		for english, text := range translated {
			if _, ok := texts[english]; !ok {
				return fmt.Errorf("%s has no text %q", path, english)
			}
			texts[english] = text
		}
		return write(path, texts)
	case "reword":
		return reword(folder, args[1], args[2])
	}
	return fmt.Errorf("there is no command %q", args[0])
}

// reword gives the translations of one English text to another.
func reword(folder, old, new string) error {
	paths, err := filepath.Glob(filepath.Join(folder, "*", "*.json"))
	if err != nil {
		return err
	}
	found := false
	for _, path := range paths {
		texts, err := read(path)
		if err != nil {
			return err
		}
		text, ok := texts[old]
		if !ok {
			continue
		}
		if other, ok := texts[new]; ok && other != text {
			return fmt.Errorf("%s has %q for %q already", path, other, new)
		}
		found = true
		delete(texts, old)
		texts[new] = text
		if err := write(path, texts); err != nil {
			return err
		}
	}
	if !found {
		return fmt.Errorf("no catalogue has %q", old)
	}
	return nil
}

func read(path string) (map[string]string, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var texts map[string]string
	if err := json.Unmarshal(data, &texts); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return texts, nil
}

// write writes a catalogue in the order of its English texts, a line each.
func write(path string, texts map[string]string) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(texts); err != nil {
		return err
	}
	return os.WriteFile(path, b.Bytes(), 0o644)
}

// inOrder are the English texts of a catalogue as it has them.
func inOrder(texts map[string]string) []string { return slices.Sorted(maps.Keys(texts)) }
