package secrets

import (
	"steward/core/plan"
	"steward/core/policy"
	"steward/gui/words"
)

func public() kind {
	return kind{
		SecretKind: plan.Public, name: words.Key("not secret"), note: words.Key("anyone may learn exactly how many have each"),
		card: CardColumns, offered: alone, each: true,
		together: tooMany,
		hidden: func(m meaning) string {
			return words.T("nothing about %s: you keep it out of what is secret.", m.name())
		},
		learnt: func(m meaning, far policy.Weight) string {
			if far < policy.Infinite {
				return words.T("a little of %s: nothing joins its answers but “%s”, over which they are %s apart.", m.name(), m.s.NotInFile(), stepsText(far))
			}
			return words.T("exactly how many people have each %s and, for someone who knows more, who.", m.name())
		},
		odds: noOdds,
		draw: func(p *picturing) bool {
			p.out.Edges = [][2]int{}
			return p.line()
		},
	}
}
