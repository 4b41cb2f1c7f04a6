package secrets

import (
	"steward/core/plan"
	"steward/core/plan/secret"
	"steward/gui/words"
)

func coarser() kind {
	return kind{
		Kind: secret.Coarser, name: words.Key("by a coarser list"), note: words.Key("each hidden from those with the same entry, such as a region"),
		card: CardGroups, offered: later, blanks: true, grouped: true,
		unfit:    uncountable(never),
		together: tooMany,
		begin: func(r *secret.Secret, columns []plan.Column) {
			Ungrouped(columns[0]).Start(InHalves).into(r)
		},
		read:   readGroups,
		form:   func(Rule, secret.Secret) Form { return Form{Editor: GroupsEditor, Sheet: true} },
		hidden: meaning.hiddenGroup,
		learnt: meaning.learntGroups,
		odds:   noOdds,
	}
}
