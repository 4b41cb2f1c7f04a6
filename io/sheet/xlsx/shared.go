package xlsx

import (
	"bytes"
	"context"
	"io"
	"strconv"
	"strings"
	"sync"

	"steward/core/limits"
	"steward/core/message"
	"steward/io/sheet/bitset"
	"steward/io/sheet/grid"
	"steward/io/sheet/number"
	"steward/io/sheet/xmlscan"
)

// sharedTexts are the texts that cells refer to by number, trimmed. The first of them are held
// from the opening on, which is all where there are few; programs number texts as they meet
// them, so that the first rows refer to these. The others are read when they are asked for.
type sharedTexts struct {
	part  string
	first []string
	count int
	blank bitset.Set // those that are blank
	// numeric are those behind the first that are written like numbers.
	numeric bitset.Set

	mu   sync.Mutex
	rest []string // those behind the first, or nil while nobody asked for them
}

const (
	heldBytes = 32 << 20 // of the texts that are held from the opening on
	perText   = 16       // bytes that hold a text beside its own
)

// readShared reads the texts, to hold the first and count all. A workbook without texts has no
// such part.
func (b *workbook) readShared(ctx context.Context, part string, room int) error {
	if part == "" {
		return nil
	}
	if f := b.Parts[part]; f != nil && f.UncompressedSize64 > limits.MaxSharedTextBytes {
		return grid.NewFault(b.Source.Name, "the texts of the workbook take more than %d bytes", limits.MaxSharedTextBytes).WithRemedy("save only the columns that you need, or save the sheet as CSV in UTF-8")
	}
	b.shared.part = part
	var list textList
	held := 0
	err := b.Each(ctx, func(text []byte) {
		if len(text) == 0 {
			b.shared.blank.Add(b.shared.count)
		}
		if held += len(text) + perText; held <= room {
			list.add(text)
		} else if number.Is(string(text)) {
			b.shared.numeric.Add(b.shared.count)
		}
		b.shared.count++
	})
	b.shared.first = list.all()
	return err
}

// Each reads all the texts. They are overwritten.
func (b *workbook) Each(ctx context.Context, visit func(text []byte)) error {
	r, err := b.Stream(ctx, b.shared.part)
	if err != nil {
		return err
	}
	defer r.Close()
	x := xmlscan.New(r)
	var room []byte
	for {
		kind, err := x.Next()
		if err == io.EOF {
			return nil
		}
		if err == nil && (kind != xmlscan.StartTag || string(x.Name) != "si") {
			continue
		}
		if err == nil {
			begun := x.Offset()
			room, err = richText(x, room[:0])
			if err == nil && x.Offset()-begun > limits.MaxRecordBytes {
				err = grid.ErrTooLong
			}
		}
		if ctx.Err() != nil {
			return grid.Stopped(b.Source.Name, ctx.Err())
		}
		if err != nil {
			return b.Damaged(b.shared.part, err)
		}
		text := room
		if bytes.Contains(text, []byte("_x")) {
			text = []byte(unescape(string(text)))
		}
		visit(bytes.TrimSpace(text))
	}
}

func (b *workbook) All() int { return b.shared.count }

func (b *workbook) Held() []string { return b.shared.first }

func (b *workbook) Numeric(i int) bool { return b.shared.numeric.Has(i) }

// sharedText returns a text. Where it is not held, all are read and held from then on.
func (b *workbook) sharedText(ctx context.Context, i int) (string, error) {
	t := &b.shared
	if i < len(t.first) {
		return t.first[i], nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.rest == nil {
		var list textList
		n := 0
		err := b.Each(ctx, func(text []byte) {
			if n++; n > len(t.first) {
				list.add(text)
			}
		})
		if err != nil {
			return "", err
		}
		t.rest = list.all()
	}
	if i -= len(t.first); i >= len(t.rest) {
		return "", b.Damaged(t.part, message.New("it is not what it was"))
	}
	return t.rest[i], nil
}

// textList collects texts in few large strings, for there can be millions.
type textList struct {
	texts []string
	room  []byte // of the last texts, which are still to become a string
	ends  []int  // where each of them ends
}

const textRoom = 1 << 16

func (l *textList) add(text []byte) {
	l.room = append(l.room, text...)
	l.ends = append(l.ends, len(l.room))
	if len(l.room) >= textRoom {
		l.flush()
	}
}

func (l *textList) flush() {
	all, from := string(l.room), 0
	for _, to := range l.ends {
		l.texts = append(l.texts, all[from:to])
		from = to
	}
	l.room, l.ends = l.room[:0], l.ends[:0]
}

// all returns the texts.
func (l *textList) all() []string {
	l.flush()
	return l.texts
}

// richText reads an <si> or <is> whose start was read, to its end, and appends its own text
// or that of its runs, without phonetic hints.
func richText(x *xmlscan.Scanner, to []byte) ([]byte, error) {
	for outside := x.Depth() - 1; ; {
		kind, err := x.Next()
		if err != nil {
			return to, err
		}
		switch kind {
		case xmlscan.EndTag:
			if x.Depth() == outside {
				return to, nil
			}
		case xmlscan.StartTag:
			switch string(x.Name) {
			case "r":
			case "t":
				to, err = x.Characters(to)
			default:
				err = x.Skip()
			}
			if err != nil {
				return to, err
			}
		}
	}
}

// unescape replaces _xHHHH_, by which characters are written that XML does not allow
// (ECMA-376 part 1, 22.9.2.19, ST_Xstring).
func unescape(s string) string {
	const length = len("_xHHHH_")
	if !strings.Contains(s, "_x") {
		return s
	}
	var out strings.Builder
	for i := 0; i < len(s); {
		if strings.HasPrefix(s[i:], "_x") && i+length <= len(s) && s[i+length-1] == '_' {
			if c, err := strconv.ParseUint(s[i+2:i+length-1], 16, 16); err == nil {
				out.WriteRune(rune(c)) // half of a surrogate pair becomes U+FFFD
				i += length
				continue
			}
		}
		out.WriteByte(s[i])
		i++
	}
	return out.String()
}
