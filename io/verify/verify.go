// Package verify checks whether the files of a release belong together and whether its figures are right:
// the digests of the files and the numbers in them, the seal of the record, the digest of plan and answers,
// the errors and noise, worked out again from the plan, and the entries in the ledger. What it finds are
// messages, for the command line in English and for the window in its language.
//
// It is part of io, since it reads what io/export and io/ledger have written; it draws nothing and writes
// nothing. What a release publishes beside the answers to questions is an output: a new kind implements it and
// is listed in verifier.kinds.
package verify

import (
	"context"
	"encoding/json"
	"path/filepath"

	"steward/core/mechanism/registry"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/result"
	"steward/io/export"
	"steward/io/signature"
	"steward/io/standin"
)

// Finding is one thing that was checked about a release.
type Finding struct {
	OK   bool
	What message.Text
	// Unknown says that it could not be checked, and What says why; OK is then true, since nothing
	// speaks against it.
	Unknown bool
	// Again says that a file has other bytes than were written and shows the same; OK is then true.
	Again bool
	// Vouched says that somebody who is trusted vouches for the record; OK is then true.
	Vouched bool
	// Withdrawn says that the release is not to be used any more; OK is then true, since it is as it was.
	Withdrawn bool
	// Part says what the finding is about.
	Part Part
}

// MarshalJSON returns the finding for programs, in English.
func (f Finding) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		OK      bool   `json:"ok"`
		What    string `json:"what"`
		Unknown bool   `json:"unknown,omitempty"`
		Again   bool   `json:"again,omitempty"`
		Vouched bool   `json:"vouched,omitempty"`
		Gone    bool   `json:"withdrawn,omitempty"`
	}{f.OK, f.What.String(), f.Unknown, f.Again, f.Vouched, f.Withdrawn})
}

// Part is a part of a release that is verified.
type Part int

// The parts, in the order in which they are shown.
const (
	Workbook Part = iota
	Tables
	Summary
	Record
	Ledger
	Figures // computed again
	Parts   // how many there are
)

// partOf returns the part that a file belongs to.
func partOf(name string) Part {
	switch filepath.Ext(name) {
	case ".xlsx":
		return Workbook
	case ".csv":
		return Tables
	}
	return Summary
}

// Release checks the release of which path is the record. Program names this program and its version: where
// another version wrote the release, figures that it tunes otherwise are no fault. Of the keys that signed the record
// those that are trusted vouch for it. It errors when the record cannot be read.
func Release(ctx context.Context, path, ledgerDir, program string, trusted ...signature.Trusted) (Findings, error) {
	r, err := export.ReadRecord(path)
	if err != nil {
		return nil, err
	}
	v := &verifier{record: r, program: program, part: Record}
	if err := v.seal(path); err != nil {
		return nil, err
	}
	if err := v.files(ctx, filepath.Dir(path)); err != nil {
		return nil, err
	}
	v.unnamed(path)
	if err := v.recordFiles(ctx, filepath.Dir(path)); err != nil {
		return nil, err
	}
	v.part = Record
	v.plan, _, err = standin.Compile(ctx, r.Plan, filepath.Dir(path))
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	v.note(err == nil, message.Sprintf("The plan in the record is complete"), message.Sprintf("The plan in the record is not complete: %v", err))
	if err == nil {
		v.rows()
		v.claim()
		v.described()
		v.counted()
		if err := v.figures(ctx); err != nil {
			return nil, err
		}
	}
	v.part = Ledger
	v.ledger(ledgerDir)
	v.notices(path)
	v.part = Record
	v.reviews(trusted)
	if err := v.signatures(path, trusted); err != nil {
		return nil, err
	}
	return v.findings, nil
}

type verifier struct {
	record   export.Record
	program  string // that verifies
	part     Part   // that is looked at
	findings Findings

	sealWhole bool // the record is what its seal is of

	plan   *plan.Compiled   // of the record
	groups []registry.Group // that answer its questions
	again  result.Release   // made of the plan and what the record says came of it
}

// note adds a finding: good when ok, otherwise bad.
func (v *verifier) note(ok bool, good, bad message.Text) {
	if !ok {
		v.bad(bad)
		return
	}
	v.findings = append(v.findings, Finding{OK: true, What: good, Part: v.part})
}

// bad adds a finding about what is not as it should be.
func (v *verifier) bad(what message.Text) {
	v.findings = append(v.findings, Finding{What: what, Part: v.part})
}

// saidAgain adds a finding about a file with other bytes that shows what it showed.
func (v *verifier) saidAgain(what message.Text) {
	v.findings = append(v.findings, Finding{OK: true, Again: true, What: what, Part: v.part})
}

// vouch adds a finding that somebody who is trusted vouches for the record.
func (v *verifier) vouch(why message.Text) {
	v.findings = append(v.findings, Finding{OK: true, Vouched: true, What: why, Part: v.part})
}

// withdrawn adds a finding that the release is not to be used any more.
func (v *verifier) withdrawn(why message.Text) {
	v.findings = append(v.findings, Finding{OK: true, Withdrawn: true, What: why, Part: v.part})
}

// unknown adds a finding about what could not be checked.
func (v *verifier) unknown(why message.Text) {
	v.findings = append(v.findings, Finding{OK: true, Unknown: true, What: why, Part: v.part})
}
