package sheet

import (
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// readShared reads the texts that cells refer to by number, trimmed. A workbook without
// texts has no such part.
func (b *workbook) readShared(ctx context.Context, part string) error {
	if part == "" {
		return nil
	}
	if f := b.parts[part]; f != nil && f.UncompressedSize64 > maxSharedBytes {
		return &Fault{b.source.name, fmt.Sprintf("the texts of the workbook take more than %d bytes", maxSharedBytes),
			"save only the columns that are needed, or save the sheet as CSV in UTF-8", nil}
	}
	r, err := b.open(part)
	if err != nil {
		return err
	}
	defer r.Close()
	g := &guard{r: r}
	g.refill()
	d := xml.NewDecoder(g)
	for {
		t, err := d.Token()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return b.damaged(part, err)
		}
		e, ok := t.(xml.StartElement)
		if !ok || e.Name.Local != "si" {
			continue
		}
		s, err := richText(d)
		if err != nil {
			return b.damaged(part, err)
		}
		b.shared = append(b.shared, s)
		g.refill()
		if err := ctx.Err(); err != nil {
			return stopped(b.source.name, err)
		}
	}
}

// richText reads an <si> or <is> whose start was read, to its end: its own text or that of
// its runs, without phonetic hints, trimmed.
func richText(d *xml.Decoder) (string, error) {
	var text []byte
	for depth := 1; depth > 0; {
		t, err := d.Token()
		if err != nil {
			return "", err
		}
		switch t := t.(type) {
		case xml.EndElement:
			depth--
		case xml.StartElement:
			switch t.Name.Local {
			case "r":
				depth++
			case "t":
				if text, err = appendText(text, d); err != nil {
					return "", err
				}
			default:
				if err := d.Skip(); err != nil {
					return "", err
				}
			}
		}
	}
	return strings.TrimSpace(unescape(string(text))), nil
}

// appendText appends the characters up to the end of the element whose start was read.
func appendText(to []byte, d *xml.Decoder) ([]byte, error) {
	for {
		t, err := d.Token()
		if err != nil {
			return nil, err
		}
		switch t := t.(type) {
		case xml.CharData:
			to = append(to, t...)
		case xml.EndElement:
			return to, nil
		case xml.StartElement:
			return nil, errors.New("found <" + t.Name.Local + "> inside a text")
		}
	}
}

// unescape replaces _xHHHH_, by which characters are written that XML does not allow
// (ECMA-376 part 1, 22.9.2.19, ST_Xstring).
func unescape(s string) string {
	const length = len("_xHHHH_")
	if !strings.Contains(s, "_x") {
		return s
	}
	var out strings.Builder
	for i := 0; i < len(s); {
		if strings.HasPrefix(s[i:], "_x") && i+length <= len(s) && s[i+length-1] == '_' {
			if c, err := strconv.ParseUint(s[i+2:i+length-1], 16, 16); err == nil {
				out.WriteRune(rune(c)) // half of a surrogate pair becomes U+FFFD
				i += length
				continue
			}
		}
		out.WriteByte(s[i])
		i++
	}
	return out.String()
}
