package accuracy

import (
	"math"
	"testing"
)

func TestPrinted(t *testing.T) {
	for _, c := range []struct{ x, rmse, want float64 }{
		{40.63292445344544, 26.49813885286966, 40.6},
		{40.66, 1234, 40.7},
		{-7.25, 9.99, -7.3},
		{3.14159, 0.5, 3.14},
		{3.14159, 0.043, 3.142},
		{0.25, 0, 0.25},
		{100.0 / 3, 0, 33.333333333},
		{1e15 + 0.5, 3, 1e15 + 0.5},
	} {
		if got := Printed(c.x, c.rmse); got != c.want {
			t.Errorf("%v with an error of %v is printed as %v, want %v", c.x, c.rmse, got, c.want)
		}
	}
	in := Interval{1.239, 4.561}.Printed(0.3)
	if in != (Interval{1.23, 4.57}) {
		t.Errorf("an interval is printed as %v", in)
	}
	if in := (Interval{3, 8}).Printed(2); in != (Interval{3, 8}) {
		t.Errorf("whole ends are printed as %v", in)
	}
	for _, rmse := range []float64{0.0123, 0.5, 7, 400} {
		for x := -3.0; x < 3; x += 0.0137 {
			if off := math.Abs(Printed(x, rmse) - x); off > max(0.05, rmse/2)*1.000001 || rmse >= 1 && off > rmse/20 {
				t.Errorf("%v with an error of %v is off by %v", x, rmse, off)
			}
		}
	}
}
