package assets

import (
	"embed"
	"io/fs"
)

//go:embed words/*/*.json
var words embed.FS

// Words returns the catalogues of the window's texts in other languages than English: a folder
// per language, named by its code, of files of English texts and what stands for each.
func Words() fs.FS {
	files, err := fs.Sub(words, "words")
	if err != nil {
		panic("assets: the folder words is not embedded: " + err.Error())
	}
	return files
}
