// Package guide names the steps in which a steward decides, so that a reason why something
// does not work can say which step would change it. It imports nothing.
package guide

// Step is a step of the guide, named as on its screen.
type Step string

// The steps, in their order.
const (
	Data      Step = "Your data"
	Columns   Step = "Columns"
	Secrets   Step = "Secrets"
	Facts     Step = "Known facts"
	Questions Step = "Questions"
	Budget    Step = "Privacy and error"
	Release   Step = "Release"
	Summary   Step = "Summary"
)
