package xlsx

import (
	"bytes"
	"math"
	"strconv"
	"strings"

	"steward/core/table"
	"steward/io/sheet/grid"
	"steward/io/sheet/number"
	"steward/io/sheet/serial"
)

// put adds the stored value of a cell to the row. Of a formula the stored result counts. It errors
// when the value has no meaning, and when a text cannot be read.
func (s *scanner) put(c *cellXML) error {
	how := s.way(c.column)
	if c.formula && !s.calculated(c) {
		s.add(grid.Uncalculated(string(c.expression)))
		return nil
	}
	if c.kind == numberCell {
		return s.putNumber(c, how)
	}
	v := bytes.TrimSpace(c.value)
	if len(v) == 0 {
		s.add(table.Cell{})
		return nil
	}
	switch c.kind {
	case sharedCell:
		return s.putShared(c, v, how)
	case stringCell, inlineCell:
		switch {
		case bytes.Contains(v, []byte("_x")):
			s.add(grid.Text(strings.TrimSpace(unescape(string(v)))))
		case how == grid.ReadPresence:
			s.add(table.Cell{Kind: table.Text})
		default:
			s.addText(table.Cell{Kind: table.Text}, v)
		}
	case truthCell:
		switch string(v) {
		case "1", "true":
			s.add(grid.Truth(true))
		case "0", "false":
			s.add(grid.Truth(false))
		default:
			return s.misfit(c, "found %s stored as true or false", grid.Quote(string(v)))
		}
	case errorCell:
		s.addText(table.Cell{Kind: table.Error}, v)
	case dateCell:
		d, ok := serial.ISO(string(v))
		if !ok {
			return s.misfit(c, "found %s stored as a date", grid.Quote(string(v)))
		}
		s.add(d)
	default:
		return s.misfit(c, "found a cell of the unknown type %s", grid.Quote(c.named))
	}
	return nil
}

// calculated tells whether the result of a formula is stored. An empty one is that of a formula
// only where it is said to be a text; programs that write formulas without working them out leave
// the result empty, or write 0 and ask for the workbook to be calculated when it is opened.
func (s *scanner) calculated(c *cellXML) bool {
	v := bytes.TrimSpace(c.value)
	switch {
	case s.grid.book.uncalculated && (len(v) == 0 || c.kind == numberCell && string(v) == "0"):
		return false
	case len(v) > 0:
		return true
	case c.kind == stringCell && c.stored:
		s.seen.NoteEmptied(s.row, c.column)
		return true
	}
	return false
}

// way returns how the cells of a column are read.
func (s *scanner) way(column int) grid.Way {
	if column >= len(s.ways) {
		return grid.ReadWhole
	}
	if how := s.ways[column]; how != grid.ReadPresence || !s.filled {
		return how
	}
	return grid.ReadReference // it may be filled into a column that is wanted
}

// putShared adds a text that a cell refers to.
func (s *scanner) putShared(c *cellXML, v []byte, how grid.Way) error {
	book := s.grid.book
	i, ok := index(v)
	switch {
	case !ok || i >= book.shared.count:
		return s.misfit(c, "found a reference to a text that is not there")
	case book.shared.blank.Has(i):
		s.add(table.Cell{})
	case how == grid.ReadWhole, how == grid.ReadLate && i < len(book.shared.first):
		text, err := book.sharedText(s.ctx, i)
		if err != nil {
			return err
		}
		s.add(grid.Text(text))
	default:
		s.add(table.Cell{Kind: table.Text, Number: float64(i + 1)})
	}
	return nil
}

// add appends a cell to the row, addText one whose text is in a buffer.
func (s *scanner) add(c table.Cell) { s.cells = append(s.cells, c) }

func (s *scanner) addText(c table.Cell, text []byte) {
	from := len(s.texts)
	s.texts = append(s.texts, text...)
	s.spans = append(s.spans, span{len(s.cells), from, len(s.texts)})
	s.cells = append(s.cells, c)
}

// index reads the number of a shared text.
func index(v []byte) (int, bool) {
	n := 0
	for _, c := range v {
		if c < '0' || c > '9' || n > math.MaxInt32 {
			return 0, false
		}
		n = 10*n + int(c-'0')
	}
	return n, len(v) > 0
}

// putNumber adds a number, or a date when the cell's style shows one. Numbers are written
// with as few digits as tell them apart, for 5.1 is stored as 5.0999999999999996.
func (s *scanner) putNumber(c *cellXML, how grid.Way) error {
	style := plainStyle
	if c.style >= 0 && c.style < len(s.grid.book.styles) {
		style = s.grid.book.styles[c.style]
	}
	x, short := shortNumber(c.value)
	if !short {
		v := bytes.TrimSpace(c.value)
		if len(v) == 0 {
			s.add(table.Cell{})
			return nil
		}
		var ok bool
		if x, ok = number.Stored(string(v)); !ok {
			return s.misfit(c, "found %s stored as a number", grid.Quote(string(v)))
		}
	}
	if how == grid.ReadPresence {
		s.add(table.Cell{Kind: table.Number})
		return nil
	}
	if style.date != serial.None {
		from := len(s.texts)
		if texts, day, ok := serial.Append(s.texts, x, style.date, s.grid.book.day1904); ok {
			s.texts = texts
			s.spans = append(s.spans, span{len(s.cells), from, len(texts)})
			s.cells = append(s.cells, table.Cell{Kind: table.Date, Number: day})
			return nil
		}
	}
	if style.percent {
		s.seen.NotePercent(s.row, len(s.cells))
	}
	if how == grid.ReadReference {
		s.add(table.Cell{Kind: table.Number, Number: x})
		return nil
	}
	if short {
		s.addText(table.Cell{Kind: table.Number, Number: x}, c.value)
		return nil
	}
	from := len(s.texts)
	s.texts = strconv.AppendFloat(s.texts, x, 'f', -1, 64)
	s.spans = append(s.spans, span{len(s.cells), from, len(s.texts)})
	s.cells = append(s.cells, table.Cell{Kind: table.Number, Number: x})
	return nil
}

// shortNumber reads a number that is written as plainNumber writes it and has at most
// maxWholeDigits digits. Such a number is the quotient of two whole numbers that doubles
// hold exactly, hence rounded correctly by one division, and no shorter one is as near.
func shortNumber(v []byte) (float64, bool) {
	i := 0
	negative := len(v) > 0 && v[0] == '-'
	if negative {
		i++
	}
	if i == len(v) || len(v) > number.MaxDigits+2 {
		return 0, false
	}
	start, point := i, -1
	whole := int64(0)
	for ; i < len(v); i++ {
		switch c := v[i]; {
		case '0' <= c && c <= '9':
			whole = 10*whole + int64(c-'0')
		case c == '.' && point < 0 && i > start:
			point = i
		default:
			return 0, false
		}
	}
	digits, fraction := len(v)-start, 0
	if point >= 0 {
		digits--
		fraction = len(v) - point - 1
		if fraction == 0 || v[len(v)-1] == '0' {
			return 0, false
		}
	}
	if digits > number.MaxDigits || v[start] == '0' && digits-fraction > 1 || negative && whole == 0 {
		return 0, false
	}
	x := float64(whole) / number.PowersOfTen[fraction]
	if negative {
		x = -x
	}
	return x, true
}
