package main

import (
	"bytes"
	"debug/macho"
	"fmt"
)

// checkProgram returns what is wrong with a program that should start from the given system on.
func checkProgram(data []byte, from string) []string {
	if data == nil {
		return nil
	}
	f, err := macho.NewFile(bytes.NewReader(data))
	if err != nil {
		return []string{fmt.Sprintf("the program: %v", err)}
	}
	var wrong []string
	if f.Type != macho.TypeExec || f.Cpu != macho.CpuArm64 && f.Cpu != macho.CpuAmd64 {
		wrong = append(wrong, fmt.Sprintf("the program is %v for %v", f.Type, f.Cpu))
	}
	oldest := ""
	for _, l := range f.Loads {
		const buildVersion = 0x32 // LC_BUILD_VERSION: command, size, platform, oldest system, …
		if raw := l.Raw(); len(raw) >= 16 && f.ByteOrder.Uint32(raw) == buildVersion {
			v := f.ByteOrder.Uint32(raw[12:])
			oldest = fmt.Sprintf("%d.%d", v>>16, v>>8&0xff)
		}
	}
	if oldest != from {
		wrong = append(wrong, fmt.Sprintf("the program was built for macOS %q and later, Info.plist says %q", oldest, from))
	}
	return wrong
}
