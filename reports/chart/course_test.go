package chart

import (
	"math"
	"testing"
	"time"
)

// twoYears is an account with three releases and a limit that was raised once.
func twoYears() *Course {
	day := func(n int) time.Time { return time.Date(2026, 1, 1+n, 9, 0, 0, 0, time.UTC) }
	return &Course{
		Spends: []Step{{day(0), 0.5}, {day(200), 1}, {day(500), 2.5}}, Limits: []Step{{day(0), 2}, {day(400), 4}}, Until: day(700),
		Spent: "spent", Allowed: "allowed", Left: "left", Day: func(t time.Time) string { return t.Format(time.DateOnly) },
	}
}

// What is spent rises in steps at its days up to where it is, below what is allowed.
func TestCourse(t *testing.T) {
	th, c := Light(), twoYears()
	probe := drawOn(t, c, 320, 180, th)
	probe.inside(t, "the course", 320, 180)
	probe.apart(t, "the course")
	for _, s := range []string{"spent", "allowed", "left", "2026-01-01", "2027-12-02", "0", "4"} {
		if !probe.has(s) {
			t.Errorf("the chart does not say %q", s)
		}
	}
	var spent, allowed []shape
	for _, s := range probe.strokes {
		switch {
		case len(s.points) < 4:
		case s.dashed:
			allowed = append(allowed, s)
		default:
			spent = append(spent, s)
		}
	}
	if len(spent) != 1 || len(allowed) != 1 {
		t.Fatalf("%d lines of what is spent and %d of what is allowed, want one each", len(spent), len(allowed))
	}
	for i, want := range []float64{0, 0.5, 0.5, 1, 1, 2.5, 2.5} {
		low, high := spent[0].points[0].Y, allowed[0].points[0].Y // at 0 and at 2
		if got := 2 * float64((spent[0].points[i].Y-low)/(high-low)); math.Abs(got-want) > 1e-6 {
			t.Errorf("corner %d stands at %v, want %v", i, got, want)
		}
	}
	for _, bad := range []*Course{{Day: c.Day}, {Spends: []Step{{c.Until, math.NaN()}}, Day: c.Day}, {Spends: []Step{{c.Until, -1}}, Day: c.Day}} {
		if _, err := Image(bad, 200, 100, 1, th); err == nil {
			t.Errorf("%v is drawn", bad.Spends)
		}
	}
}

// What is set aside stands on what is spent, on whichever day either changes, and is not left.
func TestCourseWithWhatIsSetAside(t *testing.T) {
	th, c := Light(), twoYears()
	day := func(n int) time.Time { return c.Spends[0].At.AddDate(0, 0, n) }
	c.Aside, c.Asides = "set aside", []Step{{day(100), 0.5}, {day(500), 0.25}}
	for i, want := range []Step{{day(0), 0.5}, {day(100), 1}, {day(200), 1.5}, {day(500), 2.75}} {
		if got := c.taken()[i]; got != want {
			t.Errorf("step %d of what is taken is %v, want %v", i, got, want)
		}
	}
	probe := drawOn(t, c, 320, 180, th)
	probe.inside(t, "the course", 320, 180)
	probe.apart(t, "the course")
	for _, s := range []string{"set aside", "left"} {
		if !probe.has(s) {
			t.Errorf("the chart does not say %q", s)
		}
	}
	c.Asides = append(c.Asides, Step{day(600), 1.5})
	if drawOn(t, c, 320, 180, th).has("left") {
		t.Error("something is left though all is set aside")
	}
	c.Asides[0].Sum = -1
	if _, err := Image(c, 200, 100, 1, th); err == nil {
		t.Error("less than nothing is set aside")
	}
}

// The axis of sums ends on a line that no sum is above, with a few lines.
func TestRisingAxis(t *testing.T) {
	for _, top := range []float64{1e-6, 0.3, 0.8, 0.85, 0.9, 1, 1.9, 2, 2.1, 3, 4.4, 4.6, 7, 9.99, 10, 10.01, 55, 1234567} {
		for most := 2; most <= 6; most++ {
			to, ticks := rising(top, most)
			if last := ticks[len(ticks)-1]; last < top*(1-1e-9) || to < last || ticks[0] != 0 || len(ticks) < 2 || len(ticks) > most+1 {
				t.Errorf("up to %v with %d lines: %v up to %v", top, most, ticks, to)
			}
		}
	}
}
