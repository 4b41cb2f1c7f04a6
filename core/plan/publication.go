package plan

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"steward/core/guide"
	"steward/core/limits"
	"steward/core/message"
)

// Publication says who publishes a release, what for and about whom. All of it may be left out, is public, and is
// printed as it was typed; no number and no promise depends on it.
type Publication struct {
	Publisher  string `json:"publisher,omitempty"`
	Contact    string `json:"contact,omitempty"`
	Purpose    string `json:"purpose,omitempty"`
	LegalBasis string `json:"legalBasis,omitempty"`
	// Population says who the people are, such as "patients of the clinics of the district", Period when the data are of.
	Population string `json:"population,omitempty"`
	Period     string `json:"period,omitempty"`
	Region     string `json:"region,omitempty"`
	Sector     string `json:"sector,omitempty"`
	// Licence is what others may do with the release: a name such as CC-BY-4.0, an address, or a sentence.
	Licence  string `json:"licence,omitempty"`
	Citation string `json:"citation,omitempty"`
}

// PublicationField is a field of a Publication.
type PublicationField struct {
	ID      string // as in plans
	Name    message.Text
	Example message.Text
	// Lasting says that it is about the publisher rather than about this release, so that the next one has it too.
	Lasting bool
	Value   *string
}

// Fields returns the fields in the order in which they are printed. What they point to is p's.
func (p *Publication) Fields() []PublicationField {
	return []PublicationField{
		{"publisher", message.Sprintf("Publisher"), message.Sprintf("the office or organisation"), true, &p.Publisher},
		{"contact", message.Sprintf("Contact"), message.Sprintf("an address that readers may write to"), true, &p.Contact},
		{"purpose", message.Sprintf("Purpose"), message.Sprintf("what the tables are meant for"), false, &p.Purpose},
		{"legalBasis", message.Sprintf("Legal basis"), message.Sprintf("the law or the consent that allows it"), true, &p.LegalBasis},
		{"population", message.Sprintf("Population"), message.Sprintf("who the people are"), false, &p.Population},
		{"period", message.Sprintf("Reference period"), message.Sprintf("the time that the data are about"), false, &p.Period},
		{"region", message.Sprintf("Region"), message.Sprintf("the place that the data are about"), true, &p.Region},
		{"sector", message.Sprintf("Sector"), message.Sprintf("health, education, housing"), true, &p.Sector},
		{"licence", message.Sprintf("Licence"), message.Sprintf("CC0-1.0, or an address"), true, &p.Licence},
		{"citation", message.Sprintf("How to cite"), message.Sprintf("the reference that you would like to see"), false, &p.Citation},
	}
}

// Filled returns the fields that say something.
func (p Publication) Filled() []PublicationField {
	var out []PublicationField
	for _, f := range p.Fields() {
		if *f.Value != "" {
			out = append(out, f)
		}
	}
	return out
}

// Faults says what cannot be printed, field by field.
func (p Publication) Faults() []Issue {
	var out []Issue
	for _, f := range p.Filled() {
		if err := printable(*f.Value); err != nil {
			out = append(out, Issue{guide.Release, f.ID, message.Of(err)})
		}
	}
	return out
}

func printable(v string) error {
	switch {
	case strings.TrimSpace(v) != v:
		return message.Errorf("it begins or ends with a space: remove it")
	case strings.ContainsFunc(v, unicode.IsControl) || !utf8.ValidString(v):
		return message.Errorf("it has a line break, or another character that cannot be printed: write it in one line")
	case utf8.RuneCountInString(v) > limits.MaxNameRunes:
		return message.Errorf("it has more than %d characters: shorten it", limits.MaxNameRunes)
	}
	return nil
}
