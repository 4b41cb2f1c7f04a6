package shown

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"slices"
	"strconv"
	"strings"

	"steward/core/message"
	"steward/io/sheet/xmlscan"
)

// mainSpaces are the name spaces of sheets.
var mainSpaces = []string{"http://schemas.openxmlformats.org/spreadsheetml/2006/main", "http://purl.oclc.org/ooxml/spreadsheetml/main"}

// sheetParts are the elements of a sheet, their free attributes, and those that are free with one value only. What is
// not here is listed.
var sheetParts = map[string]string{
	"sheetPr":       "filterMode codeName enableFormatConditionsCalculation published syncHorizontal=0 syncVertical=0 transitionEvaluation=0 transitionEntry=0",
	"tabColor":      "rgb theme indexed tint auto",
	"pageSetUpPr":   "fitToPage autoPageBreaks",
	"outlinePr":     "applyStyles summaryBelow summaryRight showOutlineSymbols",
	"dimension":     "ref",
	"sheetViews":    "",
	"selection":     "pane activeCell activeCellId sqref",
	"cols":          "",
	"printOptions":  "headings gridLines gridLinesSet horizontalCentered verticalCentered",
	"pageMargins":   "left right top bottom header footer",
	"pageSetup":     "paperSize scale fitToWidth fitToHeight pageOrder orientation blackAndWhite draft cellComments horizontalDpi verticalDpi copies firstPageNumber useFirstPageNumber usePrinterDefaults errors",
	"headerFooter":  "differentFirst differentOddEven scaleWithDoc alignWithMargins",
	"sheetView":     "showGridLines showRowColHeaders tabSelected showOutlineSymbols defaultGridColor view topLeftCell colorId zoomScale zoomScaleNormal zoomScaleSheetLayoutView zoomScalePageLayoutView workbookViewId showRuler showWhiteSpace showFormulas=0 showZeros=1 rightToLeft=0 windowProtection=0",
	"sheetFormatPr": "baseColWidth defaultColWidth defaultRowHeight customHeight zeroHeight=0 outlineLevelRow outlineLevelCol thickTop thickBottom dyDescent",
	"col":           "min max width style hidden=0 bestFit customWidth phonetic outlineLevel collapsed",
	"row":           "r spans s customFormat ht hidden=0 customHeight outlineLevel collapsed thickTop thickBot ph dyDescent",
	"sheetData":     "", "mergeCells": "count", "oddHeader": "", "oddFooter": "", "evenHeader": "", "evenFooter": "", "firstHeader": "", "firstFooter": "",
}

// The least height of a row and width of a column that show something.
const (
	leastHeight = 3
	leastWidth  = 0.5
)

// sheetReader reads a sheet.
type sheetReader struct {
	*xmlscan.Scanner
	l       *lister
	sheet   *Sheet
	brief   bool
	drawing string // the relation of its drawing

	whole  hash.Hash
	buf    []byte   // the row
	marks  []byte   // three bytes of each row's digest
	row    int      // number of the last row
	column int      // of the last cell in it
	widths []string // of the columns, from the first
	frozen bool
	top    string
}

// read reads a sheet from its part.
func (s *sheetReader) read(ctx context.Context) error {
	s.whole = sha256.New()
	s.sheet.cells = make(map[string]cell)
	begun, in := false, ""
	for {
		kind, err := s.Next()
		if errors.Is(err, io.EOF) && begun {
			s.finish()
			return nil
		}
		if err != nil {
			return err
		}
		if kind == xmlscan.Characters {
			if text := strings.TrimSpace(string(s.Text)); text != "" {
				s.odd(in + " " + text)
			}
			continue
		}
		if kind == xmlscan.EndTag {
			continue
		}
		in = string(s.Name)
		switch {
		case !begun:
			begun = true
			if !s.isMain("worksheet") {
				return message.Errorf("it is not a worksheet")
			}
		case s.Prefixed:
			s.odd(s.subtree())
		case in == "row":
			if err := s.readRow(ctx); err != nil {
				return err
			}
		case in == "drawing":
			if s.drawing != "" {
				s.odd("two drawings")
			}
			s.drawing = s.attribute("id")
		case in == "autoFilter":
			s.odd("filter " + s.subtreeOf("ref"))
		case in == "pane":
			n := node{attrs: s.attrs()}
			s.frozen = strings.HasPrefix(n.attr("state"), "frozen")
			s.sheet.Loose = append(s.sheet.Loose, fmt.Sprintf("%s columns and %s rows stay in view", zero(n.attr("xSplit")), zero(n.attr("ySplit"))))
		case in == "mergeCell":
			s.odd("merged " + s.attribute("ref"))
		default:
			if err := s.readOther(in); err != nil {
				return err
			}
		}
	}
}

