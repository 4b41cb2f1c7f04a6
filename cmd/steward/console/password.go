package console

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"steward/cmd/steward/terminal"
	"steward/core/limits"
	"steward/io/records"
)

// A password is never an argument: those of a running program can be read by others on the
// same machine, and shells keep them.

// WithPasswords has spreadsheets opened with the password in a file, or, where no file is
// named, with what is typed at a terminal.
func WithPasswords(ctx context.Context, file string, in *os.File, out io.Writer) (context.Context, error) {
	ask, err := asking(file, in, out)
	return records.WithPasswords(ctx, &records.Passwords{Ask: ask}), err
}

// Passphrase returns what asks for the passphrase of the key that signs: a file, or where none is named, a terminal.
func Passphrase(file string, in *os.File, out io.Writer) (func(again bool) (string, bool), error) {
	ask, err := asking(file, in, out)
	return func(again bool) (string, bool) { return ask("your key", again) }, err
}

// asking returns what asks for the password of something that is named: a file, or a terminal.
func asking(file string, in *os.File, out io.Writer) (func(name string, again bool) (string, bool), error) {
	if file == "" {
		return func(name string, again bool) (string, bool) {
			if !terminal.Is(in) {
				return "", false
			}
			return typedPassword(in, out, name, again)
		}, nil
	}
	word, err := records.PasswordIn(file)
	return func(_ string, again bool) (string, bool) { return word, !again }, err
}

// typedPassword asks at a terminal, which does not show what is typed.
func typedPassword(in *os.File, out io.Writer, name string, again bool) (string, bool) {
	if again {
		fmt.Fprint(out, Say("That is not its password.\n"))
	}
	fmt.Fprint(out, Say("Password of %s: ", OnLine([]string{name})[0]))
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
