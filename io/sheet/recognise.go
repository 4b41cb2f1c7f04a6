package sheet

import (
	"bytes"
	"encoding/binary"
	"io"
	"path/filepath"
	"strings"
)

type kind uint8

const (
	isWorkbook kind = iota // a zip archive that should hold one
	isText
)

// sampleBytes is how much of the beginning of a file is looked at to recognise its kind,
// its encoding and its separator.
const sampleBytes = 1 << 16

const saveAs = "open it in a spreadsheet program and save it as .xlsx"

// foreign are kinds of files that are told by their first bytes and are not read.
var foreign = []struct{ magic, found, remedy string }{
	{"PK\x05\x06", "this is an empty zip archive", "choose a spreadsheet"},
	{"%PDF", "this is a PDF document", "choose the spreadsheet it was made from"},
	{"\x1f\x8b", "this is a compressed file (gzip)", "unpack it and choose the file inside"},
	{"7z\xbc\xaf", "this is a compressed file (7z)", "unpack it and choose the file inside"},
	{"BZh", "this is a compressed file (bzip2)", "unpack it and choose the file inside"},
	{"PAR1", "this is a Parquet file", "save it as .csv or .xlsx with the program that made it"},
	{"$FL2", "this is an SPSS file", "save it as .csv or .xlsx with the program that made it"},
	{"{\\rtf", "this is a text document", "choose a spreadsheet"},
}

// recognise tells a workbook from a text table, and errors on everything else.
func recognise(s source, head []byte) (kind, error) {
	ext := strings.ToLower(filepath.Ext(s.name))
	if bytes.HasPrefix(head, []byte("PK\x03\x04")) {
		return isWorkbook, nil
	}
	if bytes.HasPrefix(head, []byte(oleMagic)) {
		return 0, ole(s, head)
	}
	for _, f := range foreign {
		if bytes.HasPrefix(head, []byte(f.magic)) {
			return 0, &Fault{s.name, f.found, f.remedy, nil}
		}
	}
	start := bytes.ToLower(bytes.TrimSpace(bytes.TrimPrefix(head, []byte(utf8BOM))))
	for _, tag := range []string{"<!doctype", "<html", "<?xml", "<table", "<head", "<meta"} {
		if bytes.HasPrefix(start, []byte(tag)) {
			return 0, &Fault{s.name, "this is a web page or an XML document, whatever its name says", saveAs, nil}
		}
	}
	switch ext {
	case ".csv", ".tsv", ".tab", ".txt":
		return isText, nil
	case ".xlsx", ".xlsm", ".xls", ".xlsb", ".ods":
		return 0, &Fault{s.name, "this is not a workbook, although its name ends in " + ext,
			"save it again with the program that made it; if it is a text table, name it .csv", nil}
	}
	return 0, &Fault{s.name, "the kind of this file is not known", "save it as .xlsx or as .csv with the program that made it", nil}
}

// oleMagic begins files in the compound format: workbooks of before 2007, and workbooks of
// today when they are encrypted ([MS-CFB] 2.2, [MS-OFFCRYPTO] 2.3).
const oleMagic = "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"

// ole tells an encrypted workbook by the name of a stream in the first sector of the
// compound file's directory.
func ole(s source, head []byte) error {
	if encrypted(s, head) {
		return &Fault{s.name, "the workbook is protected with a password",
			"open it in a spreadsheet program, take the password off and save it as .xlsx", nil}
	}
	return &Fault{s.name, "this is a workbook of an old format (.xls), or one that is protected with a password",
		saveAs + " without a password", nil}
}

func encrypted(s source, head []byte) bool {
	if len(head) < 0x34 {
		return false
	}
	shift := binary.LittleEndian.Uint16(head[0x1e:])
	if shift != 9 && shift != 12 {
		return false
	}
	first := int64(binary.LittleEndian.Uint32(head[0x30:]))
	sector := make([]byte, 1<<shift)
	n, err := s.ReadAt(sector, (first+1)<<shift)
	if err != nil && err != io.EOF {
		return false
	}
	var name []byte
	for _, c := range []byte("EncryptedPackage") {
		name = append(name, c, 0)
	}
	return bytes.Contains(sector[:n], name)
}
