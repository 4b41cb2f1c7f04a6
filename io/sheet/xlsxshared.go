package sheet

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// readShared reads the texts that cells refer to by number, trimmed. A workbook without
// texts has no such part.
func (b *workbook) readShared(ctx context.Context, part string) error {
	if part == "" {
		return nil
	}
	if f := b.parts[part]; f != nil && f.UncompressedSize64 > maxSharedBytes {
		return &Fault{b.source.name, fmt.Sprintf("the texts of the workbook take more than %d bytes", maxSharedBytes),
			"save only the columns that are needed, or save the sheet as CSV in UTF-8", nil}
	}
	r, err := b.stream(ctx, part)
	if err != nil {
		return err
	}
	defer r.Close()
	x := newTokens(r)
	var list sharedTexts
	for {
		kind, err := x.next()
		if err == io.EOF {
			b.shared = list.all()
			b.blankTexts = slices.Contains(b.shared, "")
			return nil
		}
		if err == nil && (kind != startTag || string(x.name) != "si") {
			continue
		}
		if err == nil {
			begun := x.offset()
			list.room, err = richText(x, list.room)
			if err == nil && x.offset()-begun > maxRecordBytes {
				err = errTooLong
			}
			list.end()
		}
		if ctx.Err() != nil {
			return stopped(b.source.name, ctx.Err())
		}
		if err != nil {
			return b.damaged(part, err)
		}
	}
}

// sharedTexts collects texts in few large strings, for there can be millions.
type sharedTexts struct {
	texts []string
	room  []byte // of the last texts, which are still to become a string
	ends  []int  // where each of them ends
}

const sharedRoom = 1 << 16

// end ends the text that was appended to room.
func (l *sharedTexts) end() {
	from := 0
	if n := len(l.ends); n > 0 {
		from = l.ends[n-1]
	}
	own := l.room[from:]
	if bytes.Contains(own, []byte("_x")) {
		own = []byte(unescape(string(own)))
	}
	own = bytes.TrimSpace(own)
	l.room = append(l.room[:from], own...)
	l.ends = append(l.ends, len(l.room))
	if len(l.room) >= sharedRoom {
		l.flush()
	}
}

func (l *sharedTexts) flush() {
	all, from := string(l.room), 0
	for _, to := range l.ends {
		l.texts = append(l.texts, all[from:to])
		from = to
	}
	l.room, l.ends = l.room[:0], l.ends[:0]
}

// all returns the texts.
func (l *sharedTexts) all() []string {
	l.flush()
	return l.texts
}

// richText reads an <si> or <is> whose start was read, to its end, and appends its own text
// or that of its runs, without phonetic hints.
func richText(x *tokens, to []byte) ([]byte, error) {
	for outside := x.depth() - 1; ; {
		kind, err := x.next()
		if err != nil {
			return to, err
		}
		switch kind {
		case endTag:
			if x.depth() == outside {
				return to, nil
			}
		case startTag:
			switch string(x.name) {
			case "r":
			case "t":
				to, err = x.characters(to)
			default:
				err = x.skip()
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
