package ledger

import (
	"context"

	"steward/core/message"
)

// Link notes in both ledgers that they are about the same people. From then on what one
// spends counts for both, and the lower limit holds for both; so it does for those that
// are linked to either. It does nothing where a ledger is linked already. A crash can leave
// the link in one of the two, where it counts all the same; linking again completes it.
func (l *Ledger) Link(ctx context.Context, other *Ledger, w Words) error {
	if same(l.dataSet, other.dataSet) {
		return message.Errorf("%q and %q are one data set: name two to link", l.dataSet, other.dataSet)
	}
	if l.folder.dir != other.folder.dir {
		return message.Errorf("the accounts of %q and %q are in two folders: import one where the other is", l.dataSet, other.dataSet)
	}
	if err := said(w, message.Sprintf("why these data sets are about the same people")); err != nil {
		return err
	}
	_, err := l.folder.update(ctx, func(h *held) ([]addition, error) {
		var out []addition
		for _, m := range h.members {
			if !m.asked {
				continue
			}
			if err := m.inUse(); err != nil {
				return nil, err
			}
			for _, o := range h.members {
				if o.asked && o != m && !m.account.linkedTo(o.ledger.dataSet) {
					k := Link{DataSet: o.ledger.dataSet}
					k.Sequence, k.Hash = o.account.head()
					out = append(out, addition{m, Entry{Kind: Linked, Time: w.Time, DataSet: m.ledger.dataSet, Links: []Link{k}, By: w.By, Note: w.Why}})
				}
			}
		}
		return out, nil
	}, l, other)
	return err
}
