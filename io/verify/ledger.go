package verify

import (
	"math/big"
	"path/filepath"
	"slices"
	"time"

	"steward/core/message"
	"steward/core/plan"
	"steward/io/ledger"
	"steward/io/notice"
)

// ledger looks for the release's entries.
func (v *verifier) ledger(dir string) {
	want := v.record.Ledger
	l, err := ledger.Open(dir, want.DataSet)
	var s ledger.Statement
	if err == nil {
		s, err = l.Statement()
	}
	switch {
	case err != nil:
		v.unknown(message.Sprintf("The account of %q on this computer cannot be used: %v", want.DataSet, err))
		return
	case len(s.Entries) == 0 && !s.CutOff:
		v.unknown(message.Sprintf("Whether the account of %q has an entry for this release: the account is on the steward's computer", want.DataSet))
		return
	}
	at := slices.IndexFunc(s.Entries, func(e ledger.Entry) bool {
		return e.Is(ledger.Origin{Sequence: want.Sequence, Hash: want.Hash}) && e.Kind == ledger.Spent && e.Epsilon == v.record.Epsilon && sameNumber(e.Delta, v.record.Delta) && sameNumber(e.Rho, v.record.Rho)
	})
	v.note(at >= 0, message.Sprintf("Entry %d of the account is this release's spend of %s", want.Sequence, v.record.Epsilon), message.Sprintf("The account of %q on this computer has no entry for this release: if it is an account of these people, an old copy of it was put back, and steward ledger recover adds what the record says", want.DataSet))
	closed := slices.IndexFunc(s.Entries, func(e ledger.Entry) bool {
		return at >= 0 && e.Kind == ledger.Written && e.Of == s.Entries[at].Sequence && e.Digest == v.record.Digest
	})
	if at >= 0 {
		v.note(closed >= 0, message.Sprintf("The account notes that this release was written"), message.Sprintf("The account does not note that a release with this digest was written"))
	}
	if at >= 0 && closed >= 0 {
		v.notedSeal(s.Entries[closed])
		v.withdrawals(s, s.Entries[at].Sequence)
	}
	if at >= 0 {
		v.notedReviews(s)
	}
	v.pilots(s)
}

// withdrawals tells that the account notes that the release is not to be used any more.
func (v *verifier) withdrawals(s ledger.Statement, release int) {
	for _, w := range s.Withdrawals() {
		switch {
		case w.Of != release || w.DataSet != s.DataSet:
		case w.Instead > 0:
			v.withdrawn(message.Sprintf("The account notes that “%s” (entry %d) takes the place of this release, since %v, by %s: %s", titleOf(s, w.Instead), w.Instead, dayOf(w.Time), w.By, w.Why))
		default:
			v.withdrawn(message.Sprintf("The account notes that this release is withdrawn, since %v, by %s: %s", dayOf(w.Time), w.By, w.Why))
		}
	}
}

// titleOf returns the title of an entry.
func titleOf(s ledger.Statement, sequence int) string {
	i := slices.IndexFunc(s.Entries, func(e ledger.Entry) bool { return e.Sequence == sequence })
	if i < 0 {
		return ""
	}
	return s.Entries[i].Title
}

// notices tells of notices beside the record, which readers have without the account.
func (v *verifier) notices(record string) {
	list, missing := notice.Beside(record, v.record.Seal)
	if len(missing) > 0 {
		v.unknown(message.Sprintf("Of the notices beside the record these are missing, though later ones are there, so that what they said is not known: %v", message.And(message.Quoted(missing))))
	}
	for _, path := range list {
		v.withdrawn(message.Sprintf("%s, beside the record, says that this release is not to be used any more; it does not prove who wrote it", filepath.Base(path)))
	}
}

// dayOf is the day of a moment.
func dayOf(moment string) message.Text {
	at, err := time.Parse(time.RFC3339, moment)
	if err != nil {
		return message.Verbatim(moment)
	}
	return message.Sprintf("%v", message.Day(at))
}

// pilots looks for the entries of the pilots that errors were measured on, and compares their
// numbers with those that the ledger noted.
func (v *verifier) pilots(s ledger.Statement) {
	standIn := v.record.Plan.StandIn
	if standIn == nil || standIn.Kind != plan.StandInPilot {
		return
	}
	for _, t := range standIn.Tables {
		paid := t.Paid
		if paid == nil {
			v.bad(message.Sprintf("The record has a pilot that nothing was spent on"))
			continue
		}
		spent := slices.IndexFunc(s.Entries, func(e ledger.Entry) bool {
			return e.Is(ledger.Origin{Sequence: paid.Sequence, Hash: paid.Hash}) && e.Kind == ledger.Spent && e.Epsilon == paid.Epsilon
		})
		same := slices.ContainsFunc(s.Entries, func(e ledger.Entry) bool {
			return spent >= 0 && e.Kind == ledger.Written && e.Of == s.Entries[spent].Sequence && e.Digest == t.Digest()
		})
		v.note(same, message.Sprintf("The pilot that errors were measured on is entry %d of the account, a spend of %s, and its numbers are those noted there", paid.Sequence, paid.Epsilon),
			message.Sprintf("The pilot that errors were measured on is not entry %d of the account, or its numbers are not those noted there", paid.Sequence))
	}
}

// notedSeal compares the record's seal with the one that the ledger noted when the release was written.
// A record that was changed can be sealed again; the ledger keeps the seal that it had.
func (v *verifier) notedSeal(written ledger.Entry) {
	if written.Seal == "" {
		v.unknown(message.Sprintf("The account notes no seal of the record, as in earlier versions: only the digest of plan and answers shows that it is the record that was written"))
		return
	}
	var day any = written.Time
	if at, err := time.Parse(time.RFC3339, written.Time); err == nil {
		day = message.Day(at)
	}
	if v.sealWhole && written.Seal == v.record.Seal {
		v.vouch(message.Sprintf("Entry %d of the account, of %s, contains the seal of exactly this record", written.Sequence, day))
		return
	}
	v.bad(message.Sprintf("Entry %d of the account, of %s, contains a different seal: this record is not the one that was written then", written.Sequence, day))
}

// sameNumber reports whether two exact numbers are equal, or both missing.
func sameNumber(a, b string) bool {
	if a == "" || b == "" {
		return a == b
	}
	x, ok := new(big.Rat).SetString(a)
	y, too := new(big.Rat).SetString(b)
	return ok && too && x.Cmp(y) == 0
}
