package counts

import (
	"bufio"
	"encoding/csv"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"steward/core/plan"
	"steward/io/internal/disk"
)

// mostBeside is in how many text tables of a folder a description is looked for.
const mostBeside = 1000

// Describing returns the paths of the files in a folder that describe a plan's table, all of whose columns they name:
// what a Description returned, which is as private as the rows. Files that cannot be read are none.
func Describing(folder string, p plan.Plan) []string {
	all, err := os.ReadDir(folder)
	if err != nil || len(p.Columns) == 0 {
		return nil
	}
	all = slices.DeleteFunc(all, func(e os.DirEntry) bool {
		return !e.Type().IsRegular() || !strings.EqualFold(filepath.Ext(e.Name()), ".csv")
	})
	var found []string
	for _, e := range all[:min(len(all), mostBeside)] {
		path := filepath.Join(folder, e.Name())
		if names := describedNames(path); names != nil && !slices.ContainsFunc(p.Columns, func(c plan.Column) bool { return !names[string(c.Name)] }) {
			found = append(found, path)
		}
	}
	return found
}

// describedNames are the columns that a description names, nil where the file is none.
func describedNames(path string) map[string]bool {
	f, err := disk.Open(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	start := bufio.NewReader(f)
	const mark = "\ufeff" // of the encoding
	head, err := start.Peek(len(mark) + len(`"`) + len(descriptionMark))
	if err != nil {
		return nil
	}
	if text, ok := strings.CutPrefix(string(head), mark); ok {
		start.Discard(len(mark))
		head = []byte(text)
	}
	if !strings.HasPrefix(strings.TrimPrefix(string(head), `"`), descriptionMark) {
		return nil
	}
	rows := csv.NewReader(start)
	rows.FieldsPerRecord, rows.ReuseRecord = -1, true
	names := make(map[string]bool)
	for {
		row, err := rows.Read()
		switch {
		case err == io.EOF:
			return names
		case err != nil || len(row) < 2:
			return nil
		}
		if !names[row[1]] {
			names[strings.Clone(row[1])] = true
		}
	}
}
