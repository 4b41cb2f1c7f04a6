package sheet

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"strings"
)

type kind uint8

const (
	isWorkbook kind = iota // a zip archive that should hold one
	isText
	isCompound // a workbook that is encrypted or old
)

// sampleBytes is how much of the beginning of a file is looked at to recognise its kind,
// its encoding and its separator.
const sampleBytes = 1 << 16

// saveAs is the remedy for formats that are not read.
const saveAs = "open it in a spreadsheet program and save it as .xlsx"

// recognise tells a workbook from a text table, and errors on everything else.
func recognise(s source, head []byte) (kind, error) {
	ext := strings.ToLower(filepath.Ext(s.name))
	if bytes.HasPrefix(head, []byte("PK\x03\x04")) {
		return isWorkbook, nil
	}
	if bytes.HasPrefix(head, []byte(oleMagic)) {
		return isCompound, nil
	}
	if err := foreignIn(s.name, head); err != nil {
		return 0, err
	}
	start := bytes.ToLower(bytes.TrimSpace(bytes.TrimPrefix(head, []byte(utf8BOM))))
	for _, tag := range []string{"<!doctype", "<html", "<?xml", "<table", "<head", "<meta"} {
		if bytes.HasPrefix(start, []byte(tag)) {
			if ext == ".fods" {
				return 0, foreignNamed(s.name)
			}
			return 0, &Fault{s.name, "this is a web page or an XML document, whatever its name says", saveAs, nil}
		}
	}
	switch ext {
	case ".csv", ".tsv", ".tab", ".txt":
		return isText, nil
	case ".xlsx", ".xlsm", ".xltx", ".xltm", ".xls", ".xlsb", ".ods", ".ots":
		if line, _, _ := bytes.Cut(start, []byte("\n")); isReadable(head) && bytes.ContainsAny(line, ",;\t|") {
			return isText, nil
		}
		return 0, &Fault{s.name, "this is not a workbook, although its name ends in " + ext,
			"save it again with the program that made it; if it is a text table, name it .csv", nil}
	}
	if err := foreignNamed(s.name); err != nil {
		return 0, err
	}
	return 0, &Fault{s.name, "the kind of this file is not known", "save it as .xlsx or as .csv with the program that made it; if it is a text table, have its name end in .csv or .txt", nil}
}

// oldRemedy is what to do about workbooks of before 2007. What reads them in Go is young,
// used by few, and leaves out blank cells, errors or merged cells without a word.
const oldRemedy = saveAs

// openCompoundFile opens an encrypted workbook, and says what other compound files are.
func openCompoundFile(ctx context.Context, s source, password string) (format, error) {
	c, err := openCompound(s)
	if err != nil {
		return nil, &Fault{s.name, fmt.Sprintf("this is a workbook of an old format (.xls), or one that is protected with a password, and it is damaged (%v)", err),
			oldRemedy, err}
	}
	switch {
	case c.has("EncryptedPackage"):
		data, err := unlock(ctx, c, password)
		if err != nil {
			return nil, err
		}
		return openArchive(ctx, source{bytes.NewReader(data), s.name, int64(len(data)), s.unchanged}, "")
	case c.has("Workbook", "Book"):
		return nil, &Fault{s.name, "this is a workbook of an old format (.xls)", oldRemedy, nil}
	case c.has("WordDocument"):
		return nil, &Fault{s.name, "this is a text document (.doc)", "copy the table into a spreadsheet and save it as .xlsx", nil}
	case c.has("PowerPoint Document"):
		return nil, &Fault{s.name, "this is a presentation (.ppt)", "choose a spreadsheet", nil}
	}
	return nil, &Fault{s.name, "this is a file of an old office program and not a workbook", "choose a spreadsheet, or " + oldRemedy, nil}
}

// isReadable reports whether the first bytes could be those of a text: no character but those
// that texts have, of which UTF-16 has a NUL beside each.
func isReadable(head []byte) bool {
	odd := 0
	for _, b := range head {
		if b < ' ' && b != '\t' && b != '\n' && b != '\r' && b != '\f' {
			odd++
		}
	}
	return odd == 0 || encodingByNULs(head) != UTF8 || bytes.HasPrefix(head, []byte("\xff\xfe")) || bytes.HasPrefix(head, []byte("\xfe\xff"))
}

// lockFile returns the workbook beside which a program keeps the file of the given name while
// it is open, or "".
func lockFile(name string) string {
	if rest, ok := strings.CutPrefix(name, "~$"); ok {
		return rest
	}
	if rest, ok := strings.CutPrefix(name, ".~lock."); ok && strings.HasSuffix(rest, "#") {
		return strings.TrimSuffix(rest, "#")
	}
	return ""
}
