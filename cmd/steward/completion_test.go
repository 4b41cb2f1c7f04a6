package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

// completions is where the completions of shells are that packages install, and what each is called there.
const completions = "../../assets/packaging/completions"

var shells = []struct {
	file  string
	write func(*kong.Node) string
}{{"steward.bash", bashCompletion}, {"_steward", zshCompletion}, {"steward.fish", fishCompletion}}

// TestManPageOfShells keeps what shells complete in step with the commands. After a change of a command:
// go test ./cmd/steward -run ManPage -man
func TestManPageOfShells(t *testing.T) {
	parser, err := kong.New(&commands{}, kong.Name("steward"), kong.Vars{"version": program()})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range shells {
		path, want := filepath.Join(completions, s.file), s.write(parser.Model.Node)
		if *writeManPage {
			if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != want {
			t.Errorf("%s is not what the commands say: go test ./cmd/steward -run ManPage -man (%v)", path, err)
		}
	}
}

// TestShellsComplete completes command lines in the shells that are here.
func TestShellsComplete(t *testing.T) {
	asks := map[string]string{
		"bash": `source ` + completions + `/steward.bash; COMP_WORDS=(%s); COMP_CWORD=$((${#COMP_WORDS[@]}-1)); _steward; printf '%%s\n' "${COMPREPLY[@]}"`,
		"zsh": `compadd() { shift; print -l -- "${@}"; }; _describe() { print -l -- "${(@)${(@P)2}%%%%:*}"; }; _files() { print files; }; ` +
			`words=(%s); CURRENT=${#words}; source ` + completions + `/_steward`,
		"fish": `source ` + completions + `/steward.fish; complete -C "%s" | string replace -r '\t.*' ''`,
	}
	tried := 0
	for shell, ask := range asks {
		if _, err := exec.LookPath(shell); err != nil {
			continue
		}
		tried++
		for line, c := range map[string]struct{ has, lacks []string }{
			"steward ''":                   {[]string{"release", "ledger", "verify"}, []string{"limit"}},
			"steward ledger ''":            {[]string{"limit", "show"}, []string{"release"}},
			"steward release x --":         {[]string{"--out", "--data", "--json"}, []string{"--sample"}},
			"steward release x --paper ''": {[]string{"A4", "Letter"}, []string{"--out"}},
			"steward key sign --":          {[]string{"--json"}, []string{"--paper"}},
		} {
			if shell == "fish" { // takes a line and no list of words
				line = strings.TrimSuffix(line, "''")
			}
			out, err := exec.Command(shell, "-c", fmt.Sprintf(ask, line)).CombinedOutput()
			said := strings.Fields(string(out))
			for _, want := range c.has {
				if !slices.Contains(said, want) {
					t.Errorf("%s, %s: no %s: %v %s", shell, line, want, err, out)
				}
			}
			for _, not := range c.lacks {
				if slices.Contains(said, not) {
					t.Errorf("%s, %s: offers %s", shell, line, not)
				}
			}
		}
	}
	if tried == 0 {
		t.Skip("there is no shell here")
	}
}

// nodes are a program's commands with those below them, the program first.
func nodes(root *kong.Node) []*kong.Node {
	all := []*kong.Node{root}
	for _, child := range root.Children {
		if !child.Hidden {
			all = append(all, nodes(child)...)
		}
	}
	return all
}

// pathOf is a command as the completions call it: "/ledger/show", "" for the program.
func pathOf(n *kong.Node) string {
	if n.Parent == nil {
		return ""
	}
	return pathOf(n.Parent) + "/" + n.Name
}

// allFlags are the flags of a command and of all commands.
func allFlags(n *kong.Node) []*kong.Flag {
	var all []*kong.Flag
	for _, group := range n.AllFlags(true) {
		all = append(all, group...)
	}
	return all
}

// spelled are the ways to write a flag.
func spelled(flags []*kong.Flag) []string {
	var all []string
	for _, f := range flags {
		all = append(all, "--"+f.Name)
		if f.Tag.Negatable != "" {
			all = append(all, "--no-"+f.Name)
		}
	}
	return all
}

// choices are what a flag may be, nothing where it may be anything.
func choices(f *kong.Flag) []string {
	if f.Enum == "" {
		return nil
	}
	return slices.DeleteFunc(f.EnumSlice(), func(s string) bool { return s == "" })
}

// cased writes the lines of a shell's case for the path of a command.
func cased(root *kong.Node, line func(path string, n *kong.Node) string) string {
	var b strings.Builder
	for _, n := range nodes(root) {
		b.WriteString(line(pathOf(n), n))
	}
	return b.String()
}

func paths(root *kong.Node) string {
	var all []string
	for _, n := range nodes(root)[1:] {
		all = append(all, pathOf(n))
	}
	return strings.Join(all, "|")
}

// enumerated writes the lines of a shell's case for flags that may be one of a few words.
func enumerated(root *kong.Node, offer string) string {
	return cased(root, func(path string, n *kong.Node) string {
		if len(n.Children) > 0 {
			return ""
		}
		var b strings.Builder
		for _, f := range allFlags(n) {
			if c := choices(f); len(c) > 0 {
				fmt.Fprintf(&b, "\t%s:--%s) %s ;;\n", path, f.Name, fmt.Sprintf(offer, strings.Join(c, " ")))
			}
		}
		return b.String()
	})
}

func names(n *kong.Node) []string {
	var all []string
	for _, child := range n.Children {
		all = append(all, child.Name)
	}
	return all
}

func bashCompletion(root *kong.Node) string {
	return `# Completion of steward for bash; bash-completion finds it where packages put it.
_steward() {
	local cur=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} at= i commands= flags=
	for ((i = 1; i < COMP_CWORD; i++)); do
		case "$at/${COMP_WORDS[i]}" in
		` + paths(root) + `) at=$at/${COMP_WORDS[i]} ;;
		esac
	done
	COMPREPLY=()
	case "$at:$before" in
` + enumerated(root, `COMPREPLY=($(compgen -W "%s" -- "$cur")); return`) + `	esac
	case "$at" in
` + cased(root, func(path string, n *kong.Node) string {
		return fmt.Sprintf("\t'%s') commands=\"%s\" flags=\"%s\" ;;\n", path, strings.Join(names(n), " "), strings.Join(spelled(allFlags(n)), " "))
	}) + `	esac
	if [[ $cur == -* ]]; then
		COMPREPLY=($(compgen -W "$flags" -- "$cur"))
	elif [[ -n $commands ]]; then
		COMPREPLY=($(compgen -W "$commands" -- "$cur"))
	fi
}
complete -o default -F _steward steward
`
}

func zshCompletion(root *kong.Node) string {
	return `#compdef steward
# Completion of steward for zsh, which finds it in a folder of its fpath.
local at= word
local -a offered flags
for word in "${(@)words[2,CURRENT-1]}"; do
	case "$at/$word" in
	` + paths(root) + `) at=$at/$word ;;
	esac
done
case "$at:${words[CURRENT-1]}" in
` + enumerated(root, "compadd -- %s; return") + `esac
case "$at" in
` + cased(root, func(path string, n *kong.Node) string {
		var commands []string
		for _, child := range n.Children {
			commands = append(commands, quoted(strings.ReplaceAll(child.Name, ":", `\:`)+":"+child.Help))
		}
		return fmt.Sprintf("\t'%s') offered=(%s) flags=(%s) ;;\n", path, strings.Join(commands, " "), strings.Join(spelled(allFlags(n)), " "))
	}) + `esac
if [[ ${words[CURRENT]} == -* ]]; then
	compadd -- $flags
elif (( $#offered )); then
	_describe command offered
else
	_files
fi
`
}

func fishCompletion(root *kong.Node) string {
	var b strings.Builder
	b.WriteString(`# Completion of steward for fish, which finds it where packages put it.
function __steward_at
	set -l at
	for word in (commandline -opc)[2..-1]
		switch "$at/$word"
			case ` + strings.ReplaceAll(paths(root), "|", " ") + `
				set at "$at/$word"
		end
	end
	test "$at" = "$argv[1]"
end
`)
	for _, n := range nodes(root) {
		when := fmt.Sprintf(" -n '__steward_at \"%s\"'", pathOf(n))
		of := when
		if n.Parent == nil {
			of = "" // of every command
		}
		for _, f := range n.Flags {
			fmt.Fprintf(&b, "complete -c steward%s -l %s -d %s", of, f.Name, quoted(f.Help))
			if c := choices(f); len(c) > 0 {
				fmt.Fprintf(&b, " -x -a %s", quoted(strings.Join(c, " ")))
			} else if !f.IsBool() {
				b.WriteString(" -r")
			}
			b.WriteString("\n")
		}
		for _, child := range n.Children {
			fmt.Fprintf(&b, "complete -c steward%s -f -a %s -d %s\n", when, child.Name, quoted(child.Help))
		}
	}
	return b.String()
}

// quoted is a text between single quotation marks, as all three shells take it; an apostrophe becomes one that needs no care.
func quoted(text string) string { return "'" + strings.ReplaceAll(text, "'", "’") + "'" }
