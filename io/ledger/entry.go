package ledger

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"math/big"
	"strings"

	"steward/core/message"
	"steward/core/result"
)

// Kind says what an entry notes.
type Kind string

// The kinds of entry.
const (
	// Spent is a debit, made before any noise was drawn.
	Spent Kind = "spent"
	// Written says that the files of an earlier debit were written.
	Written Kind = "written"
	// Torn takes the place of a line that a crash cut off; what could be read of its
	// spend counts as spent.
	Torn Kind = "torn"
	// Reserved sets a part of the budget aside for releases of one title.
	Reserved Kind = "reserved"
	// Returned gives what is left of an earlier reservation, or a part of it, back.
	Returned Kind = "returned"
	// Noted adds words to an earlier entry.
	Noted Kind = "noted"
	// Withdrawn says that the release of an earlier debit is not to be used any more. What it spent stays spent.
	Withdrawn Kind = "withdrawn"
	// Reviewed says what somebody says of a plan before its release, and binds whoever would release it.
	Reviewed Kind = "reviewed"
	// Checking says whether a second person has to approve a plan before its release.
	Checking Kind = "checking"
	// Limited sets what the data set may spend in all, or what the chances of failure may add
	// up to, or both, each until the next entry that sets it.
	Limited Kind = "limited"
	// Linked says that another data set is about the same people.
	Linked Kind = "linked"
	// Forgotten takes the place of all entries before it, of which it keeps the sum, the
	// limit and the links.
	Forgotten Kind = "forgotten"
	// Reopened says that a forgotten data set is used again.
	Reopened Kind = "reopened"
)

// newestFormat is the version of the entries that this program writes. What the first version
// knew is written as the first version wrote it, without a number.
const (
	newestFormat = 6 // of debits whose limits bind, or that spend nothing, of what is noted again, of releases that are withdrawn, of plans that are reviewed, and of releases about groups of people
	fifthFormat  = 5 // of entries with known facts
	fourthFormat = 4 // of entries with the seal of a record
	thirdFormat  = 3 // of entries with a chance of failure
	secondFormat = 2 // of all others that the first version did not know
)

