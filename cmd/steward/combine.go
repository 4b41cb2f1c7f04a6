package main

import (
	"strings"

	"steward/core/accuracy"
	"steward/io/combine"
)

type combineCmd struct {
	Record   string   `arg:"" help:"The record of a release (.json)." type:"path"`
	Question string   `help:"The question, by its id or title. It may be left out: labels then begin with it and a colon, as in \"smokers: North, yes\", and answers to several questions can be added up." placeholder:"Q"`
	Add      []string `help:"An answer to add, by its labels with commas between, as in \"North, yes\". Repeat it for more." sep:"none" aliases:"cells" placeholder:"KEY"`
	Subtract []string `help:"An answer to take away." sep:"none" placeholder:"KEY"`
}

func (cmd combineCmd) Run(c *console) error {
	b, err := combine.New(c.ctx, cmd.Record, cmd.Question)
	if err != nil {
		return err
	}
	find := func(keys []string) ([]int, error) {
		var out []int
		for _, key := range keys {
			i, err := b.Find(key)
			if err != nil {
				return nil, err
			}
			out = append(out, i)
		}
		return out, nil
	}
	add, err := find(cmd.Add)
	if err != nil {
		return err
	}
	subtract, err := find(cmd.Subtract)
	if err != nil {
		return err
	}
	sum, err := b.Combine(add, subtract)
	if err != nil {
		return err
	}
	if c.json {
		return c.emit(sum)
	}
	for _, t := range sum.Answers {
		c.printf("%+g  %s  (%.6g)\n", t.Weight, strings.Join(t.Key, ", "), t.Unadjusted)
	}
	c.printf("%s\n", sum.Sentence())
	if !sum.Exact {
		c.printf("%s\n", sum.Advice())
		c.printf("Typical error %.3g. Computed from the mechanism's noise, with its correlations; it is the error that the protection adds, and one interval in twenty misses.\n", accuracy.Typical(sum.RMSE))
	}
	return nil
}
