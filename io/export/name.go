package export

import (
	"fmt"
	"regexp"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// years are how titles name the time that they are about.
var years = regexp.MustCompile(`\b(?:19|20)\d\d(?:[/–-]\d\d(?:\d\d)?)?\b`)

// InYear returns the name of a data set with the year that the title of a release names first in the place of its own, so that what comes
// of next year's file is not called after this year.
func InYear(dataSet, title string) string {
	own, of := years.FindAllStringIndex(dataSet, -1), years.FindString(title)
	if len(own) == 0 || of == "" {
		return dataSet
	}
	last := own[len(own)-1]
	return dataSet[:last[0]] + of + dataSet[last[1]:]
}

// BaseName returns the beginning of the names of a release's files: the data set, with the year of the release, and the day.
func BaseName(dataSet, title string, day time.Time) string {
	name, date := safeName(strings.ToLower(InYear(dataSet, title))), day.Format("2006-01-02")
	for utf8.RuneCountInString(name) > mostRunes-len(date)-1 || len(name) > maxNameBytes-len(date)-1 {
		_, last := utf8.DecodeLastRuneInString(name)
		name = name[:len(name)-last]
	}
	return strings.TrimRight(name, "-.") + "-" + date
}

// folded returns what names have in common that differ by case only.
func folded(name string) string { return strings.ToLower(strings.ToUpper(name)) }

// The longest part of a file's name, in characters and in bytes; two of them and an ending stay below
// the 255 bytes that file systems take.
const (
	mostRunes    = 60
	maxNameBytes = 120
)

// deviceName matches what cannot be a file's name on Windows, whatever its ending.
var deviceName = regexp.MustCompile(`(?i)^(con|prn|aux|nul|(com|lpt)[0-9¹²³])(\.|$)`)

// safeName keeps what every file system takes.
func safeName(s string) string {
	safe := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-' || r == '_' || r == '.' {
			return r
		}
		return '-'
	}, s)
	safe = strings.Trim(safe, "-.")
	if runes := []rune(safe); len(runes) > mostRunes {
		safe = string(runes[:mostRunes])
	}
	if len(safe) > maxNameBytes {
		safe = strings.ToValidUTF8(safe[:maxNameBytes], "")
	}
	if safe = strings.TrimRight(safe, "-."); safe == "" {
		return "release"
	}
	if deviceName.MatchString(safe) {
		return "release-" + safe
	}
	return safe
}

// Size writes the size of a file for people.
func Size(bytes int64) string {
	switch {
	case bytes < 1000:
		return fmt.Sprintf("%d bytes", bytes)
	case bytes < 999_500:
		return fmt.Sprintf("%.0f kB", float64(bytes)/1e3)
	}
	return fmt.Sprintf("%.1f MB", float64(bytes)/1e6)
}

// MailSize is the size in bytes beyond which many mail programs refuse a file.
const MailSize = 20_000_000
