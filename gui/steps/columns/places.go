package columns

import (
	"slices"
	"strings"

	"steward/core/cuts"
	"steward/gui/dialogs"
	"steward/gui/session/amounts"
	"steward/gui/session/columns"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/input"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// placesForm puts two columns, a latitude and a longitude, on a grid.
type placesForm struct {
	of       *Page
	names    []string
	lat, lon *forms.Picker
	fields   [5]*forms.Field // south, north, west, east, step
	says     *prose.Text
	use      *forms.Button
}

func newPlacesForm(of *Page) *placesForm {
	f := &placesForm{of: of, says: prose.Caption("")}
	for _, n := range of.all {
		if of.Session.Persons.KeptOut(n) == "" {
			f.names = append(f.names, n)
		}
	}
	f.lat = forms.NewPicker(words.T("Choose a column"), func(int) { f.check() })
	f.lon = forms.NewPicker(words.T("Choose a column"), func(int) { f.check() })
	latitude, longitude := of.Session.Columns.PlacesGuess()
	for i, p := range []*forms.Picker{f.lat, f.lon} {
		p.SetTexts(f.names)
		p.SetSelected(slices.Index(f.names, []string{latitude, longitude}[i]))
	}
	for i, label := range []string{words.T("South"), words.T("North"), words.T("West"), words.T("East"), words.T("Step")} {
		f.fields[i] = forms.NewField(label, nil)
		f.fields[i].Wide = 96
		f.fields[i].Entry().OnChanged = func(string) { f.check() }
	}
	return f
}

// places returns what is chosen.
func (f *placesForm) places() cuts.Places {
	name := func(p *forms.Picker) string {
		if i := p.Selected(); i >= 0 {
			return f.names[i]
		}
		return ""
	}
	typed := func(i int) string { return words.Typed(strings.TrimSpace(f.fields[i].Text())) }
	return cuts.Places{Latitude: name(f.lat), Longitude: name(f.lon), South: typed(0), North: typed(1),
		West: typed(2), East: typed(3), Step: typed(4)}
}

// check says what comes of it, or what is missing.
func (f *placesForm) check() {
	if f.use == nil {
		return
	}
	p := f.places()
	lat, lon, err := p.Columns()
	input.Enable(f.use, err == nil)
	if err != nil {
		f.says.SetText(words.SentenceOf(err))
		return
	}
	f.says.SetText(words.T("%s × %s squares of %s degrees, about %s kilometres from south to north.",
		amounts.Commas(len(lat.Ranges)), amounts.Commas(len(lon.Ranges)), words.Number(p.Step), columns.Kilometres(p.Step)))
}

func (f *placesForm) show() {
	var d *dialogs.List
	f.use = forms.NewMainButton(words.T("Put them on the grid"), func() {
		p := f.places()
		if err := f.of.Session.Columns.SetPlaces(p); err != nil {
			f.says.SetText(words.SentenceOf(err))
			return
		}
		d.Hide()
		f.of.choose(p.Latitude)
	})
	wording := layouts.Column(layouts.Gap,
		prose.Prose(prose.Marked(words.T("Two columns with decimal degrees become **squares of a grid**. The bounds are those of the country or town, **not those of your data**: the northernmost place can be one person's. What lies outside is counted as other."))...),
		layouts.Split(16, 0.5, 420, layouts.Labelled(words.T("Latitude"), f.lat), layouts.Labelled(words.T("Longitude"), f.lon)),
		layouts.Fields(layouts.Gap, f.fields[0], f.fields[1], f.fields[2], f.fields[3], f.fields[4]), f.says,
		prose.Caption(words.T("In Secrets you can then hide where in a square someone is, or any two places within some kilometres.")))
	d = dialogs.NewList(f.of.Window, words.T("Places on a grid"), wording)
	d.Offer(f.use)
	f.check()
	d.Open()
	f.of.Window.Canvas().Focus(f.lat)
}
