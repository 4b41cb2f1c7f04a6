package records

import (
	"bufio"
	"context"
	"errors"
	"io"
	"path/filepath"
	"strings"
	"sync"

	"steward/core/limits"
	"steward/core/message"
	"steward/io/internal/disk"
	"steward/io/sheet"
	"steward/io/sheet/protected"
)

// Passwords are those of protected workbooks. They are kept in memory for as long as the
// program runs, and nowhere else.
type Passwords struct {
	// Ask, unless nil, asks for the password of a file, whose base name is given; again tells
	// that the last answer was wrong. ok is false where nobody answers.
	Ask func(name string, again bool) (password string, ok bool)

	mu    sync.Mutex
	known map[string]string // by path
}

// Set keeps the password of a file.
func (p *Passwords) Set(path, password string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.known == nil {
		p.known = make(map[string]string)
	}
	p.known[path] = password
}

func (p *Passwords) of(path string) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.known[path]
}

type passwordsKey struct{}

// WithPasswords has the files that are opened in a context opened with their passwords.
func WithPasswords(ctx context.Context, p *Passwords) context.Context {
	return context.WithValue(ctx, passwordsKey{}, p)
}

// PasswordIn returns the first line of a file.
func PasswordIn(path string) (string, error) {
	f, err := disk.Open(path)
	if err != nil {
		return "", message.Errorf("the file with the password cannot be read: %w", err)
	}
	defer f.Close()
	line, err := bufio.NewReader(io.LimitReader(f, limits.MaxPasswordBytes)).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return "", message.Errorf("the file with the password cannot be read: %w", err)
	}
	if len(line) == limits.MaxPasswordBytes {
		return "", message.Errorf("the first line of %s has %d bytes or more, so it is not a password", path, limits.MaxPasswordBytes)
	}
	line = strings.TrimRight(strings.TrimPrefix(line, "\ufeff"), "\r\n")
	if line == "" {
		return "", message.Errorf("the first line of %s is empty, and a password is expected there", path)
	}
	return line, nil
}

// passwordTries is how often a password is asked for.
const passwordTries = 3

// OpenFile opens a spreadsheet, with its password (WithPasswords) where it has one.
func OpenFile(ctx context.Context, path string) (*sheet.File, error) {
	p, _ := ctx.Value(passwordsKey{}).(*Passwords)
	if p == nil {
		return sheet.Open(ctx, path)
	}
	file, err := sheet.OpenProtected(ctx, path, p.of(path))
	for range passwordTries {
		again := errors.Is(err, protected.ErrWrongPassword)
		if p.Ask == nil || !again && !errors.Is(err, protected.ErrNeedsPassword) {
			break
		}
		word, ok := p.Ask(filepath.Base(path), again)
		if !ok {
			break
		}
		if file, err = sheet.OpenProtected(ctx, path, word); err == nil {
			p.Set(path, word)
		}
	}
	return file, err
}
