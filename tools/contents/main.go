// Contents lists what a built program is made of: for every module that is linked into it
// the licence texts (a notices file for people), and a software bill of materials
// (CycloneDX 1.5 as JSON, for machines).
//
// It reads the modules from the program itself, so that it names what is shipped and not
// what the source might import, and their licences from the module cache. The same program
// gives the same bytes: no time and no serial number is written.
//
//	contents -program bin/steward -version 1.0.0 -notices NOTICES.txt -bom bom.cdx.json
//
// Run it in the folder of the program's go.mod. It errors when a module has no licence text.
// What a C compiler linked in stands in no program: -debian names the packages it came from.
package main

import (
	"debug/buildinfo"
	"flag"
	"fmt"
	"os"
	"strings"
)

func main() {
	program := flag.String("program", "", "the built program")
	version := flag.String("version", "", "its version")
	notices := flag.String("notices", "", "file for the licence texts")
	bom := flag.String("bom", "", "file for the bill of materials")
	packages := flag.String("debian", "", "packages of Debian that a C compiler linked in, with commas between")
	flag.Parse()
	if err := run(*program, *version, *notices, *bom, strings.FieldsFunc(*packages, func(r rune) bool { return r == ',' })); err != nil {
		fmt.Fprintln(os.Stderr, "contents:", err)
		os.Exit(1)
	}
}

func run(program, version, notices, bom string, packages []string) error {
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		return fmt.Errorf("reading the modules of %s: %w", program, err)
	}
	modules, err := linked(info)
	if err != nil {
		return err
	}
	for _, name := range packages {
		m, err := debian(name)
		if err != nil {
			return err
		}
		modules = append(modules, m)
	}
	text, err := os.Create(notices)
	if err != nil {
		return err
	}
	if err := writeNotices(text, modules); err != nil {
		return err
	}
	if err := text.Close(); err != nil {
		return err
	}
	bill, err := os.Create(bom)
	if err != nil {
		return err
	}
	if err := writeBill(bill, info, version, modules); err != nil {
		return err
	}
	return bill.Close()
}
