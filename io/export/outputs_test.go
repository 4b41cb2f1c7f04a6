package export

import (
	"reflect"
	"testing"

	"steward/core/result"
)

// Whatever a release can publish stands in its files: in the record as often as in the release.
func TestEveryKindOfOutputIsWritten(t *testing.T) {
	of, kinds := reflect.TypeFor[result.Release](), 0
	for i := range of.NumField() {
		list := of.Field(i)
		if list.Type.Kind() != reflect.Slice || !reflect.PointerTo(list.Type.Elem()).Implements(reflect.TypeFor[result.Output]()) {
			continue
		}
		kinds++
		r := releaseOf(t, smallPlan())
		entries := reflect.ValueOf(r).Elem().Field(i)
		before := entries.Len()
		entry := reflect.New(list.Type.Elem()).Elem()
		if before > 0 {
			entry = entries.Index(0) // a question is nothing without its workload
		}
		entries.Set(reflect.Append(entries, entry))
		if n := len(outputsOf(r)); n != len(r.Outputs()) {
			t.Errorf("%s: %d of %d have files", list.Name, n, len(r.Outputs()))
		}
		if record := reflect.ValueOf(recordOf(r, nil, nil)).FieldByName(list.Name); record.Len() != before+1 {
			t.Errorf("%s: %d of %d are in the record", list.Name, record.Len(), before+1)
		}
	}
	if kinds < 4 {
		t.Errorf("%d kinds of output were looked at", kinds)
	}
}
