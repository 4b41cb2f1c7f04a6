package pdf

import (
	"bytes"
	"testing"
	"time"

	"steward/reports/chart"
)

// TestWriteChart prints a chart by itself and reads what the page says.
func TestWriteChart(t *testing.T) {
	k := &chart.Curve{Series: []chart.Series{{Name: "your choice", Points: []chart.XY{{Budget: 0.1, Error: 50}, {Budget: 1, Error: 5}}}}, Present: 0.5, XName: "budget"}
	var a, b bytes.Buffer
	created := time.Date(2026, 3, 11, 14, 9, 0, 0, time.UTC)
	for _, w := range []*bytes.Buffer{&a, &b} {
		if err := WriteChart(w, "A curve", created, k, 400, 200); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.HasPrefix(a.Bytes(), []byte("%PDF-")) || a.Len() < 5000 {
		t.Errorf("%d bytes are no page", a.Len())
	}
	if !bytes.Contains(a.Bytes(), []byte("/CreationDate (D:20260311140900")) {
		t.Error("the page was made at another time")
	}
	if !bytes.Equal(a.Bytes(), b.Bytes()) {
		t.Error("the same chart makes different files")
	}
	if err := WriteChart(&a, "Nothing", created, &chart.Curve{}, 400, 200); err == nil {
		t.Error("a chart without lines was printed")
	}
}
