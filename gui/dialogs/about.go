package dialogs

import (
	"runtime/debug"
	"slices"
	"strings"

	"steward/assets"
	"steward/gui/words"
)

// About is what the program is.
type About struct {
	Text      string
	Libraries []Library // that are built into it, by path
}

// Library is a module that is built into the program. Version is empty where the build does not say.
type Library struct{ Path, Version, Licence string }

// AboutProgram says what the program of a name and version is.
func AboutProgram(program string) About {
	var modules []*debug.Module
	if info, ok := debug.ReadBuildInfo(); ok {
		modules = info.Deps
	}
	return About{strings.Join([]string{
		program,
		words.T("From a spreadsheet about people, Steward makes tables that can be published. It blurs every number just enough to protect what you keep secret, shows how accurate the numbers are before anything is spent, and keeps account of what is spent."),
		words.T("It works on this computer alone and uses no network, so it cannot look for a newer version of itself. The version is the first line of this page and the answer to “steward --version”; compare it with the one offered where you got the program: its page, your software centre, or the person who installed it. What changed is said in CHANGELOG there. Projects and records of an older version open in a newer one."),
		words.T("Steward is free software under the Apache License, Version 2.0."),
	}, "\n\n"), libraries(assets.Built(), modules)}
}

// libraries reads the list of a notice: indented lines, each a path, two spaces or more, and a licence. Modules give the
// versions; a path in the notice stands for all its major versions.
func libraries(notice string, modules []*debug.Module) []Library {
	var out []Library
	for line := range strings.Lines(notice) {
		path, licence, ok := strings.Cut(strings.TrimSpace(line), "  ")
		if !ok || !strings.HasPrefix(line, "  ") {
			continue
		}
		l := Library{Path: path, Licence: strings.TrimSpace(licence)}
		i := slices.IndexFunc(modules, func(m *debug.Module) bool { return m.Path == path || strings.HasPrefix(m.Path, path+"/v") })
		if i >= 0 {
			l.Version = modules[i].Version
		}
		out = append(out, l)
	}
	return out
}
