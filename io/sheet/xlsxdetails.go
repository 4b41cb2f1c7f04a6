package sheet

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"slices"
	"strconv"
	"sync"

	"steward/core/limits"
	"steward/core/message"
)

// details are what a worksheet says beside its cells, before and after them.
type details struct {
	merges []area // by row, then by column
	filter bool   // rows can be hidden by a filter
	hidden []int  // columns
}

// maxMerges is how many merged cells a sheet may have.
const maxMerges = 1 << 18

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
	r, err := b.stream(ctx, p.part)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	d := &details{}
	if err := d.read(newTokens(r)); ctx.Err() != nil {
		return nil, stopped(lettered{b.source.name, p.Name}.label(), ctx.Err())
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
func (d *details) begin(x *tokens) error {
	for {
		kind, err := x.next()
		switch {
		case err != nil:
			return err
		case kind != startTag:
		case string(x.name) == "sheetData":
			return nil
		default:
			if err := d.note(x); err != nil {
				return err
			}
		}
	}
}

// read reads on to the end.
func (d *details) read(x *tokens) error {
	for {
		kind, err := x.next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		if kind != startTag {
			continue
		}
		if string(x.name) == "sheetData" && !x.closesItself() {
			if err := x.pass(); err != nil {
				return err
			}
			continue
		}
		if err := d.note(x); err != nil {
			return err
		}
	}
	slices.SortFunc(d.merges, func(a, b area) int { return cmp.Or(cmp.Compare(a.top, b.top), cmp.Compare(a.left, b.left)) })
	return nil
}

// note takes in an element that does not stand among the rows.
func (d *details) note(x *tokens) error {
	switch string(x.name) {
	case "autoFilter":
		d.filter = true
	case "col":
		return d.noteColumns(x)
	case "mergeCell":
		ref, err := x.value("ref")
		if err != nil {
			return err
		}
		a, ok := parseArea(ref)
		if !ok {
			return message.Errorf("found merged cells at %s", quote(ref))
		}
		if len(d.merges) == maxMerges {
			return message.Errorf("it has more than %d merged cells", maxMerges)
		}
		d.merges = append(d.merges, a)
	}
	return nil
}

// noteColumns notes the hidden ones of the columns that a <col> is about.
func (d *details) noteColumns(x *tokens) error {
	hidden, err := x.value("hidden")
	if err != nil || !isTrue(hidden) {
		return err
	}
	first, err := x.value("min")
	if err != nil {
		return err
	}
	last, err := x.value("max")
	if err != nil {
		return err
	}
	from, err1 := strconv.Atoi(first)
	to, err2 := strconv.Atoi(last)
	if errors.Join(err1, err2) != nil {
		return message.Errorf("found columns from %s to %s", quote(first), quote(last))
	}
	for i := max(from, 1); i <= min(to, limits.MaxColumns) && len(d.hidden) < limits.MaxColumns; i++ {
		d.hidden = append(d.hidden, i-1)
	}
	return nil
}

// pass passes by the content of the element whose start was read, up to its end tag, without
// looking at what it is. A comment with that very tag in it would end it too early: whoever
// reads the rows compares what is found behind them.
func (x *tokens) pass() error {
	end := append([]byte("</"), x.open[x.opened[len(x.opened)-1]:]...)
	rare := max(bytes.IndexByte(end, 'h'), 0) // of "sheetData": no tag of a cell has one
	for {
		for from := x.pos; ; {
			i := bytes.Index(x.buf[from:x.end], end[rare:])
			if i < 0 {
				break
			}
			if from += i; bytes.HasPrefix(x.buf[max(from-rare, x.pos):x.end], end) {
				x.pos = from - rare
				return nil
			}
			from++
		}
		x.pos = max(x.pos, x.end-len(end))
		if err := x.fill(); err != nil {
			return err
		}
	}
}

func (g *workbookGrid) hiddenColumns() []int {
	if d := g.book.knows(g.page.part); d != nil {
		return d.hidden
	}
	return g.front.hidden
}

// filtered is known once the rows were read to their end.
func (g *workbookGrid) filtered() bool {
	d := g.book.knows(g.page.part)
	return d != nil && d.filter
}
