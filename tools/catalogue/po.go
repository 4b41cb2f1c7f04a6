package main

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// writePO writes texts as gettext has them.
func writePO(out io.Writer, language string, texts map[string]string) error {
	w := bufio.NewWriter(out)
	fmt.Fprintf(w, "msgid \"\"\nmsgstr %s\n", quoted("Content-Type: text/plain; charset=UTF-8\nLanguage: "+language+"\n"))
	for _, english := range inOrder(texts) {
		fmt.Fprintf(w, "\nmsgid %s\nmsgstr %s\n", quoted(english), quoted(texts[english]))
	}
	return w.Flush()
}

// quoted puts a text in quotation marks.
func quoted(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\t", `\t`, "\r", `\r`).Replace(s) + `"`
}

// An entry is one text of a .po file.
type entry struct {
	english, text string
	fuzzy         bool
}

// readPO returns the translations of a .po file, without those that are empty or fuzzy. It errors with
// the line that is none of such a file, or that has a plural: catalogues have an entry for each form.
func readPO(in io.Reader) (map[string]string, error) {
	texts := make(map[string]string)
	var now entry
	var part *string // what a line in quotation marks goes on with
	keep := func() {
		if now.english != "" && now.text != "" && !now.fuzzy {
			texts[now.english] = now.text
		}
		now, part = entry{}, nil
	}
	lines := bufio.NewScanner(in)
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		word, rest, _ := strings.Cut(line, " ")
		switch {
		case strings.HasPrefix(line, "#"):
			if part == &now.text {
				keep()
			}
			now.fuzzy = now.fuzzy || word == "#," && strings.Contains(rest, "fuzzy")
			continue
		case line == "":
			continue
		case word == "msgid":
			if part != nil {
				keep()
			}
			part = &now.english
		case word == "msgstr":
			part = &now.text
		case strings.HasPrefix(line, `"`) && part != nil:
			rest = line
		default:
			return nil, fmt.Errorf("line %d: found %s where msgid, msgstr or a text in quotation marks is expected", n, line)
		}
		text, err := strconv.Unquote(strings.TrimSpace(rest))
		if err != nil {
			return nil, fmt.Errorf("line %d: %s is no text in quotation marks", n, rest)
		}
		*part += text
	}
	keep()
	return texts, lines.Err()
}
