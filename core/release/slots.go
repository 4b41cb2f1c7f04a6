package release

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// slots gives every person the same number of rows at most. Each person has exactly that
// many slots; one that no row fills holds "no row", which is no cell, so that how often
// somebody appears is hidden like an answer (DESIGN section 4, step 1).
//
// Where a person has more rows than slots, the first ones stay: in the order of the file, or of the
// column that the plan names for it (plan.Rows). What decides is so the place of a row among the rows
// of its own person and never an answer. When answers change and rows stay where they are, the same
// rows fill the same slots, and each slot moves along the edge that its own row moves along
// (docs/mathematics.md, "Several rows of one person"). Were it an answer, or a hash of answers, a
// change along an edge could put any other row of that person in its place. Where rows have weights
// the units of a row go with it, and one of none fills a slot like any other.
type slots struct {
	atMost  int
	persons map[string][]kept
	beyond  int64 // rows that found no slot
}

// kept is one row that fills a slot: its value in each column, what it counts as, and what stands in
// the column that rows are ordered by.
type kept struct {
	values []int32
	units  int64
	key    string
	row    int // of the sheet
}

// newSlots returns empty slots for at most that many rows of a person, which is above zero.
func newSlots(atMost int) *slots {
	return &slots{atMost: atMost, persons: make(map[string][]kept)}
}

// add puts a row of a person into one of their slots. It counts as that many units, 1 where rows
// have no weights. Rows of the same key, such as the empty one, stay in the order in which they come.
// It returns the row of the sheet that finds no slot, this one or one that it takes the place of, 0 for none.
func (s *slots) add(person, key string, values []int, units int64, row func() int) (beyond int) {
	rows := s.persons[person]
	at := len(rows)
	for at > 0 && precedes(key, rows[at-1].key) {
		at--
	}
	if at == s.atMost {
		s.beyond++
		return row()
	}
	next := kept{units: units, key: key, row: row()}
	if len(rows) == s.atMost {
		s.beyond++
		last := rows[len(rows)-1]
		next.values, beyond = last.values, last.row // taken over by the row that comes in
		rows = rows[:len(rows)-1]
	} else {
		next.values = make([]int32, len(values))
	}
	for i, v := range values {
		next.values[i] = int32(v)
	}
	s.persons[person] = slices.Insert(rows, at, next)
	return beyond
}

// precedes orders keys: shorter ones first, then letter by letter, so that whole numbers and days come
// in their order and a database can do the same (io/counts).
func precedes(a, b string) bool {
	if n, m := utf8.RuneCountInString(a), utf8.RuneCountInString(b); n != m {
		return n < m
	}
	return strings.Compare(a, b) < 0
}

// people returns how many different people there are.
func (s *slots) people() int64 { return int64(len(s.persons)) }

// each calls visit for every row that fills a slot, and forgets it.
func (s *slots) each(visit func(values []int32, units int64)) {
	for person, rows := range s.persons {
		for _, r := range rows {
			visit(r.values, r.units)
			clear(r.values)
		}
		delete(s.persons, person)
	}
}
