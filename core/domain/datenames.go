package domain

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// monthNames are the names of the months as people write them in English, German, French, Spanish,
// Italian, Portuguese and Dutch, in small letters and without accents. Shorter ones of at least
// three letters are read too, where they are the beginning of names of one month alone.
var monthNames = [12][]string{
	{"january", "januar", "janner", "janvier", "enero", "gennaio", "janeiro", "januari"},
	{"february", "februar", "fevrier", "febrero", "febbraio", "fevereiro", "februari"},
	{"march", "marz", "maerz", "mars", "marzo", "marco", "maart", "mrt", "mrz"},
	{"april", "avril", "abril", "aprile"},
	{"may", "mai", "mayo", "maggio", "maio", "mei"},
	{"june", "juni", "juin", "junio", "giugno", "junho"},
	{"july", "juli", "juillet", "julio", "luglio", "julho"},
	{"august", "aout", "agosto", "augustus"},
	{"september", "septembre", "septiembre", "setiembre", "settembre", "setembro"},
	{"october", "oktober", "octobre", "octubre", "ottobre", "outubro"},
	{"november", "novembre", "noviembre", "novembro"},
	{"december", "dezember", "decembre", "diciembre", "dicembre", "dezembro"},
}

// accents are those that names of months have.
var accents = strings.NewReplacer("ä", "a", "é", "e", "è", "e", "ê", "e", "û", "u", "ü", "u", "ç", "c")

// monthNamed returns the month, from 1, that a word names.
func monthNamed(word string) (month int, ok bool) {
	word = accents.Replace(strings.ToLower(word))
	if utf8.RuneCountInString(word) < 3 {
		return 0, false
	}
	for m, names := range monthNames {
		for _, name := range names {
			if !strings.HasPrefix(name, word) {
				continue
			}
			if month != 0 && month != m+1 {
				return 0, false
			}
			month = m + 1
		}
	}
	return month, month != 0
}

// datePart is a number or a word of a date.
type datePart struct {
	text   string
	number bool
}

// dateParts parts a date into numbers and words, of which "of" and the like and the endings of
// 1st and 2nd do not count. It is false where there is anything else in it.
func dateParts(text string) (parts []datePart, ok bool) {
	for at := 0; at < len(text); {
		r, size := utf8.DecodeRuneInString(text[at:])
		digit := r >= '0' && r <= '9'
		if !digit && !unicode.IsLetter(r) {
			if !strings.ContainsRune(" -/.,", r) {
				return nil, false
			}
			at += size
			continue
		}
		end := at
		for end < len(text) {
			r, size := utf8.DecodeRuneInString(text[end:])
			if (r >= '0' && r <= '9') != digit || !digit && !unicode.IsLetter(r) {
				break
			}
			end += size
		}
		word := strings.ToLower(text[at:end])
		switch {
		case !digit && (word == "of" || word == "de" || word == "del"):
		case !digit && at > 0 && text[at-1] >= '0' && text[at-1] <= '9' && strings.Contains(" st nd rd th er ", " "+word+" "):
		default:
			parts = append(parts, datePart{text[at:end], digit})
		}
		at = end
	}
	return parts, len(parts) == 2 || len(parts) == 3
}

// named reads dates with the name of the month, 14 March 2024, Mar 14, 2024, 14-MAR-2024 and
// 2024-Mar-14, and months, March 2024 and 2024 Mar. The year has four digits, or two where the
// calendar says the hundred years they lie in; then it comes last, or first where the year does.
func (c Calendar) named(text string) (from, to day, ok bool) {
	parts, ok := dateParts(text)
	if !ok {
		return 0, 0, false
	}
	month, at := 0, -1
	for i, p := range parts {
		if p.number {
			continue
		}
		m, ok := monthNamed(p.text)
		if !ok || at >= 0 {
			return 0, 0, false
		}
		month, at = m, i
	}
	if at < 0 {
		return 0, 0, false
	}
	var numbers []string
	for i, p := range parts {
		if i != at {
			numbers = append(numbers, p.text)
		}
	}
	if len(numbers) == 1 { // a whole month; 24 might be its day
		if len(numbers[0]) != 4 {
			return 0, 0, false
		}
		year, ok := c.year(numbers[0])
		if !ok {
			return 0, 0, false
		}
		n := monthOf(dayOf(year, month, 1))
		return startOfMonth(n), startOfMonth(n+1) - 1, true
	}
	d, y := numbers[0], numbers[1]
	if len(d) == 4 || len(y) != 4 && c.Order == YearFirst {
		d, y = y, d
	}
	year, ok := c.year(y)
	if !ok {
		return 0, 0, false
	}
	one, ok := realDay(year, strconv.Itoa(month), d)
	return one, one, ok
}

// year reads four digits, or two where the calendar says the hundred years they lie in.
func (c Calendar) year(text string) (int, bool) {
	n, err := strconv.Atoi(text)
	switch {
	case err != nil || !allDigits(text):
		return 0, false
	case len(text) == 4:
		return n, n > 0
	case len(text) != 2 || c.YearsFrom == 0:
		return 0, false
	}
	return c.YearsFrom + (n-c.YearsFrom%100+100)%100, true
}

// short reads 14.3.24, 3/14/24 and 24-03-14, the year last or first as the order says, where the
// calendar says the hundred years that two digits lie in.
func (c Calendar) short(text string) (day, bool) {
	at := strings.IndexAny(text, "./-")
	if at < 0 || c.YearsFrom == 0 {
		return 0, false
	}
	parts := strings.Split(text, text[at:at+1])
	if len(parts) != 3 {
		return 0, false
	}
	d, month, y := parts[0], parts[1], parts[2]
	switch c.Order {
	case YearFirst:
		d, y = y, d
	case MonthFirst:
		d, month = month, d
	}
	if len(y) != 2 {
		return 0, false
	}
	year, ok := c.year(y)
	if !ok {
		return 0, false
	}
	return realDay(year, month, d)
}

// cutNamedClock parts a date that begins with a day or a month from the time of day after it, which
// begins at the number before the first colon.
func cutNamedClock(text string) (date, clock string) {
	at := strings.IndexByte(text, ':')
	if at < 0 {
		return text, ""
	}
	for at > 0 && text[at-1] >= '0' && text[at-1] <= '9' {
		at--
	}
	if at == 0 || !strings.ContainsAny(text[at-1:at], "Tt ") {
		return text, ""
	}
	return strings.TrimSpace(text[:at-1]), text[at:]
}

// MonthWords returns every word that names a month, in small letters and without accents, with the
// month's number from 1, and the letters with accents, of both cases, that are read in them and what
// they stand for.
func MonthWords() (words map[string]int, accented, plain string) {
	words = make(map[string]int)
	for _, names := range monthNames {
		for _, name := range names {
			for n := 3; n <= len(name); n++ {
				if m, ok := monthNamed(name[:n]); ok {
					words[name[:n]] = m
				}
			}
		}
	}
	for _, r := range "äéèêûüç" {
		accented += string(r) + string(unicode.ToUpper(r))
		plain += strings.Repeat(accents.Replace(string(r)), 2)
	}
	return words, accented, plain
}
