package sheet

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"steward/core/message"
	"steward/core/table"
	"steward/io/sheet/mend"
	"steward/io/sheet/number"
)

// A column whose entries stand for persons (numbers of patients, addresses of e-mail) says who a row is about. Where entries stand
// more than once people have several rows, and a release that takes every row for a person would hide each of them by itself only.
// Such a column is recognised by its name, or by entries that look like nothing else.

// People is a column of a sheet, or several, that tell people apart, and how many they tell apart. It is for the steward's eyes only.
type People struct {
	Columns []string
	Rows    int  // with an entry
	People  int  // different entries
	About   bool // People is an estimate
	Made    bool // the rows were made: whether entries repeat is true of those that they stand for, how many there are is not
}

// OfMadeRows says that rows were made that stand for others, so that what counts them is not told.
func (in *Inspection) OfMadeRows() {
	in.Namesakes = nil
	for i := range in.Keys {
		in.Keys[i].Made = true
	}
}

// Repeat reports whether some people have several rows.
func (p People) Repeat() bool { return p.People < p.Rows }

// Said says how many people the rows are about.
func (p People) Said() message.Text {
	switch {
	case len(p.Columns) > 1:
		return message.Sprintf("%d rows have a name, but seem to be about only %d people: %s are the same in several rows.", p.Rows, p.People, message.And(message.Names(p.Columns)))
	case !p.Repeat():
		return message.Sprintf("%s tells the rows apart: every row is about a different person.", p.Columns[0])
	case p.Made:
		return message.Sprintf("Entries of %s appear in several rows.", p.Columns[0])
	case p.About:
		return message.Sprintf("These %d rows are about some %d people: entries of %s appear in several rows.", p.Rows, p.People, p.Columns[0])
	}
	return message.Sprintf("These %d rows are about %d people: entries of %s appear in several rows.", p.Rows, p.People, p.Columns[0])
}

// RepeatedKey returns the first column that looks like a key of persons and repeats, so that a row is not a person by itself; false
// for none.
func (in *Inspection) RepeatedKey() (People, bool) {
	for _, k := range in.Keys {
		if k.Repeat() {
			return k, true
		}
	}
	return People{}, false
}

// words of a column's name, in small letters: "PatientID", "patient_id" and "Patient id" are patient and id.
func nameParts(name string) []string {
	var b strings.Builder
	before := ' '
	for _, r := range name {
		if unicode.IsUpper(r) && unicode.IsLower(before) {
			b.WriteByte(' ')
		}
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			r = ' '
		}
		b.WriteRune(unicode.ToLower(r))
		before = r
	}
	return strings.Fields(b.String())
}

// The words that names of such columns are made of, in English and German.
var (
	personWords = []string{"person", "patient", "patientin", "patienten", "respondent", "participant", "subject", "member", "client", "customer", "employee",
		"pupil", "student", "user", "insured", "teilnehmer", "teilnehmerin", "proband", "probanden", "mitglied", "kunde", "kunden", "klient", "klienten",
		"mitarbeiter", "schüler", "schueler", "nutzer", "versicherte", "versicherten", "befragte", "befragten", "befragter", "einwohner", "bewohner"}
	personPrefixes = append([]string{"personal", "matrikel", "mitglieds"}, personWords...)
	numberWords    = []string{"id", "ids", "nr", "no", "num", "number", "key", "code", "nummer", "kennung", "kennzeichen", "schlüssel", "schluessel", "pseudonym"}
	keyWords       = []string{"id", "uuid", "guid", "pseudonym", "pseudonyme", "ssn", "email", "mail", "kennung", "passport", "svnr"}
	firstNames     = []string{"name", "surname", "lastname", "firstname", "forename", "fullname", "vorname", "nachname", "familienname", "zuname"}
	birthWords     = []string{"birth", "birthdate", "birthday", "dob", "born", "geburtsdatum", "geburtstag", "geburt", "geb", "geboren"}
)

