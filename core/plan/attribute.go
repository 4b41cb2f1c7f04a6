package plan

import "steward/core/domain"

// Attribute returns the domain's attribute that a column declares. It errors, naming the
// column and what to do, where a whole plan would be refused because of this column.
func (col Column) Attribute() (*domain.Attribute, error) { return col.attribute() }
