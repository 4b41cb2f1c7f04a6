package main

import (
	"steward/cmd/steward/console"
	"steward/core/plan"
	"steward/core/preview"
	"steward/core/result"
)

// showPublished says what was published of an output.
func showPublished(c *console.Console, r *result.Release, o result.Output) {
	switch o := o.(type) {
	case *result.Question:
		c.Sayf("  %s: %d numbers by %s\n", o.Title(), o.Len(), o.Mechanism.Name)
		if o.LeftOut {
			c.Sayf("    left out by the rule that the plan has for it\n")
		}
	case *result.Choice:
		showChosen(c, o)
	case *result.Clustering:
		showGroups(c, o, r.Plan.Counted())
	case *result.Synthetic:
		showSynthetic(c, o)
	}
}

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
func (p *previewJSON) add(o preview.Output) {
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
