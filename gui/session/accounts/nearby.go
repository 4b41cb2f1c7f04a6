package accounts

import (
	"context"
	"os"
	"path/filepath"
	"slices"

	"steward/gui/session/amounts"
	"steward/gui/words"
	"steward/io/familiar"
	"steward/io/ledger"
	"steward/io/project"
	"steward/io/witness"
)

// nearby is what was found near the project.
type nearby struct {
	sought  bool                // until then nothing is missing
	records map[string]string   // of releases, by the hash of the entry
	names   map[string][]string // of the files in the folders with records
	plans   []planFile
	// sketch is what its people are known again by, nil for nothing.
	sketch *familiar.Sketch
	// others are the accounts that the project was about before plans were taken over or back.
	others []ledger.Statement
}

// planFile is a project file, and what it is about.
type planFile struct{ path, dataSet, spreadsheet string }

// Seek looks in the background for what belongs to the account: the files of releases and other plans near the project and where they
// were located, what is kept of whom it is about, and the accounts that the project was about before.
func (b *Book) Seek() {
	folders, dir, now, others := b.balance.Near(b.located...).Folders, b.of.LedgerDir(), b.of.Plan().DataSet, b.before()
	var found nearby
	b.of.Background(func(ctx context.Context) {
		found = look(ctx, folders)
		if s, ok, err := familiar.In(dir).Kept(now); ok && err == nil {
			found.sketch = &s
		}
		for _, dataSet := range others {
			if l, err := ledger.Open(dir, dataSet); err == nil {
				if said, err := l.Statement(); err == nil {
					found.others = append(found.others, said)
				}
			}
		}
	}, func() { b.near, b.near.sought = found, true })
}

// before names the other data sets of the plans that undoing and redoing goes to.
func (b *Book) before() (out []string) {
	now := b.of.Plan().DataSet
	for p := range b.of.History() {
		known := func(name string) bool { return ledger.SameName(name, p.DataSet) }
		if p.DataSet != "" && !known(now) && !slices.ContainsFunc(out, known) {
			out = append(out, p.DataSet)
		}
	}
	return out
}

// Locate looks for the files of releases in a folder too.
func (b *Book) Locate(folder string) {
	b.located = append(b.located, folder)
	b.Seek()
}

// elsewhere lists what is set aside in accounts that the project was about before.
func (b *Book) elsewhere(s ledger.Statement) (out []Reservation) {
	here := make(map[string]bool)
	each(s, func(of ledger.Statement) { here[of.DataSet] = true })
	for _, other := range b.near.others {
		for _, r := range reserved(other) {
			if !here[r.DataSet] {
				r.Said = words.T("In the account “%s”: %s", r.DataSet, r.Said)
				out = append(out, r)
			}
		}
	}
	return out
}

// sketched says what is kept of whom the account is about, "" for nothing.
func (b *Book) sketched() string {
	if b.near.sketch == nil {
		return ""
	}
	n := b.near.sketch.Values
	return words.N(n, "A sketch of %s value of the column “%s” is kept.", "A sketch of %s values of the column “%s” is kept.", amounts.Commas(n), b.near.sketch.Column)
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
func namesIn(dir string) (out []string) {
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
func (b *Book) belongs(s ledger.Statement) (out []string) {
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
