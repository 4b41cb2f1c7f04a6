package release

import (
	"steward/core/domain"
	"steward/core/table"
)

// meaning is what the cells of a column in memory count as, each different one asked for once.
type meaning struct {
	attribute *domain.Attribute
	column    *table.CodedColumn
	codes     []int32           // by code, plus one; 0 for one that was not asked for
	numbers   map[float64]int32 // maxMeanings at most
	ways      []uint8           // by code, plus one; 0 for one that was not asked for
}

// maxMeanings is of how many different numbers of a column it is kept what they count as.
const maxMeanings = 1 << 16

func newMeaning(a *domain.Attribute, c *table.CodedColumn) meaning {
	return meaning{a, c, make([]int32, len(c.Values())), make(map[float64]int32), make([]uint8, len(c.Values()))}
}

// of returns the value that a record's cell counts as. What cannot be read is asked for each
// time, as its error is made for whom it is told.
func (m *meaning) of(record int) (int, error) {
	code, x := m.column.At(record)
	if code != table.InNumbers {
		if v := m.codes[code]; v > 0 {
			return int(v) - 1, nil
		}
		v, err := m.attribute.ValueOf(m.column.Values()[code])
		if err == nil {
			m.codes[code] = int32(v) + 1
		}
		return v, err
	}
	if !m.attribute.NeedsText() {
		if v, err := m.attribute.ValueOf(table.Cell{Kind: table.Number, Number: x}); err == nil {
			return v, nil
		}
	}
	if v, ok := m.numbers[x]; ok {
		return int(v), nil
	}
	v, err := m.attribute.ValueOf(table.ShortNumber(x))
	if err == nil && len(m.numbers) < maxMeanings {
		m.numbers[x] = int32(v)
	}
	return v, err
}

// way returns in which way a record's cell is read as a value.
func (m *meaning) way(record, value int) domain.Way {
	code, x := m.column.At(record)
	switch {
	case code == table.InNumbers && m.attribute.NeedsText():
		return m.attribute.WayOf(table.ShortNumber(x), value)
	case code == table.InNumbers:
		return m.attribute.WayOf(table.Cell{Kind: table.Number, Number: x}, value)
	case m.ways[code] == 0:
		m.ways[code] = uint8(m.attribute.WayOf(m.column.Values()[code], value)) + 1
	}
	return domain.Way(m.ways[code] - 1)
}
