package language

import (
	"fmt"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"

	"steward/core/message"
)

// A Choice is a language that can be chosen: its code, and its name in itself.
type Choice struct{ Code, Name string }

// All lists what can be chosen, English first.
func All() []Choice {
	list := []Choice{{english.code, english.name}}
	for _, l := range locales {
		list = append(list, Choice{l.code, l.name})
	}
	return list
}

// A locale is how a language writes figures and dates.
type locale struct {
	code, name       string
	decimal, between string // of figures: 1.234,5
	open, close      string // quotation marks
	months, short    [12]string
	date, shortDate  func(l locale, t time.Time) string
}

// english has the marks that the texts and figures of the code have, and those of books around a name that is quoted.
var english = locale{
	code: English, name: "English", decimal: ".", between: ",", open: "“", close: "”",
	date:      func(_ locale, t time.Time) string { return t.Format("2 January 2006") },
	shortDate: func(_ locale, t time.Time) string { return t.Format("2 Jan 2006") },
}

// locales are those of the other languages.
var locales = []locale{{
	code: "de", name: "Deutsch", decimal: ",", between: ".", open: "„", close: "“",
	months: [12]string{"Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November", "Dezember"},
	short:  [12]string{"Jan.", "Feb.", "März", "Apr.", "Mai", "Juni", "Juli", "Aug.", "Sept.", "Okt.", "Nov.", "Dez."},
	date: func(l locale, t time.Time) string {
		return fmt.Sprintf("%d. %s %d", t.Day(), l.months[t.Month()-1], t.Year())
	},
	shortDate: func(l locale, t time.Time) string {
		return fmt.Sprintf("%d. %s %d", t.Day(), l.short[t.Month()-1], t.Year())
	},
}}

func localeOf(code string) (locale, bool) {
	for _, l := range locales {
		if l.code == code {
			return l, true
		}
	}
	return locale{}, false
}

// codes are those of all languages.
func codes() []string {
	var out []string
	for _, l := range All() {
		out = append(out, l.Code)
	}
	return out
}

// OfSystem is the code of the language that a system's setting names (such as "de_AT.UTF-8" or "de-CH"),
// English where it is none that can be chosen.
func OfSystem(setting string) string {
	code, _, _ := strings.Cut(strings.ToLower(setting), "_")
	code, _, _ = strings.Cut(code, "-")
	code, _, _ = strings.Cut(code, ".")
	if _, ok := localeOf(code); ok {
		return code
	}
	return English
}

// figure is a number as English writes it: thousands parted by commas or not at all.
var figure = regexp.MustCompile(`^[-+−±<>≤≥~≈×]?\s?([1-9]\d{0,2}(,\d{3})+|\d+)(\.\d+)?(e[+-]?\d+)?(\s?%)?$`)

// figure swaps the marks of a figure.
func (l locale) figure(english string) string {
	return strings.NewReplacer(",", l.between, ".", l.decimal).Replace(english)
}

// Typed is a figure as people of the language type it ("1.234,5"), written with a decimal
// point and nothing between its thousands. In English, and where a text can be read no other way
// than with a point ("0.5", "0.125": three digits would be thousands only after one from 1 to 9), it
// stays as it is.
func (l Language) Typed(text string) string {
	if l.Code() == English || !l.own().typed().MatchString(strings.TrimSpace(text)) {
		return text
	}
	text = strings.ReplaceAll(strings.TrimSpace(text), l.own().between, "")
	return strings.ReplaceAll(text, l.own().decimal, ".")
}

// typed matches figures that can only be in the language's own marks.
func (l locale) typed() *regexp.Regexp {
	between, decimal := regexp.QuoteMeta(l.between), regexp.QuoteMeta(l.decimal)
	return regexp.MustCompile(`^[-+]?([1-9]\d{0,2}(` + between + `\d{3})+(` + decimal + `\d+)?|\d+` + decimal + `\d+)$`)
}

// figures makes the floating-point numbers and the errors among a format's arguments write
// themselves in the language.
func (c *catalogue) figures(args []any) []any {
	out := make([]any, len(args))
	for i, a := range args {
		switch x := a.(type) {
		case float64, float32:
			a = float{a, c.locale}
		case error:
			a = telling{x, Language{of: c}}
		case message.Text:
			a = quotable{c.say(x), true, c.locale}
		case interface{ Said() message.Text }:
			a = quotable{c.say(x.Said()), true, c.locale}
		case message.Decimal:
			a = c.figure(string(x))
		case message.Command:
			if a = ""; !c.clicked {
				a = " (" + c.say(x.Typed) + ")"
			}
		case message.Day:
			a = c.date(c.locale, time.Time(x))
		case string:
			a = quotable{x, false, c.locale}
		case fmt.Stringer:
			if v := reflect.ValueOf(x); v.Kind() == reflect.String || v.Kind() == reflect.Struct { // numbers with names are written as verbs say
				a = quotable{x.String(), false, c.locale}
			}
		default:
			switch v := reflect.ValueOf(a); {
			case v.Kind() == reflect.String:
				a = quotable{v.String(), false, c.locale}
			case v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.String:
				a = listed{v, c.locale}
			}
		}
		out[i] = a
	}
	return out
}

// A quotable writes itself within the language's quotation marks where it is quoted.
type quotable struct {
	text string
	said bool // in the language already
	locale
}

// Format writes the text (fmt.Formatter).
func (q quotable) Format(s fmt.State, verb rune) {
	if verb == 'q' {
		fmt.Fprint(s, q.quoted(q.text))
		return
	}
	fmt.Fprintf(s, fmt.FormatString(s, verb), q.text)
}

// quoted is a text within the language's quotation marks, in which what cannot be seen is written out ("\n").
func (l locale) quoted(text string) string {
	var b strings.Builder
	b.WriteString(l.open)
	for _, r := range text {
		if unicode.IsPrint(r) {
			b.WriteRune(r)
		} else {
			b.WriteString(strings.Trim(strconv.QuoteRune(r), "'"))
		}
	}
	b.WriteString(l.close)
	return b.String()
}

// A listed is a slice of texts, which writes them one after another.
type listed struct {
	texts reflect.Value
	locale
}

// Format writes the texts (fmt.Formatter).
func (l listed) Format(s fmt.State, verb rune) {
	for i := range l.texts.Len() {
		if i > 0 {
			fmt.Fprint(s, ", ")
		}
		quotable{l.texts.Index(i).String(), false, l.locale}.Format(s, verb)
	}
}

// A float writes itself as the verb says, with the language's marks.
type float struct {
	value any
	locale
}

// Format writes the figure (fmt.Formatter).
func (f float) Format(s fmt.State, verb rune) {
	fmt.Fprint(s, f.figure(fmt.Sprintf(fmt.FormatString(s, verb), f.value)))
}
