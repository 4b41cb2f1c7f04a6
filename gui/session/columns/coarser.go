package columns

import (
	"context"

	"steward/core/domain"
	"steward/core/plan"
	"steward/core/plan/secret"
	"steward/gui/words"
	"steward/io/codebook"
)

// ReadCoarser reads a coarser list for a column from a sheet. It changes nothing. A column
// without values takes those of the list. It errors as codebook.ReadMapping does, naming the
// cell at fault, and for a column that is not a list.
func (s *Step) ReadCoarser(path, column string) (codebook.Coarser, error) {
	c, ok := s.Published(column)
	if !ok {
		return codebook.Coarser{}, words.Errorf("%s is not published: publish it first", column)
	}
	return codebook.CoarserFor(context.Background(), path, c)
}

// Recode has a column published by its coarser values: they become its values, and what stood
// there is read as them. Secrets, questions and facts that name the old values need another
// look. It does nothing while values are missing.
func (s *Step) Recode(l codebook.Coarser) {
	if len(l.Missing) > 0 {
		return
	}
	s.editColumn(l.Column, func(c *plan.Column) { *c = l.Recoded(*c) })
}

// HideInside keeps a column as it is, and its values secret from those of the same group: in
// which group somebody is, is not secret. It does nothing while values are missing.
func (s *Step) HideInside(l codebook.Coarser) {
	if len(l.Missing) > 0 {
		return
	}
	if c, ok := s.Published(l.Column); !ok || len(c.Values) == 0 {
		return
	}
	s.secrets.SetSecret(secret.Secret{Columns: []domain.AttributeName{domain.AttributeName(l.Column)}, Kind: secret.Coarser, Coarser: l.Of()})
}

// editColumn changes the declaration of a published column in one edit.
func (s *Step) editColumn(name string, change func(*plan.Column)) {
	s.of.Edit(func(p *plan.Plan) {
		for i := range p.Columns {
			if string(p.Columns[i].Name) == name {
				change(&p.Columns[i])
			}
		}
	})
}