// namesPersons tells whether a column is named like a key of persons: "patient", "Patient ID", "kundennr".
func namesPersons(name string) bool {
	parts := nameParts(name)
	of := func(list []string) func(string) bool { return func(s string) bool { return slices.Contains(list, s) } }
	if slices.ContainsFunc(parts, of(personWords)) && (len(parts) == 1 || slices.ContainsFunc(parts, of(numberWords))) {
		return true
	}
	return slices.ContainsFunc(parts, func(part string) bool {
		return slices.ContainsFunc(personPrefixes, func(w string) bool {
			rest, ok := strings.CutPrefix(part, w)
			return ok && slices.Contains(numberWords, strings.TrimPrefix(rest, "n"))
		})
	})
}

// namesKey tells whether a column is named like a key of anything.
func namesKey(name string) bool {
	parts := nameParts(name)
	return len(parts) > 0 && (slices.Contains(keyWords, parts[len(parts)-1]) || len(parts) > 1 && parts[0] == "id") || slices.Contains(parts, "pseudonym")
}

// namesOf returns the columns, from 0, that hold somebody's name, and those with the day of birth.
func namesOf(header []string) (names, births []int) {
	for i, h := range header {
		parts := nameParts(h)
		joined := strings.Join(parts, "")
		switch {
		case slices.Contains(firstNames, joined):
			names = append(names, i)
		case slices.ContainsFunc(parts, func(p string) bool { return slices.Contains(birthWords, p) }) && !slices.ContainsFunc(parts, func(p string) bool { return p == "place" || p == "country" || p == "weight" || p == "order" }):
			births = append(births, i)
		}
	}
	return names, births
}

const (
	keyPeople     = 20      // different entries from which a column that is named after persons is a key of them
	keyEntries    = 30      // or one that is named a key of something,
	keyShare      = 0.05    // where they are this share of the records
	shapedEntries = 50      // or one whose entries look like it
	shapedShare   = 0.1     //
	serialEntries = 200     // numbers that leave no gap are serial ones from this many
	serialGaps    = 1.1     // and with no more than this many numbers for each
	longCode      = 8       // digits of a code that is no amount
	codeDigits    = 3       // in a row that a code has at least
	mostPeople    = 4 << 20 // entries that are told apart for certain
)

// keeps tells whether the entries of a column are counted for certain.
func keeps(name string) bool { return namesPersons(name) || namesKey(name) }

// isKey tells whether a column looks like a key of persons, whether or not it repeats.
func (c *collector) isKey(filled int) bool {
	distinct := float64(c.Distinct)
	switch {
	case filled < identifierRows || c.Kinds[table.Date] > 0 || !c.Whole && c.Kinds[table.Number] > 0:
		return false
	case namesPersons(c.Name):
		return c.Distinct >= keyPeople
	case namesKey(c.Name):
		return c.Distinct >= keyEntries && distinct >= keyShare*float64(filled)
	case c.Distinct < shapedEntries || distinct < shapedShare*float64(filled):
		return false
	case c.Kinds[table.Number] == filled:
		span := c.Max - c.Min + 1
		return c.Min >= 0 && (c.Distinct >= serialEntries && span <= serialGaps*distinct && c.Min <= 1 || c.digits[0] == c.digits[1] && c.digits[0] >= longCode)
	}
	return c.looksCoded()
}

// looksCoded tells whether all listed texts are addresses of e-mail, or codes of one and the same form.
func (c *collector) looksCoded() bool {
	form, mails := "", 0
	coded := true
	for text, v := range c.values {
		if v.kind == table.Text && strings.Contains(text, "@") {
			mails++
		}
		f := formOf(text)
		coded = coded && f != "" && (form == "" || f == form)
		form = f
	}
	return len(c.values) > 0 && (coded || mails == len(c.values))
}

