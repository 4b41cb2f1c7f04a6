package delimited

import (
	"bytes"
	"context"
	"io"
	"runtime"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"steward/core/limits"
	"steward/core/table"
	"steward/io/sheet/grid"
)

// A text table is read in blocks of whole records. Whoever has nothing else to do takes the
// next block off the file and reads its cells: the goroutine that asks for the records, which
// then waits for nobody, and helpers on other cores. The records are handed over in their
// order. Blocks are used again, so that memory does not grow with the file.

const (
	textBlockBytes = 32 << 10
	maxHelpers     = 3
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
	lost    bool          // there is a U+FFFD in it
	done    chan struct{} // tells that these are there
}

// textRecord is a record of a block.
type textRecord struct {
	line, end int // the lines on which it begins and ends
	to        int // where its cells end
}

// scanner hands over the records of a text table.
type scanner struct {
	grid  *Grid
	order chan *textBlock // that were taken off the file, in its order; closed at its end
	free  chan *textBlock
	quit  chan struct{}
	group sync.WaitGroup

	cutting sync.Mutex // guards what follows
	in      io.Reader
	raw     []byte // read, but not yet in a block
	line    int    // of its beginning
	ended   bool
	failure error // of the file

	now  *textBlock
	at   int // the next record of now
	from int // where its cells begin
	end  int // the line on which the last record ended
	seen grid.Sights
}

// Scan begins to read records, on several cores.
func (g *Grid) Scan(context.Context) (grid.Scanner, error) {
	helpers := min(runtime.GOMAXPROCS(0)-1, maxHelpers)
	blocks := helpers + 2 // one is handed over, another may be read by the same goroutine
	s := &scanner{
		grid: g, in: g.reader(g.source, g.source.Size), line: 1,
		order: make(chan *textBlock, blocks), free: make(chan *textBlock, blocks), quit: make(chan struct{}),
	}
	for range blocks {
		s.free <- &textBlock{done: make(chan struct{}, 1)}
	}
	for range helpers {
		s.group.Go(s.help)
	}
	return s, nil
}

func (s *scanner) Close() error {
	close(s.quit)
	s.group.Wait()
	return nil
}

// help reads blocks while there are any.
func (s *scanner) help() {
	for {
		select {
		case <-s.quit:
			return
		case b := <-s.free:
			if !s.work(b) {
				return
			}
		}
	}
}

// work takes the next block off the file and reads its cells. It returns false at the end.
func (s *scanner) work(b *textBlock) bool {
	if !s.take(b) {
		return false
	}
	s.grid.read(b)
	b.done <- struct{}{}
	return true
}

// take cuts the next block off the file. The number of quotation marks before an end of a
// line tells whether it stands inside a field: it is then odd. Where a quotation mark stands
// that should not, reading ends with a Fault before the count is wrong.
func (s *scanner) take(b *textBlock) bool {
	s.cutting.Lock()
	defer s.cutting.Unlock()
	if s.ended {
		return false
	}
	b.cut = false
	end := -1
	for want := textBlockBytes; end < 0; want *= 2 {
		var err error
		s.raw, err = fill(s.in, s.raw, min(want, limits.MaxRecordBytes+1))
		s.ended = err == io.EOF
		switch {
		case s.ended:
			s.raw = bytes.TrimRight(s.raw, "\x1a") // by which DOS ends a file
			end = len(s.raw)
		case err != nil:
			s.failure, s.ended = grid.Unreadable(s.grid.Label(), err), true
			close(s.order)
			return false
		case len(s.raw) > limits.MaxRecordBytes:
			b.cut, s.ended = true, true
			end = len(s.raw)
		default:
			end = s.grid.lastEnd(s.raw)
		}
	}
	b.text, b.line = string(s.raw[:end]), s.line
	s.raw = s.raw[:copy(s.raw, s.raw[end:])]
	if s.line += breaks(b.text, s.grid.ending); cap(s.raw) > 2*textBlockBytes && len(s.raw) < textBlockBytes {
		s.raw = append(make([]byte, 0, textBlockBytes), s.raw...)
	}
	s.order <- b
	if s.ended {
		close(s.order)
	}
	return true
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
func (g *Grid) lastEnd(raw []byte) int {
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

func (s *scanner) Next() (grid.Record, error) {
	for {
		if s.now == nil && !s.advance() {
			if s.failure != nil {
				return grid.Record{}, s.failure
			}
			return grid.Record{}, io.EOF
		}
		b := s.now
		if s.at == len(b.records) {
			if b.err != nil {
				return grid.Record{}, b.err
			}
			s.now = nil
			s.free <- b
			continue
		}
		t := b.records[s.at]
		r := grid.Record{Number: t.line, Skipped: t.line - s.end - 1, Cells: b.cells[s.from:t.to], Sights: &s.seen}
		if b.lost && slices.ContainsFunc(r.Cells, func(c table.Cell) bool { return strings.ContainsRune(c.Text, utf8.RuneError) }) {
			s.seen.Lost.Add(t.line)
		}
		s.at, s.from, s.end = s.at+1, t.to, t.end
		if t.line == 1 && s.grid.declared {
			continue
		}
		return r, nil
	}
}

// advance makes the next block the one that is handed over. It returns false where there is
// none. While a helper reads it, further blocks are read here.
func (s *scanner) advance() bool {
	b, more := s.following()
	if !more {
		return false
	}
	for ready := false; !ready; {
		select {
		case <-b.done:
			ready = true
			continue
		default:
		}
		select {
		case f := <-s.free:
			s.work(f)
		default:
			<-b.done
			ready = true
		}
	}
	s.now, s.at, s.from = b, 0, 0
	return true
}

// following returns the next block in the file's order, which may not have been read yet.
func (s *scanner) following() (b *textBlock, more bool) {
	for {
		select {
		case b, more = <-s.order:
			return b, more
		default:
		}
		select {
		case f := <-s.free:
			s.work(f) // at the end of the file order is closed
		default: // helpers have all blocks, and will hand one over
			b, more = <-s.order
			return b, more
		}
	}
}
