package counts

import (
	"fmt"
	"regexp"
	"slices"
	"steward/core/guide"
	"strconv"
	"strings"

	"steward/core/domain"
	"steward/core/limits"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/release"
)

// Query is a query to be written.
type Query struct {
	Plan    *plan.Compiled
	Dialect Dialect
	// Table names the table or view with the rows, with its schema before a point where it
	// needs one. A part that has a point in it stands in quotation marks. Letters are taken
	// as they are: large ones are not small ones.
	Table string
	// Files are read in place of a table, by DuckDB alone: the path of a Parquet file or of a text table, in which * stands
	// for any name, so that all files of a folder can be meant.
	Files string
	// Unread asks for another query: the texts that cannot be read, the most frequent first.
	// It is for the steward's eyes; Steward does not read what it returns.
	Unread bool
}

// SQL writes the query. It errors when the dialect is not known, the table has no name, a name
// cannot be quoted, a column is of a kind that no query counts, all columns together have
// too many values, or people can have several rows and the plan names no column that tells them apart:
// the rows of a table have no order, and which of them count must not depend on their answers.
func (q Query) SQL() (string, error) {
	w, err := q.Dialect.writer()
	if err != nil {
		return "", err
	}
	s := &statement{writer: w, plan: q.Plan, files: q.Files != "", unread: q.Unread, types: q.Plan.Plan.Data.Types}
	if s.table, err = s.from(q.Table, q.Files); err != nil {
		return "", err
	}
	places := 0
	for i, a := range q.Plan.Domain.Attributes() {
		c := column{w, a, i + 1, w.kindOf(s.types[string(a.Name())]), q.Unread}
		if places += c.places(); places > limits.MaxQueryValues {
			return "", message.Errorf("column %q: the columns up to this one have more than %d values and ranges, too many for one query: use coarser values, or columns of whole numbers", a.Name(), limits.MaxQueryValues)
		}
		s.columns = append(s.columns, c)
	}
	for _, name := range release.Needed(q.Plan) {
		at, _ := q.Plan.Domain.Position(name)
		s.needed = append(s.needed, s.columns[at])
	}
	s.places = placesOf(s.needed)
	if err := ordered(q.Plan); err != nil {
		return "", err
	}
	if err := unrepaired(q.Plan); err != nil {
		return "", err
	}
	if err := s.asInTables(); err != nil {
		return "", err
	}
	return s.write(q.Dialect)
}

// ordered errors where people can have several rows that nothing tells apart in a database.
func ordered(p *plan.Compiled) error {
	if r := p.Plan.Rows; r != nil && r.Key == "" {
		return message.Errorf("people can have several rows, and the rows of a database table have no order: in step %s, name a column that orders them, such as the number or the day of a visit", guide.Data.Title())
	}
	return nil
}

// unrepaired errors where the plan has cells read by rules, or as several answers, which no query does.
func unrepaired(p *plan.Compiled) error {
	if splits := p.Plan.Data.Splits; len(splits) > 0 {
		return message.Errorf("the plan reads cells of column %q as several answers, which a query cannot do: in a view of the database, give each option a column named as in the plan, and undo the reading, or give the rows themselves", splits[0].Column)
	}
	if len(p.Plan.Data.Repairs) == 0 {
		return nil
	}
	r := p.Plan.Data.Repairs[0]
	return message.Errorf("the plan reads cells of column %q by a rule (%s), which a query cannot do: correct the column in a view of the database and undo the rule, or give the rows themselves", r.Column, r.Kind)
}

