package assets

import (
	"embed"
	"fmt"
	"strings"
)

//go:embed help/*.md
var help embed.FS

// Help returns the text, in Markdown, of a topic of the built-in help: the name of a file in
// the folder help without its ending. It errors when there is no such topic.
func Help(topic string) (string, error) {
	text, err := help.ReadFile("help/" + topic + ".md")
	if err != nil {
		return "", fmt.Errorf("the help has no topic %q", topic)
	}
	return string(text), nil
}

// StepTopics are the topics that explain a step of the guide, in the order of the steps.
func StepTopics() []string {
	return []string{"data", "columns", "secrets", "facts", "questions", "budget", "release", "summary"}
}

// AskedTopics are the topics that answer what people ask first, in the order in which one
// leads to the next.
func AskedTopics() []string {
	return []string{"names", "groups", "diverse", "meeting", "adding-up", "totals", "which-budget", "reading", "not-covered"}
}

// Term is an entry of the glossary.
type Term struct {
	Plain  string // what the screens call it: "Budget"
	Expert string // what the literature calls it: "epsilon (ε)"
	Text   string // what it is, in Markdown
}

// Glossary returns the help's list of words, in its order.
func Glossary() []Term {
	text, err := Help("glossary")
	if err != nil {
		panic("assets: " + err.Error() + ": it is not embedded")
	}
	_, entries, _ := strings.Cut(text, "\n## ")
	var out []Term
	for entry := range strings.SplitSeq(entries, "\n## ") {
		head, body, _ := strings.Cut(entry, "\n")
		plain, expert, _ := strings.Cut(head, ": ")
		out = append(out, Term{plain, expert, strings.TrimSpace(body)})
	}
	return out
}

// Notice says whose the program and the libraries in it are, and under which licences: the
// file NOTICE of the repository.
//
//go:embed notice.txt
var Notice string
