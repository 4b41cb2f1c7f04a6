package chart

import (
	"fmt"
	"strings"
	"unicode"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/text/unicode/norm"
)

// substitutes are characters that the font lacks and others that look the same.
var substitutes = strings.NewReplacer("\u2011", "\u2010", "\u2212", "-", "\u00ad", "")

// Printable returns a text in characters that Liberation Sans has, in the order of reading.
// Letters with accents are composed; look-alikes such as full-width letters are replaced by
// the plain ones; characters without a picture are left out; any other character that the
// font lacks becomes its number, such as [U+4E2D], so that different names stay different.
func Printable(s string) string {
	if plain(s) {
		return s
	}
	for range mostPasses {
		once := printed(s)
		if once == s {
			break
		}
		s = once
	}
	return s
}

// mostPasses is how often a text is gone over: what is taken out of it, or put in, can join what
// stands on both sides of it.
const mostPasses = 4

// printed goes over a text once.
func printed(s string) string {
	var b strings.Builder
	var buf sfnt.Buffer
	f := face(regular, 1).Face
	has := func(r rune) bool {
		g, err := f.GlyphIndex(&buf, r)
		return err == nil && g != 0
	}
	for _, r := range substitutes.Replace(norm.NFC.String(strings.ToValidUTF8(s, "\ufffd"))) {
		switch alike := norm.NFKC.String(string(r)); {
		case unicode.In(r, unicode.Cf, unicode.Variation_Selector):
		case unicode.IsSpace(r):
			b.WriteByte(' ')
		case has(r):
			b.WriteRune(r)
		case alike != string(r) && strings.IndexFunc(alike, func(r rune) bool { return !has(r) }) < 0:
			b.WriteString(alike)
		default:
			fmt.Fprintf(&b, "[U+%04X]", r)
		}
	}
	return b.String()
}

// plain reports whether a text is of printable ASCII alone.
func plain(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}
