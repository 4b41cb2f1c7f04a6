package session

import (
	"fmt"
	"strings"
)

// Commas writes a whole number as the screens do: 4,812.
func Commas(n int) string { return thousands(fmt.Sprint(n)) }

// Several counts things: "1 column", "4,812 people".
func Several(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return Commas(n) + " " + many
}

// Named joins names as a sentence does, of many the first few: "age, visits and 3 more".
func Named(names []string) string {
	const most = 4
	if n := len(names); n > most {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:most-1], ", "), n-most+1)
	}
	if n := len(names); n > 1 {
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
	return strings.Join(names, "")
}
