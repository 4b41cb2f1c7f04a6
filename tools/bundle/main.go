// Bundle checks the archive of the program for macOS, on any system:
//
//	bundle -version 1.0.0 steward-1.0.0-macos-arm64.zip
//
// It looks for what macOS needs to start the program, to show its icon and to know projects: where
// files lie, which of them can be run, the property list, the icon's pictures, and the processor and
// the oldest system that the program was built for. It names everything that is wrong. What only a Mac
// can tell, such as whether a signature is trusted, it does not look at.
package main

import (
	"archive/zip"
	"flag"
	"fmt"
	"os"
)

func main() {
	version := flag.String("version", "", "the version that the bundle should have")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "bundle: name one archive")
		os.Exit(2)
	}
	archive, err := zip.OpenReader(flag.Arg(0))
	if err != nil {
		fmt.Fprintln(os.Stderr, "bundle:", err)
		os.Exit(1)
	}
	defer archive.Close()
	wrong := check(&archive.Reader, *version)
	for _, w := range wrong {
		fmt.Fprintln(os.Stderr, "bundle:", w)
	}
	if len(wrong) > 0 {
		os.Exit(1)
	}
}
