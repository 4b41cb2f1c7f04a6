package plan

import (
	"fmt"
	"strings"
)

// Step names a step of the guide, where an issue belongs.
type Step string

// The steps, in their order.
const (
	StepData      Step = "Your data"
	StepColumns   Step = "Columns"
	StepSecrets   Step = "Secrets"
	StepFacts     Step = "Known facts"
	StepQuestions Step = "Questions"
	StepBudget    Step = "Privacy and error"
	StepRelease   Step = "Release"
)

// Issue is something in a plan that must be mended before a release.
type Issue struct {
	Step Step
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
