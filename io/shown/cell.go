package shown

import (
	"fmt"
	"strconv"
	"strings"

	"steward/core/message"
	"steward/io/sheet/xmlscan"
)

// readCell reads a cell whose start was read. One without a value is none.
func (s *sheetReader) readCell() error {
	var c cell
	at, kind := "", "n"
	for _, a := range s.Attrs {
		switch string(a.Name) {
		case "r":
			at = string(a.Value)
		case "s":
			n, err := strconv.Atoi(string(a.Value))
			if err != nil {
				return message.Errorf("cell %s has the style %q", at, string(a.Value))
			}
			c.look = n
		case "t":
			kind = string(a.Value)
		default:
			s.odd("cell " + string(a.Name) + "=" + string(a.Value))
		}
	}
	if at == "" {
		at = letters(s.column+1) + strconv.Itoa(s.row)
	}
	column, ok := columnOf(at, s.row)
	if !ok || column <= s.column {
		return message.Errorf("cell %s is in row %d, after column %d", at, s.row, s.column)
	}
	s.column = column
	formula, value, found, err := s.content(&c)
	if err != nil {
		return err
	}
	if err := s.settle(&c, kind, value, at); err != nil {
		return err
	}
	if formula != "" {
		c.kind, c.value = 'f', "="+formula+" "+c.value
	}
	if !found && formula == "" || c.kind != 'f' && c.value == "" {
		return nil
	}
	look, err := s.l.lookOf(c.look)
	if err != nil {
		return message.Errorf("cell %s: %w", at, err)
	}
	c.look = look
	s.add(at, c)
	return nil
}

// content reads what is in a cell: its formula, and its value as it is written.
func (s *sheetReader) content(c *cell) (formula, value string, found bool, err error) {
	for {
		kind, err := s.Next()
		switch {
		case err != nil:
			return "", "", false, err
		case kind == xmlscan.EndTag:
			return formula, value, found, nil
		case kind == xmlscan.Characters:
			if text := strings.TrimSpace(string(s.Text)); text != "" {
				s.odd("cell " + text)
			}
			continue
		}
		switch name := string(s.Name); {
		case s.Prefixed:
			s.odd(s.subtree())
		case name == "v" && !found:
			found = true
			if value, err = s.text(); err != nil {
				return "", "", false, err
			}
		case name == "is" && !found:
			found, c.kind = true, 's'
			if value, err = s.richText(c); err != nil {
				return "", "", false, err
			}
		case name == "f":
			formula = s.subtree()
		default:
			s.odd("cell " + s.subtree())
		}
	}
}

// text reads the characters of an element whose start was read.
func (s *sheetReader) text() (string, error) {
	var b strings.Builder
	for {
		kind, err := s.Next()
		switch {
		case err != nil:
			return "", err
		case kind == xmlscan.EndTag:
			return b.String(), nil
		case kind == xmlscan.StartTag:
			return "", message.Errorf("the element %s appears in a value", string(s.Name))
		}
		b.Write(s.Text)
	}
}

// richText reads a text whose start was read, with what its pieces look like where they say so.
func (s *sheetReader) richText(c *cell) (string, error) {
	var b strings.Builder
	for depth := 1; ; {
		kind, err := s.Next()
		switch {
		case err != nil:
			return "", err
		case kind == xmlscan.EndTag:
			if depth--; depth == 0 {
				return b.String(), nil
			}
		case kind == xmlscan.StartTag && !s.Prefixed && string(s.Name) == "t":
			text, err := s.text()
			if err != nil {
				return "", err
			}
			b.WriteString(unescaped(text))
		case kind == xmlscan.StartTag && !s.Prefixed && string(s.Name) == "r":
			depth++
		case kind == xmlscan.StartTag:
			c.kind = 'r'
			b.WriteString("[" + s.subtree() + "]")
		}
	}
}

// settle makes of a value as it is written what is shown.
func (s *sheetReader) settle(c *cell, kind, value, at string) error {
	switch kind {
	case "s":
		n, err := strconv.Atoi(value)
		if err != nil || n < 0 || n >= len(s.l.shared) {
			return message.Errorf("cell %s has the text %q, which does not exist", at, value)
		}
		c.kind, c.value = s.l.shared[n].kind, s.l.shared[n].value
	case "inlineStr":
		if c.kind == 0 {
			c.kind = 's'
		}
		c.value = value
	case "str":
		c.kind, c.value = 's', unescaped(value)
	case "n":
		c.kind = 'n'
		if c.value = ""; value != "" {
			c.value = number(value)
		}
	case "b", "e":
		c.kind, c.value = kind[0], value
	default:
		c.kind, c.value = 'e', kind+" "+value
	}
	return nil
}

// add adds a cell to the digest of its row, and to the list.
func (s *sheetReader) add(at string, c cell) {
	s.buf = append(s.buf, at...)
	s.buf = append(s.buf, ' ', c.kind, ' ')
	s.buf = append(s.buf, s.l.marks[c.look]...)
	s.buf = strconv.AppendInt(s.buf, int64(len(c.value)), 10)
	s.buf = append(s.buf, ' ')
	s.buf = append(s.buf, c.value...)
	if s.sheet.cells == nil {
		return
	}
	if len(s.sheet.cells) == mostCells {
		s.sheet.cells, s.sheet.Cells = nil, nil
		return
	}
	s.sheet.cells[at] = c
	s.sheet.Cells = append(s.sheet.Cells, fmt.Sprintf("%s %d %c %s", at, c.look, c.kind, c.value))
}

// cellOf reads a cell as the list has it.
func cellOf(line string) (at string, c cell, ok bool) {
	f := strings.SplitN(line, " ", 4)
	if len(f) < 4 || len(f[2]) != 1 {
		return "", c, false
	}
	look, err := strconv.Atoi(f[1])
	return f[0], cell{f[2][0], f[3], look}, err == nil
}

// columnOf returns the number of the column of a place, which has to be in a row.
func columnOf(at string, row int) (column int, ok bool) {
	i := 0
	for ; i < len(at) && at[i] >= 'A' && at[i] <= 'Z'; i++ {
		if column = column*26 + int(at[i]-'A') + 1; column > 1<<14 {
			return 0, false
		}
	}
	n, err := strconv.Atoi(at[i:])
	return column, i > 0 && err == nil && n == row
}

// letters are those of a column.
func letters(column int) string {
	if column == 0 {
		return ""
	}
	return letters((column-1)/26) + string(rune('A'+(column-1)%26))
}

// unescaped replaces _xHHHH_, by which characters are written that XML does not allow (ECMA-376, part 1, 22.9.2.19).
func unescaped(s string) string {
	const length = len("_xHHHH_")
	if !strings.Contains(s, "_x") {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if strings.HasPrefix(s[i:], "_x") && i+length <= len(s) && s[i+length-1] == '_' {
			if n, err := strconv.ParseUint(s[i+2:i+6], 16, 16); err == nil {
				b.WriteRune(rune(n))
				i += length - 1
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}