// isMain reports whether the tag just read is the outermost one of a part of a name.
func (s *sheetReader) isMain(name string) bool {
	return !s.Prefixed && string(s.Name) == name && slices.Contains(mainSpaces, s.attribute("xmlns"))
}

// odd notes something that the sheet has besides cells.
func (s *sheetReader) odd(what string) { s.sheet.Else = append(s.sheet.Else, what) }

// attrs are the attributes of the tag just read.
func (s *sheetReader) attrs() (out []attr) {
	for _, a := range s.Attrs {
		value, err := s.Resolve(a.Value)
		if err != nil {
			value = a.Value
		}
		out = append(out, attr{string(a.Name), string(value)})
	}
	return out
}

// attribute returns an attribute of the tag just read.
func (s *sheetReader) attribute(name string) string {
	n := node{attrs: s.attrs()}
	return n.attr(name)
}

// readOther reads the start of an element that is neither row nor cell.
func (s *sheetReader) readOther(name string) error {
	known, is := sheetParts[name]
	if !is {
		s.odd(s.subtree())
		return nil
	}
	n := node{name: name, attrs: s.attrs()}
	for _, e := range effects(known, n.attrs) {
		if name == "col" && e == "hidden=1" {
			continue
		}
		s.odd(name + " " + e)
	}
	switch name {
	case "col":
		width, err := strconv.ParseFloat(n.attr("width"), 64)
		if isTrue(n.attr("hidden")) || err == nil && width < leastWidth {
			s.sheet.Hidden = append(s.sheet.Hidden, "columns "+n.attr("min")+" to "+n.attr("max"))
		}
		s.wide(n.attr("min"), n.attr("max"), width)
	case "sheetView":
		s.top = n.attr("topLeftCell")
	case "sheetFormatPr":
		for of, least := range map[string]float64{"defaultRowHeight": leastHeight, "defaultColWidth": leastWidth} {
			if x, err := strconv.ParseFloat(n.attr(of), 64); err == nil && x < least {
				s.odd(of + " " + n.attr(of))
			}
		}
	}
	return nil
}

// mostWidths is how many columns have their widths listed. Programs state those of all that there can be.
const mostWidths = 100

// wide notes how wide some columns are.
func (s *sheetReader) wide(from, to string, width float64) {
	first, err := strconv.Atoi(from)
	last, too := strconv.Atoi(to)
	if err != nil || too != nil || first < 1 || last > mostWidths {
		return
	}
	for len(s.widths) < last {
		s.widths = append(s.widths, "-")
	}
	for i := first; i <= last; i++ {
		s.widths[i-1] = fmt.Sprintf("%.0f", width)
	}
}

// subtree reads the element whose start was read up to its end, and writes it out.
func (s *sheetReader) subtree() string {
	n := node{name: string(s.Name), attrs: s.attrs()}
	if s.Prefixed {
		n.name = "?" + n.name
	}
	return n.written() + s.inside()
}

// subtreeOf is subtree with one attribute, without dollar signs, and without the name of the element.
func (s *sheetReader) subtreeOf(name string) string {
	return strings.ReplaceAll(s.attribute(name), "$", "") + s.inside()
}

