package summary

import (
	"context"
	"path/filepath"
	"slices"
	"time"

	"steward/core/guide"
	"steward/gui/words"
	"steward/io/signature"
	"steward/io/verify"
)

// Verified is what became of a verification.
type Verified struct {
	// Record is the path of the record that was verified; Own tells that it is that of
	// the release of this session.
	Record   string
	Own      bool
	Findings verify.Findings
	Err      error
	At       time.Time
}

// OK reports whether everything holds together.
func (v *Verified) OK() bool {
	return v.Err == nil && !slices.ContainsFunc(v.Findings, func(f verify.Finding) bool { return !f.OK })
}

// Comes says in a sentence what a verification came to, "" for the original.
func (v *Verified) Comes() string {
	switch v.Findings.Outcome() {
	case verify.NotOriginal:
		return words.T("This is not the original.")
	case verify.SavedAgain:
		return words.T("These are the same numbers, in a workbook that another program saved again.")
	case verify.Unchanged:
		return words.T("This is unchanged, as far as the record shows. Whether the record is the original cannot be told: nobody you trust vouches for it.")
	}
	return ""
}

// VerifiedPart is what was found about a part of a release: sentences about what is not as it should be, and
// about what could not be checked; and a few words for where everything is.
type VerifiedPart struct {
	Name, Good      string
	Bad, NotChecked []string
	// Withdrawn says that the release is not to be used any more.
	Withdrawn []string
	// Again are sentences about files that another program saved again, and which show what they showed.
	Again []string
}

// verifiedParts are the names of the parts, with what is said of one that is as it should be.
var verifiedParts = [verify.Parts]struct{ name, good string }{
	verify.Workbook: {words.Key("Workbook"), words.Key("same values")},
	verify.Tables:   {words.Key("Tables"), words.Key("same values")},
	verify.Summary:  {words.Key("Summary"), words.Key("same values")},
	verify.Record:   {words.Key("Record"), words.Key("same digest")},
	verify.Ledger:   {words.Key("Account"), words.Key("entered")},
	verify.Figures:  {words.Key("Figures computed again"), words.Key("all agree")},
}

// Parts returns the parts that something was found about.
func (v *Verified) Parts() (out []VerifiedPart) {
	for part, said := range verifiedParts {
		p := VerifiedPart{Name: words.Text(said.name), Good: words.Text(said.good)}
		found := false
		for _, f := range v.Findings {
			if f.Part != verify.Part(part) {
				continue
			}
			found = true
			switch says := words.Sentence(words.Say(f.What)); {
			case !f.OK:
				p.Bad = append(p.Bad, says)
			case f.Withdrawn:
				p.Withdrawn = append(p.Withdrawn, says)
			case f.Again:
				p.Again = append(p.Again, says)
			case f.Unknown:
				p.NotChecked = append(p.NotChecked, says)
			}
		}
		if found {
			out = append(out, p)
		}
	}
	return out
}

// verifyState is the last verification.
type verifyState struct{ last, own *Verified }

// Verify verifies the release of which record is the record, in the background.
func (s *Step) Verify(record string) {
	v := &Verified{Record: record}
	if f := s.of.Carried(); f != nil {
		v.Own = record == f.Record()
	}
	dir, program := s.of.LedgerDir(), s.of.Program()
	var trusted []signature.Trusted
	if k := s.of.Key(); k != nil {
		if own, is := k.Public(); is {
			trusted = append(trusted, signature.Trusted{Fingerprint: own.Fingerprint()})
		}
	}
	s.of.Job(guide.Summary, words.T("Verifying %s", filepath.Base(record)), func(ctx context.Context, _ func(string, float64)) error {
		v.Findings, v.Err = verify.Release(ctx, record, dir, program, trusted...)
		return ctx.Err()
	}, func(err error) {
		if err != nil {
			return // cancelled
		}
		v.At = s.of.Now()
		s.verified.last = v
		if v.Own {
			s.verified.own = v
		}
	})
}

// Verified returns the last verification, or nil.
func (s *Step) Verified() *Verified { return s.verified.last }

// VerifyOnce verifies the release of this session unless that was done or a job runs.
func (s *Step) VerifyOnce() {
	f := s.of.Carried()
	if f == nil || f.Record() == "" || s.verified.own != nil || s.verified.last != nil || s.of.Busy() {
		return
	}
	s.Verify(f.Record())
}
