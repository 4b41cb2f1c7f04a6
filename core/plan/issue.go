package plan

import (
	"fmt"
	"strings"

	"steward/core/guide"
)

// Issue is something in a plan that must be mended before a release.
type Issue struct {
	Step guide.Step
	// Field names the column, question or field at fault; it may be empty.
	Field   string
	Message string
}

// String writes the issue with its place.
func (i Issue) String() string {
	if i.Field == "" {
		return fmt.Sprintf("%s: %s", i.Step, i.Message)
	}
	return fmt.Sprintf("%s, %s: %s", i.Step, i.Field, i.Message)
}

// Incomplete is the error of a plan with issues.
type Incomplete struct{ Issues []Issue }

// Error lists the issues, one per line.
func (e *Incomplete) Error() string {
	lines := make([]string, len(e.Issues))
	for i, is := range e.Issues {
		lines[i] = is.String()
	}
	return "the plan is not complete:\n  " + strings.Join(lines, "\n  ")
}
