package ledger

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// key returns what the spellings of a name have in common that a person would not tell
// apart: letters composed or not, wide or narrow, large or small, any blanks between words,
// and characters that are not seen (Unicode's caseless matching of compatible characters,
// definition D146, without default-ignorable characters). Names with one key are one data
// set.
func key(name string) string {
	fold := cases.Fold()
	s := norm.NFD.String(name)
	for range 2 {
		s = norm.NFKC.String(fold.String(norm.NFKD.String(seen(s))))
	}
	return s
}

// same reports whether two spellings are one name.
func same(a, b string) bool { return a == b || key(a) == key(b) }

// Key returns what the spellings of a name have in common that a person would not tell apart.
func Key(name string) string { return key(name) }

// SameName reports whether two names are of one data set.
func SameName(a, b string) bool { return same(a, b) }

// seen leaves out what is not seen and makes every run of blanks one space.
func seen(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsControl(r), unicode.IsSpace(r):
			return ' '
		case unicode.In(r, unicode.Cf, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point):
			return -1
		}
		return r
	}, s)
	return strings.Join(strings.Fields(s), " ")
}

// fileName returns a name that every file system takes and that no two names share.
func fileName(name string) string {
	safe := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-' {
			return unicode.ToLower(r)
		}
		return '-'
	}, name)
	if runes := []rune(safe); len(runes) > 40 {
		safe = string(runes[:40])
	}
	sum := sha256.Sum256([]byte(name))
	return strings.Trim(safe, "-") + "-" + hex.EncodeToString(sum[:6]) + extension
}

// extension ends the name of every ledger file.
const extension = ".ledger"
