package shown

import (
	"fmt"
	"strconv"
	"strings"
)

// styles are the looks of a workbook's cells, by their numbers.
type styles struct {
	looks []string
	theme []string // colours, by their numbers
	fonts map[string]string
	odd   []string
}

// builtinFormats are the number formats that are named by number only, of those that no language changes
// (ECMA-376, part 1, 18.8.30).
var builtinFormats = map[string]string{"": "General", "0": "General", "1": "0", "2": "0.00", "3": "#,##0", "4": "#,##0.00", "9": "0%", "10": "0.00%", "49": "@"}

// themeColors are the colours of a theme in the order of their numbers.
var themeColors = []string{"lt1", "dk1", "lt2", "dk2", "accent1", "accent2", "accent3", "accent4", "accent5", "accent6", "hlink", "folHlink"}

// readTheme takes colours and fonts from a theme.
func (s *styles) readTheme(doc *node) {
	s.fonts = make(map[string]string)
	elements := doc.kid("themeElements")
	scheme := elements.kid("clrScheme")
	for _, name := range themeColors {
		c := scheme.kid(name)
		s.theme = append(s.theme, strings.ToLower(c.kid("srgbClr").attr("val")+c.kid("sysClr").attr("lastClr")))
	}
	for _, which := range []string{"minor", "major"} {
		s.fonts[which] = elements.kid("fontScheme").kid(which + "Font").kid("latin").attr("typeface")
	}
}

// read takes the looks from the part of styles.
func (s *styles) read(doc *node) {
	formats := make(map[string]string)
	if list := doc.kid("numFmts"); list != nil {
		for _, f := range list.kids {
			id := f.attr("numFmtId")
			if _, again := formats[id]; again {
				s.odd = append(s.odd, "two number formats "+id)
			}
			formats[id] = f.attr("formatCode")
		}
	}
	var fonts, fills []string
	for _, list := range doc.kids {
		switch list.name {
		case "fonts":
			for _, f := range list.kids {
				fonts = append(fonts, s.font(f))
			}
		case "fills":
			for _, f := range list.kids {
				fills = append(fills, s.fill(f))
			}
		case "cellXfs":
			for _, xf := range list.kids {
				s.looks = append(s.looks, lookOf(xf, formats, fonts, fills))
			}
		case "numFmts", "borders", "cellStyleXfs", "cellStyles", "dxfs", "tableStyles", "colors":
		default:
			s.odd = append(s.odd, "styles: "+list.written())
		}
	}
}

// lookOf says how a cell of a style looks.
func lookOf(xf *node, formats map[string]string, fonts, fills []string) string {
	id := xf.attr("numFmtId")
	format, own := formats[id]
	if !own {
		if format = builtinFormats[id]; format == "" {
			format = "format " + id
		}
	}
	look := format + "; " + nth(fonts, xf.attr("fontId")) + nth(fills, xf.attr("fillId"))
	a := xf.kid("alignment")
	if h := a.attr("horizontal"); h != "" && h != "general" {
		look += ", " + h
	}
	for _, name := range []string{"textRotation", "shrinkToFit", "readingOrder"} {
		if v := plainTruth(a.attr(name)); v != "" && v != "0" {
			look += ", " + name + " " + v
		}
	}
	return look
}

// nth is number i of a list.
func nth(list []string, i string) string {
	if n, err := strconv.Atoi(i); err == nil && n >= 0 && n < len(list) {
		return list[n]
	}
	return "none " + i
}

// font describes a font.
func (s *styles) font(f *node) string {
	name, size, marks, color := "", "11", "", black
	for _, k := range f.kids {
		switch k.name {
		case "name", "rFont":
			name = k.attr("val")
		case "sz":
			size = k.attr("val")
		case "color":
			color = s.color(k, black)
		case "scheme":
			if own := s.fonts[k.attr("val")]; own != "" {
				name = own
			}
		case "family", "charset":
		default:
			if v := plainTruth(k.attr("val")); v != "0" && v != "none" && v != "baseline" {
				marks += " " + k.name
				if v != "" && v != "1" {
					marks += " " + v
				}
			}
		}
	}
	return fmt.Sprintf("%s %s%s, %s", name, number(size), marks, color)
}

const black = "000000"

// fill describes the ground of a cell, "" where there is none.
func (s *styles) fill(f *node) string {
	p := f.kid("patternFill")
	switch kind := p.attr("patternType"); {
	case p == nil:
		return " on " + f.written()
	case kind == "" || kind == "none":
		return ""
	case kind == "solid":
		return " on " + s.color(p.kid("fgColor"), black)
	default:
		return " on " + kind + " " + s.color(p.kid("fgColor"), black) + " " + s.color(p.kid("bgColor"), "ffffff")
	}
}

// color writes a colour as six hexadecimal digits, where it can be told.
func (s *styles) color(c *node, usual string) string {
	if c == nil || len(c.attrs) == 0 || isTrue(c.attr("auto")) || c.attr("indexed") == "64" {
		return usual
	}
	tint := ""
	if t := c.attr("tint"); t != "" && number(t) != "0" {
		tint = " tint " + number(t)
	}
	if rgb := c.attr("rgb"); len(rgb) >= 6 {
		return strings.ToLower(rgb[len(rgb)-6:]) + tint
	}
	if t := c.attr("theme"); t != "" {
		return nth(s.theme, t) + tint
	}
	return strings.TrimPrefix(c.written(), c.name+" ")
}

// number writes a number with the 15 digits that every program keeps, so that it is the same however many were
// written. What is no number stays as it is.
func number(s string) string {
	if len(s) < 16 && plainly(s) {
		return s
	}
	x, err := strconv.ParseFloat(strings.TrimSpace(s), 64)
	if err != nil || x-x != 0 || strings.ContainsAny(s, "xX_pP") {
		return "?" + s
	}
	if x == 0 {
		return "0"
	}
	return strconv.FormatFloat(shortened(x), 'f', -1, 64)
}

// shortened rounds a number to 15 digits.
func shortened(x float64) float64 {
	y, err := strconv.ParseFloat(strconv.FormatFloat(x, 'e', 14, 64), 64)
	if err != nil {
		return x
	}
	return y
}

// plainly reports whether a number is written as number writes it: a whole one without superfluous zeros.
func plainly(s string) bool {
	digits := strings.TrimPrefix(s, "-")
	if digits == "" || digits[0] == '0' {
		return s == "0"
	}
	for i := range len(digits) {
		if digits[i] < '0' || digits[i] > '9' {
			return false
		}
	}
	return true
}
