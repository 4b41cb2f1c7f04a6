package main

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// writeNotices writes every module's licence texts, one after the other; a text that several
// have alike stands there once.
func writeNotices(w io.Writer, modules []module) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "Steward contains these libraries, each under its own licence.\n")
	written := map[string]string{}
	for _, m := range modules {
		name := m.Path
		if name == "std" {
			name = "Go's standard library and runtime"
		}
		for _, l := range m.Licences {
			this := fmt.Sprintf("%s %s: %s", name, m.Version, l.File)
			fmt.Fprintf(out, "\n%s\n%s\n\n", strings.Repeat("=", 79), this)
			if before, ok := written[string(l.Text)]; ok {
				fmt.Fprintf(out, "The same text as of %s.\n", before)
				continue
			}
			written[string(l.Text)] = this
			out.Write(l.Text)
			if len(l.Text) == 0 || l.Text[len(l.Text)-1] != '\n' {
				fmt.Fprintln(out)
			}
		}
	}
	return out.Flush()
}
