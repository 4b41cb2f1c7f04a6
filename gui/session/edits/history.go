package edits

import (
	"iter"
	"slices"

	"steward/core/plan"
)

// History is the plans before and after the one that stands, to which undoing and redoing goes.
type History struct {
	now          func() plan.Plan
	past, future []plan.Plan
}

// maxPast bounds how many edits can be undone.
const maxPast = 200

// NewHistory returns that of a plan, empty at first.
func NewHistory(now func() plan.Plan) *History { return &History{now: now} }

// Undoable returns the edit that Back takes back; false when there is none.
func (h *History) Undoable() (Edit, bool) {
	if n := len(h.past); n > 0 {
		return Between(h.past[n-1], h.now()), true
	}
	return Edit{}, false
}

// Redoable returns the edit that Forth does again; false when there is none.
func (h *History) Redoable() (Edit, bool) {
	if n := len(h.future); n > 0 {
		return Between(h.now(), h.future[n-1]), true
	}
	return Edit{}, false
}

// List lists the edits that can be taken back, the last one first, at most some of them.
func (h *History) List(most int) (out []Edit) {
	after := h.now()
	for _, before := range slices.Backward(h.past) {
		if len(out) == most {
			break
		}
		out = append(out, Between(before, after))
		after = before
	}
	return out
}

// Plans are all of them, those before the one that stands first, the nearest ones first.
func (h *History) Plans() iter.Seq[plan.Plan] {
	return func(yield func(plan.Plan) bool) {
		for _, list := range [][]plan.Plan{h.past, h.future} {
			for _, p := range slices.Backward(list) {
				if !yield(p) {
					return
				}
			}
		}
	}
}

// Keep keeps the plan that stands, which an edit is about to change. What was undone cannot be done again then.
func (h *History) Keep() {
	h.keep()
	h.future = nil
}

func (h *History) keep() {
	h.past = append(h.past, h.now())
	if n := len(h.past); n > maxPast {
		h.past = slices.Clone(h.past[n-maxPast:])
	}
}

// Back returns the plan before the one that stands, in whose place it is to be put; false when there is none.
func (h *History) Back() (last plan.Plan, ok bool) {
	n := len(h.past)
	if n == 0 {
		return last, false
	}
	h.future = append(h.future, h.now())
	last, h.past = h.past[n-1], h.past[:n-1]
	return last, true
}

// Forth returns the plan from which Back came.
func (h *History) Forth() (next plan.Plan, ok bool) {
	n := len(h.future)
	if n == 0 {
		return next, false
	}
	h.keep()
	next, h.future = h.future[n-1], h.future[:n-1]
	return next, true
}

// Forget forgets all of them.
func (h *History) Forget() { h.past, h.future = nil, nil }
