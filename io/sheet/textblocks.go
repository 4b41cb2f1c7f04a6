package sheet

import (
	"bytes"
	"context"
	"io"
	"runtime"
	"strings"
	"sync"

	"steward/core/table"
)

// A text table is read in blocks of whole records. One goroutine reads the file, decodes
// its characters and cuts it; others read the cells of different blocks at the same time;
// the scanner hands the records over in their order. Blocks are used again, so that memory
// does not grow with the file.

const (
	textBlockBytes = 16 << 10
	// maxRecordBytes is the largest part of a file that is read for one row. A quotation
	// mark that is never closed would otherwise read the rest of the file into memory.
	maxRecordBytes = 16 << 20
	maxReaders     = 4 // that read cells
)

// textBlock is a part of a text table that begins and ends with a record.
type textBlock struct {
	text string
	line int  // of its beginning, from 1
	cut  bool // it ends within a record that is too long
	// What is read from it: the cells of all records in their order, the records, and the
	// error after the last of them.
	cells   []table.Cell
	records []textRecord
	err     error
	done    chan struct{} // tells that these are there
	raw     []byte
}

// textRecord is a record of a block.
type textRecord struct {
	line, end int // the lines on which it begins and ends
	to        int // where its cells end
}

// textScanner hands over the records of a text table.
type textScanner struct {
	grid  *textGrid
	in    io.Reader
	order chan *textBlock // in the order of the file
	work  chan *textBlock
	free  chan *textBlock
	quit  chan struct{}
	group sync.WaitGroup
	err   error // of the file, known when order is closed

	now  *textBlock
	at   int // the next record of now
	from int // where its cells begin
	end  int // the line on which the last record ended
}

func (g *textGrid) scan(context.Context) (scanner, error) {
	readers := min(runtime.GOMAXPROCS(0), maxReaders)
	blocks := readers + 2 // one is being cut and one handed over
	s := &textScanner{
		grid: g, in: g.reader(g.source, g.source.size),
		order: make(chan *textBlock, blocks), work: make(chan *textBlock, blocks), free: make(chan *textBlock, blocks),
		quit: make(chan struct{}),
	}
	for range blocks {
		s.free <- &textBlock{done: make(chan struct{}, 1)}
	}
	s.group.Go(s.split)
	for range readers {
		s.group.Go(func() {
			for b := range s.work {
				s.grid.read(b)
				b.done <- struct{}{}
			}
		})
	}
	return s, nil
}

func (s *textScanner) close() error {
	close(s.quit)
	s.group.Wait()
	return nil
}

// split cuts the file into blocks. The number of quotation marks before an end of a line
// tells whether it stands inside a field: it is then odd. Where a quotation
// mark stands that should not, reading ends with a Fault before the count is wrong.
func (s *textScanner) split() {
	defer close(s.work)
	defer close(s.order)
	var rest []byte
	for line, whole := 1, false; !whole; {
		var b *textBlock
		select {
		case b = <-s.free:
		case <-s.quit:
			return
		}
		b.raw = append(b.raw[:0], rest...)
		end := -1
		for want := textBlockBytes; end < 0; want *= 2 {
			var err error
			b.raw, err = fill(s.in, b.raw, min(want, maxRecordBytes+1))
			whole = err == io.EOF
			switch {
			case whole:
				b.raw = bytes.TrimRight(b.raw, "\x1a") // by which DOS ends a file
				end = len(b.raw)
			case err != nil:
				s.err = unreadable(s.grid.label(), err)
				return
			case len(b.raw) > maxRecordBytes:
				b.cut, whole = true, true
				end = len(b.raw)
			default:
				end = s.grid.lastEnd(b.raw)
			}
		}
		rest = append(rest[:0], b.raw[end:]...)
		b.text, b.line = string(b.raw[:end]), line
		if cap(b.raw) > 2*textBlockBytes {
			b.raw = nil
		}
		line += breaks(b.text, s.grid.ending)
		s.order <- b
		s.work <- b
	}
}

// fill reads on until there are want bytes or the file ends with io.EOF.
func fill(in io.Reader, to []byte, want int) ([]byte, error) {
	for len(to) < want {
		if cap(to) < want {
			to = append(make([]byte, 0, want), to...)
		}
		n, err := in.Read(to[len(to):want])
		to = to[:len(to)+n]
		if err != nil {
			return to, err
		}
	}
	return to, nil
}

// lastEnd returns where the last whole record of a block ends, or -1.
func (g *textGrid) lastEnd(raw []byte) int {
	quotes := func(part []byte) int {
		if g.quote == 0 {
			return 0
		}
		return bytes.Count(part, []byte{g.quote})
	}
	before := quotes(raw)
	for {
		i := bytes.LastIndexByte(raw, g.ending)
		if i < 0 {
			return -1
		}
		if before -= quotes(raw[i:]); before%2 == 0 {
			return i + 1
		}
		raw = raw[:i]
	}
}

// breaks counts the lines that end in a text. Where they end with a carriage return, those
// inside fields may end with a line feed, or with both.
func breaks(text string, ending byte) int {
	n := strings.Count(text, "\n")
	if ending == '\r' {
		n += strings.Count(text, "\r") - strings.Count(text, "\r\n")
	}
	return n
}

func (s *textScanner) next() (record, error) {
	for {
		if s.now == nil {
			b, ok := <-s.order
			if !ok {
				if s.err != nil {
					return record{}, s.err
				}
				return record{}, io.EOF
			}
			<-b.done
			s.now, s.at, s.from = b, 0, 0
		}
		b := s.now
		if s.at == len(b.records) {
			if b.err != nil {
				return record{}, b.err
			}
			s.now = nil
			s.free <- b
			continue
		}
		t := b.records[s.at]
		r := record{number: t.line, skipped: t.line - s.end - 1, cells: b.cells[s.from:t.to]}
		s.at, s.from, s.end = s.at+1, t.to, t.end
		if t.line == 1 && s.grid.declared {
			continue
		}
		return r, nil
	}
}
