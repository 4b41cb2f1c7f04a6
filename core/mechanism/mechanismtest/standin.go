package mechanismtest

import (
	"testing"
)

// Open is an example whose number of people is not stated, so that any stand-in will do.
func Open(t *testing.T) Example {
	t.Helper()
	for _, e := range Examples(t) {
		if e.Name == "two columns with impossible cells" {
			return e
		}
	}
	t.Fatal("the example is gone")
	return Example{}
}
