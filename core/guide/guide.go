// Package guide numbers the steps in which a steward decides, so that a reason why something
// does not work can say which step would change it.
package guide

import "steward/core/message"

// Step is a step of the guide; none is the zero Step. What a person reads of it is its Title.
type Step int

// The steps, in their order.
const (
	Data Step = 1 + iota
	Columns
	Secrets
	Facts
	Questions
	Budget
	Release
	Summary
)

// Steps returns the steps in their order.
func Steps() []Step {
	return []Step{Data, Columns, Secrets, Facts, Questions, Budget, Release, Summary}
}

// titles are what the steps are called where a person is told of them: on screens, and in what is wrong with a plan.
var titles = map[Step]message.Text{
	Data:      message.Sprintf("Your data"),
	Columns:   message.Sprintf("Columns"),
	Secrets:   message.Sprintf("Secrets"),
	Facts:     message.Sprintf("Known facts"),
	Questions: message.Sprintf("Questions"),
	Budget:    message.Sprintf("Privacy and error"),
	Release:   message.Sprintf("Release"),
	Summary:   message.Sprintf("Summary"),
}

// Title is what a step is called.
func (s Step) Title() message.Text { return titles[s] }

// String is the Title in English.
func (s Step) String() string { return s.Title().String() }
