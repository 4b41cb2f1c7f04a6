package main

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// writeNotices writes every module's licence texts, one after the other.
func writeNotices(w io.Writer, modules []module) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "Steward contains these libraries, each under its own licence.\n")
	for _, m := range modules {
		name := m.Path
		if name == "std" {
			name = "Go's standard library and runtime"
		}
		for _, l := range m.Licences {
			fmt.Fprintf(out, "\n%s\n%s %s: %s\n\n", strings.Repeat("=", 79), name, m.Version, l.File)
			out.Write(l.Text)
			if len(l.Text) == 0 || l.Text[len(l.Text)-1] != '\n' {
				fmt.Fprintln(out)
			}
		}
	}
	return out.Flush()
}
