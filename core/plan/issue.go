package plan

import (
	"errors"

	"steward/core/guide"
	"steward/core/message"
)

// Issue is something in a plan that must be mended before a release.
type Issue struct {
	Step guide.Step
	// Field names the column, question or field at fault; it may be empty.
	Field   string
	Message message.Text
}

// String writes the issue with its place.
func (i Issue) String() string { return i.Said().String() }

// Said is the issue with its place.
func (i Issue) Said() message.Text {
	if i.Field == "" {
		return message.Sprintf("%s: %s", i.Step.Title(), i.Message)
	}
	return message.Sprintf("%s, %s: %s", i.Step.Title(), i.Field, i.Message)
}

// IssuesIn returns the issues that an error of Compile lists, none for any other.
func IssuesIn(err error) []Issue {
	if incomplete, ok := errors.AsType[*Incomplete](err); ok {
		return incomplete.Issues
	}
	return nil
}

// Incomplete is the error of a plan with issues.
type Incomplete struct{ Issues []Issue }

// Error lists the issues, one per line.
func (e *Incomplete) Error() string { return e.Said().String() }

// Said is what Error says.
func (e *Incomplete) Said() message.Text {
	lines := make([]message.Text, len(e.Issues))
	for i, is := range e.Issues {
		lines[i] = is.Said()
	}
	return message.Sprintf("the plan is not complete:\n  %s", message.List(lines, "%s\n  %s", "%s\n  %s"))
}