// asInTables errors where the plan leaves rows of its file out, or its file writes numbers in a way in which a query does not read texts.
func (s *statement) asInTables() error {
	p := s.plan.Plan
	if p.Data.LeaveOut != "" {
		return message.Errorf("the plan leaves out rows of its file by their numbers (%s), which the rows of a database do not have: leave them out in a view of the database, and read all rows again in step %s, or give the rows themselves", p.Data.LeaveOut, guide.Data.Title())
	}
	if !p.Data.DecimalComma && p.Data.Thousands == "" {
		return nil
	}
	var numbers []string
	for _, c := range s.columns {
		if c.isNumeric() {
			numbers = append(numbers, string(c.attribute.Name()))
		}
	}
	if p.Weight != nil {
		numbers = append(numbers, p.Weight.Column)
	}
	if p.Rows != nil {
		numbers = append(numbers, p.Rows.Person)
	}
	for _, name := range numbers {
		if named := s.types[name]; named == "" || ofTexts.MatchString(named) {
			return message.Errorf("the plan's file writes numbers with a decimal comma or with marks between thousands, and a query reads texts such as those of column %q with a decimal point: let the first query describe the table and open what it returns, so that the database's own numbers are compared, make numbers of them in a view, or give the rows themselves", name)
		}
	}
	return nil
}

// ofTexts matches the names that engines have for types of texts.
var ofTexts = regexp.MustCompile("(?i)^(text|char|varchar|bpchar|citext|name|string)")

// from names the table, or the files that are read as one.
func (s *statement) from(table, files string) (string, error) {
	if files == "" {
		return s.tableName(table)
	}
	if _, ok := s.writer.(duckDB); !ok {
		return "", message.Errorf("files are read by DuckDB: use the dialect %q, or load them into a table and name that", DuckDB)
	}
	return filesTable(files)
}

// tableName quotes the parts of a table's name.
func (s *statement) tableName(table string) (string, error) {
	var parts []string
	rest := strings.TrimSpace(table)
	for {
		var part string
		if quoted, ok := strings.CutPrefix(rest, `"`); ok {
			end := 0
			for end < len(quoted) && quoted[end] != '"' || strings.HasPrefix(quoted[end:], `""`) {
				if quoted[end] == '"' {
					end++
				}
				end++
			}
			if end == len(quoted) {
				return "", message.Errorf("the table's name %q has a quotation mark that is not closed: write it twice within a quoted part", table)
			}
			part, rest = strings.ReplaceAll(quoted[:end], `""`, `"`), quoted[end+1:]
		} else if end := strings.Index(rest, "."); end >= 0 {
			part, rest = rest[:end], rest[end:]
		} else {
			part, rest = rest, ""
		}
		if strings.TrimSpace(part) == "" {
			return "", message.Errorf("the table's name is %q: name the table with the rows, such as survey or public.survey", table)
		}
		name, err := s.name(part)
		if err != nil {
			return "", err
		}
		parts = append(parts, name)
		if rest == "" {
			return strings.Join(parts, "."), nil
		}
		if rest[0] != '.' {
			return "", message.Errorf("the table's name is %q: write a point between the schema and the table", table)
		}
		rest = rest[1:]
	}
}

// statement is a query while it is written. Each block is a common table expression that works
// on the one before it.
type statement struct {
	writer
	plan    *plan.Compiled
	table   string
	files   bool // in place of a table
	unread  bool
	types   map[string]string
	taken   map[string]taken // by what they are called in the block of rows
	seen    bool             // the block of rows says where all that can be was read at sight
	columns []column
	needed  []column
	places  []place  // of the columns that are needed
	noCells []string // the lines that are no cells
	blocks  []string
}

// block adds a common table expression.
func (s *statement) block(comment, head, body string) {
	s.blocks = append(s.blocks, "-- "+comment+"\n"+head+" AS (\n"+body+"\n)")
}

// keptBlock adds one that several others read, and that is worked out once.
func (s *statement) keptBlock(comment, head, body string) {
	s.blocks = append(s.blocks, "-- "+comment+"\n"+head+" AS "+s.kept()+"(\n"+body+"\n)")
}

