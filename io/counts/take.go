package counts

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"steward/core/message"
	"steward/core/plan"
)

// rowsBlock names the block of the table's rows; rowsAlike its column that says how many there are that say
// the same, where rows are counted and not those of people. restsBlock has the different texts that were not read at sight.
const (
	rowsBlock  = "rows_taken"
	rowsAlike  = "rows_alike"
	restsBlock = "rests"
	allSeen    = "all_seen" // a column of the block of rows, where each stands for itself: what can be was read at sight
)

// taken is a value in the block of rows that is looked up among the different ones.
type taken struct {
	value string // in the table
	typed bool   // it is still of the column's own type, and no text
	rest  bool   // it is there only where it was not read at sight
}

// rowsTaken is the block of rows while it is written: the values that are taken of the table, and the columns that come of them.
type rowsTaken struct {
	values, columns []string
	sights          []string // what is read of the values at sight, once for each row
	numbers, owners []string // texts of numbers, and those of whose row it is, that are looked through together
	seen            []string // what of the values is known at sight, by its name among the columns
	rests           []string // conditions under which a text is left to be looked up
	each, sums      []string // what a row weighs, and what rows do that are taken together
}

// take adds the rows of the table, where it pays equal ones once and with their number, so that everything after is
// done for them. Values that are compared as they are, and texts that are read at sight, have their codes; others are taken along.
func (s *statement) take() error {
	s.taken = make(map[string]taken)
	var b rowsTaken
	for _, c := range s.columns {
		if err := s.takeColumn(&b, c); err != nil {
			return err
		}
	}
	if of := s.plan.Plan.Rows; of != nil {
		if err := s.takePerson(&b, of); err != nil {
			return err
		}
	}
	if of := s.plan.Plan.Weight; of != nil {
		if err := s.takeWeight(&b, of.Column); err != nil {
			return err
		}
	}
	from := "  SELECT " + strings.Join(append(b.values, b.together(s.writer)...), ", ") + "\n  FROM " + s.table + s.asBlock()
	if len(b.sights) > 0 {
		from = "  SELECT a.*, " + strings.Join(b.sights, ", ") + "\n  FROM (\n" + from + "\n  ) AS a" + s.asBlock()
	}
	if s.weighs() {
		from = "  SELECT a.*, " + s.steps() + " AS " + weightSteps + "\n  FROM (\n" + from + "\n  ) AS a" + s.asBlock()
	}
	comment, by := "the rows of the table", ""
	if s.together() {
		comment += ", with how many say the same"
		places := make([]string, len(b.columns))
		for i := range places {
			places[i] = fmt.Sprint(i + 1)
		}
		by = "\n  GROUP BY " + strings.Join(places, ", ")
		b.columns = append(append(b.columns, "count(*) AS "+rowsAlike), b.sums...)
	} else {
		b.columns = append(b.columns, b.each...)
	}
	if err := s.typesBlock(); err != nil {
		return err
	}
	s.seen = len(b.rests) > 0 && !s.together()
	if s.seen {
		b.columns = append(b.columns, "NOT ("+strings.Join(b.rests, " OR ")+") AS "+allSeen)
	}
	query := "  SELECT\n    " + strings.Join(b.columns, ",\n    ") + "\n  FROM (\n" + from + "\n  ) AS a" + by
	switch {
	case s.seen:
		s.keptBlock(comment+", those that could be read at sight with their place alone", rowsBlock, s.placed(query, &b))
		s.rests()
	case s.together():
		s.keptBlock(comment, rowsBlock, query)
	default: // read once
		s.block(comment, rowsBlock, query)
	}
	return nil
}

// placed gives the rows that could be read at sight their places, and keeps of the others what is known of them.
func (s *statement) placed(query string, b *rowsTaken) string {
	var items []string
	for _, p := range s.placeOfRow() {
		items = append(items, "CASE WHEN "+allSeen+" THEN "+p.of+" END AS "+p.name)
	}
	for _, name := range b.seen {
		items = append(items, "CASE WHEN NOT "+allSeen+" THEN "+name+" END AS "+name)
	}
	for _, name := range slices.Sorted(maps.Keys(s.taken)) {
		if s.taken[name].rest {
			items = append(items, name)
		}
	}
	items = append(append(items, s.besidePlaces()...), allSeen)
	return "  SELECT\n    " + strings.Join(items, ",\n    ") + "\n  FROM (\n" + query + s.asBlock() + "\n  ) AS a"
}

// rests adds the different texts that were not read at sight.
func (s *statement) rests() {
	var rests, places []string
	for _, name := range slices.Sorted(maps.Keys(s.taken)) {
		if s.taken[name].rest {
			rests, places = append(rests, name), append(places, fmt.Sprint(len(rests)+1))
		}
	}
	s.keptBlock("what was not read at sight", restsBlock,
		"  SELECT "+strings.Join(rests, ", ")+"\n  FROM "+rowsBlock+"\n  WHERE NOT "+allSeen+"\n  GROUP BY "+strings.Join(places, ", "))
}

