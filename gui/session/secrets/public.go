package secrets

import (
	"steward/core/plan"
	"steward/gui/words"
)

func public() kind {
	return kind{
		SecretKind: plan.Public, name: words.Key("not secret"), note: words.Key("anyone may learn exactly how many have each"),
		card: CardColumns, offered: alone,
		together: tooMany,
	}
}