// write puts the blocks together.
func (s *statement) write(d Dialect) (string, error) {
	if err := s.take(); err != nil {
		return "", err
	}
	lists, err := s.lists()
	if err != nil {
		return "", err
	}
	if err := s.read(lists); err != nil {
		return "", err
	}
	s.codes()
	end := s.unreadTexts
	if s.unread {
		s.faults()
	} else {
		s.lines()
		s.cells()
		end = s.result
	}
	last := end()
	return s.preface(d) + s.before() + "WITH\n" + strings.Join(s.blocks, ",\n") + "\n" + last + ";\n", nil
}

// preface says what the query is, in words that are safe in comments.
func (s *statement) preface(d Dialect) string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, "-- "+format+"\n", args...) }
	what := "Counts per cell for Steward, of the rows of %s."
	if s.unread {
		what = "What Steward cannot read in the rows of %s, the most frequent first."
	}
	line(what, commented(s.table))
	line("It reads the table and changes nothing. What it returns is private, like the rows:")
	line("it says exactly how many there are of each. Keep it as safe as the table itself.")
	if s.unread {
		line("It is for you to look at. Dialect: %s", d)
		return b.String() + "\n"
	}
	line("Run it, for instance, with")
	line("  %s", s.running(s.files))
	line("and give the file to Steward (steward check PLAN --data FILE) as you would the rows.")
	line("It holds for the columns as declared in the plan. When they change, write it again.")
	var needed []string
	for _, c := range s.needed {
		needed = append(needed, commented(string(c.attribute.Name())))
	}
	line("Counted is every combination of values that has rows, in the columns that questions and known facts are about:")
	line("  %s.", strings.Join(needed, ", "))
	if len(s.plan.Synthetic) > 0 {
		line("Made-up records are made from the counts of all combinations in their columns, not from those of one column each.")
	}
	if len(s.plan.Clusters) > 0 {
		line("Groups of similar people are found from the counts of all combinations in the columns that they are formed by.")
	}
	for _, c := range s.columns {
		switch name := commented(string(c.attribute.Name())); {
		case c.isDays():
			line("Dates in %s are read when they are dates of the database, or texts such as %s.", name, c.examples())
			line("Other texts are counted as unreadable: mend them in a view.")
		case c.isDates():
			line("Times in %s are read when they are times of the database, or texts such as 13:45 or 2024-03-14 13:45.", name)
			line("Other texts are counted as unreadable: mend them in a view.")
		}
	}
	if w := s.plan.Plan.Weight; w != nil {
		line("Rows are weighted by %s: each counts as a whole number of steps of %s, up to %s.", commented(w.Column), w.Step, w.Cap)
	}
	line("Dialect: %s", d)
	if d == Spark {
		line("A query of this dialect was never run by those who make Steward, who have no Spark. Run it first")
		line("over a small table of made-up rows, and compare its counts with those that Steward reads from the rows.")
	}
	b.WriteString("\n")
	return b.String()
}

// lists adds a table of the texts that have a code of their own, for each column with any.
func (s *statement) lists() (map[int]bool, error) {
	has := make(map[int]bool)
	for _, c := range s.columns {
		rows, err := c.listed()
		if err != nil {
			return nil, message.Errorf("column %q: %w", c.attribute.Name(), err)
		}
		if len(rows) > 0 && !c.compared() && !s.skipped(c) {
			has[c.number] = true
			values := make([]string, len(rows))
			for i, r := range rows {
				values[i] = fmt.Sprintf("(%s, %d)", r.literal, r.code)
			}
			s.block("the codes of texts in column "+commented(string(c.attribute.Name())), c.list()+"(label, code)", "  VALUES\n    "+strings.Join(values, ",\n    "))
		}
	}
	return has, nil
}

