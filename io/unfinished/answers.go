package unfinished

import (
	"bufio"
	"io"
	"os"
	"path/filepath"

	"steward/core/message"
	"steward/core/result"
	"steward/io/internal/disk"
)

// Keep makes the answers durable, in the room that was kept for them.
func (r *Release) Keep(answers *result.Release) error {
	if err := r.keep(answers); err != nil {
		return message.Errorf("the numbers cannot be kept: %w", disk.InWords(err))
	}
	return nil
}

func (r *Release) keep(answers *result.Release) error {
	f := r.room
	r.room = nil
	defer f.Close()
	w := &counted{to: f}
	out := bufio.NewWriterSize(w, 1<<16)
	if err := answers.Keep(out); err != nil {
		return err
	}
	if err := out.Flush(); err != nil {
		return err
	}
	if err := f.Truncate(w.written); err != nil {
		return err
	}
	if err := f.Sync(); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	if err := r.disk.Rename(filepath.Join(r.dir, roomName), filepath.Join(r.dir, answersName)); err != nil {
		return err
	}
	_ = r.disk.SyncFolder(r.dir) // not every system syncs folders
	return nil
}

// Answers returns what was kept.
func (r *Release) Answers() (*result.Release, error) {
	f, err := r.disk.OpenFile(filepath.Join(r.dir, answersName), os.O_RDONLY, 0)
	if err != nil {
		return nil, message.Errorf("the numbers that were kept cannot be read: %w", disk.InWords(err))
	}
	defer f.Close()
	return result.Kept(bufio.NewReaderSize(f, 1<<16))
}

// counted counts what is written.
type counted struct {
	to      io.Writer
	written int64
}

func (c *counted) Write(b []byte) (int, error) {
	n, err := c.to.Write(b)
	c.written += int64(n)
	return n, err
}
