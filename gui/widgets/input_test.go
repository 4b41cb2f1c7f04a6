package widgets_test

import (
	"testing"

	"fyne.io/fyne/v2"

	"steward/gui/widgets/input"
)

func TestStep(t *testing.T) {
	odd := func(i int) bool { return i%2 == 1 }
	cases := []struct {
		key  fyne.KeyName
		from int
		skip func(int) bool
		want int
	}{
		{fyne.KeyDown, 0, nil, 1},
		{fyne.KeyDown, 4, nil, 4},
		{fyne.KeyUp, 0, nil, 0},
		{fyne.KeyDown, 0, odd, 2},
		{fyne.KeyUp, 4, odd, 2},
		{fyne.KeyEnd, 0, odd, 4},
		{fyne.KeyHome, 4, odd, 0},
		{fyne.KeyDown, -1, nil, 0},
		{fyne.KeyUp, -1, nil, 4},
		{fyne.KeyA, 3, nil, 3},
	}
	for _, c := range cases {
		if got := input.Step(c.key, c.from, 5, c.skip); got != c.want {
			t.Errorf("step(%s, %d) = %d, want %d", c.key, c.from, got, c.want)
		}
	}
}
