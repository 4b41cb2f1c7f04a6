// Package crash keeps people's records out of what a crash leaves behind: Go's own report, and the memory that the system
// writes to a file.
package crash

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// Exit is the exit code after a fault in the program itself, by the custom of Unix (EX_SOFTWARE).
const Exit = 70

// Report, deferred, ends the program after a panic and says where that was: functions,
// files and lines. Go's own report would add what the functions were called with, which may
// be an answer or a count, and the words of the panic, which may quote a cell; and where the
// program is started from a desktop, what it prints ends up in a log.
func Report(w io.Writer) {
	fault := recover()
	if fault == nil {
		return
	}
	fmt.Fprintf(w, "steward: a fault in the program (%T). Nothing that it read is in this report:\n%s", fault, places())
	os.Exit(Exit)
}

// places lists the functions that the present goroutine is in, the innermost first.
func places() string {
	pcs := make([]uintptr, 64)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(3, pcs)])
	var b strings.Builder
	for {
		f, more := frames.Next()
		if f.Function != "" {
			fmt.Fprintf(&b, "  %s (%s:%d)\n", f.Function, filepath.Base(f.File), f.Line)
		}
		if !more {
			return b.String()
		}
	}
}

// Background runs f on a goroutine of its own, whose panics are reported as the others.
func Background(f func()) {
	go func() {
		defer Report(os.Stderr)
		f()
	}()
}
