package constraint

import (
	"fmt"
	"strings"

	"steward/core/domain"
	"steward/core/message"
)

// Fact is one thing that the public knows for certain. Exactly one of People, Totals and
// Counts is set.
type Fact struct {
	// ID tells facts apart; it does not appear on screens.
	ID string `json:"id"`
	// Title names the fact in the steward's words; empty means one made from what it says.
	Title string `json:"title,omitempty"`
	// People is the number of people in the file.
	People *int64 `json:"people,omitempty"`
	// Totals are counts by the values of some columns.
	Totals *Totals `json:"totals,omitempty"`
	// Counts are counts of anything else.
	Counts []Count `json:"counts,omitempty"`
}

// Totals are the public counts of a table over some columns (a marginal, He et al. 2014
// section 3.2).
type Totals struct {
	Columns []domain.AttributeName `json:"columns"`
	Rows    []Row                  `json:"rows"`
	// NobodyElse says that combinations without a row are known to hold nobody; otherwise
	// nothing is known of them.
	NobodyElse bool `json:"nobodyElse,omitempty"`
}

// Row is one number of a public table: the labels of the values, one per column, and how
// many people have them.
type Row struct {
	Labels []string `json:"labels"`
	Count  int64    `json:"count"`
}

// Count is a public count of the people for whom a predicate holds.
type Count struct {
	Of    Predicate `json:"of"`
	Count int64     `json:"count"`
}

// Predicate says who is counted: everybody for whom one of the boxes holds.
type Predicate []Box

// Box holds for a record for which all its conditions hold; each column has at most one.
// Without conditions it holds for everybody.
type Box []Condition

// Condition says which values of a column count: the listed ones and those of the spans.
type Condition struct {
	Column domain.AttributeName `json:"column"`
	Values []string             `json:"values,omitempty"`
	Spans  []Span               `json:"spans,omitempty"`
}

// Span is a range of an ordered column, by labels, both included.
type Span struct {
	From string `json:"from"`
	To   string `json:"to"`
}

// Everyone is the predicate that holds for everybody.
func Everyone() Predicate { return Predicate{Box{}} }

// FromRows makes facts of the rows of an earlier exact release, as they stand in its sheet:
// under each column the label of a value, or nothing where the row counts all values of that
// column. Rows that leave the same columns empty become one fact. It errors on a row with
// another number of labels and on a table without rows, saying which. Whether the labels
// are values of the columns is for New to see.
func FromRows(id, title string, columns []domain.AttributeName, rows []Row) ([]Fact, error) {
	if len(rows) == 0 {
		return nil, message.Errorf("the table %q has no rows: choose the sheet and the rows that hold its numbers", title)
	}
	var facts []Fact
	at := make(map[string]int) // which labels a row has -> fact
	for i, r := range rows {
		if len(r.Labels) != len(columns) {
			return nil, message.Errorf("row %d of the table %q has %d labels, but there are %d columns: give one label per column, or leave it empty where the row counts all values", i+1, title, len(r.Labels), len(columns))
		}
		pattern := make([]byte, len(columns))
		var named []domain.AttributeName
		own := Row{Count: r.Count}
		for j, l := range r.Labels {
			if strings.TrimSpace(l) != "" {
				pattern[j] = 1
				named, own.Labels = append(named, columns[j]), append(own.Labels, l)
			}
		}
		f, seen := at[string(pattern)]
		if !seen {
			f = len(facts)
			at[string(pattern)] = f
			facts = append(facts, margin(id, title, f, named))
		}
		switch {
		case len(named) > 0:
			facts[f].Totals.Rows = append(facts[f].Totals.Rows, own)
		case facts[f].People != nil:
			return nil, message.Errorf("row %d of the table %q counts everybody, as an earlier row does: remove one", i+1, title)
		default:
			facts[f].People = &own.Count
		}
	}
	return facts, nil
}

// margin returns the empty fact of number f of a table, for the rows that name some of its
// columns.
func margin(id, title string, f int, named []domain.AttributeName) Fact {
	out := Fact{ID: id, Title: title}
	if f > 0 {
		out.ID = fmt.Sprintf("%s.%d", id, f+1)
	}
	if len(named) > 0 {
		out.Totals = &Totals{Columns: named}
		if title != "" {
			out.Title = fmt.Sprintf("%s, by %s", title, plain(named))
		}
	} else if title != "" {
		out.Title = title + ", all people"
	}
	return out
}
