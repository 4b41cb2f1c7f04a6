package main

import (
	"errors"

	"steward/io/verify"
)

type verifyCmd struct {
	Record string `arg:"" help:"The record of a release (.json)." type:"path"`
}

func (cmd verifyCmd) Run(c *console) error {
	dir, err := c.ledgerDir()
	if err != nil {
		return err
	}
	findings, err := verify.Release(c.ctx, cmd.Record, dir, program())
	if err != nil {
		return err
	}
	bad := 0
	for _, f := range findings {
		mark := "holds      "
		switch {
		case !f.OK:
			mark = "DOES NOT   "
			bad++
		case f.Unknown:
			mark = "NOT CHECKED"
		}
		if !c.json {
			c.printf("%-12s%s\n", mark, f.What)
		}
	}
	if c.json {
		if err := c.emit(findings); err != nil {
			return err
		}
	}
	if bad > 0 {
		return errors.New("the release does not hold together: see above")
	}
	return nil
}
