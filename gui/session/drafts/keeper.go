// Package drafts keeps the plan of a project that no file holds, in case the program dies, and knows what programs that did have left
// behind.
package drafts

import (
	"slices"

	"steward/core/plan"
	"steward/gui/words"
	"steward/io/project"
)

// Left is a plan that a program which ended without saving had kept.
type Left struct {
	At   string // when it was kept last: "3 Feb 2026, 14:02"
	File string // the spreadsheet that it was made for; empty where none had been opened

	left project.Leftover
}

// Read returns the plan and what its project remembers. The spreadsheet has to be opened again: no draft says where it is.
func (l Left) Read() (plan.Plan, project.Past, error) { return project.Read(l.left.Path) }

// Keeper keeps the draft of a program.
type Keeper struct {
	folder string
	draft  *project.Draft // nil until something is kept
	left   []Left
}

// New returns one that keeps drafts in a folder, "" for keeping none, and looks for what was left behind there.
func New(folder string) *Keeper {
	k := &Keeper{folder: folder}
	if folder == "" {
		return k
	}
	for _, l := range project.Leftovers(folder) {
		left := Left{left: l}
		if p, err := project.Load(l.Path); err == nil { // one that cannot be read says so when it is resumed
			left.File = p.Data.File
		}
		k.left = append(k.left, left)
	}
	return k
}

// Left lists what programs that ended without saving had kept when this one started, the last
// one first; other windows that are still open work on theirs.
func (k *Keeper) Left() []Left {
	out := slices.Clone(k.left)
	for i := range out {
		at := out[i].left.At
		out[i].At = words.ShortDate(at) + ", " + words.Clock(at)
	}
	return out
}

// Taken takes a plan off the list, since it is gone on with.
func (k *Keeper) Taken(l Left) {
	k.left = slices.DeleteFunc(k.left, func(other Left) bool { return other.left == l.left })
}

// Forget removes what was left behind.
func (k *Keeper) Forget(l Left) error {
	if err := l.left.Forget(); err != nil {
		return err
	}
	k.Taken(l)
	return nil
}

// Keep keeps a plan that no project file holds. A draft that cannot be kept is no failure to stop
// anybody with: the window says that the project is not saved.
func (k *Keeper) Keep(p plan.Plan, past project.Past) {
	if k.folder == "" {
		return
	}
	if k.draft == nil {
		d, err := project.NewDraft(k.folder)
		if err != nil {
			return
		}
		k.draft = d
	}
	_ = k.draft.Keep(p, past)
}

// Drop removes what was kept: it is saved, or replaced by another project.
func (k *Keeper) Drop() {
	if k.draft != nil {
		_ = k.draft.Drop()
	}
}

// Close ends the keeping; what was not dropped stays.
func (k *Keeper) Close() {
	if k.draft != nil {
		k.draft.Close()
		k.draft = nil
	}
}
