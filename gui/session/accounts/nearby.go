package accounts

import (
	"context"
	"os"
	"path/filepath"
	"slices"

	"steward/gui/words"
	"steward/io/ledger"
	"steward/io/project"
	"steward/io/witness"
)

// nearby is what was found near the project.
type nearby struct {
	records map[string]string   // of releases, by the hash of the entry
	names   map[string][]string // of the files in the folders with records
	plans   []planFile
}

// planFile is a project file, and what it is about.
type planFile struct{ path, dataSet, spreadsheet string }

// Seek looks for the files of releases and for other plans near the project, in the background.
func (b *Book) Seek() {
	folders := b.of.Near().Folders
	var found nearby
	b.of.Background(func(ctx context.Context) { found = look(ctx, folders) }, func() { b.near = found })
}

// look looks into folders.
func look(ctx context.Context, folders []string) nearby {
	out := nearby{records: witness.Records(ctx, folders), names: make(map[string][]string)}
	for _, record := range out.records {
		if dir := filepath.Dir(record); out.names[dir] == nil {
			out.names[dir] = namesIn(dir)
		}
	}
	slices.Sort(folders)
	for _, dir := range slices.Compact(folders) {
		for _, name := range namesIn(dir) {
			if filepath.Ext(name) != ".steward" {
				continue
			}
			path := filepath.Join(dir, name)
			if p, err := project.Load(path); err == nil { // what is no plan belongs to no account
				out.plans = append(out.plans, planFile{path, p.DataSet, p.Data.File})
			}
		}
	}
	return out
}

// namesIn lists the files of a folder; one that cannot be read has none.
func namesIn(dir string) []string {
	var out []string
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if e.Type().IsRegular() {
			out = append(out, e.Name())
		}
	}
	return out
}

// files parts the names of a release's files into those that are there and those that are not found.
func (b *Book) files(hash string, names []string) (found, missing []string) {
	record, ok := b.near.records[hash]
	dir := filepath.Dir(record)
	for _, name := range names {
		if ok && slices.Contains(b.near.names[dir], name) {
			found = append(found, filepath.Join(dir, name))
		} else {
			missing = append(missing, name)
		}
	}
	return found, missing
}

// belongs says which plans and spreadsheets are of the account, as far as they are known here.
func (b *Book) belongs(s ledger.Statement) []string {
	var out []string
	open := b.of.Path()
	if open != "" {
		out = append(out, words.T("The plan %s, which is open.", open))
	}
	if path := b.of.Spreadsheet(); path != "" {
		out = append(out, words.T("The spreadsheet %s, which is open.", path))
	}
	for _, p := range b.near.plans {
		mine := false
		each(s, func(of ledger.Statement) { mine = mine || ledger.SameName(of.DataSet, p.dataSet) })
		switch {
		case !mine || p.path == open:
		case p.spreadsheet == "":
			out = append(out, words.T("The plan %s.", p.path))
		default:
			out = append(out, words.T("The plan %s, with the spreadsheet %s.", p.path, p.spreadsheet))
		}
	}
	return out
}
