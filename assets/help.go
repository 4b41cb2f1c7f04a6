package assets

import (
	"embed"
	"fmt"
	"path"
	"strings"
)

//go:embed help/*.md help/*/*.md
var help embed.FS

// Help returns the text, in Markdown, of a topic of the built-in help: the name of a file in
// the folder help without its ending. The text is in a language ("de") where the folder help has
// one of that name with the topic in it, and in English elsewhere. It errors when there is no
// such topic.
func Help(language, topic string) (string, error) {
	text, err := help.ReadFile(path.Join("help", language, topic+".md"))
	if err != nil {
		text, err = help.ReadFile(path.Join("help", topic+".md"))
	}
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
	return []string{"names", "groups", "diverse", "small-cells", "meeting", "promise", "adding-up", "totals", "which-budget", "reading", "not-covered"}
}

// Term is an entry of the glossary.
type Term struct {
	ID     string // by which a screen asks for it, the same in every language: "budget"
	Plain  string // what the screens call it: "Budget"
	Expert string // what the literature calls it: "epsilon (ε)"
	Text   string // what it is, in Markdown
}

// Glossary returns the help's list of words in a language, or in English where there is none, in
// the order of the language's alphabet. A heading of its file reads "Plain: Expert {#ID}".
func Glossary(language string) []Term {
	text, err := Help(language, "glossary")
	if err != nil {
		panic("assets: " + err.Error() + ": it is not embedded")
	}
	_, entries, _ := strings.Cut(text, "\n## ")
	var out []Term
	for entry := range strings.SplitSeq(entries, "\n## ") {
		head, body, _ := strings.Cut(entry, "\n")
		names, id, _ := strings.Cut(strings.TrimSuffix(head, "}"), " {#")
		plain, expert, _ := strings.Cut(names, ": ")
		out = append(out, Term{id, plain, expert, strings.TrimSpace(body)})
	}
	return out
}

// Notice says whose the program and the libraries in it are, and under which licences: the
// file NOTICE of the repository.
//
//go:embed notice.txt
var Notice string

// Built returns what the notice says of the libraries in the program, without those that only tests use.
func Built() string {
	built, _, _ := strings.Cut(Notice, "\nUsed by the tests only")
	return built
}
