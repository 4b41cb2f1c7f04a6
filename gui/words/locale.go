package words

import (
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"time"

	"steward/core/message"
)

// English is the code of the language that the texts are written in.
const English = "en"

// A Choice is a language that can be chosen: its code, and its name in itself.
type Choice struct{ Code, Name string }

// Languages lists what can be chosen, English first.
func Languages() []Choice {
	list := []Choice{{English, "English"}}
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

// Of is the code of the language that a system's setting names (such as "de_AT.UTF-8" or "de-CH"),
// English where it is none that can be chosen.
func Of(setting string) string {
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

// Number is a figure, written as English writes it ("-1,234.5", "12 %"), in the language in use.
// What is no such figure stays as it is.
func Number(english string) string {
	c := current.Load()
	if c == nil || !figure.MatchString(english) {
		return english
	}
	return c.figure(english)
}

// figure swaps the marks of a figure.
func (l locale) figure(english string) string {
	return strings.NewReplacer(",", l.between, ".", l.decimal).Replace(english)
}

// Typed is a figure as people of the language in use type it ("1.234,5"), written with a decimal
// point and nothing between its thousands. In English, and where a text can be read no other way
// than with a point ("0.5", "0.125": three digits would be thousands only after one from 1 to 9), it
// stays as it is.
func Typed(text string) string {
	c := current.Load()
	if c == nil || !c.typed().MatchString(strings.TrimSpace(text)) {
		return text
	}
	text = strings.ReplaceAll(strings.TrimSpace(text), c.between, "")
	return strings.ReplaceAll(text, c.decimal, ".")
}

// typed matches figures that can only be in the language's own marks.
func (l locale) typed() *regexp.Regexp {
	between, decimal := regexp.QuoteMeta(l.between), regexp.QuoteMeta(l.decimal)
	return regexp.MustCompile(`^[-+]?([1-9]\d{0,2}(` + between + `\d{3})+(` + decimal + `\d+)?|\d+` + decimal + `\d+)$`)
}

// figures makes the floating-point numbers and the errors among a format's arguments write
// themselves in the language.
func (l locale) figures(args []any) []any {
	out := make([]any, len(args))
	for i, a := range args {
		switch x := a.(type) {
		case float64, float32:
			a = float{a, l}
		case error:
			a = telling{x}
		case message.Text:
			a = quotable{Say(x), l}
		case interface{ Said() message.Text }:
			a = quotable{Say(x.Said()), l}
		case message.Decimal:
			a = l.figure(string(x))
		case message.Day:
			a = l.date(l, time.Time(x))
		case string:
			a = quotable{x, l}
		default:
			if v := reflect.ValueOf(a); v.Kind() == reflect.String {
				if _, ok := a.(fmt.Stringer); !ok {
					a = quotable{v.String(), l}
				}
			}
		}
		out[i] = a
	}
	return out
}

// A quotable writes itself within the language's quotation marks where it is quoted.
type quotable struct {
	text string
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

// quoted is a text within the language's quotation marks.
func (l locale) quoted(text string) string { return l.open + text + l.close }

// A float writes itself as the verb says, with the language's marks.
type float struct {
	value any
	locale
}

// Format writes the figure (fmt.Formatter).
func (f float) Format(s fmt.State, verb rune) {
	fmt.Fprint(s, f.figure(fmt.Sprintf(fmt.FormatString(s, verb), f.value)))
}

// Date is a day in words ("2 January 2006").
func Date(t time.Time) string {
	if c := current.Load(); c != nil {
		return c.date(c.locale, t)
	}
	return t.Format("2 January 2006")
}

// ShortDate is a day in few words ("2 Jan 2006").
func ShortDate(t time.Time) string {
	if c := current.Load(); c != nil {
		return c.shortDate(c.locale, t)
	}
	return t.Format("2 Jan 2006")
}

// Clock is a time of day ("15:04").
func Clock(t time.Time) string { return t.Format("15:04") }
