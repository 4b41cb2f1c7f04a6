package ledger

import (
	"bytes"
	"context"
	"math/big"

	"steward/core/limits"
	"steward/core/message"
	"steward/io/internal/disk"
)

// Forget puts an entry in the place of all earlier ones that keeps what was spent, whether that may
// be less than what was told, the limit and the links, and nothing else: no titles, policies, questions or names of files, and no
// reservations. It writes over what stood there, which does not reach copies that the disk
// or others keep. From then on nothing is noted about the data set until Reopen. Where a
// crash has kept Forget from writing over the words, it completes that.
func (l *Ledger) Forget(ctx context.Context, w Words) (Entry, error) {
	if err := said(w, message.Sprintf("why the data set is to be forgotten")); err != nil {
		return Entry{}, err
	}
	var e Entry
	done, err := l.folder.update(ctx, func(h *held) ([]addition, error) {
		a := &h.own.account
		if a.forgotten != nil {
			e = *a.forgotten
			return nil, nil
		}
		if len(a.entries) == 0 {
			return nil, message.Errorf("nothing is noted about “%s”: there is nothing to forget", l.dataSet)
		}
		said := h.own.statement()
		t := Entry{Kind: Forgotten, Time: w.Time, DataSet: l.dataSet, Links: a.links, Total: text(a.spent), Counts: said.forgetting(a.spent), By: w.By, Note: w.Why}
		releases, err := said.Releases()
		if err != nil {
			return nil, err
		}
		for _, r := range releases {
			t.Exact = t.Exact || r.Epsilon.IsZero()
			if r.MoreThanSpent() {
				t.Tied = max(t.Tied, r.Tied, 2)
			}
		}
		if a.reviewing.needed != nil {
			t.Checker = CheckerNeeded
		}
		if a.limit.most != nil {
			t.Limit = text(a.limit.most)
		}
		if a.deltaLimit.most != nil {
			t.DeltaLimit = text(a.deltaLimit.most)
		}
		if a.delta.Sign() > 0 {
			t.TotalDelta = text(a.delta)
		}
		return []addition{{h.own, t}}, nil
	}, l)
	if err != nil {
		return Entry{}, err
	}
	if len(done) > 0 {
		e = done[0]
	}
	if err := l.drop(ctx); err != nil {
		return e, message.Errorf("%q is forgotten, but its words are still in the account: do it again: %w", l.dataSet, err)
	}
	return e, nil
}

// forgetting is what all releases come to where that is less than the sum, since some are about groups of people that have nobody in
// common: nothing could tell it any more once their words are forgotten. Whatever is known later, people who move are in one of the groups
// each, so that it is as many times that. It is empty where the sum counts, as where facts tie people together.
func (s Statement) forgetting(spent *big.Rat) string {
	if sums := s.Sums(nil); sums.Err == nil && !sums.Joint.Others && sums.Spent.Cmp(spent) < 0 {
		return text(sums.Spent)
	}
	return ""
}

// drop writes over all that stands before the Forgotten entry, in place, so that a crash at
// any byte leaves the entry whole. The head is kept first: where it names the Forgotten
// entry, or a later one, the ones before are not missed.
func (l *Ledger) drop(ctx context.Context) error {
	h, err := l.folder.hold(ctx, access{write: true}, l)
	if err != nil {
		return err
	}
	defer h.release()
	if h.own.file == nil || h.own.account.forgotten == nil {
		return nil // another program has put it to use again
	}
	if err := l.folder.keepHead(l.path, h.own.head()); err != nil {
		return err
	}
	data, err := disk.ReadFile(l.folder.disk, l.path, limits.MaxLedgerBytes)
	if err != nil {
		return disk.InWords(err)
	}
	start := lastForgotten(data)
	if start == 0 || len(bytes.TrimSpace(data[:start])) == 0 {
		return nil
	}
	blank := append(bytes.Repeat([]byte(" "), start-1), '\n')
	if _, err := h.own.file.WriteAt(blank, 0); err != nil {
		return disk.InWords(err)
	}
	return disk.InWords(h.own.file.Sync())
}

// Reopen says that a forgotten data set is used again. What was spent on it still counts.
func (l *Ledger) Reopen(ctx context.Context, w Words) (Entry, error) {
	if err := said(w, message.Sprintf("why the data set is used again")); err != nil {
		return Entry{}, err
	}
	done, err := l.folder.update(ctx, func(h *held) ([]addition, error) {
		if h.own.account.forgotten == nil {
			return nil, message.Errorf("%q is not forgotten: it can be used as it is", l.dataSet)
		}
		return []addition{{h.own, Entry{Kind: Reopened, Time: w.Time, DataSet: l.dataSet, By: w.By, Note: w.Why}}}, nil
	}, l)
	if err != nil {
		return Entry{}, err
	}
	return done[0], nil
}
