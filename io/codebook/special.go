package codebook

import (
	"steward/core/domain"
	"steward/core/message"
	"steward/io/sheet/grid"
)

// special is a type of columns that no plan publishes as they are: they say something of the rows, or of other columns.
type special struct {
	kind domain.Kind
	// named says that its values are listed, stepped that it can have a step.
	named, stepped bool
	// ends takes what a row has as lower and upper end; nil where the type has none.
	ends func(*column, *reader, line) error
	// finish puts what all rows of a column say into a book.
	finish func(*column, *reader, *Book) error
	// rows are what a book has of such columns.
	rows func(Book) ([]declared, error)
	// published is the error of a column that is published besides.
	published func(name string) error
}

// declared is what the rows of a codebook say of a column.
type declared struct {
	name string
	rows []map[heading]string
}

// specials are all of them, in the order in which codebooks list them.
var specials = []special{several, persons, weights}

// specialOf returns the special type of a kind, nil for one of published columns.
func specialOf(k domain.Kind) *special {
	for i := range specials {
		if specials[i].kind == k {
			return &specials[i]
		}
	}
	return nil
}

// second errors where a book has a column that there is one of at most.
func (c *column) second(r *reader, what message.Text, first string) error {
	return r.fault(c.first.number, r.at[columnName], "found a second column of %s, besides %s", what, grid.Quote(first)).WithRemedy("keep one of them")
}

// into puts what is declared of a column into a book.
func (c *column) into(r *reader, b *Book) error {
	if s := specialOf(c.kind.Kind); s != nil {
		return s.finish(c, r, b)
	}
	col, err := c.finish(r)
	if err == nil {
		b.Columns = append(b.Columns, col)
	}
	return err
}
