package result

import (
	"reflect"
	"testing"
)

// Every list of a release whose entries were published is gone through.
func TestEveryKindOfOutputIsListed(t *testing.T) {
	of, kinds := reflect.TypeFor[Release](), 0
	for i := range of.NumField() {
		list := of.Field(i)
		if list.Type.Kind() != reflect.Slice || !reflect.PointerTo(list.Type.Elem()).Implements(reflect.TypeFor[Output]()) {
			continue
		}
		kinds++
		var r Release
		reflect.ValueOf(&r).Elem().Field(i).Set(reflect.MakeSlice(list.Type, 2, 2))
		if all := r.Outputs(); len(all) != 2 || reflect.TypeOf(all[0]).Elem() != list.Type.Elem() {
			t.Errorf("%s: a release of two has %v", list.Name, all)
		}
	}
	if kinds < 4 {
		t.Errorf("%d kinds of output were looked at", kinds)
	}
}
