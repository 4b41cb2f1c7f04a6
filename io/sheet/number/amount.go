package number

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// currencyWords are the currencies that are written in letters before or after an amount: codes
// of ISO 4217 that are no words of a language, and abbreviations.
var currencyWords = []string{
	"AUD", "BGN", "BRL", "CAD", "CHF", "CNY", "CZK", "DKK", "EUR", "GBP", "HKD", "HUF", "ILS", "INR", "ISK", "JPY",
	"KRW", "MXN", "NOK", "NZD", "PLN", "RON", "RSD", "SEK", "SGD", "THB", "UAH", "USD", "ZAR",
	"A$", "C$", "Ft", "HK$", "Kč", "NZ$", "R$", "S$", "US$", "kr", "zł",
}

// CurrencyWords returns the currencies in letters that are read beside an amount ("EUR 5"). Every
// character of Unicode's category Sc ("€", "$") is read as well.
func CurrencyWords() []string { return append([]string(nil), currencyWords...) }

var isCurrencyWord = func() map[string]bool {
	is := make(map[string]bool)
	for _, w := range currencyWords {
		is[w] = true
	}
	return is
}()

// IsCurrency reports whether a text is the sign or the word of a currency.
func IsCurrency(s string) bool {
	if r, size := utf8.DecodeRuneInString(s); size == len(s) {
		return unicode.Is(unicode.Sc, r)
	}
	return isCurrencyWord[s]
}

// AmountBlanks are the characters that may stand between a sign and its amount.
const AmountBlanks = " \u00a0\u2009\u202f"

// Amount reads a percentage (25 %), an amount of money (€ 1,200, 1.200 EUR, -$5), and a number
// that bookkeepers write in brackets because it is below zero ((1,200)), with the marks of n. Of a
// percentage it is the hundredth part, as a workbook stores it. Exponents are not read in them.
func (n *Style) Amount(s string) (float64, bool) {
	negative := s[0] == '('
	if negative {
		if s[len(s)-1] != ')' {
			return 0, false
		}
		s = strings.Trim(s[1:len(s)-1], AmountBlanks)
	}
	first, last := n.digits(s)
	if first < 0 {
		return 0, false
	}
	mark, sign := s[:first], ""
	switch {
	case strings.HasPrefix(mark, "-"), strings.HasPrefix(mark, "+"):
		sign, mark = mark[:1], mark[1:]
	case strings.HasSuffix(mark, "-"), strings.HasSuffix(mark, "+"):
		sign, mark = mark[len(mark)-1:], mark[:len(mark)-1]
	}
	mark = strings.Trim(mark, AmountBlanks)
	after := strings.Trim(s[last:], AmountBlanks)
	percent := after == "%"
	switch {
	case negative && sign != "", mark != "" && after != "", !negative && mark == "" && after == "":
		return 0, false
	case mark != "" && !IsCurrency(mark), after != "" && !percent && !IsCurrency(after):
		return 0, false
	case s[first] == n.Point && endsInLetter(mark): // kr.500 has an abbreviation's point
		return 0, false
	}
	x, ok := n.unsigned(s[first:last], percent)
	if ok && x != 0 && (negative || sign == "-") {
		x = -x
	}
	return x, ok
}

func endsInLetter(s string) bool {
	r, _ := utf8.DecodeLastRuneInString(s)
	return unicode.IsLetter(r)
}

// digits returns where in a text the digits of its number begin, with a point that stands right
// before them, and where they end, with one that stands right after them; -1 for none.
func (n *Style) digits(s string) (first, last int) {
	for first < len(s) && !IsDigit(s[first]) {
		first++
	}
	if first == len(s) {
		return -1, -1
	}
	for last = len(s); !IsDigit(s[last-1]); {
		last--
	}
	if first > 0 && s[first-1] == n.Point {
		first--
	}
	if last < len(s) && s[last] == n.Point {
		last++
	}
	return first, last
}

// unsigned reads a number without sign and exponent, or the hundredth part of one, to the nearest
// double.
func (n *Style) unsigned(s string, hundredth bool) (float64, bool) {
	if strings.ContainsAny(s, "eE+-") {
		return 0, false
	}
	x, ok := n.Number(s)
	if !ok || !hundredth {
		return x, ok
	}
	for _, mark := range n.Thousands {
		s = strings.ReplaceAll(s, mark, "")
	}
	return Stored(strings.Replace(s, string(n.Point), ".", 1) + "e-2")
}
