package previews

import (
	"steward/cmd/steward/console"
	"steward/core/plan"
	"steward/core/preview"
)

// showPreviewed says what errors an output would have.
func showPreviewed(c *console.Console, compiled *plan.Compiled, o preview.Output) {
	switch o := o.(type) {
	case *preview.Question:
		showQuestion(c, compiled, o)
	case *preview.Choice:
		showChoice(c, o)
	case *preview.Clustering:
		showClustering(c, o)
	case *preview.Synthetic:
		showSyntheticPreview(c, o)
	}
}

// add adds the errors of an output, for programs.
func (p *Previewed) add(o preview.Output) {
	switch o := o.(type) {
	case *preview.Question:
		p.Questions = append(p.Questions, questionForPrograms(o))
	case *preview.Choice:
		p.Choices = append(p.Choices, choiceForPrograms(o))
	case *preview.Clustering:
		p.Clusters = append(p.Clusters, clusterForPrograms(o))
	case *preview.Synthetic:
		p.Synthetic = append(p.Synthetic, syntheticForPrograms(o))
	}
}
