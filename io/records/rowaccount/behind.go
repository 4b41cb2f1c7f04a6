package rowaccount

import (
	"context"
	"errors"
	"slices"
	"strings"

	"steward/core/domain"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/release"
	"steward/core/repair"
	"steward/io/records"
	"steward/io/sheet"
)

// Row is a row behind a line of an account, and what was found there.
type Row struct {
	Number  int
	Address message.Text // of the cell, or of the row
	Found   string       // what stands there
	Why     message.Text // why it cannot be read, or what it is read as; zero for nothing
}

// errEnough stops a reading.
var errEnough = errors.New("enough rows were found")

// Behind visits the rows behind a line, given by its key, in the order in which they are found, until visit returns false. It
// errors where there is no such line, and as reading does.
func Behind(ctx context.Context, c *plan.Compiled, data *records.Data, key string, visit func(Row) bool) error {
	if data.Counted() {
		return message.Errorf("%s contains counts from a database, which say nothing about single rows", data.Name())
	}
	kind, column, _ := strings.Cut(key, ":")
	switch {
	case column == "" && others[kind] != 0:
		return data.Others(ctx, others[kind], func(r sheet.OtherRow) bool {
			return visit(Row{Number: r.Number, Address: data.RowName(r.Number), Found: strings.Join(r.Texts, " | ")})
		})
	case kind == "mended" && slices.Contains(data.Header(), column):
		return mended(ctx, data, column, visit)
	}
	wanted, ok := finding(kind, column, data.Header())
	if !ok {
		return message.Errorf("found %q where a line of --account is expected, such as beyond or blank:COLUMN", key)
	}
	_, err := data.Read(ctx, c, release.Visit{
		Cell:     func([]int, int64) error { return nil },
		Unread:   func(int64, error) error { return nil },
		Progress: func(int64) {},
		Found: func(f release.Found) error {
			if !wanted(f) {
				return nil
			}
			r := Row{Number: f.Row, Address: data.Address(f.Row, f.Column), Found: strings.Clone(sheet.Shown(f.Cell))}
			if f.Why != nil {
				r.Why = message.Of(f.Why)
			}
			if !visit(r) {
				return errEnough
			}
			return nil
		},
	})
	if errors.Is(err, errEnough) {
		return nil
	}
	return err
}

// others are the lines about rows that a reading of cells does not meet.
var others = map[string]sheet.RowKind{"left-out": sheet.LeftOutRow, "short": sheet.ShortRow, "hidden": sheet.HiddenRow}

// ofRows are the lines about rows, ofWays those about cells of a column.
var (
	ofRows = map[string]release.Finding{"unreadable": release.RowUnread, "beyond": release.RowBeyond, "nothing": release.RowNothing}
	ofWays = map[string]domain.Way{"blank": domain.BlankWay, "other": domain.Outside, "bound": domain.AtBound, "reading": domain.Reading}
)

// finding returns what is behind a line; false where there is no such one.
func finding(kind, column string, header []string) (func(release.Found) bool, bool) {
	if what, ok := ofRows[kind]; ok && column == "" {
		return func(f release.Found) bool { return f.What == what }, true
	}
	at := slices.Index(header, column)
	if kind == "unread" {
		return func(f release.Found) bool { return f.What == release.CellUnread && f.Column == at }, at >= 0
	}
	way, ok := ofWays[kind]
	return func(f release.Found) bool { return f.What == release.CellRead && f.Way == way && f.Column == at }, ok && at >= 0
}

// mended visits the cells of a column that rules read otherwise than they stand.
func mended(ctx context.Context, data *records.Data, column string, visit func(Row) bool) error {
	rules := slices.DeleteFunc(slices.Clone(data.Options.Repairs), func(r repair.Rule) bool { return r.Column != column })
	if len(rules) == 0 {
		return nil
	}
	return data.Sheet.Behind(ctx, rules, repair.AllKinds, func(m sheet.Mended) bool {
		after := message.Sprintf("read as a blank")
		if shown := strings.Clone(sheet.Shown(m.After)); shown != "" {
			after = message.Sprintf("read as %q", shown)
		}
		return visit(Row{m.Row, m.Address, strings.Clone(sheet.Shown(m.Before)), after})
	})
}