// rest takes a text along where it is not read at sight.
// unread is what holds of a value that is not blank if it is not.
func (s *statement) rest(b *rowsTaken, name, unread string) {
	s.taken[name] = taken{rest: true, typed: s.taken[name].typed}
	left := name + " IS NOT NULL"
	if unread != "" {
		left = unread + " AND " + left
		b.columns = append(b.columns, "CASE WHEN "+unread+" THEN "+name+" END AS "+name)
	} else {
		b.columns = append(b.columns, name)
	}
	b.rests = append(b.rests, left)
}

// know takes along what is known of a row at sight.
func (b *rowsTaken) know(name, of string) {
	b.columns, b.seen = append(b.columns, of+" AS "+name), append(b.seen, name)
}

// take takes a value, and columns that are worked out from what is called by its name.
func (b *rowsTaken) take(value string, columns ...string) {
	b.values, b.columns = append(b.values, value), append(b.columns, columns...)
}

// together tells whether all texts of numbers, and all that say whose row it is, are of plain signs.
func (b *rowsTaken) together(w writer) (items []string) {
	for _, of := range []struct {
		texts       []string
		name, signs string
	}{{b.numbers, numbersPlain, noDigits}, {b.owners, ownersPlain, noVisible}} {
		if len(of.texts) > 0 {
			items = append(items, "NOT "+w.matches("("+strings.Join(of.texts, " || ")+")", of.signs)+" AS "+of.name)
		}
	}
	return items
}

// along takes a value of the table along.
func (s *statement) along(b *rowsTaken, name, value string, typed bool) {
	s.taken[name] = taken{value: value, typed: typed}
	b.take(value+" AS "+name, name)
}

// takeColumn takes a column of the plan.
func (s *statement) takeColumn(b *rowsTaken, c column) error {
	quoted, err := s.name(string(c.attribute.Name()))
	if err != nil || s.skipped(c) {
		return err
	}
	if c.compared() {
		b.take(quoted + " AS " + c.o() + ", " + c.value(quoted) + " AS " + c.x())
		b.know(c.c(), s.only(c, c.comparedCode()))
		return nil
	}
	text, typed := s.asText(quoted), c.taken()
	if typed {
		text = quoted
	}
	sight, err := c.sight(c.r(), s.depends(c))
	if err != nil {
		return message.Errorf("column %q: %w", c.attribute.Name(), err)
	}
	if !s.sights() {
		s.along(b, c.r(), text, typed)
		return nil
	}
	s.taken[c.r()] = taken{typed: typed}
	if sight == "" {
		b.take(text + " AS " + c.r())
		b.know(c.c(), "CASE WHEN "+c.r()+" IS NULL THEN CAST("+c.blank()+" AS "+s.wholeType()+") END")
		s.rest(b, c.r(), "")
		return nil
	}
	code, unread := c.seen(c.r())
	b.take(text + " AS " + c.r())
	b.sights = append(b.sights, sight+" AS "+c.x())
	if c.isNumeric() {
		b.numbers = append(b.numbers, text)
	}
	b.know(c.c(), s.only(c, code))
	s.rest(b, c.r(), unread)
	return nil
}

// sights reports whether rows are read at sight.
func (s *statement) sights() bool { return s.readsAtSight() && !s.unread }

// takePerson takes whose row it is, and what orders the rows of a person.
func (s *statement) takePerson(b *rowsTaken, of *plan.Rows) error {
	person, err := s.name(of.Person)
	if err != nil {
		return err
	}
	key, err := s.name(of.Key)
	if err != nil {
		return err
	}
	text := s.asText(person)
	switch k := s.writer.kindOf(s.types[of.Person]); {
	case !s.sights():
		if k == throughText || k == doubles || k == singles {
			s.along(b, rPerson, text, false)
		} else {
			s.along(b, rPerson, person, true)
		}
		s.along(b, rKey, s.asText(key), false)
		return nil
	case s.identified():
		s.taken[rPerson] = taken{typed: true}
		b.take(person+" AS "+rPerson, rPerson+" AS person")
	default:
		b.take(text + " AS " + rPerson)
		b.owners = append(b.owners, text)
		b.sights = append(b.sights, wholeAtSight(s.writer, rPerson, "1", "")+" AS person_whole", wordAtSight(s.writer, rPerson)+" AS person")
		b.columns = append(b.columns, "person", "CAST(NULL AS "+s.doubleType()+") AS person_number", "COALESCE(person_whole, "+s.hashed("person")+") AS "+personKey)
		s.rest(b, rPerson, "person_whole IS NULL AND person IS NULL")
	}
	text = s.asText(key)
	b.take(text+" AS "+rKey, "NULLIF(CASE WHEN "+ownersPlain+" THEN "+rKey+" ELSE "+s.trimmed(rKey)+" END, '') AS "+rowKey)
	b.owners = append(b.owners, text)
	return nil
}

