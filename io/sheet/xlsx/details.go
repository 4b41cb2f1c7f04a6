package xlsx

import (
	"cmp"
	"context"
	"errors"
	"io"
	"slices"
	"strconv"
	"sync"

	"steward/core/limits"
	"steward/core/message"
	"steward/io/sheet/grid"
	"steward/io/sheet/xmlscan"
)

// details are what a worksheet says beside its cells, before and after them.
type details struct {
	merges []grid.Area // by row, then by column
	filter bool        // rows can be hidden by a filter
	hidden []int       // columns
}

// pageDetails are the details of each worksheet, once they were asked for.
type pageDetails struct {
	mu    sync.Mutex
	known map[string]*details
}

// details unpacks the whole worksheet, passing by the rows without looking into them, for
// merged cells stand behind the rows.
func (b *workbook) details(ctx context.Context, p page) (*details, error) {
	if d := b.knows(p.part); d != nil {
		return d, nil
	}
	r, err := b.Stream(ctx, p.part)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	d := &details{}
	if err := d.read(xmlscan.New(r)); ctx.Err() != nil {
		return nil, grid.Stopped(grid.Lettered{File: b.Source.Name, Sheet: p.Name}.Label(), ctx.Err())
	} else if err != nil {
		*d = details{} // whoever reads the rows meets it too, and can say at which
	}
	b.learn(p.part, d)
	return d, nil
}

// knows returns the details of a worksheet, or nil.
func (p *pageDetails) knows(part string) *details {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.known[part]
}

// learn keeps the details of a worksheet.
func (p *pageDetails) learn(part string, d *details) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.known == nil {
		p.known = make(map[string]*details)
	}
	p.known[part] = d
}

// begin reads what stands before the rows.
func (d *details) begin(x *xmlscan.Scanner) error {
	for {
		kind, err := x.Next()
		switch {
		case err != nil:
			return err
		case kind != xmlscan.StartTag:
		case string(x.Name) == "sheetData":
			return nil
		default:
			if err := d.note(x); err != nil {
				return err
			}
		}
	}
}

// read reads on to the end.
func (d *details) read(x *xmlscan.Scanner) error {
	for {
		kind, err := x.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		if kind != xmlscan.StartTag {
			continue
		}
		if string(x.Name) == "sheetData" && !x.ClosesItself() {
			if err := x.Pass(); err != nil {
				return err
			}
			continue
		}
		if err := d.note(x); err != nil {
			return err
		}
	}
	slices.SortFunc(d.merges, func(a, b grid.Area) int { return cmp.Or(cmp.Compare(a.Top, b.Top), cmp.Compare(a.Left, b.Left)) })
	return nil
}

// note takes in an element that does not stand among the rows.
func (d *details) note(x *xmlscan.Scanner) error {
	switch string(x.Name) {
	case "autoFilter":
		d.filter = true
	case "col":
		return d.noteColumns(x)
	case "mergeCell":
		ref, err := x.Value("ref")
		if err != nil {
			return err
		}
		a, ok := grid.ParseArea(ref)
		if !ok {
			return message.Errorf("found merged cells at %s", grid.Quote(ref))
		}
		if len(d.merges) == limits.MaxMergedCells {
			return message.Errorf("it has more than %d merged cells", limits.MaxMergedCells)
		}
		d.merges = append(d.merges, a)
	}
	return nil
}

// noteColumns notes the hidden ones of the columns that a <col> is about.
func (d *details) noteColumns(x *xmlscan.Scanner) error {
	hidden, err := x.Value("hidden")
	if err != nil || !isTrue(hidden) {
		return err
	}
	first, err := x.Value("min")
	if err != nil {
		return err
	}
	last, err := x.Value("max")
	if err != nil {
		return err
	}
	from, err1 := strconv.Atoi(first)
	to, err2 := strconv.Atoi(last)
	if errors.Join(err1, err2) != nil {
		return message.Errorf("found columns from %s to %s", grid.Quote(first), grid.Quote(last))
	}
	for i := max(from, 1); i <= min(to, limits.MaxColumns) && len(d.hidden) < limits.MaxColumns; i++ {
		d.hidden = append(d.hidden, i-1)
	}
	return nil
}

func (g *worksheet) HiddenColumns() []int {
	if d := g.book.knows(g.page.part); d != nil {
		return d.hidden
	}
	return g.front.hidden
}

// Filtered is known once the rows were read to their end.
func (g *worksheet) Filtered() bool {
	d := g.book.knows(g.page.part)
	return d != nil && d.filter
}
