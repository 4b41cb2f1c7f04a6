package page

import (
	"strings"

	"steward/gui/widgets/notices"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// Withdrawn is the notice that the release that is shown is not to be used any more, on every page that shows one.
type Withdrawn struct {
	*notices.Banner
	of Surroundings
}

// NewWithdrawn returns the notice, which Update shows and hides.
func NewWithdrawn(of Surroundings) *Withdrawn {
	return &Withdrawn{notices.NewBanner(notices.Caution, "", nil, nil), of}
}

// Update says why the release is not to be used, and what takes its place, where the account says so.
func (w *Withdrawn) Update() {
	var why []string
	if f := w.of.Session.Release.Finished(); f != nil {
		why = w.of.Session.Accounts.Withdrawn(f.Release.Ledger.Hash)
	}
	w.Set(notices.Caution, words.T("Not to be used."), prose.Plain(" "+strings.Join(why, " ")))
	paint.Show(w, len(why) > 0)
}