// fault is the place of a row that cannot be read, NULL for others: of the first column that cannot be,
// else the first impossible combination it is in, else that it does not say whose it is.
func (s *statement) fault() string {
	var b strings.Builder
	b.WriteString("CASE")
	for _, c := range s.columns {
		if c.isDates() && s.settings() != "" {
			fmt.Fprintf(&b, " WHEN %s THEN %d", s.settings(), s.noCell(lineSettings))
			break
		}
	}
	for _, c := range s.columns {
		if s.skipped(c) {
			continue
		}
		fmt.Fprintf(&b, "\n      WHEN %s IS NULL THEN %d", c.c(), s.noCell(lineUnread+" "+strconv.Itoa(c.number)))
	}
	for i, combination := range s.plan.Everybody().Impossible() {
		var all []string
		for _, c := range s.columns {
			if labels := combination[c.attribute.Name()]; len(labels) > 0 {
				all = append(all, c.c()+" IN ("+strings.Join(codesOf(c.attribute, labels), ", ")+")")
			}
		}
		fmt.Fprintf(&b, "\n      WHEN %s THEN %d", strings.Join(all, " AND "), s.noCell(lineImpossible+" "+strconv.Itoa(i+1)))
	}
	if s.plan.Plan.Weight != nil {
		fmt.Fprintf(&b, "\n      WHEN units IS NULL THEN %d", s.noCell(lineWeight))
	}
	if s.plan.Plan.Rows != nil {
		fmt.Fprintf(&b, "\n      WHEN %s IS NULL THEN %d", strings.Join(s.identity(), " IS NULL AND "), s.noCell(lineNobody))
		fmt.Fprintf(&b, "\n      WHEN %s IS NULL THEN %d", rowKey, s.noCell(lineUnordered))
	}
	b.WriteString(" END")
	return b.String()
}

// codesOf returns the codes of labels.
func codesOf(a *domain.Attribute, labels []string) (out []string) {
	for _, l := range labels {
		code, _ := a.Find(l)
		out = append(out, fmt.Sprint(code))
	}
	return out
}

// settings is the condition under which the session's settings write dates in another way.
func (s *statement) settings() string {
	if _, ok := s.writer.(postgres); ok {
		return "(SELECT current_setting('DateStyle') NOT LIKE 'ISO%')"
	}
	return ""
}

// faults adds what keeps a row from being counted.
func (s *statement) faults() {
	s.block("what keeps a row from being counted", "faults", "  SELECT "+strings.Join(append(s.beside(), s.fault()+" AS fault"), ", ")+"\n  FROM codes"+s.asBlock())
}

// beside are the columns that go along with the codes: whose row it is, its weight, and the texts
// where they are to be shown.
func (s *statement) beside() (all []string) {
	if s.plan.Plan.Rows != nil {
		all = append(all, s.identity()...)
		all = append(all, rowKey)
	}
	if s.together() {
		all = append(all, rowsAlike)
	}
	if s.unread {
		for _, c := range s.columns {
			all = append(all, c.t())
		}
		if s.plan.Plan.Weight != nil {
			all = append(all, weightText)
		}
	}
	return all
}

// personKey names a whole number that is most people's own, by which their rows are sorted fast.
const personKey = "person_key"

// identity are the columns that say whose row it is: whole numbers of the engine as they are.
func (s *statement) identity() []string {
	switch {
	case s.identified():
		return []string{"person"}
	case s.sights():
		return []string{personKey, "person_number", "person"}
	}
	return []string{"person", "person_number"}
}

// samePerson is what the rows of one person share.
func (s *statement) samePerson() string {
	number, text := "person_number", "CASE WHEN person_number IS NULL THEN person END"
	switch {
	case s.identified():
		return "person"
	case s.sights():
		return personKey + ", CASE WHEN " + personKey + " IS NULL THEN " + number + " END, " + text
	}
	return number + ", " + text
}

// keyOfPerson is the number of a person who has a whole one, and made of the text of who has no number.
func (s *statement) keyOfPerson() string {
	const number = "person_number"
	return fmt.Sprintf("CASE WHEN %[1]s IS NULL THEN %[2]s WHEN %[3]s THEN NULL WHEN abs(%[1]s) < %[4]d THEN CAST(%[1]s AS %[5]s) END",
		number, s.hashed("person"), s.fraction(number), int64(1)<<53, s.wholeType())
}

