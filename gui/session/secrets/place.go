package secrets

import (
	"steward/core/plan"
	"steward/gui/words"
)

func place() kind {
	return kind{
		SecretKind: plan.Place, name: words.Key("nearby places"), note: words.Key("each hidden from those within some kilometres"),
		card: CardNear, offered: nowhere, several: 4, fixed: true, blanks: true,
		unfit:    noPlace,
		together: func(columns []plan.Column) string { return notPlaces(columns, plan.Place) },
		begin: func(r *plan.Secret, columns []plan.Column) {
			r.Within = "10"
		},
		line: func(r plan.Secret) string {
			return words.T("within %s kilometres", words.Number(r.Within))
		},
		form: func(_ Rule, r plan.Secret) Form {
			return Form{
				Fields: []Field{typing(words.T("Within, in kilometres"), "10", Within())}, Note: degreesNote(r),
				Said: words.T("Two places are joined when they can be %s kilometres or less apart, along the surface of the Earth.", words.Number(r.Within)),
			}
		},
		learnt: meaning.learntNear,
	}
}

// degreesNote says which column is which.
func degreesNote(r plan.Secret) string {
	if len(r.Columns) != 2 {
		return ""
	}
	return words.T("%s is the latitude and %s the longitude, both in decimal degrees.", r.Columns[0], r.Columns[1])
}

// noPlace says that one column is no place.
func noPlace(plan.Column) string { return words.T("a place has two columns: latitude and longitude") }

// notPlaces says why columns are no places of a kind.
func notPlaces(columns []plan.Column, name plan.SecretKind) string {
	if len(columns) != 2 {
		return noPlace(plan.Column{})
	}
	if why := tooMany(columns); why != "" {
		return why
	}
	if issues := trial(columns, DefaultRule(columns, name)); len(issues) > 0 {
		return words.Say(issues[0].Message)
	}
	return ""
}