// inside reads on up to the end of the element whose start was read, and writes out what is in it.
func (s *sheetReader) inside() string {
	var b strings.Builder
	for depth := 1; depth > 0; {
		kind, err := s.Next()
		if err != nil {
			return b.String() + " " + err.Error() // and met again by the next reading
		}
		switch kind {
		case xmlscan.StartTag:
			depth++
			n := node{name: string(s.Name), attrs: s.attrs()}
			b.WriteString(" (" + n.written())
		case xmlscan.EndTag:
			if depth--; depth > 0 {
				b.WriteString(")")
			}
		case xmlscan.Characters:
			if text := strings.TrimSpace(string(s.Text)); text != "" {
				fmt.Fprintf(&b, " %q", text)
			}
		}
	}
	return b.String()
}

// readRow reads a row whose start was read.
func (s *sheetReader) readRow(ctx context.Context) error {
	number := s.row + 1
	for _, a := range s.Attrs {
		switch string(a.Name) {
		case "r":
			n, err := strconv.Atoi(string(a.Value))
			if err != nil || n < number {
				return message.Errorf("row %s follows row %d", string(a.Value), s.row)
			}
			number = n
		case "ht":
			if h, err := strconv.ParseFloat(string(a.Value), 64); err == nil && h < leastHeight {
				s.sheet.Hidden = append(s.sheet.Hidden, fmt.Sprintf("row %d", number))
			}
		case "hidden":
			if isTrue(string(a.Value)) {
				s.sheet.Hidden = append(s.sheet.Hidden, fmt.Sprintf("row %d", number))
			}
		case "s", "spans", "customFormat", "customHeight", "outlineLevel", "collapsed", "thickTop", "thickBot", "ph", "dyDescent":
		default:
			s.odd("row " + string(a.Name) + "=" + string(a.Value))
		}
	}
	if s.row = number; number%everyRows == 0 && ctx.Err() != nil {
		return ctx.Err()
	}
	s.column, s.buf = 0, s.buf[:0]
	for {
		kind, err := s.Next()
		switch {
		case err != nil:
			return err
		case kind == xmlscan.EndTag:
			s.endRow()
			return nil
		case kind == xmlscan.Characters:
			if len(bytes.TrimSpace(s.Text)) > 0 {
				return message.Errorf("row %d contains text outside its cells", number)
			}
		case s.Prefixed || string(s.Name) != "c":
			s.odd(s.subtree())
		default:
			if err := s.readCell(); err != nil {
				return err
			}
		}
	}
}

// everyRows is after how many rows it is asked whether to go on.
const everyRows = 4096

// endRow adds a row to the digest, and its mark.
func (s *sheetReader) endRow() {
	if len(s.buf) == 0 {
		return
	}
	s.sheet.Rows++
	s.buf = append(s.buf, '\n')
	s.whole.Write(s.buf)
	digest := sha256.Sum256(s.buf)
	s.marks = append(s.marks, digest[:3]...)
}

// finish makes digest and marks.
func (s *sheetReader) finish() {
	s.sheet.Digest = hex.EncodeToString(s.whole.Sum(nil))
	if s.brief || s.sheet.cells == nil {
		s.sheet.Cells = nil
	}
	switch {
	case s.sheet.Cells != nil:
	case s.sheet.Rows <= mostMarks:
		s.sheet.Marks = hex.EncodeToString(s.marks)
	default:
		for block := range slices.Chunk(s.marks, 3*perMark) {
			digest := sha256.Sum256(block)
			s.sheet.Marks += hex.EncodeToString(digest[:3])
		}
	}
	if len(s.widths) > 0 {
		s.sheet.Loose = append(s.sheet.Loose, "columns are as wide as "+strings.Join(s.widths, " "))
	}
	slices.Sort(s.sheet.Hidden)
	s.sheet.Hidden = slices.Compact(s.sheet.Hidden)
	if s.frozen && s.top != "" && s.top != "A1" {
		s.odd("begins at " + s.top)
	}
	slices.Sort(s.sheet.Else)
}

// zero is a number that may be left out.
func zero(s string) string { return cmp.Or(s, "0") }