// identified reports whether people have whole numbers of the engine.
func (s *statement) identified() bool {
	return s.writer.kindOf(s.types[s.plan.Plan.Rows.Person]) == wholes && !s.unread
}

// rowKey names the texts of the column in whose order the rows of a person come.
const rowKey = "row_key"

// lines adds the place of every row.
func (s *statement) lines() {
	beside, rows := s.besidePlaces(), s.plan.Plan.Rows
	var items, names []string
	for _, p := range s.placeOfRow() {
		items, names = append(items, p.of+" AS "+p.name), append(names, p.name)
	}
	placed := "  SELECT " + strings.Join(append(items, beside...), ",\n    ") + "\n  FROM codes"
	if s.seen {
		placed = "  SELECT " + strings.Join(append(slices.Clone(names), beside...), ", ") + "\n  FROM " + rowsBlock + "\n  WHERE " + allSeen + "\n  UNION ALL\n" + placed
	}
	block := "lines"
	if rows != nil {
		block = "placed"
	}
	s.block("what a row counts as", block, placed+s.asBlock())
	if rows == nil {
		return
	}
	// Rows that say the same of their place among a person's lie side by side, and one sort is enough: with all of them, more are
	// counted than come before.
	beside = nil
	for _, w := range s.weights() {
		beside = append(beside, w.name)
	}
	s.block("the rows of a person in the order of the column that tells them apart, which depends on no answer", "slots",
		"  SELECT "+strings.Join(append(slices.Clone(names), beside...), ", ")+",\n    row_number() OVER of_person AS slot,\n"+
			"    count(*) OVER of_person > rank() OVER of_person AS alike\n  FROM placed\n"+
			"  WINDOW of_person AS (PARTITION BY "+s.samePerson()+", "+s.inCell()+"\n"+
			"    ORDER BY length("+rowKey+"), "+rowKey+")"+s.asBlock())
	kept := fmt.Sprintf("slot <= %d AND NOT alike", rows.AtMost)
	items = []string{fmt.Sprintf("CASE WHEN %s OR NOT %s THEN place1 WHEN alike THEN %d ELSE %d END AS place1", kept, s.inCell(), s.noCell(lineAlike), s.noCell(lineBeyond))}
	for _, name := range names[1:] {
		items = append(items, fmt.Sprintf("CASE WHEN %s THEN %s ELSE 0 END AS %s", kept, name, name))
	}
	items = append(append(items, beside...), "CASE WHEN slot = 1 AND "+s.inCell()+" THEN 1 ELSE 0 END AS person")
	s.block("what a row counts as", "lines", "  SELECT "+strings.Join(items, ",\n    ")+"\n  FROM slots"+s.asBlock())
}

// cells adds the number of rows of every place.
func (s *statement) cells() {
	var names []string
	for _, p := range s.places {
		names = append(names, p.name)
	}
	by, sums := strings.Join(names, ", "), ""
	if s.plan.Plan.Rows != nil {
		sums = ", sum(person) AS people"
	}
	if s.plan.Plan.Weight != nil {
		sums += ", " + s.summed("units") + " AS units, " + s.summed(s.ofRead("capped")) + " AS capped, " + s.summed(s.ofRead("unweighted")) + " AS unweighted"
	}
	s.keptBlock("the number of rows of every cell, and of what is none", "cells", "  SELECT "+by+", "+s.rows("1")+" AS n"+sums+"\n  FROM "+s.sorted("lines", by)+"\n  GROUP BY "+by+s.keepsOrder(by))
}

