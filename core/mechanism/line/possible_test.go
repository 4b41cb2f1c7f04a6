package line

import (
	"testing"
)

// Cumulative counts are measured by the runs between them.
func TestRunMetric(t *testing.T) {
	m := runMetric([][2]int{{0, 2}, {1, 3}, {2, 3}}, 3)
	got := make([]float64, 3)
	m.Apply(got, []float64{1, 10, 100}) // the runs have 10, 99 and 90
	if got[0] != -99 || got[1] != 10-90 || got[2] != 99+90 || m.Largest != 4 {
		t.Errorf("%v, %v", got, m.Largest)
	}
}
