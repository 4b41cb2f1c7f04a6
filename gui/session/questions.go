package session

import (
	"fmt"
	"slices"
	"strings"

	"steward/core/domain"
	"steward/core/plan"
	"steward/core/workload"
)

// AddQuestion adds a question of a kind over columns, with a title that says so.
func (s *Session) AddQuestion(kind workload.Kind, columns []domain.AttributeName) {
	s.Edit(func(p *plan.Plan) {
		q := plan.Question{ID: s.freeID(), Kind: string(kind), Columns: slices.Clone(columns), Title: titleFor(kind, columns)}
		if kind == workload.Ranges {
			q.Every = true
		}
		p.Questions = append(p.Questions, q)
	})
}

// freeID returns an id that no question has.
func (s *Session) freeID() string {
	for n := len(s.plan.Questions) + 1; ; n++ {
		id := fmt.Sprintf("q%d", n)
		if !slices.ContainsFunc(s.plan.Questions, func(q plan.Question) bool { return q.ID == id }) {
			return id
		}
	}
}

func titleFor(kind workload.Kind, columns []domain.AttributeName) string {
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = string(c)
	}
	switch kind {
	case workload.Cumulative:
		return "People up to each " + names[0]
	case workload.Ranges:
		return "People by range of " + names[0]
	}
	return "People by " + strings.Join(names, " and ")
}

// ChangeQuestion changes the question at an index.
func (s *Session) ChangeQuestion(i int, change func(*plan.Question)) {
	if i < 0 || i >= len(s.plan.Questions) {
		return
	}
	s.Edit(func(p *plan.Plan) { change(&p.Questions[i]) })
}

// RemoveQuestion removes the question at an index.
func (s *Session) RemoveQuestion(i int) {
	if i < 0 || i >= len(s.plan.Questions) {
		return
	}
	s.Edit(func(p *plan.Plan) { p.Questions = slices.Delete(p.Questions, i, i+1) })
}

// KindOfQuestion names a kind of question as the screens do.
func KindOfQuestion(kind string) string {
	switch workload.Kind(kind) {
	case workload.Table:
		return "table of counts"
	case workload.Cumulative:
		return "counted up"
	case workload.Ranges:
		return "ranges"
	}
	return kind
}

// Numbers returns how many numbers a question publishes, or 0 while the plan has issues.
func (s *Session) Numbers(i int) int {
	if s.compiled == nil || i >= len(s.compiled.Problems) {
		return 0
	}
	return s.compiled.Problems[i].Workload.Len()
}

// AllNumbers returns how many numbers the release publishes.
func (s *Session) AllNumbers() int {
	n := 0
	for i := range s.plan.Questions {
		n += s.Numbers(i)
	}
	return n
}

// SharePercent returns a question's part of the budget in per cent.
func (s *Session) SharePercent(i int) float64 {
	if s.compiled == nil || i >= len(s.compiled.Problems) {
		return 0
	}
	return 100 * s.compiled.Problems[i].Budget.Float() / s.compiled.Budget.Float()
}
