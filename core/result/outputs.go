package result

import (
	"io"
	"slices"

	"steward/core/message"
)

// An Output is what was published of one of a plan's outputs: a pointer to a Question, Choice, Clustering or
// Synthetic of a release.
type Output interface {
	ID() string
	Title() string
	Making() *Made
	// canonical writes it in the form that the digest is of, which has such things from a version on.
	canonical(io.Writer) error
	since() int
}

// Outputs returns all that was published, in the order of the plan.
func (r *Release) Outputs() []Output {
	return slices.Concat(outputs(r.Questions), outputs(r.Choices), outputs(r.Clusters), outputs(r.Synthetic))
}

func outputs[T any, P interface {
	*T
	Output
}](list []T) []Output {
	out := make([]Output, len(list))
	for i := range list {
		out[i] = P(&list[i])
	}
	return out
}

// Made says how an output was made.
type Made struct {
	Mechanism Mechanism
	// Epsilon is its share of the budget and Effective what is left of it for noise after division by the
	// multiplier, both exactly; both are "0" where it was read off the answers to a question.
	Epsilon, Effective string
	Noise              []Noise
	// Says are sentences about all of it, none of a question.
	Says []message.Text
}

// Making is how the output was made of which it is a part.
func (m *Made) Making() *Made { return m }

// Mechanism names the mechanism that answered a question.
type Mechanism struct {
	ID           string
	Name, Source message.Text
	// Chosen says why it was chosen.
	Chosen message.Text
}
