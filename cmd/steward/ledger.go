package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"steward/io/ledger"
)

type ledgerCmd struct {
	DataSet string `arg:"" optional:"" help:"Name of the data set. Without it the ledgers are listed."`
}

func (cmd ledgerCmd) Run(c *console) error {
	dir, err := c.ledgerDir()
	if err != nil {
		return err
	}
	if cmd.DataSet == "" {
		return listLedgers(c, dir)
	}
	l, err := ledger.Open(dir, cmd.DataSet)
	if err != nil {
		return err
	}
	s, err := l.Statement()
	if err != nil {
		return err
	}
	if c.json {
		return c.emit(map[string]any{"dataSet": s.DataSet, "spent": exactly(s.Spent), "cutOff": s.CutOff, "entries": s.Entries})
	}
	if len(s.Entries) == 0 && !s.CutOff {
		c.printf("Nothing was spent on %q.\n", cmd.DataSet)
		return nil
	}
	rows := [][]string{{"ENTRY", "TIME", "WHAT", "EPSILON", "TITLE"}}
	for _, e := range s.Entries {
		rows = append(rows, []string{fmt.Sprint(e.Sequence), e.Time, string(e.Kind), e.Epsilon, e.Title})
	}
	c.table(rows)
	c.printf("All releases about %q have spent %s. What is spent cannot be taken back.\n", s.DataSet, exactly(s.Spent))
	if s.CutOff {
		c.printf("The last line was cut off by a crash; what it says of a spend counts as spent.\n")
	}
	return nil
}

// listLedgers names the data sets that have a ledger.
func listLedgers(c *console, dir string) error {
	files, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("the folder of the ledgers cannot be read: %w", err)
	}
	type entry struct {
		DataSet string `json:"dataSet"`
		Spent   string `json:"spent"`
		Path    string `json:"path"`
	}
	list := []entry{}
	for _, f := range files {
		if filepath.Ext(f.Name()) != ".ledger" {
			continue
		}
		p := filepath.Join(dir, f.Name())
		s, err := ledger.Read(p)
		if err != nil {
			return err
		}
		list = append(list, entry{s.DataSet, exactly(s.Spent), p})
	}
	if c.json {
		return c.emit(list)
	}
	if len(list) == 0 {
		c.printf("There are no ledgers in %s.\n", dir)
		return nil
	}
	rows := [][]string{{"DATA SET", "SPENT", "FILE"}}
	for _, e := range list {
		rows = append(rows, []string{e.DataSet, e.Spent, e.Path})
	}
	c.table(rows)
	return nil
}
