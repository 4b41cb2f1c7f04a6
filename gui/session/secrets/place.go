package secrets

import (
	"steward/core/plan"
	"steward/core/plan/secret"
	"steward/gui/words"
)

func place() kind {
	return kind{
		Kind: secret.Place, name: words.Key("nearby places"), note: words.Key("each hidden from those within some kilometres"),
		card: CardNear, offered: nowhere, several: 4, fixed: true, blanks: true,
		unfit:    noPlace,
		together: func(columns []plan.Column) string { return notPlaces(columns, secret.Place) },
		begin: func(r *secret.Secret, columns []plan.Column) {
			r.Within = "10"
		},
		line: func(r secret.Secret) string {
			return words.T("within %s kilometres", words.Number(r.Within))
		},
		form: func(_ Rule, r secret.Secret) Form {
			return Form{
				Fields: []Field{typing(words.T("Within, in kilometres"), "10", Within())}, Note: degreesNote(r),
				Said: words.T("Two places are joined when they can be %s kilometres or less apart, along the surface of the Earth.", words.Number(r.Within)),
			}
		},
		learnt: meaning.learntNear,
	}
}

// degreesNote says which column is which.
func degreesNote(r secret.Secret) string {
	if len(r.Columns) != 2 {
		return ""
	}
	return words.T("%s is the latitude and %s the longitude, both in decimal degrees.", r.Columns[0], r.Columns[1])
}

// noPlace says that one column is no place.
func noPlace(plan.Column) string { return words.T("a place has two columns: latitude and longitude") }

// notPlaces says why columns are no places of a kind.
func notPlaces(columns []plan.Column, name secret.Kind) string {
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
