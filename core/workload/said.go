package workload

import (
	"slices"

	"steward/core/domain"
	"steward/core/message"
)

// SaidKey returns Key as it is said in a language: what is nobody's own name is said, all else stays as it is.
func (w *Workload) SaidKey(say func(message.Text) string, i int) []string {
	labels := SaidLabels(say, w.Key(i))
	if w.sums != nil {
		labels[len(labels)-1] = say(w.saidFigure(i))
	}
	return labels
}

// SaidLabels returns labels of values as they are said in a language; see [domain.SaidLabel].
func SaidLabels(say func(message.Text) string, labels []string) []string {
	out := slices.Clone(labels)
	for i, label := range labels {
		if said, ok := domain.SaidLabel(label); ok {
			out[i] = say(said)
		}
	}
	return out
}
