// Package amounts writes counts, errors and lists of names as the screens do, in the language in use.
package amounts

import (
	"fmt"

	"steward/core/account"
	"steward/core/accuracy"
	"steward/core/domain"
	"steward/core/message"
	"steward/gui/words"
)

// Commas writes a whole number as the screens do: 4,812, or as the language in use does.
func Commas(n int) string { return Thousands(fmt.Sprint(n)) }

// People writes an error in people, with marks between the thousands of long numbers.
func People(x float64) string {
	return words.Number(accuracy.People(x))
}

// Thousands sets the marks of thousands in a whole number, as the language in use does.
func Thousands(whole string) string { return words.Number(account.Commas(whole)) }

// Fraction is thousands of a number with decimals, given apart.
func Fraction(whole, decimals string) string {
	return words.Number(account.Commas(whole) + "." + decimals)
}

// Several counts things: "1 column", "4,812 people". The words are given in English and said in
// the language in use, as they stand alone or as an object; a sentence that needs another case is
// written as a whole (words.N).
func Several(n int, one, many string) string {
	if n == 1 {
		return "1 " + words.Text(one)
	}
	return Commas(n) + " " + words.Text(many)
}

// Count is Several without marks of thousands.
func Count(n int, one, many string) string {
	if n == 1 {
		return "1 " + words.Text(one)
	}
	return fmt.Sprintf("%d %s", n, words.Text(many))
}

// Named joins names as a sentence does, of many the first few: "age, visits and 3 more".
func Named(names []string) string { return words.Say(message.Named(names)) }

// Values are labels in the language in use, as Value is.
func Values(labels []string) []string { return words.SayAll(domain.Said(labels)) }

// ValuesOf are those of a column, by their indices.
func ValuesOf(a *domain.Attribute) func(i int) string {
	return func(i int) string { return Value(a.Label(i)) }
}

// Value is the label of a value in the language in use, where it is one that the program made, such as that of blanks; others are
// somebody's own.
func Value(label string) string {
	if said, made := domain.SaidLabel(label); made {
		return words.Say(said)
	}
	return label
}
