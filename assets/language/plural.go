package language

import (
	"reflect"
	"strconv"
	"strings"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
)

// forms are the names that catalogues have, before a bar, for the forms of a text that goes with a number: "few|%d rows". A text
// without that of its number's form is the one for all others.
var forms = map[plural.Form]string{plural.Zero: "zero", plural.One: "one", plural.Two: "two", plural.Few: "few", plural.Many: "many"}

// Singular takes the name of a form off the English text of an entry, which has one where a language has more forms than English.
func Singular(english string) string {
	for _, name := range forms {
		if text, ok := strings.CutPrefix(english, name+"|"); ok {
			return text
		}
	}
	return english
}

// Plural is T of the text for one where n is 1, and of the text for more elsewhere, in the form that the language has for n.
func (l Language) Plural(n int, one, many string, args ...any) string {
	if n == 1 {
		many = one
	}
	return l.T(l.own().formFor(n, many), args...)
}

// formFor is the key of an English text in the form for a number: its own where the language has no entry in that form.
func (c *catalogue) formFor(n int, english string) string {
	if !c.inflects {
		return english
	}
	digits := strconv.AppendInt(nil, int64(max(n, -n)), 10)
	for i := range digits {
		digits[i] -= '0'
	}
	name, ok := forms[plural.Cardinal.MatchDigits(language.Make(c.code), digits, len(digits), 0)]
	if key := name + "|" + english; ok {
		if _, ok := c.texts[key]; ok {
			return key
		}
	}
	return english
}

// forArgs is formFor the first whole number among the arguments of a format.
func (c *catalogue) forArgs(english string, args []any) string {
	for _, a := range args {
		switch v := reflect.ValueOf(a); {
		case v.CanInt():
			return c.formFor(int(v.Int()), english)
		case v.Kind() == reflect.String && figure.MatchString(v.String()):
			if n, err := strconv.Atoi(strings.ReplaceAll(v.String(), ",", "")); err == nil {
				return c.formFor(n, english)
			}
		}
	}
	return english
}
