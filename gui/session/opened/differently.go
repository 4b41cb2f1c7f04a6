package opened

import (
	"reflect"

	"steward/core/plan"
)

// ReadDifferently reports whether the records have to be checked again: whether an edit
// changed how the file is read, whose rows are whose, what its columns may hold, or the facts
// about it.
func ReadDifferently(before, after plan.Plan) bool {
	before.Data.Reviewed, after.Data.Reviewed = nil, nil
	return !reflect.DeepEqual(before.Data, after.Data) || !reflect.DeepEqual(before.Rows, after.Rows) || !reflect.DeepEqual(before.Weight, after.Weight) || !reflect.DeepEqual(before.Columns, after.Columns) ||
		!reflect.DeepEqual(before.Impossible, after.Impossible) || !reflect.DeepEqual(before.Facts, after.Facts)
}
