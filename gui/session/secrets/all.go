package secrets

import (
	"steward/core/plan/secret"
	"steward/gui/words"
)

func allOf() kind {
	return joint(kind{Kind: secret.All, name: words.Key("all of several rules"), note: words.Key("hidden only where each of them hides"), several: 8},
		"all of %d rule", "all of %d rules", "and ")
}
