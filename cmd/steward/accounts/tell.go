package accounts

import (
	"fmt"
	"maps"
	"math"
	"math/big"
	"slices"
	"strings"

	"steward/cmd/steward/console"
	"steward/core/domain"
	"steward/core/promise"
	"steward/gui/words"
)

type tellCmd struct {
	DataSet string            `arg:"" help:"Name of the data set."`
	Is      map[string]string `required:"" help:"Answers of one person: COLUMN=ANSWER, several separated by semicolons." placeholder:"COLUMN=ANSWER"`
	Or      map[string]string `required:"" help:"Answers of the other, in the same columns. In all other columns the two agree." placeholder:"COLUMN=ANSWER"`
}

// Run says what all releases let somebody tell between the two (promise.Between).
func (cmd tellCmd) Run(c *console.Console) error {
	l, err := Open(c, cmd.DataSet, Beginning{})
	if err != nil {
		return err
	}
	s, err := l.Statement()
	if err != nil {
		return err
	}
	pair, err := s.Between(answers(cmd.Is), answers(cmd.Or), nil)
	if err != nil {
		return err
	}
	if c.JSON {
		releases, err := s.Releases()
		if err != nil {
			return err
		}
		out := map[string]any{"releases": len(releases), "open": append([]string{}, pair.Open...), "unknown": append([]string{}, pair.Unknown...)}
		if len(pair.Open)+len(pair.Unknown) == 0 {
			out["loss"] = console.Exactly(pair.Loss)
			if pair.Delta.Sign() > 0 {
				out["delta"] = console.Exactly(pair.Delta)
			}
		}
		return c.Emit(out)
	}
	cmd.say(c, pair)
	return nil
}

// say prints the answer in words.
func (cmd tellCmd) say(c *console.Console, pair promise.Pair) {
	two := console.Say("%s and %s", spell(cmd.Is), spell(cmd.Or))
	switch {
	case len(pair.Open) > 0:
		c.Sayf("Yes: %s may be told apart exactly. These releases do not protect them from one another: %s.\n", two, strings.Join(pair.Open, ", "))
	case len(pair.Unknown) > 0:
		c.Sayf("It cannot be said for %s: the account does not say what these releases protected: %s.\n", two, strings.Join(pair.Unknown, ", "))
	default:
		loss, _ := pair.Loss.Float64()
		c.Sayf("Whatever the odds between %s seemed before, all releases together shift them %s (a loss of %s)%s.\n",
			two, shifts(loss), console.Exactly(pair.Loss), exceptIn(pair.Delta))
	}
}

// shifts says by which factor odds shift at most.
func shifts(loss float64) string {
	return words.Say(promise.AtMost(math.Exp(loss), nil))
}

// exceptIn says what odds do not cover: the chances of failure, added up.
func exceptIn(delta *big.Rat) string {
	if delta == nil || delta.Sign() == 0 {
		return ""
	}
	return console.Say(", except in cases whose chance is at most 1 in %s together", new(big.Int).Quo(delta.Denom(), delta.Num()).String())
}

func answers(of map[string]string) promise.Answers {
	out := make(promise.Answers, len(of))
	for column, answer := range of {
		out[domain.AttributeName(column)] = answer
	}
	return out
}

// spell writes a person's answers in the order of their columns.
func spell(of map[string]string) string {
	var list []string
	for _, column := range slices.Sorted(maps.Keys(of)) {
		list = append(list, fmt.Sprintf("%s %q", column, of[column]))
	}
	return strings.Join(list, ", ")
}
