package export

import (
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"strings"

	"steward/core/result"
)

// PackageName is the file that describes a release for other programs: a descriptor of the Data Package standard
// (version 2, datapackage.org). Its name is the standard's, so that a folder holds one.
const PackageName = "datapackage.json"

// fields returns columns whose names begin with texts and end in numbers, followed by more texts.
func fields(names []string, numbersFrom, numbersTo int) []field {
	out := make([]field, len(names))
	for i, name := range names {
		out[i] = field{Harmless(name), "string"}
		if i >= numbersFrom && i < numbersTo {
			out[i].Type = "number"
		}
	}
	return out
}

// The parts of a descriptor.
type (
	descriptor struct {
		Schema       string        `json:"$schema"`
		Name         string        `json:"name"`
		Title        string        `json:"title"`
		Description  string        `json:"description"`
		Created      string        `json:"created"`
		Contributors []contributor `json:"contributors,omitempty"`
		Licenses     []license     `json:"licenses,omitempty"`
		// What the standard has no member for is the publication's own, by its names in plans.
		Publication map[string]string `json:"publication,omitempty"`
		Privacy     privacy           `json:"privacy"`
		Resources   []resource        `json:"resources"`
	}
	contributor struct {
		Title string   `json:"title"`
		Email string   `json:"email,omitempty"`
		Roles []string `json:"roles"`
	}
	license struct {
		Name string `json:"name,omitempty"`
		Path string `json:"path,omitempty"`
	}
	privacy struct {
		Epsilon string `json:"epsilon"`
		Delta   string `json:"delta,omitempty"`
		Secret  string `json:"secret"`
		Record  string `json:"record"`
		Digest  string `json:"digest"`
	}
	resource struct {
		Name        string       `json:"name"`
		Type        string       `json:"type,omitempty"`
		Path        string       `json:"path"`
		Title       string       `json:"title"`
		Format      string       `json:"format"`
		MediaType   string       `json:"mediatype"`
		Encoding    string       `json:"encoding,omitempty"`
		Hash        string       `json:"hash"`
		Dialect     *dialect     `json:"dialect,omitempty"`
		TableSchema *tableSchema `json:"schema,omitempty"`
	}
	dialect struct {
		LineTerminator string `json:"lineTerminator"`
	}
	tableSchema struct {
		Fields        []field  `json:"fields"`
		MissingValues []string `json:"missingValues"`
	}
	field struct {
		Name string `json:"name"`
		Type string `json:"type"`
	}
)

// writePackage writes the descriptor of a release whose files have these digests.
func writePackage(out io.Writer, r *result.Release, n names, also []Also, digests map[string]string) error {
	p, in := r.Plan.Publication, languageOf(r)
	about := in.Sayf("Tables about people, published with the noise that differential privacy requires.")
	if r.Noiseless() {
		about = in.Sayf("Tables about people, published without noise.")
	}
	d := descriptor{
		Schema: "https://datapackage.org/profiles/2.0/datapackage.json", Name: packageWord(n.base),
		Title: orElse(r.Plan.Title, r.Plan.DataSet), Created: r.Created,
		Description: about + " " + in.Say(r.Protection.Secret),
		Licenses:    licensesOf(p.Licence), Publication: make(map[string]string),
		Privacy: privacy{r.Epsilon, r.Delta, in.Say(r.Protection.Secret), n.record, r.Digest},
	}
	if p.Publisher != "" {
		c := contributor{Title: p.Publisher, Roles: []string{"publisher"}}
		if plainAddress.MatchString(p.Contact) {
			c.Email = p.Contact
		}
		d.Contributors = append(d.Contributors, c)
	}
	for _, f := range p.Filled() {
		d.Publication[f.ID] = *f.Value
	}
	outputs := outputsOf(r)
	taken := make(map[string]bool)
	add := func(path, title, format, mediaType string) *resource {
		word := packageWord(strings.TrimSuffix(path, "."+format))
		for k := 2; taken[word]; k++ {
			word = fmt.Sprintf("%s-%d", packageWord(strings.TrimSuffix(path, "."+format)), k)
		}
		taken[word] = true
		d.Resources = append(d.Resources, resource{Name: word, Path: path, Title: title, Format: format, MediaType: mediaType, Hash: "sha256:" + digests[path]})
		return &d.Resources[len(d.Resources)-1]
	}
	for _, t := range n.tables {
		if digests[t.name] == "" {
			continue // it could not be written
		}
		o := outputs[t.of]
		fields := o.fields()
		if t.derived {
			fields = answered{&r.Questions[t.of], r, t.of, in}.derivedFields()
		}
		table := add(t.name, o.Title(), "csv", "text/csv")
		table.Type, table.Encoding, table.Dialect = "table", "utf-8", &dialect{"\r\n"}
		table.TableSchema = &tableSchema{fields, []string{"", in.Sayf(HiddenText)}}
	}
	if digests[n.workbook] != "" {
		add(n.workbook, in.Sayf("All tables as a workbook"), "xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")
	}
	for _, a := range also {
		if digests[n.base+a.Suffix] != "" {
			add(n.base+a.Suffix, in.Say(a.Title), strings.TrimPrefix(filepath.Ext(a.Suffix), "."), "application/pdf")
		}
	}
	e := json.NewEncoder(out)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(d)
}

var (
	notInPackageWords = regexp.MustCompile(`[^a-z0-9._-]+`)
	plainAddress      = regexp.MustCompile(`^[^\s@]+@[^\s@]+\.[^\s@]+$`)
	licenceName       = regexp.MustCompile(`^[A-Za-z0-9]+([.-][A-Za-z0-9]+)*$`)
	webAddress        = regexp.MustCompile(`^https?://\S+$`)
)

// packageWord writes a name as descriptors have it.
func packageWord(s string) string {
	return orElse(strings.Trim(notInPackageWords.ReplaceAllString(strings.ToLower(s), "-"), "-."), "release")
}

// licensesOf returns a licence that is named by a word or an address; others stand in the publication's own words.
func licensesOf(licence string) []license {
	switch {
	case webAddress.MatchString(licence):
		return []license{{Path: licence}}
	case licenceName.MatchString(licence):
		return []license{{Name: licence}}
	}
	return nil
}
