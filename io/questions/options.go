package questions

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"steward/core/choice"
	"steward/core/limits"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/table"
	"steward/io/records"
	"steward/io/sheet"
)

// ReadOptions reads the list that the best is chosen from off a sheet with headings: “option”, with
// “at” and perhaps “times” for what values are compared with and what each person counts, or with a
// column for every value that counts, headed by it, for weights. It errors, naming what was found,
// on anything else.
func ReadOptions(ctx context.Context, path string) (options []plan.Option, weights bool, err error) {
	file, err := records.OpenFile(ctx, path)
	if err != nil {
		return nil, false, err
	}
	defer file.Close()
	rows, err := file.Top(ctx, sheet.Options{}, limits.MaxOptions+2)
	if err != nil {
		return nil, false, err
	}
	base := filepath.Base(path)
	switch {
	case len(rows) < 2:
		return nil, false, message.Errorf("%s has no options under its headings: give one on each row", base)
	case len(rows) > limits.MaxOptions+1:
		return nil, false, message.Errorf("%s has more than %d options: give fewer", base, limits.MaxOptions)
	}
	var heads []string
	for _, c := range rows[0].Cells {
		heads = append(heads, strings.TrimSpace(c.Text))
	}
	find := func(name string) int {
		return slices.IndexFunc(heads, func(h string) bool { return strings.EqualFold(h, name) })
	}
	label, at, times := find("option"), find("at"), find("times")
	if label < 0 {
		return nil, false, message.Errorf("%s has no column “option”: its first row should be headings, such as option, at, times", base)
	}
	for i, h := range heads {
		if i != label && i != at && i != times && at >= 0 && h != "" {
			return nil, false, message.Errorf("%s has a column %q beside “at”: give what values are compared with, or weights by value, not both", base, h)
		}
	}
	for _, row := range rows[1:] {
		text := func(i int) string {
			if i < 0 || i >= len(row.Cells) {
				return ""
			}
			return strings.TrimSpace(row.Cells[i].Text)
		}
		if !slices.ContainsFunc(row.Cells, func(c table.Cell) bool { return strings.TrimSpace(c.Text) != "" }) {
			continue
		}
		o := plan.Option{Label: text(label), At: text(at), Times: text(times)}
		if at < 0 {
			for i, h := range heads {
				if w := text(i); i != label && h != "" && w != "" {
					if _, err := choice.Number(w); err != nil {
						return nil, false, message.Errorf("%s, row %d, %s: %w", base, row.Number, h, err)
					}
					if o.Weights == nil {
						o.Weights = make(map[string]string)
					}
					o.Weights[h] = w
				}
			}
		}
		options = append(options, o)
	}
	return options, at < 0, nil
}
