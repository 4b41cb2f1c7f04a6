package newplan

import (
	"slices"
	"strings"

	"steward/core/message"
	"steward/core/plan"
)

// publicationFields lists the fields that --about may name.
func publicationFields() string {
	var ids []string
	for _, f := range new(plan.Publication).Fields() {
		ids = append(ids, f.ID)
	}
	return strings.Join(ids, ", ")
}

// publicationOf reads what --about says.
func publicationOf(about []string) (plan.Publication, error) {
	var p plan.Publication
	for _, said := range about {
		id, text, ok := strings.Cut(said, "=")
		fields := p.Fields()
		i := slices.IndexFunc(fields, func(f plan.PublicationField) bool { return f.ID == strings.TrimSpace(id) })
		if !ok || i < 0 {
			return p, message.Errorf("--about: found %q where a field, = and a text are expected: the fields are %s", said, publicationFields())
		}
		*fields[i].Value = strings.TrimSpace(text)
	}
	if faults := p.Faults(); len(faults) > 0 {
		return p, message.Errorf("--about: %s: %s", faults[0].Field, faults[0].Message)
	}
	return p, nil
}