// formOf returns the form of a code, such as "A-0000" for "R-0174", "" for what is none. What is of digits alone is no code: it is
// more likely that of a place.
func formOf(text string) string {
	digits, most, letters := 0, 0, false
	form := []byte(nil)
	for i := range len(text) {
		switch c := text[i]; {
		case c >= '0' && c <= '9':
			digits++
			most = max(most, digits)
			form = append(form, '0')
			continue
		case c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z':
			letters = true
			form = append(form, 'A')
		case c == '-' || c == '_' || c == '/' || c == '.':
			form = append(form, c)
		default:
			return ""
		}
		digits = 0
	}
	if isUUID(text) {
		return "UUID"
	}
	if most < codeDigits || !letters {
		return ""
	}
	return string(form)
}

func isUUID(text string) bool {
	if len(text) != 36 {
		return false
	}
	for i, c := range []byte(text) {
		if i == 8 || i == 13 || i == 18 || i == 23 {
			if c != '-' {
				return false
			}
		} else if !(c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F') {
			return false
		}
	}
	return true
}

// entries are the hashes of the entries of a column, or of several, in the order of the rows. Two different ones have the same in
// one case of 2^64.
type entries struct {
	hashes []uint64
	more   bool // than are kept
}

func (e *entries) add(text string) {
	if len(e.hashes) >= mostPeople {
		e.more = true
		return
	}
	e.hashes = append(e.hashes, hash(text))
}

// distinct counts the different ones; ok is false where not all were kept.
func (e *entries) distinct() (n int, ok bool) {
	slices.Sort(e.hashes)
	return len(slices.Compact(slices.Clone(e.hashes))), !e.more
}

// identityOf is what tells people apart in a cell, as a release tells them apart.
func identityOf(c table.Cell) string {
	if c.Kind == table.Number && !writesWhole(c.Text, c.Number) {
		return strconv.FormatFloat(c.Number, 'f', -1, 64)
	}
	return c.Text
}

// writesWhole reports whether a text is what FormatFloat writes for x, a whole number: what it would take long to write again
// for every row.
func writesWhole(text string, x float64) bool {
	if text == "" || len(text) > number.MaxDigits || text[0] == '0' && len(text) > 1 {
		return false
	}
	n := int64(0)
	for i := range len(text) {
		if !number.IsDigit(text[i]) {
			return false
		}
		n = 10*n + int64(text[i]-'0')
	}
	return float64(n) == x
}

// people returns how many people a column tells apart that looks like a key of them.
func (c *collector) people() People {
	p := People{Columns: []string{c.Name}, Rows: c.filled(), People: c.Distinct, About: c.Distinct > sketchSize}
	if c.entries != nil && c.late == nil {
		if n, ok := c.entries.distinct(); ok && len(c.entries.hashes) == p.Rows {
			p.People, p.About = n, false
		}
	}
	return p
}

// namesakes counts rows of the same name and day of birth where no column is a key.
type namesakes struct {
	columns []int
	entries entries
	unheld  bool // some texts are not held in memory
}

func newNamesakes(header []string) *namesakes {
	names, births := namesOf(header)
	if len(names) == 0 || len(births) == 0 {
		return nil
	}
	return &namesakes{columns: append(names, births...)}
}

func (n *namesakes) add(row table.Row) {
	if n == nil {
		return
	}
	var b strings.Builder
	for _, i := range n.columns {
		c := row.Cells[i]
		if n.unheld = n.unheld || isLate(&c); c.Kind == table.Blank || c.Kind == table.Error {
			return
		}
		b.WriteString(mend.Fold(identityOf(c)))
		b.WriteByte(0)
	}
	n.entries.add(b.String())
}

// found tells how many people the names tell apart; false where they are not known to repeat.
func (n *namesakes) found(header []string) (People, bool) {
	if n == nil || n.unheld {
		return People{}, false
	}
	p := People{Rows: len(n.entries.hashes)}
	var ok bool
	if p.People, ok = n.entries.distinct(); !ok || !p.Repeat() {
		return People{}, false
	}
	for _, i := range n.columns {
		p.Columns = append(p.Columns, header[i])
	}
	return p, true
}
