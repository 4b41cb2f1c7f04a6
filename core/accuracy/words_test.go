package accuracy

import "testing"

func TestPeople(t *testing.T) {
	for _, c := range []struct {
		x    float64
		want string
	}{{0, "0"}, {0.001, "0.01"}, {0.19, "0.19"}, {0.994, "1.00"}, {1, "1.0"}, {9.91, "10.0"}, {9.9, "9.9"}, {18.97, "19"}, {19.2, "20"}, {51, "51"}, {1234.5, "1,235"}} {
		if got := People(c.x); got != c.want {
			t.Errorf("People(%v) = %q, want %q", c.x, got, c.want)
		}
	}
}
