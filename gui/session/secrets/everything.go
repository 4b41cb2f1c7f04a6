package secrets

import (
	"steward/core/plan"
	"steward/gui/words"
)

func everything() kind {
	return kind{
		SecretKind: plan.Everything, name: words.Key("any answer"), note: words.Key("each hidden from every other"),
		card: CardAll, offered: atFirst,
		together: tooMany,
	}
}
