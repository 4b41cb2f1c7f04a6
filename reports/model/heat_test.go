package model_test

import (
	"math"
	"testing"

	"steward/core/message"
	"steward/core/plan"
	"steward/reports/model"
)

// Of hidden numbers a map says where they are and nothing else; how far intervals reach is said of the others.
func TestMapsHideNumbers(t *testing.T) {
	r := asking(t, plan.Question{Kind: "table", Columns: names("education", "smoker")}, nil)
	q := &r.Questions[0]
	for i := range q.Len() {
		q.Tidied[i], q.Low[i], q.High[i] = 100, 90, 130
	}
	key := q.Key(3)
	counted := message.Sprintf("people")
	if h, ok := model.HeatOf(q, counted, message.Text.String); !ok || h.Hidden != nil || math.Abs(h.Within-30) > 1e-9 {
		t.Fatalf("%+v, %v", h, ok)
	}
	q.Low[3], q.High[3], q.Rule = 0, 5000, plan.Rule{Width: 1000}
	h, ok := model.HeatOf(q, counted, message.Text.String)
	if !ok || math.Abs(h.Within-30) > 1e-9 {
		t.Fatalf("within %v, %v", h.Within, ok)
	}
	for row := range h.Rows {
		for column := range h.Columns {
			want := h.Columns[column] == key[0] && h.Rows[row] == key[1]
			if h.Hidden[row][column] != want || math.IsNaN(h.Values[row][column]) != want {
				t.Errorf("%s, %s: hidden %v, %v", h.Columns[column], h.Rows[row], h.Hidden[row][column], h.Values[row][column])
			}
		}
	}
	for _, panel := range model.PictureOf(q, counted, message.Text.String).Panels {
		for _, pt := range panel.Points {
			if want := panel.Title == key[1] && pt.Label == key[0]; pt.Hidden != want {
				t.Errorf("%s, %s: hidden %v", panel.Title, pt.Label, pt.Hidden)
			}
		}
	}
}
