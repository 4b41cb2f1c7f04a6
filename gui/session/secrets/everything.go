package secrets

import (
	"steward/core/plan/secret"
	"steward/core/policy/weighted"
	"steward/gui/words"
)

func everything() kind {
	return kind{
		Kind: secret.Everything, name: words.Key("any answer"), note: words.Key("each hidden from every other"),
		card: CardAll, offered: atFirst, each: true,
		together: tooMany,
		learnt: func(m meaning, far weighted.Weight) string {
			if far > weighted.One {
				return words.T("more about %s than about other columns: its answers are %s apart.", m.name(), stepsText(far))
			}
			return words.T("less about %s than about other columns: its answers are only %s apart.", m.name(), stepsText(far))
		},
		odds: noOdds,
	}
}
