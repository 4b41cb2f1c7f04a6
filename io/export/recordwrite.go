package export

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"

	"steward/core/message"
	"steward/core/result"
	"steward/io/shown"
)

// The places in an indented record that are written piece by piece.
const (
	noAnswers  = "\n   \"answers\": null"
	answersAt  = "\n   \"answers\": ["
	recordEnds = "\n}"
)

// writeRecord writes the record of a release, with the digests of its other files and what its workbook shows. The answers
// are written one at a time: a million of them take no more memory than one.
func writeRecord(w io.Writer, r *result.Release, files map[string]string, book *shown.Book) error {
	text, err := json.MarshalIndent(recordOf(r, files, book), "", " ")
	if err != nil {
		return message.Errorf("the record: %w", err)
	}
	// A text in the record has no line break of its own, so that these stand where they seem to.
	parts := bytes.Split(text, []byte(noAnswers))
	end := len(parts) - 1
	var whole bool
	if parts[end], whole = bytes.CutSuffix(parts[end], []byte(recordEnds)); !whole || end != len(r.Questions) {
		return message.Errorf("the record: %d lists of answers for %d questions", end, len(r.Questions))
	}
	digest := sha256.New()
	out := bufio.NewWriterSize(io.MultiWriter(w, digest), 1<<16)
	put := func(p []byte) {
		if err == nil {
			_, err = out.Write(p)
		}
	}
	for i, part := range parts {
		put(part)
		if i < end && err == nil {
			err = writeAnswers(out, &r.Questions[i])
		}
	}
	put([]byte(","))
	if err == nil {
		err = out.Flush()
	}
	if err == nil {
		_, err = io.WriteString(w, sealLine(hex.EncodeToString(digest.Sum(nil))))
	}
	return err
}

// writeAnswers writes the answers to a question as a member of the question, indented as
// everything around them.
func writeAnswers(out *bufio.Writer, q *result.Question) error {
	if _, err := out.WriteString(answersAt); err != nil {
		return err
	}
	var indented bytes.Buffer
	for i := range q.Len() {
		text, err := json.Marshal(answerOf(q, i))
		if err != nil {
			return message.Errorf("answer %d to %q: %w", i+1, q.Title(), err)
		}
		indented.Reset()
		if i > 0 {
			indented.WriteByte(',')
		}
		indented.WriteString("\n    ")
		if err := json.Indent(&indented, text, "    ", " "); err != nil {
			return err
		}
		if _, err := out.Write(indented.Bytes()); err != nil {
			return err
		}
	}
	_, err := out.WriteString("\n   ]")
	return err
}

// sealLine is how every record ends.
func sealLine(digest string) string { return "\n \"seal\": \"" + digest + "\"" + recordEnds + "\n" }
