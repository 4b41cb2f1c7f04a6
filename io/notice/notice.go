// Package notice writes and finds the notices that tell readers that a published release is not to be used any more, or that
// another one takes its place. A notice is a file of its own beside the record, for the files of a release are never changed; it is
// a text, for readers, in the language of the release. Who wrote one cannot be told from it: the account does tell (io/ledger).
package notice

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"regexp"
	"steward/core/limits"
	"strings"
	"time"

	"steward/assets/language"
	"steward/core/message"
	"steward/io/export"
	"steward/io/internal/disk"
	"steward/io/wholefile"
)

// Notice says that a release is not to be used any more.
type Notice struct {
	// Path is the release's record, which Release is.
	Path    string
	Release export.Record
	// Time is in RFC 3339.
	Time, By, Why string
	// Instead is the record of the release that takes its place, at InsteadPath; nil for none.
	Instead     *export.Record
	InsteadPath string
	// Stays says that the release stays as it is, and there is something to say about it: a statement, which no reader takes for a
	// notice.
	Stays bool
}

const (
	suffix   = "-notice"
	stated   = "-statement"
	ending   = ".txt"
	mostLong = 1 << 20 // bytes
)

// place returns where the n-th notice of a release stands, or the n-th statement about it, counted from 1.
func place(record, suffix string, n int) string {
	base := strings.TrimSuffix(record, filepath.Ext(record)) + suffix
	if n > 1 {
		base += fmt.Sprintf("-%d", n)
	}
	return base + ending
}

// Write writes the notice beside the record, unless one stands there that says the same, and returns where. Earlier notices stay.
func (n Notice) Write(d disk.Disk) (path string, err error) {
	in, err := language.Of(n.Release.Plan.Language)
	if err != nil {
		return "", err
	}
	text := []byte(n.text(in))
	end := suffix
	if n.Stays {
		end = stated
	}
	for k := 1; k <= limits.MaxNotices; k++ {
		path = place(n.Path, end, k)
		there, err := disk.ReadFile(d, path, mostLong)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return path, wholefile.On(d).Create(path, func(w io.Writer) error {
				_, err := w.Write(text)
				return err
			})
		case err != nil:
			return "", message.Errorf("%s cannot be read: %w", path, disk.InWords(err))
		case bytes.Equal(there, text):
			return path, nil
		}
	}
	return "", message.Errorf("there are already %d notices beside %s: remove those that are not of this release", limits.MaxNotices, n.Path)
}

// text is what the notice says.
func (n Notice) text(in language.Language) string {
	release := message.Sprintf("“%s” of %v", n.Release.Plan.Title, day(n.Release.Created))
	lead := message.Sprintf("The release %v is withdrawn.", release)
	use := message.Sprintf("Do not use its numbers any more.")
	if n.Instead != nil {
		lead = message.Sprintf("Another release takes the place of %v.", release)
		use = message.Sprintf("Do not use its numbers any more. Use those of “%s” of %v instead, whose record, %s, has the seal %v.", n.Instead.Plan.Title, day(n.Instead.Created), filepath.Base(n.InsteadPath), message.Verbatim(n.Instead.Seal))
	}
	why := message.Sprintf("Why: %v", message.Verbatim(n.Why))
	if n.Stays {
		lead, why, use = message.Sprintf("A statement about the release %v.", release), message.Verbatim(n.Why), message.Sprintf("The release stays as it is.")
	}
	var b strings.Builder
	for _, paragraph := range []message.Text{
		lead,
		why,
		message.Sprintf("Who says so: %v, on %v.", message.Verbatim(n.By), day(n.Time)),
		use,
		message.Sprintf("This notice is about the release whose record, %s, has the seal %v.", filepath.Base(n.Path), message.Verbatim(n.Release.Seal)),
		message.Sprintf("No file of the release was changed. This does not take back what it revealed about people, which stays counted in their account."),
	} {
		b.WriteString(in.Say(paragraph))
		b.WriteString("\r\n\r\n")
	}
	return b.String()
}

// day is the day of a moment.
func day(moment string) message.Text {
	at, err := time.Parse(time.RFC3339, moment)
	if err != nil {
		return message.Verbatim(moment)
	}
	return message.Sprintf("%v", message.Day(at))
}

// aSeal matches seals. The last one in a notice is that of the release which the notice is of; one before it is that of the release
// which takes its place.
var aSeal = regexp.MustCompile(`\b[0-9a-f]{64}\b`)

// Beside lists the notices beside a record that are of the release with its seal, and the names of those that are missing before the
// last notice that stands there, whichever release that one is of.
func Beside(record, seal string) (list, missing []string) {
	var gap []string
	for k := 1; k <= limits.MaxNotices; k++ {
		path := place(record, suffix, k)
		text, err := disk.ReadFile(disk.OS, path, mostLong)
		if errors.Is(err, fs.ErrNotExist) {
			gap = append(gap, filepath.Base(path))
			continue
		}
		missing, gap = append(missing, gap...), nil
		if seals := aSeal.FindAll(text, -1); err == nil && len(seals) > 0 && string(seals[len(seals)-1]) == seal {
			list = append(list, path)
		}
	}
	return list, missing
}
