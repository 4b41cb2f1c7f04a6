package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"steward/core/limits"
	"steward/io/records"
)

// A password is never an argument: those of a running program can be read by others on the
// same machine, and shells keep them.

// withPasswords has spreadsheets opened with the password in a file, or, where no file is
// named, with what is typed at a terminal.
func withPasswords(ctx context.Context, file string, in *os.File, out io.Writer) (context.Context, error) {
	p := &records.Passwords{}
	if file == "" {
		if isTerminal(in) {
			p.Ask = func(name string, again bool) (string, bool) { return typedPassword(in, out, name, again) }
		}
		return records.WithPasswords(ctx, p), nil
	}
	word, err := passwordIn(file)
	if err != nil {
		return ctx, err
	}
	p.Ask = func(_ string, again bool) (string, bool) { return word, !again }
	return records.WithPasswords(ctx, p), nil
}

// passwordIn returns the first line of a file.
func passwordIn(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", fmt.Errorf("the file with the password cannot be read: %w", err)
	}
	defer f.Close()
	line, err := bufio.NewReader(io.LimitReader(f, limits.MaxPasswordBytes)).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return "", fmt.Errorf("the file with the password cannot be read: %w", err)
	}
	line = strings.TrimRight(strings.TrimPrefix(line, "\ufeff"), "\r\n")
	if line == "" {
		return "", fmt.Errorf("the first line of %s is empty, and a password is expected there", path)
	}
	return line, nil
}

// passphraseFrom returns what asks for the passphrase of the key that signs: a file, or where none is named, a terminal.
func passphraseFrom(file string, in *os.File, out io.Writer) func(again bool) (string, bool) {
	if file == "" {
		return func(again bool) (string, bool) {
			if !isTerminal(in) {
				return "", false
			}
			return typedPassword(in, out, "your key", again)
		}
	}
	return func(again bool) (string, bool) {
		word, err := passwordIn(file)
		return word, err == nil && !again
	}
}

// typedPassword asks at a terminal, which does not show what is typed.
func typedPassword(in *os.File, out io.Writer, name string, again bool) (string, bool) {
	if again {
		fmt.Fprintln(out, "That is not its password.")
	}
	fmt.Fprintf(out, "Password of %s: ", onLine([]string{name})[0])
	show, err := hideTyping(in)
	if err != nil {
		fmt.Fprintln(out)
		return "", false // never typed in sight
	}
	defer func() {
		show()
		fmt.Fprintln(out)
	}()
	// Byte by byte, lest what is typed after it is taken too.
	var word []byte
	for b := make([]byte, 1); len(word) < limits.MaxPasswordBytes; {
		if n, err := in.Read(b); n == 0 || err != nil || b[0] == '\n' {
			break
		}
		word = append(word, b[0])
	}
	line := strings.TrimRight(string(word), "\r")
	return line, line != ""
}
