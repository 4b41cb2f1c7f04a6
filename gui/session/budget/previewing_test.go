package budget

import (
	"strings"
	"testing"

	"steward/core/accuracy"
	"steward/core/mechanism"
	"steward/core/mechanism/registry"
	"steward/core/message"
	"steward/core/preview"
)

// A method that is recommended although another has smaller figures beside it says what is compared.
func TestWhyTheBestHasLargerFigures(t *testing.T) {
	candidate := func(name string, rmse, within float64) registry.Candidate {
		return registry.Candidate{Info: mechanism.Info{Name: message.Sprintf("%s", name)}, Prepared: struct{ mechanism.Prepared }{}, Summary: accuracy.Summary{RMSE: rmse, WorstHalfWidth: within, MostTypical: 1}}
	}
	for _, c := range []struct {
		name  string
		other registry.Candidate
		says  bool
	}{
		{"larger", candidate("B", 12, 30), false}, {"smaller", candidate("B", 12, 22), true}, {"as large", candidate("B", 12, 24.9), false}, {"the same to two digits", candidate("B", 10.00001, 22), true}, {"better by all means", candidate("B", 9, 22), false},
	} {
		q := preview.Question{Candidates: []registry.Candidate{candidate("A", 10, 25), c.other}}
		if said := smallerBeside(q); c.says != strings.Contains(said, "Some figures of “B” are smaller, but over all numbers its root mean square error is") {
			t.Errorf("%s: %q", c.name, said)
		}
	}
}
