package sheet

import (
	"errors"
	"slices"
	"strings"
	"syscall"
	"unicode/utf16"
)

// The longest name in a folder and the longest path that Windows has, in units of UTF-16. Package
// os writes paths above 260 such that they are opened.
const (
	longestPart  = 255
	longestOfAll = 32767
)

// isTooLong tells the error of a path that is longer than Windows opens. It has several errors for
// that, also the one of a file that is not there.
func isTooLong(path string, err error) bool {
	const filenameExceedsRange syscall.Errno = 206
	units := func(s string) int { return len(utf16.Encode([]rune(s))) }
	return errors.Is(err, filenameExceedsRange) || errors.Is(err, syscall.ENAMETOOLONG) || units(path) > longestOfAll ||
		slices.ContainsFunc(strings.FieldsFunc(path, func(r rune) bool { return r == '\\' || r == '/' }), func(name string) bool { return units(name) > longestPart })
}
