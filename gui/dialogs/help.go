package dialogs

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"

	"steward/assets"
	"steward/core/guide"
	"steward/gui/theme"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/lists"
	"steward/gui/widgets/prose"
	"steward/gui/widgets/tables"
	"steward/gui/words"
)

// Key is something the keyboard does.
type Key struct{ Keys, Does string }

// The topics of the help that are no texts of package assets.
const (
	TopicGuide    = "guide"
	TopicGlossary = "glossary"
	TopicKeys     = "keys"
	TopicAbout    = "about"
)

// Manual is what the help says of this program beside the texts that are built in.
type Manual struct {
	Steps []guide.Step
	Keys  []Key
	About About
}

// Help opens the help at a topic: one of package assets, or one of the topics above.
// TopicGlossary may be followed by a colon and the ID of a term of the glossary ("glossary:budget").
func Help(w fyne.Window, topic string, m Manual) {
	h := &helpView{manual: m, page: container.NewStack()}
	h.contents = lists.NewContents(func(i int) { h.open(h.topics[i]) })
	h.search = forms.NewEntry()
	h.search.SetPlaceHolder(words.T("Search the help"))
	h.search.OnChanged = func(string) { h.list(h.now) }
	h.search.OnSubmitted = func(string) { h.first() }
	left := container.NewBorder(h.search, nil, nil, nil, h.contents)
	view := container.New(sideBySide{width: 236}, left, h.page)
	closable(w, words.T("Help"), sized(w, fyne.NewSize(980, 620), view), h.contents.Focus())
	h.open(topic)
}

// helpView is the help while it is open.
type helpView struct {
	manual   Manual
	search   *forms.Entry
	contents *lists.Contents
	page     *fyne.Container
	topics   []string // of the lines of the contents, "" for headings
	now      string
}

// chapter is a part of the help.
type chapter struct {
	title  string
	topics []string
}

func chapters() []chapter {
	return []chapter{
		{words.T("WHAT PEOPLE ASK"), assets.AskedTopics()},
		{words.T("TO LOOK UP"), []string{TopicGuide, TopicGlossary, TopicKeys, TopicAbout}},
		{words.T("THE STEPS"), assets.StepTopics()},
	}
}

// name returns how the contents call a topic.
func (h *helpView) name(topic string) string {
	switch topic {
	case "names":
		return words.T("Removing names")
	case "groups":
		return words.T("Groups of k people")
	case "diverse":
		return words.T("Groups with different answers")
	case "small-cells":
		return words.T("Leaving out small numbers")
	case "meeting":
		return words.T("Two tables that meet")
	case "promise":
		return words.T("What is promised")
	case "adding-up":
		return words.T("Why releases add up")
	case "totals":
		return words.T("Why known totals matter")
	case "which-budget":
		return words.T("Which budget is right")
	case "reading":
		return words.T("Reading a published number")
	case "not-covered":
		return words.T("What is not covered")
	case TopicGuide:
		return words.T("The guide, with pictures")
	case TopicGlossary:
		return words.T("Words")
	case TopicKeys:
		return words.T("Keys")
	case TopicAbout:
		return words.T("About Steward")
	}
	for _, step := range h.manual.Steps {
		if Topic(step) == topic {
			return words.Say(step.Title())
		}
	}
	return title(topic)
}

// open turns to a topic.
func (h *helpView) open(topic string) {
	topic, term, _ := strings.Cut(topic, ":")
	h.now = topic
	h.list(topic)
	var body fyne.CanvasObject
	switch topic {
	case TopicGlossary:
		content, places := glossary()
		pane := layouts.NewPane(words.T("Words"), content)
		body = pane
		if at := places[term]; at != nil {
			defer func() { pane.ScrollTo(at.Position().Y) }() // once it is laid out
		}
	case TopicKeys:
		body = keyList(h.manual.Keys)
	case TopicAbout:
		body = about(h.manual.About)
	default:
		body = explanation(topic, h.open)
	}
	h.page.Objects = []fyne.CanvasObject{body}
	h.page.Refresh()
}

// list lists the topics that hold what is searched for, all when nothing is.
func (h *helpView) list(open string) {
	h.topics = nil
	var entries []lists.ContentsEntry
	at := -1
	for _, c := range chapters() {
		heading := false
		for _, topic := range c.topics {
			if !h.holds(topic, h.search.Text) {
				continue
			}
			if !heading {
				entries, h.topics = append(entries, lists.ContentsEntry{Text: c.title, Heading: true}), append(h.topics, "")
				heading = true
			}
			if topic == open {
				at = len(entries)
			}
			entries, h.topics = append(entries, lists.ContentsEntry{Text: h.name(topic)}), append(h.topics, topic)
		}
	}
	h.contents.Set(entries, at)
}

// first turns to the first topic that is listed.
func (h *helpView) first() {
	for _, topic := range h.topics {
		if topic != "" {
			h.open(topic)
			return
		}
	}
}

// holds reports whether a topic's text holds every word of a text.
func (h *helpView) holds(topic, wanted string) bool {
	text := h.name(topic)
	switch topic {
	case TopicKeys:
		for _, k := range h.manual.Keys {
			text += " " + k.Keys + " " + k.Does
		}
	case TopicAbout:
		text += " " + h.manual.About.Text
	default:
		body, _ := written(topic)
		text += " " + body
	}
	text = strings.ToLower(text)
	for _, word := range strings.Fields(strings.ToLower(wanted)) {
		if !strings.Contains(text, word) {
			return false
		}
	}
	return true
}

// keyList lists the keys.
func keyList(keys []Key) fyne.CanvasObject {
	list := container.New(layout.NewFormLayout())
	for _, k := range keys {
		list.Add(layouts.Inset(0, 6, prose.Strong(k.Keys).OneLine()))
		list.Add(prose.Body(k.Does))
	}
	return layouts.NewPane(words.T("Keys"), layouts.Inset(8, 12, list))
}

// about says what the program is and what it is made of.
func about(a About) fyne.CanvasObject {
	var parts []fyne.CanvasObject
	for paragraph := range strings.SplitSeq(a.Text, "\n\n") {
		parts = append(parts, prose.Body(paragraph))
	}
	rows := [][]tables.Text{{{prose.Plain(words.T("Built with"))}, {prose.Plain(words.T("Version"))}, {prose.Plain(words.T("Licence"))}}}
	for _, l := range a.Libraries {
		rows = append(rows, []tables.Text{{prose.Plain(l.Path)}, {prose.Plain(l.Version)}, {prose.Plain(l.Licence)}})
	}
	parts = append(parts, tables.NewWorkTable(make([]fyne.TextAlign, 3), rows...),
		prose.Caption(words.T("The licences' full texts are in NOTICES.txt beside the program, and in the libraries' sources.")))
	return layouts.NewPane(words.T("About Steward"), layouts.Inset(8, 12, layouts.Column(10, parts...)))
}

// sideBySide lays a list of a width out beside what takes the rest, with a line between them. In
// little room the list gives way by half.
type sideBySide struct{ width float32 }

func (s sideBySide) MinSize(objects []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(s.width+160, 160)
}

func (s sideBySide) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	width := min(s.width, size.Width*0.4)
	gap := theme.Size(theme.SizeWideGap)
	objects[0].Move(fyne.NewPos(0, 0))
	objects[0].Resize(fyne.NewSize(width, size.Height))
	objects[1].Move(fyne.NewPos(width+gap, 0))
	objects[1].Resize(fyne.NewSize(size.Width-width-gap, size.Height))
}