// result is the statement's end: the cells in the order of their codes, so that a reader has to remember none of them,
// and then the totals that show whether it is whole.
func (s *statement) result() string {
	type total struct{ line, of string }
	var totals []total
	inCells := func(of string) string { return "CASE WHEN " + s.inCell() + " THEN " + of + " ELSE 0 END" }
	n, held, some := "n", "n", ""
	if s.plan.Plan.Rows != nil {
		totals = append(totals, total{linePeople, "people"})
	}
	if s.plan.Plan.Weight != nil {
		n, held, some = "CASE WHEN "+s.inCell()+" THEN units ELSE n END", "units", " WHERE NOT "+s.inCell()+" OR units > 0"
		totals = append(totals, total{lineWeighed, inCells("n")}, total{lineUnits, inCells("units")}, total{lineCapped, "capped"}, total{lineUnweighted, "unweighted"})
	}
	totals = append(totals, total{lineMarks, inCells(held + " * " + s.mark())}, total{lineRows, "n"})
	var names, zeros, sums []string
	for i, p := range s.places {
		names = append(names, p.name)
		if i > 0 {
			zeros = append(zeros, ", 0")
		}
	}
	other := strings.Join(zeros, "")
	from := "SELECT " + strings.Join(names, ", ") + ", CAST(" + n + " AS " + s.wholeType() + ") AS n FROM cells" + some + "\n"
	if len(s.relied()) > 0 {
		from += fmt.Sprintf("UNION ALL\nSELECT %d%s, n FROM "+typesBlock+" WHERE n > 0\n", s.noCell(lineTypes), other)
	}
	for _, t := range totals {
		sums = append(sums, fmt.Sprintf("CAST(COALESCE(sum(%s), 0) AS %s) AS all_%s", t.of, s.wholeType(), t.line))
		from += fmt.Sprintf("UNION ALL\nSELECT %d%s, all_%s FROM totals\n", s.noCell(t.line), other, t.line)
	}
	s.keptBlock("what they add up to", "totals", "  SELECT "+strings.Join(sums, ",\n    ")+"\n  FROM cells")
	var codes []string
	for i, code := range s.codesOfPlaces() {
		codes = append(codes, fmt.Sprintf("CASE WHEN %s THEN %s ELSE -1 END AS %s", s.inCell(), code, s.needed[i].c()))
	}
	end, by := "", strings.Join(names, ", ")
	if s.keepsOrder(by) == "" {
		end = "\nORDER BY " + by
	}
	return "SELECT CASE WHEN " + s.inCell() + " THEN '" + lineCell + "' ELSE " + s.lineOf(names[0]) + " END AS line,\n  " +
		strings.Join(codes, ",\n  ") + ",\n  n AS " + counted + digest(s.plan) + "\nFROM (\n" + from + ") AS result" + end
}

// maxTexts is how many texts a query for what cannot be read returns.
const maxTexts = 200

// unreadTexts is the statement's end that returns the texts that cannot be read.
func (s *statement) unreadTexts() string {
	var b strings.Builder
	b.WriteString("SELECT " + s.lineOf("fault") + " AS line, CASE fault")
	for _, c := range s.columns {
		fmt.Fprintf(&b, " WHEN %d THEN %s", s.noCell(lineUnread+" "+strconv.Itoa(c.number)), c.t())
	}
	if s.plan.Plan.Weight != nil {
		fmt.Fprintf(&b, " WHEN %d THEN %s", s.noCell(lineWeight), weightText)
	}
	fmt.Fprintf(&b, " END AS found, "+s.rows("1")+" AS n\nFROM faults\nWHERE fault IS NOT NULL\nGROUP BY 1, 2\nORDER BY 3 DESC, 1, 2\nLIMIT %d", maxTexts)
	return b.String()
}

// commented makes a name safe in a comment, whatever shell reads the query.
func commented(name string) string {
	return strings.Map(func(r rune) rune {
		if r == ' ' || r == '-' || r == '_' || r == '.' || r >= '0' && r <= '9' || visible(r) && r > '~' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		if r == '"' || r == '`' {
			return -1
		}
		return '?'
	}, name)
}
