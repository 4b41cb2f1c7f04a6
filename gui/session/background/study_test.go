package background

import (
	"context"
	"testing"
)

// later holds work back until it is done by hand.
type later struct{ pending []func() }

func (l *later) run(work func(context.Context), then func()) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	l.pending = append(l.pending, func() {
		work(ctx)
		if ctx.Err() == nil {
			then()
		}
	})
	return cancel
}

func TestStudy(t *testing.T) {
	var l later
	var s Study[string, int]
	study := func(of string, found int) {
		s.Begin(l.run, of, -1, func(context.Context) int { return found })
	}
	study("a", 1)
	if s.Of != "a" || s.Found != -1 {
		t.Errorf("before it is done, %q is %d", s.Of, s.Found)
	}
	study("b", 2) // which stops the first
	for _, do := range l.pending {
		do()
	}
	if s.Of != "b" || s.Found != 2 {
		t.Errorf("of %q it found %d", s.Of, s.Found)
	}
	if s.End(); s.Of != "b" || s.Found != 2 {
		t.Error("what is done was forgotten")
	}
	study("c", 3)
	if s.End(); s.Of != "" || s.Found != 0 {
		t.Errorf("what was stopped is still %q, %d: it is not begun anew when it is asked for again", s.Of, s.Found)
	}
	l.pending[2]()
	if s.Found != 0 {
		t.Error("what was stopped came all the same")
	}
	at := func(work func(context.Context), then func()) func() {
		work(context.Background())
		then()
		return func() { t.Error("what is done was stopped") }
	}
	s.Begin(at, "d", -1, func(context.Context) int { return 4 })
	if s.End(); s.Of != "d" || s.Found != 4 {
		t.Errorf("done at once, %q is %d", s.Of, s.Found)
	}
}
