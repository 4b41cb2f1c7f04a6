package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"steward/cmd/steward/console"
	"steward/cmd/steward/terminal"
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
		if terminal.Is(in) {
			p.Ask = func(name string, again bool) (string, bool) { return typedPassword(in, out, name, again) }
		}
		return records.WithPasswords(ctx, p), nil
	}
	word, err := records.PasswordIn(file)
	if err != nil {
		return ctx, err
	}
	p.Ask = func(_ string, again bool) (string, bool) { return word, !again }
	return records.WithPasswords(ctx, p), nil
}

// passphraseFrom returns what asks for the passphrase of the key that signs: a file, or where none is named, a terminal.
func passphraseFrom(file string, in *os.File, out io.Writer) (func(again bool) (string, bool), error) {
	if file == "" {
		return func(again bool) (string, bool) {
			if !terminal.Is(in) {
				return "", false
			}
			return typedPassword(in, out, "your key", again)
		}, nil
	}
	word, err := records.PasswordIn(file)
	return func(again bool) (string, bool) { return word, !again }, err
}

// typedPassword asks at a terminal, which does not show what is typed.
func typedPassword(in *os.File, out io.Writer, name string, again bool) (string, bool) {
	if again {
		fmt.Fprint(out, console.Say("That is not its password.\n"))
	}
	fmt.Fprint(out, console.Say("Password of %s: ", console.OnLine([]string{name})[0]))
	show, err := terminal.Hide(in)
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
