package preview

import (
	"slices"

	"steward/core/message"
	"steward/core/policy"
)

// An Output is the errors of one of a plan's outputs: a pointer to a Question, Choice, Clustering or
// Synthetic.
type Output interface {
	ID() string
	// Used is the method that a release would use, zero where none is known, with its share of the budget.
	Used() (method message.Text, epsilon string)
}

// Outputs returns those of all that the plan publishes; a first look leaves some out.
func (p *Preview) Outputs() []Output {
	return slices.Concat(outputs(p.Questions), outputs(p.Choices), outputs(p.Clusters), outputs(p.Synthetic))
}

// Output returns the errors of an output by its id, nil while they are not known.
func (p *Preview) Output(id string) Output {
	if p == nil {
		return nil
	}
	for _, o := range p.Outputs() {
		if method, _ := o.Used(); o.ID() == id && !method.IsZero() {
			return o
		}
	}
	return nil
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

// ID is that of the question.
func (q *Question) ID() string { return q.Question.ID }

// Used is the chosen method.
func (q *Question) Used() (method message.Text, epsilon string) {
	return q.Of().Info.Name, q.Problem.Spends().String()
}

// ID is that of the choice.
func (q *Choice) ID() string { return q.Asked.ID }

// Used is the chosen method.
func (q *Choice) Used() (method message.Text, epsilon string) {
	if q.Chosen >= 0 {
		method = q.Methods[q.Chosen].Name
	}
	return method, q.Epsilon
}

// ID is that of the clustering.
func (q *Clustering) ID() string { return q.Asked.ID }

// Used is the chosen way.
func (q *Clustering) Used() (method message.Text, epsilon string) {
	if len(q.Ways) > 0 {
		method = q.Ways[q.Chosen].Name
	}
	return method, q.Epsilon
}

// ID is that of the table.
func (q *Synthetic) ID() string { return q.Asked.ID }

// Used is the method.
func (q *Synthetic) Used() (method message.Text, epsilon string) { return q.Name, q.Epsilon }

// fullSecrecy is the policy that keeps everything about a person secret, nil where that is the given one.
func fullSecrecy(p *policy.Policy) *policy.Policy {
	full := policy.Full(p.Domain(), p.Presence())
	if full.Describe().Expert.String() == p.Describe().Expert.String() {
		return nil
	}
	return full
}
