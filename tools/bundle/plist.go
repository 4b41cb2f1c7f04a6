package main

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
)

// parsePlist reads a property list in XML: a dict as map[string]any, an array as []any, a string and
// whatever else holds text as string, true and false as bool.
func parsePlist(data []byte) (map[string]any, error) {
	d := xml.NewDecoder(strings.NewReader(string(data)))
	for {
		t, err := d.Token()
		if err != nil {
			return nil, fmt.Errorf("it has no dict: %w", err)
		}
		start, ok := t.(xml.StartElement)
		switch {
		case !ok || start.Name.Local == "plist":
			continue
		case start.Name.Local != "dict":
			return nil, fmt.Errorf("it begins with %s", start.Name.Local)
		}
		top, err := value(d, start)
		if err != nil {
			return nil, err
		}
		for { // well formed to the end
			if _, err := d.Token(); errors.Is(err, io.EOF) {
				return top.(map[string]any), nil
			} else if err != nil {
				return nil, err
			}
		}
	}
}

// value reads what an element holds, to its end.
func value(d *xml.Decoder, at xml.StartElement) (any, error) {
	switch at.Name.Local {
	case "true", "false":
		return at.Name.Local == "true", d.Skip()
	case "dict", "array":
		return inside(d, at.Name.Local == "dict")
	}
	var text string
	err := d.DecodeElement(&text, &at)
	return text, err
}

// inside reads the elements of a dict or an array.
func inside(d *xml.Decoder, dict bool) (any, error) {
	fields, list, key := map[string]any{}, []any{}, ""
	for {
		t, err := d.Token()
		if err != nil {
			return nil, err
		}
		switch t := t.(type) {
		case xml.CharData:
			if strings.TrimSpace(string(t)) != "" {
				return nil, fmt.Errorf("%q stands between elements", string(t))
			}
		case xml.EndElement:
			if key != "" {
				return nil, fmt.Errorf("%s has no value", key)
			}
			if dict {
				return fields, nil
			}
			return list, nil
		case xml.StartElement:
			v, err := value(d, t)
			text, isText := v.(string)
			switch {
			case err != nil:
				return nil, err
			case !dict:
				list = append(list, v)
			case (t.Name.Local == "key") != (key == ""):
				return nil, fmt.Errorf("keys and values do not take turns at %v", v)
			case key != "":
				fields[key], key = v, ""
			case !isText || text == "":
				return nil, errors.New("a key is empty")
			case fields[text] != nil:
				return nil, fmt.Errorf("%s stands there twice", text)
			default:
				key = text
			}
		}
	}
}
