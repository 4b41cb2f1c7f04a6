package project

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"reflect"
	"strings"
	"unicode/utf8"

	"steward/core/message"
)

// fault says where and how a file is no plan, and what to do.
func fault(data []byte, err error) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	name, unknown := strings.CutPrefix(err.Error(), "json: unknown field ")
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return message.Errorf("this is not a complete plan file: it ends too early: restore it from a copy")
	case errors.As(err, &syntax):
		return at(data, int(syntax.Offset)-1, message.Sprintf("%s: correct it, or restore the file from a copy", syntax.Error()))
	case errors.As(err, &kind) && kind.Field == "":
		return at(data, int(kind.Offset)-1, message.Sprintf("a plan begins with { and contains named fields: choose another file"))
	case errors.As(err, &kind):
		return at(data, int(kind.Offset)-1, message.Sprintf("the field %s contains %s where %s is expected: correct it", strings.TrimPrefix(kind.Field, "Plan."), article(kind.Value), expected(kind.Type)))
	case unknown && bytes.Count(data, []byte(name)) == 1:
		return at(data, bytes.Index(data, []byte(name)), message.Sprintf("the field %s is unknown: update Steward if a newer version wrote it, otherwise correct its name or remove it", name))
	case unknown:
		return message.Errorf("this is not a valid plan file: the field %s is unknown in one of the places where it appears: update Steward if a newer version wrote it, otherwise correct its name or remove it", name)
	}
	return message.Errorf("this is not a valid plan file: %w", err)
}

// at names the line and the column, in characters, of the byte at the given offset.
func at(data []byte, offset int, says message.Text) error {
	before := data[:min(max(offset, 0), len(data))]
	line := bytes.Count(before, []byte("\n")) + 1
	column := utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:]) + 1
	return message.Errorf("this is not a valid plan file: line %d, column %d: %s", line, column, says)
}

// firstBroken returns the offset of the first byte that is not UTF-8, -1 if there is none.
// Such bytes would silently become other characters.
func firstBroken(data []byte) int {
	for i := 0; i < len(data); {
		r, n := utf8.DecodeRune(data[i:])
		if r == utf8.RuneError && n == 1 {
			return i
		}
		i += n
	}
	return -1
}

// article puts what stands in the file in words: "a text", "a number", "a list".
func article(found string) message.Text {
	word, rest, _ := strings.Cut(found, " ")
	switch word {
	case "string":
		return message.Sprintf("a text")
	case "number":
		if rest != "" {
			return message.Sprintf("the number %s", rest)
		}
		return message.Sprintf("a number")
	case "array":
		return message.Sprintf("a list")
	case "object":
		return message.Sprintf("named fields")
	case "bool":
		return message.Sprintf("true or false")
	}
	return message.Verbatim(found)
}

// expected puts a type of the plan's fields in words.
func expected(t reflect.Type) message.Text {
	switch t.Kind() {
	case reflect.String:
		return message.Sprintf(`a text in quotation marks, such as "5",`)
	case reflect.Bool:
		return message.Sprintf("true or false")
	case reflect.Slice:
		return message.Sprintf("a list in brackets")
	case reflect.Map, reflect.Struct:
		return message.Sprintf("named fields in braces")
	}
	return message.Sprintf("a whole number without quotation marks")
}