// takeWeight takes what a row weighs, where its number is known or read at sight; of rows that are taken together, what they
// weigh together, and those without a weight by themselves.
func (s *statement) takeWeight(b *rowsTaken, column string) error {
	quoted, err := s.name(column)
	if err != nil {
		return err
	}
	text := s.asText(quoted)
	switch {
	case !s.weighs():
		s.along(b, rWeight, text, false)
		return nil
	case s.weightIsNumber():
		s.taken[rWeight] = taken{typed: true} // and nothing of it is looked up
		x := "CAST(" + quoted + " AS " + s.doubleType() + ")"
		b.take("CASE WHEN " + finite(s.writer, x) + " THEN " + x + " END AS " + weightNumber)
	default:
		b.take(text + " AS " + rWeight)
		b.numbers = append(b.numbers, text)
		b.sights = append(b.sights, numberAtSight(s.writer, rWeight)+" AS "+weightNumber)
		s.rest(b, rWeight, weightNumber+" IS NULL")
	}
	for _, w := range s.weights() {
		b.each = append(b.each, w.of+" AS "+w.name)
		b.sums = append(b.sums, s.summed(w.of)+" AS "+w.name)
	}
	if s.together() {
		b.columns = append(b.columns, "CASE WHEN "+weightNumber+" >= 0 THEN 0 END AS p_weighed")
	}
	return nil
}

// weighs reports whether the block of rows says what they weigh.
func (s *statement) weighs() bool {
	return s.plan.Plan.Weight != nil && !s.unread && (s.readsAtSight() || s.weightIsNumber())
}

// weightIsNumber reports whether weights are taken as the numbers that they are.
func (s *statement) weightIsNumber() bool {
	k := s.writer.kindOf(s.types[s.plan.Plan.Weight.Column])
	return k == wholes || k == decimals || k == doubles
}

// together reports whether equal rows are taken together, so that less has to be looked up. Those of people are told apart by more
// than what they say, and where numbers or dates are looked up there may be as many different rows as rows. Where texts are read at
// sight, little is looked up.
func (s *statement) together() bool {
	if s.plan.Plan.Rows != nil || s.plan.Plan.Weight != nil && !s.weighs() || s.readsAtSight() {
		return false
	}
	looksUp := false
	for _, c := range s.columns {
		if c.compared() || s.skipped(c) {
			continue
		}
		if looksUp = true; c.isNumeric() || c.isDates() {
			return false
		}
	}
	return looksUp
}

// rows adds up over the rows what each of those that are taken counts.
func (s *statement) rows(what string) string {
	switch {
	case !s.together() && what == "1":
		return "count(*)"
	case !s.together():
		return "sum(" + what + ")"
	case what == "1":
		return "CAST(sum(" + rowsAlike + ") AS " + s.wholeType() + ")"
	}
	return "CAST(sum((" + what + ") * " + rowsAlike + ") AS " + s.wholeType() + ")"
}

// summed adds up whole numbers.
func (s *statement) summed(what string) string {
	return "CAST(sum(" + what + ") AS " + s.wholeType() + ")"
}

// relied are the columns on whose types the query relies.
func (s *statement) relied() (names []string) {
	for _, c := range s.columns {
		if c.compared() || c.taken() {
			names = append(names, string(c.attribute.Name()))
		}
	}
	if of := s.plan.Plan.Rows; of != nil && s.taken[rPerson].typed {
		names = append(names, of.Person)
	}
	if of := s.plan.Plan.Weight; of != nil && s.taken[rWeight].typed {
		names = append(names, of.Column)
	}
	return names
}

// typesBlock adds how many columns are of another type than the query was written for.
func (s *statement) typesBlock() error {
	relied := s.relied()
	if len(relied) == 0 {
		return nil
	}
	var rows []string
	for _, name := range relied {
		column, err := s.text(name)
		if err != nil {
			return err
		}
		typed, err := s.text(s.types[name])
		if err != nil {
			return err
		}
		rows = append(rows, "("+column+", "+typed+")")
	}
	s.block("how many columns are of another type than the query was written for", typesBlock,
		"  SELECT count(*) AS n\n  FROM (VALUES\n    "+strings.Join(rows, ",\n    ")+"\n  ) AS written(name, type)\n  LEFT JOIN (\n"+s.writer.columns(s.table)+
			"\n  ) AS found ON found.name = written.name\n  WHERE found.type IS NULL OR found.type <> written.type")
	return nil
}

const typesBlock = "types_found"
