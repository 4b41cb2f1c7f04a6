package counts

import (
	"fmt"
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
	if err := ordered(q.Plan); err != nil {
		return "", err
	}
	if err := unrepaired(q.Plan); err != nil {
		return "", err
	}
	return s.write(q.Dialect)
}

// ordered errors where people can have several rows that nothing tells apart in a database.
func ordered(p *plan.Compiled) error {
	if r := p.Plan.Rows; r != nil && r.Key == "" {
		return message.Errorf("people can have several rows, and the rows of a database table have no order: in step Your data, name a column that orders them, such as the number or the day of a visit")
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
	return message.Errorf("the plan reads cells of column %q by a rule (%s), which a query cannot do: correct the column in a view of the database and undo the repair, or give the rows themselves", r.Column, r.Kind)
}

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
	s.faults()
	end := s.unreadTexts
	if !s.unread {
		s.lines()
		s.cells()
		end = s.result
	}
	return s.preface(d) + s.before() + "WITH\n" + strings.Join(s.blocks, ",\n") + "\n" + end() + ";\n", nil
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

// fault is what keeps a row from being read, NULL for nothing: the first column that cannot be,
// else the first impossible combination it is in, else that it does not say whose it is.
func (s *statement) fault() string {
	var b strings.Builder
	b.WriteString("CASE")
	for _, c := range s.columns {
		if c.isDates() && s.settings() != "" {
			b.WriteString(" WHEN " + s.settings() + " THEN '" + lineSettings + "'")
			break
		}
	}
	for _, c := range s.columns {
		fmt.Fprintf(&b, "\n      WHEN %s IS NULL THEN '%s %d'", c.c(), lineUnread, c.number)
	}
	for i, combination := range s.plan.Everybody().Impossible() {
		var all []string
		for _, c := range s.columns {
			if labels := combination[c.attribute.Name()]; len(labels) > 0 {
				all = append(all, c.c()+" IN ("+strings.Join(codesOf(c.attribute, labels), ", ")+")")
			}
		}
		fmt.Fprintf(&b, "\n      WHEN %s THEN '%s %d'", strings.Join(all, " AND "), lineImpossible, i+1)
	}
	if s.plan.Plan.Weight != nil {
		fmt.Fprintf(&b, "\n      WHEN units IS NULL THEN '%s'", lineWeight)
	}
	if s.plan.Plan.Rows != nil {
		fmt.Fprintf(&b, "\n      WHEN %s IS NULL THEN '%s'", strings.Join(s.identity(), " IS NULL AND "), lineNobody)
		fmt.Fprintf(&b, "\n      WHEN %s IS NULL THEN '%s'", rowKey, lineUnordered)
	}
	b.WriteString(" END")
	return b.String()
}

// codesOf returns the codes of labels.
func codesOf(a *domain.Attribute, labels []string) []string {
	var out []string
	for _, l := range labels {
		code, _ := a.Find(l)
		out = append(out, fmt.Sprint(code))
	}
	return out
}

// settings is the condition under which the session's settings write dates in another way.
func (s *statement) settings() string {
	if _, ok := s.writer.(postgres); ok {
		return "current_setting('DateStyle') NOT LIKE 'ISO%'"
	}
	return ""
}

// codeNames are the names of the codes of all columns.
func (s *statement) codeNames() []string {
	all := make([]string, len(s.columns))
	for i, c := range s.columns {
		all[i] = c.c()
	}
	return all
}

// faults adds what keeps a row from being counted.
func (s *statement) faults() {
	carried := append(s.codeNames(), s.beside()...)
	for _, w := range s.weights() {
		carried = append(carried, w.name)
	}
	s.block("what keeps a row from being counted", "faults", "  SELECT "+strings.Join(carried, ", ")+",\n    "+s.fault()+" AS fault\n  FROM codes"+s.asBlock())
}

// beside are the columns that go along with the codes: whose row it is, its weight, and the texts
// where they are to be shown.
func (s *statement) beside() []string {
	var all []string
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

// identity are the columns that say whose row it is: whole numbers of the engine as they are.
func (s *statement) identity() []string {
	if s.identified() {
		return []string{"person"}
	}
	return []string{"person", "person_number"}
}

// samePerson is what the rows of one person share.
func (s *statement) samePerson() string {
	if s.identified() {
		return "person"
	}
	return "person_number, CASE WHEN person_number IS NULL THEN person END"
}

// identified reports whether people have whole numbers of the engine.
func (s *statement) identified() bool {
	return s.writer.kindOf(s.types[s.plan.Plan.Rows.Person]) == wholes && !s.unread
}

// rowKey names the texts of the column in whose order the rows of a person come.
const rowKey = "row_key"

// lines adds what every row counts as: NULL for a row of a cell.
func (s *statement) lines() {
	var all []string
	for _, c := range s.needed {
		all = append(all, c.c())
	}
	rows := s.plan.Plan.Rows
	for _, w := range s.weights() {
		all = append(all, w.name)
	}
	if rows == nil {
		if s.together() {
			all = append(all, rowsAlike)
		}
		s.block("what a row counts as, NULL for a cell", "lines", "  SELECT "+strings.Join(all, ", ")+", fault AS no_cell\n  FROM faults")
		return
	}
	// Rows that say the same of their place lie side by side, and one sort is enough.
	s.block("the rows of a person in the order of the column that tells them apart, which depends on no answer", "slots",
		"  SELECT "+strings.Join(all, ", ")+", fault,\n    row_number() OVER of_person AS slot,\n"+
			"    lag("+rowKey+") OVER of_person = "+rowKey+" OR lead("+rowKey+") OVER of_person = "+rowKey+" AS alike\n  FROM faults\n"+
			"  WINDOW of_person AS (PARTITION BY "+s.samePerson()+", fault\n"+
			"    ORDER BY length("+rowKey+"), "+rowKey+")")
	s.block("what a row counts as, NULL for a cell", "lines", fmt.Sprintf("  SELECT %s,\n    CASE WHEN fault IS NOT NULL THEN fault WHEN alike THEN '%s' WHEN slot > %d THEN '%s' END AS no_cell,\n    CASE WHEN fault IS NULL AND slot = 1 THEN 1 ELSE 0 END AS person\n  FROM slots",
		strings.Join(all, ", "), lineAlike, rows.AtMost, lineBeyond))
}

// cells adds the number of rows of every cell, by the columns that are needed.
func (s *statement) cells() {
	var items, by []string
	for _, c := range s.needed {
		items = append(items, fmt.Sprintf("CASE WHEN no_cell IS NULL THEN %s ELSE -1 END AS %s", c.c(), c.c()))
		by = append(by, c.c())
	}
	person, sums := "", ""
	if s.together() {
		person = ", " + rowsAlike
	}
	if s.plan.Plan.Rows != nil {
		person, sums = ", person", ", sum(person) AS people"
	}
	if s.plan.Plan.Weight != nil {
		person += ", units, capped, unweighted"
		sums += ", " + s.summed("units") + " AS units, " + s.summed(s.ofRead("capped")) + " AS capped, " + s.summed(s.ofRead("unweighted")) + " AS unweighted"
	}
	s.block("the columns that questions and known facts are about", "kept", "  SELECT no_cell, "+strings.Join(items, ", ")+person+"\n  FROM lines")
	cell := strings.Join(by, ", ")
	s.block("the number of rows of every cell", "cells", "  SELECT COALESCE(no_cell, '"+lineCell+"') AS line, "+cell+", "+s.rows("1")+" AS n"+sums+"\n  FROM kept\n  GROUP BY no_cell, "+cell)
}

// result is the statement's end: the cells in the order of their codes, so that a reader has to remember none of them,
// and then the totals that show whether it is whole.
func (s *statement) result() string {
	var carried, none []string
	for _, c := range s.needed {
		carried = append(carried, c.c())
		none = append(none, "-1")
	}
	total := func(line, of string) string {
		return fmt.Sprintf("UNION ALL\nSELECT '%s', %s, CAST(COALESCE(sum(%s), 0) AS %s) FROM cells\n", line, strings.Join(none, ", "), of, s.wholeType())
	}
	n, some := "n", ""
	if s.plan.Plan.Weight != nil {
		n, some = "CASE WHEN line = '"+lineCell+"' THEN units ELSE n END", " WHERE line <> '"+lineCell+"' OR units > 0"
	}
	inCells := func(of string) string { return "CASE WHEN line = '" + lineCell + "' THEN " + of + " ELSE 0 END" }
	held := "n"
	if s.plan.Plan.Weight != nil {
		held = "units"
	}
	out := "SELECT line, " + strings.Join(carried, ", ") + ", CAST(" + n + " AS " + s.wholeType() + ") AS " + counted + digest(s.plan) + " FROM cells" + some + "\n"
	if s.plan.Plan.Rows != nil {
		out += total(linePeople, "people")
	}
	if s.plan.Plan.Weight != nil {
		out += total(lineWeighed, inCells("n")) + total(lineUnits, inCells("units")) + total(lineCapped, "capped") + total(lineUnweighted, "unweighted")
	}
	if len(s.relied()) > 0 {
		out += fmt.Sprintf("UNION ALL\nSELECT '%s', %s, n FROM "+typesBlock+" WHERE n > 0\n", lineTypes, strings.Join(none, ", "))
	}
	out += total(lineMarks, inCells(held+" * "+s.mark())) + total(lineRows, "n")
	return "SELECT * FROM (\n" + out + ") AS result\nORDER BY CASE line WHEN '" + lineCell + "' THEN 0 WHEN '" + lineRows + "' THEN 2 ELSE 1 END, line, " + strings.Join(carried, ", ")
}

// maxTexts is how many texts a query for what cannot be read returns.
const maxTexts = 200

// unreadTexts is the statement's end that returns the texts that cannot be read.
func (s *statement) unreadTexts() string {
	var b strings.Builder
	b.WriteString("SELECT fault AS line, CASE fault")
	for _, c := range s.columns {
		fmt.Fprintf(&b, " WHEN '%s %d' THEN %s", lineUnread, c.number, c.t())
	}
	if s.plan.Plan.Weight != nil {
		fmt.Fprintf(&b, " WHEN '%s' THEN %s", lineWeight, weightText)
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