// Entry is one line of a ledger. Epsilon comes early in the line, so that a line cut off
// by a crash still shows it.
type Entry struct {
	Sequence int    `json:"sequence"`
	Format   int    `json:"format,omitempty"` // of an entry that the first version did not know
	Kind     Kind   `json:"kind"`
	Epsilon  string `json:"epsilon,omitempty"` // an exact fraction or decimal; of Spent, Torn, Reserved and Returned
	// Delta is the chance of failure that a debit accepts, exactly; empty for none. Rho is the
	// loss of zero-concentrated differential privacy that is (Epsilon, Delta) then. Both are
	// early in the line for the same reason.
	Delta   string `json:"delta,omitempty"`
	Rho     string `json:"rho,omitempty"`
	Time    string `json:"time"`
	DataSet string `json:"dataSet"`
	Title   string `json:"title,omitempty"`
	Limit   string `json:"limit,omitempty"`
	Policy  string `json:"policy,omitempty"`
	// Questions are the titles of what a debit was for.
	Questions []string `json:"questions,omitempty"`
	// Of is the sequence number of the entry that a Written, Returned, Noted or Withdrawn entry is
	// about; Digest is the release's, Files are the names of its files. Seal is that of the
	// release's record, which in turn holds the digests of the other files; Written entries of
	// earlier versions have none.
	Of     int      `json:"of,omitempty"`
	Digest string   `json:"digest,omitempty"`
	Files  []string `json:"files,omitempty"`
	Seal   string   `json:"seal,omitempty"`
	// Instead is the sequence number of the debit of the release that takes the place of a withdrawn one; 0 for none.
	Instead int `json:"instead,omitempty"`
	// Plan is the digest of the plan that a Reviewed entry is about, or of that of a debit of which somebody had said something
	// (plan.Plan.Digest); Verdict is what was said. Key is the fingerprint of the key that signed it, Signature the signature.
	Plan      string         `json:"plan,omitempty"`
	Verdict   result.Verdict `json:"verdict,omitempty"`
	Key       string         `json:"key,omitempty"`
	Signature string         `json:"signature,omitempty"`
	// Checker says whether a second person is needed: of a Checking entry, and of a Forgotten one where that was so.
	Checker string `json:"checker,omitempty"`
	// Fragment is the SHA-256 of the cut-off line that a Torn entry stands for.
	Fragment string `json:"fragment,omitempty"`
	// Columns are the published columns of a debit; a debit that names none was noted
	// before there was this field, and says nothing about Disclosed either. Disclosed is
	// what its policy lets anyone learn exactly.
	Columns   []string `json:"columns,omitempty"`
	Disclosed []string `json:"disclosed,omitempty"`
	// Declared is what its policy is made of, as a plan that states nothing else (JSON). A
	// policy that takes too long to state is not kept.
	Declared json.RawMessage `json:"declared,omitempty"`
	// Facts says that Declared has the facts that were taken as known, with their numbers. Debits of versions
	// up to 0.9 say only how many people they tied together.
	Facts bool `json:"facts,omitempty"`
	// Membership is, of a debit of a release about a group of people, the same as of another where the groups of both are made of the same
	// records, read alike, with the same rows of a person: a keyed hash of that, whose key stays on the computer.
	Membership string `json:"membership,omitempty"`
	// Farthest is the longest distance that its policy bounds, in edges of full weight, an
	// exact fraction: the debit's loss for any two answers that the policy keeps from
	// being told apart is at most Epsilon times Farthest. Empty when it is not known.
	Farthest string `json:"farthest,omitempty"`
	// Tied is how many people's answers the known facts tied together, when more than 1:
	// the noise of a debit was drawn for Epsilon / Tied (docs/mathematics.md, "Facts and several releases"). Of a Forgotten entry
	// it is above 1 when a debit before it can tell more than it spent (promise.Spent.MoreThanSpent), and of one without Declared
	// where facts tie anybody together.
	Tied int `json:"tied,omitempty"`
	// From are the reservations that a debit draws on, in this order.
	From []int `json:"from,omitempty"`
	// By and Note say who noted the entry, and why.
	By   string `json:"by,omitempty"`
	Note string `json:"note,omitempty"`
	// Says is what the program itself says of why, to be read in the language of whoever reads it; Remark says both.
	Says message.Text `json:"says,omitzero"`
	// Links are the data sets about the same people: one of a Linked entry, all of a
	// Forgotten one.
	Links []Link `json:"links,omitempty"`
	// Total is what was spent until a Forgotten entry, TotalDelta the sum of the chances of a
	// failure, empty for none.
	Total      string `json:"total,omitempty"`
	TotalDelta string `json:"totalDelta,omitempty"`
	// Counts is what a Forgotten entry counts as where that is less than Total, as releases about groups of people that have nobody in
	// common do.
	Counts string `json:"counts,omitempty"`
	// Exact says that before a Forgotten entry numbers were published exactly by releases that spent nothing.
	Exact bool `json:"exact,omitempty"`
	// DeltaLimit is what those chances may add up to: the limit that a debit kept, the one that a
	// Limited entry sets, and the last that was set before a Forgotten one.
	DeltaLimit string `json:"deltaLimit,omitempty"`
	// Binds says that the limits of a debit are those of everybody who spends on these people: in force
	// before it, or set by it where there were none. A debit of versions up to 0.9 named the least of its
	// plan's and the ledger's, which no other plan had to keep to.
	Binds bool `json:"binds,omitempty"`
	// Again is the entry of another copy of this ledger, or of this one before an old copy was put back, that this one
	// notes again. Of one that a record tells of, what was spent before has no hash.
	Again *Origin `json:"again,omitempty"`
	// Nonce is drawn for every entry, so that two entries are never one, though two copies
	// of a ledger note the same in the same second.
	Nonce    string `json:"nonce,omitempty"`
	Previous string `json:"previous"` // the hash of the entry before; empty for the first
	Hash     string `json:"hash"`
}

// Link names another data set about the same people, and the last entry that its ledger had
// when it was linked: Sequence 0 for none.
type Link struct {
	DataSet  string `json:"dataSet"`
	Sequence int    `json:"sequence"`
	Hash     string `json:"hash,omitempty"`
}

// Words say when something was noted, by whom and why. Time is in RFC 3339.
type Words struct{ Time, By, Why string }

// Remark says why an entry was noted: what the program says of it, and somebody's own words.
func (e Entry) Remark() message.Text {
	switch {
	case e.Says.IsZero():
		return message.Verbatim(e.Note)
	case e.Note == "":
		return e.Says
	}
	return message.Sprintf("%v: %s", e.Says, e.Note)
}

