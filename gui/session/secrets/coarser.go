package secrets

import (
	"steward/core/plan"
	"steward/gui/words"
)

func coarser() kind {
	return kind{
		SecretKind: plan.Coarser, name: words.Key("by a coarser list"), note: words.Key("each hidden from those with the same entry, such as a region"),
		card: CardGroups, offered: later, blanks: true, grouped: true,
		unfit:    uncountable(never),
		together: tooMany,
		begin: func(r *plan.Secret, columns []plan.Column) {
			Ungrouped(columns[0]).Start(InHalves).into(r)
		},
		read:   readGroups,
		form:   func(Rule, plan.Secret) Form { return Form{Editor: GroupsEditor, Sheet: true} },
		hidden: meaning.hiddenGroup,
		learnt: meaning.learntGroups,
		odds:   noOdds,
	}
}
