package release

import (
	"encoding/binary"
	"hash/maphash"
	"slices"
)

// slots gives every person the same number of rows at most. Each person has exactly that
// many slots; one that no row fills holds "no row", which is no cell, so that how often
// somebody appears is hidden like an answer (DESIGN section 4, step 1).
//
// Where a person has more rows than slots, the rows that are kept depend on that person's
// rows alone and not on their order or on anybody else's: otherwise one person's rows could
// push another's out, and a change in one row would reach further than its own person. They
// are those with the least keyed hash, under a key of this release only, so that no answer
// is preferred. Where rows have weights the units of a row go with it, and one of none fills a slot
// like any other.
type slots struct {
	atMost  int
	seed    maphash.Seed
	persons map[string][]kept
	beyond  int64 // rows that found no slot
	buffer  []byte
}

// kept is one row that fills a slot: its value in each column, and what it counts as.
type kept struct {
	values []int32
	units  int64
	rank   uint64
}

// newSlots returns empty slots for at most that many rows of a person, which is above zero.
func newSlots(atMost int, seed maphash.Seed) *slots {
	return &slots{atMost: atMost, seed: seed, persons: make(map[string][]kept)}
}

// add puts a row of a person into one of their slots. It counts as that many units, 1 where rows
// have no weights.
func (s *slots) add(person string, values []int, units int64) {
	rows := s.persons[person]
	next := kept{units: units, rank: s.rank(values, units)}
	at, _ := slices.BinarySearchFunc(rows, next, before)
	// Rows of equal rank have, but for a collision, equal values and units; a collision is settled
	// by them, so that the order of the rows still does not matter.
	for at < len(rows) && rows[at].rank == next.rank && rows[at].less(values, units) {
		at++
	}
	if at == s.atMost {
		s.beyond++
		return
	}
	if len(rows) == s.atMost {
		s.beyond++
		next.values = rows[len(rows)-1].values // taken over by the row that comes in
		rows = rows[:len(rows)-1]
	} else {
		next.values = make([]int32, len(values))
	}
	for i, v := range values {
		next.values[i] = int32(v)
	}
	s.persons[person] = slices.Insert(rows, at, next)
}

func before(a, b kept) int {
	switch {
	case a.rank < b.rank:
		return -1
	case a.rank > b.rank:
		return 1
	}
	return 0
}

// less orders rows by their values, and then their units.
func (k kept) less(values []int, units int64) bool {
	for i, v := range k.values {
		if int(v) != values[i] {
			return int(v) < values[i]
		}
	}
	return k.units < units
}

// rank is the keyed hash of a row's values and units. It leaves the person out: a person's rows
// are compared with one another only.
func (s *slots) rank(values []int, units int64) uint64 {
	s.buffer = binary.LittleEndian.AppendUint64(s.buffer[:0], uint64(units))
	for _, v := range values {
		s.buffer = binary.LittleEndian.AppendUint32(s.buffer, uint32(v))
	}
	return maphash.Bytes(s.seed, s.buffer)
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
