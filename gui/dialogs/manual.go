package dialogs

import (
	"net/url"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"

	"steward/assets"
	"steward/docs"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/prose"
	"steward/gui/widgets/tables"
	"steward/gui/words"
)

// linkScheme is what links from one page of the help to another begin with.
const linkScheme = "help"

// written returns the text of a topic in the language in use.
func written(topic string) (string, error) {
	if topic == TopicGuide {
		return docs.Guide(words.Language()), nil
	}
	return assets.Help(words.Language(), topic)
}

// title returns the title of a topic of the help: its first line.
func title(topic string) string {
	text, err := written(topic)
	if err != nil {
		return topic
	}
	line, _, _ := strings.Cut(text, "\n")
	return strings.TrimPrefix(line, "# ")
}

// explanation is a topic's picture, if it has one, and its text. open opens another topic that
// a link in it leads to.
func explanation(topic string, open func(topic string)) *layouts.Pane {
	text, err := written(topic)
	if err != nil {
		text = words.Error(err)
	}
	var parts []fyne.CanvasObject
	if p := picture(topic); p != nil {
		parts = append(parts, container.NewPadded(p))
	}
	return layouts.NewPane(title(topic), layouts.Column(0, append(parts, paragraphs(text, open)...)...))
}

// paragraphs makes objects of a text in Markdown, a paragraph or a table each.
func paragraphs(text string, open func(topic string)) (parts []fyne.CanvasObject) {
	for paragraph := range strings.SplitSeq(strings.TrimSpace(text), "\n\n") {
		if strings.HasPrefix(paragraph, "|") {
			parts = append(parts, layouts.Inset(6, 8, table(paragraph)))
			continue
		}
		if shown := pictureOf(paragraph); shown != nil {
			parts = append(parts, layouts.Inset(6, 10, shown))
			continue
		}
		wording := widget.NewRichTextFromMarkdown(paragraph)
		wording.Wrapping = fyne.TextWrapWord
		var topics []string
		wording.Segments, topics = unlinked(wording.Segments)
		parts = append(parts, wording)
		for _, topic := range topics {
			parts = append(parts, layouts.Inset(0, 10, container.NewHBox(prose.NewLink(title(topic), func() { open(topic) }))))
		}
	}
	return parts
}

// unlinked makes plain words of the links to other topics among segments, and returns these topics: a
// link in a text would keep the escape key to itself, so that they stand below, as links of package widgets.
func unlinked(segments []widget.RichTextSegment) (out []widget.RichTextSegment, topics []string) {
	for _, s := range segments {
		var more []string
		switch now := s.(type) {
		case *widget.HyperlinkSegment:
			topic := topicOf(now.URL)
			if topic != "" {
				more = []string{topic}
			}
			if topic != "" || now.URL != nil && now.URL.Scheme == "" { // a file that is not here
				s = &widget.TextSegment{Style: widget.RichTextStyleInline, Text: now.Text}
			}
		case *widget.ParagraphSegment:
			now.Texts, more = unlinked(now.Texts)
		case *widget.ListSegment:
			now.Items, more = unlinked(now.Items)
		}
		out, topics = append(out, s), append(topics, more...)
	}
	return out, topics
}

// topicOf returns the topic that a link leads to, "" for any other link.
func topicOf(u *url.URL) string {
	if u == nil || u.Scheme != linkScheme {
		return ""
	}
	return u.Opaque
}

// table makes a table of its lines in Markdown: "| a | b |", where the second line says how the
// columns are aligned ("---:" for numbers).
func table(text string) fyne.CanvasObject {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	var aligned []fyne.TextAlign
	var rows [][]tables.Text
	for i, line := range lines {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		if i == 1 {
			for _, c := range cells {
				align := fyne.TextAlignLeading
				if strings.HasSuffix(strings.TrimSpace(c), ":") {
					align = fyne.TextAlignTrailing
				}
				aligned = append(aligned, align)
			}
			continue
		}
		row := make([]tables.Text, len(cells))
		for k, c := range cells {
			row[k] = prose.Marked(escapeStars(strings.TrimSpace(strings.ReplaceAll(c, "`", ""))))
		}
		rows = append(rows, row)
	}
	return tables.NewWorkTable(aligned, rows...)
}

// escapeStars keeps the stars of a shortened postcode (41**), which are none of Markdown's.
func escapeStars(cell string) string {
	if strings.HasSuffix(cell, "**") && strings.Count(cell, "*") == 2 {
		return strings.ReplaceAll(cell, "*", `\*`)
	}
	return cell
}

// glossary is every term with what the literature calls it. It also returns the place of each, by its ID.
func glossary() (fyne.CanvasObject, map[string]fyne.CanvasObject) {
	places := make(map[string]fyne.CanvasObject)
	list := []fyne.CanvasObject{layouts.Inset(0, 8, prose.Quiet(words.T("What the screens say, and beside it what the literature calls it.")))}
	for _, term := range assets.Glossary(words.Language()) {
		head := prose.Prose(prose.Bold(term.Plain), prose.Plain("  "), prose.Italic(term.Expert))
		entry := container.New(layout.NewCustomPaddedVBoxLayout(0), prose.NewRule(),
			layouts.Inset(6, 8, layouts.Column(4, head, prose.Prose(prose.Marked(term.Text)...))))
		places[term.ID] = entry
		list = append(list, entry)
	}
	return layouts.Column(0, list...), places
}
