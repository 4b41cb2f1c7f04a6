// Package docs holds those of the documents that are shipped inside the program: the guide, in each language, and its pictures.
package docs

import (
	"embed"
	"fmt"
	"path"
)

//go:embed user-guide.md user-guide.*.md guide
var files embed.FS

// Guide returns the guide, in Markdown, in a language ("de"), or in English where there is none in that.
func Guide(language string) string {
	text, err := files.ReadFile("user-guide." + language + ".md")
	if err != nil {
		text, err = files.ReadFile("user-guide.md")
	}
	if err != nil {
		panic("docs: " + err.Error() + ": it is not embedded")
	}
	return string(text)
}

// Picture returns a picture that the guide shows, by the name by which it does: "guide/01-start.png".
func Picture(name string) ([]byte, error) {
	data, err := files.ReadFile(path.Clean(name))
	if err != nil {
		return nil, fmt.Errorf("the guide has no picture %q", name)
	}
	return data, nil
}