// needs returns the format that an entry has to be written in.
func (e Entry) needs() int {
	switch {
	case e.Binds || e.Exact || !e.Says.IsZero() || e.Again != nil || e.Kind == Withdrawn || e.Plan+e.Checker+e.Membership+e.Counts != "" || e.Kind == Spent && e.Epsilon == nothing:
		return newestFormat
	case e.Facts:
		return fifthFormat
	case e.Seal != "":
		return fourthFormat
	case e.Delta+e.Rho+e.TotalDelta+e.DeltaLimit != "":
		return thirdFormat
	}
	switch e.Kind {
	case Spent, Written, Torn:
		if len(e.Columns)+len(e.Disclosed)+len(e.Declared)+len(e.From)+len(e.Links) == 0 && e.Says.IsZero() && e.Farthest+e.By+e.Note+e.Total+e.Nonce == "" && e.Tied == 0 {
			return 0
		}
	}
	return secondFormat
}

// seal sets the hash: the SHA-256 of the entry's line without a hash. Broken characters are
// replaced before, because they would not read back as they are.
func (e *Entry) seal() error {
	e.Format = e.needs()
	line, err := json.Marshal(e)
	if err != nil {
		return err
	}
	*e = Entry{}
	if err := json.Unmarshal(line, e); err != nil {
		return err
	}
	h, err := e.sum()
	e.Hash = h
	return err
}

func (e Entry) sum() (string, error) {
	e.Hash = ""
	line, err := json.Marshal(e)
	if err != nil {
		return "", err
	}
	s := sha256.Sum256(line)
	return hex.EncodeToString(s[:]), nil
}

// line returns the entry as it stands in the file, with the line end.
func (e Entry) line() ([]byte, error) {
	b, err := json.Marshal(e)
	return append(b, '\n'), err
}

// newerError is the error of an entry that a newer version of the program wrote.
type newerError struct{ format int }

func (e newerError) Error() string { return e.Said().String() }

// Said is what Error says.
func (e newerError) Said() message.Text {
	return message.Sprintf("it was written by a newer version of Steward (format %d, this program knows %d): update Steward", e.format, newestFormat)
}

func parse(line []byte) (Entry, error) {
	var e Entry
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	err := d.Decode(&e)
	if err != nil {
		var newer struct {
			Format int `json:"format"`
		}
		if json.Unmarshal(line, &newer) == nil {
			e.Format = newer.Format
		}
	}
	if e.Format > newestFormat {
		return e, newerError{e.Format}
	}
	if err != nil {
		return e, err
	}
	// Any other spelling of the same entry was not written by a ledger.
	again, err := e.line()
	if err == nil && !bytes.Equal(bytes.TrimSuffix(again, []byte("\n")), line) {
		err = message.Errorf("not in the form in which accounts are written")
	}
	return e, err
}

// amount reads an exact sum above zero, in one of the forms that a ledger writes: digits, and perhaps as many again behind a
// point or as a denominator. Powers of ten are none: reading one could take forever.
func amount(s string) (*big.Rat, bool) {
	whole, rest, parted := strings.Cut(s, "/")
	if !parted {
		whole, rest, parted = strings.Cut(s, ".")
	}
	if !plainDigits(whole) || parted && !plainDigits(rest) {
		return nil, false
	}
	r, ok := new(big.Rat).SetString(s)
	return r, ok && r.Sign() > 0
}

// nothing is the epsilon of a debit whose numbers were all published exactly.
const nothing = "0"

// spends reads the epsilon of an entry; false where it has none, or one that no ledger would note.
func (e Entry) spends() (*big.Rat, bool) {
	if e.Kind == Spent && e.Epsilon == nothing && e.Delta == "" {
		return new(big.Rat), true
	}
	return amount(e.Epsilon)
}

// plainDigits reports whether a text is a number of digits that takes no time to read.
func plainDigits(s string) bool {
	return 0 < len(s) && len(s) <= 1000 && strings.Trim(s, "0123456789") == ""
}

// text writes an exact sum as a decimal where that is possible, otherwise as a fraction.
func text(r *big.Rat) string {
	if digits, exact := r.FloatPrec(); exact && digits <= 12 {
		return r.FloatString(digits)
	}
	return r.RatString()
}
