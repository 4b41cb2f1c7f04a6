package dialogs

import (
	"bytes"
	"image"
	"regexp"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"

	"steward/docs"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/prose"
)

// shows is a paragraph of the guide that is a picture: what it shows, and its file.
var shows = regexp.MustCompile(`^!\[([^\]]+)\]\(([^)]+)\)$`)

// pictureOf returns the picture that a paragraph of the guide is, over the words that say what it shows; nil for other paragraphs.
func pictureOf(paragraph string) fyne.CanvasObject {
	m := shows.FindStringSubmatch(paragraph)
	if m == nil {
		return nil
	}
	wording := prose.Caption(m[1])
	data, err := docs.Picture(m[2])
	if err != nil {
		return wording
	}
	size, _, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return wording
	}
	shown := canvas.NewImageFromResource(fyne.NewStaticResource(m[2], data))
	shown.FillMode = canvas.ImageFillContain
	return layouts.Column(4, container.New(&shaped{most: float32(size.Width), ratio: float32(size.Height) / float32(size.Width)}, shown), wording)
}

// shaped gives an object the width that there is, up to most, and the height that goes with it.
type shaped struct {
	most, ratio float32
	width       float32 // that it was laid out for last
}

func (s *shaped) MinSize([]fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(1, min(s.width, s.most)*s.ratio)
}

func (s *shaped) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	s.width = size.Width
	width := min(s.width, s.most)
	for _, o := range objects {
		o.Move(fyne.Position{})
		o.Resize(fyne.NewSize(width, width*s.ratio))
	}
}
