package result

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strconv"

	"steward/core/message"
)

// Canonical writes plan and answers in the form that the digest is of: the plan as compact
// JSON on one line, then for every question its id and mechanism, and for every answer its
// labels, the unadjusted value, the tidied value, the error and the half-width, each label
// quoted and each number in its shortest exact decimal form. Numbers derived from the answers
// follow them, and choices come last: their ids, mechanisms and widths, and for every value its
// labels, the option and the ends of its interval. After them come groups of similar people: the ids
// and mechanisms of clusterings, and for every group its centre, size and errors; then synthetic tables: their ids and mechanisms, how many
// people they stand for, how many records they have, and the digest of these. The form of a release without any of these is that
// of version 1, as it was before there were some. It writes neither times nor the ledger's state, so two files of one release have one
// digest.
func (r *Release) Canonical(w io.Writer) error {
	p, err := json.Marshal(r.Plan)
	if err != nil {
		return message.Errorf("digest: %w", err)
	}
	all, version := r.Outputs(), 1
	for _, o := range all {
		version = max(version, o.since())
	}
	if _, err := fmt.Fprintf(w, "steward release %d\n%s\n", version, p); err != nil {
		return err
	}
	for _, o := range all {
		if err := o.canonical(w); err != nil {
			return err
		}
	}
	return nil
}

// ID is that of the question in the plan.
func (q *Question) ID() string { return q.Workload.Question().ID }

// Title is that of the question.
func (q *Question) Title() string { return q.Workload.Question().Title }

func (q *Question) since() int {
	if len(q.Derived) > 0 {
		return 2
	}
	return 1
}

func (q *Question) canonical(w io.Writer) error {
	if _, err := fmt.Fprintf(w, "question %q %q %d\n", q.ID(), q.Mechanism.ID, q.Len()); err != nil {
		return err
	}
	var line []byte
	for i := range q.Len() {
		line = line[:0]
		for _, k := range q.Key(i) {
			line = strconv.AppendQuote(line, k)
			line = append(line, ' ')
		}
		line = appendNumber(line, q.Unadjusted[i])
		line = appendNumber(append(line, ' '), q.Tidied[i])
		line = appendNumber(append(line, ' '), q.Error[i])
		line = appendNumber(append(line, ' '), q.HalfWidth[i])
		if _, err := w.Write(append(line, '\n')); err != nil {
			return err
		}
	}
	return q.canonicalDerived(w)
}

// canonicalDerived writes the numbers that follow from the answers.
func (q *Question) canonicalDerived(w io.Writer) error {
	for _, t := range q.Derived {
		if _, err := fmt.Fprintf(w, "derived %q %q %d\n", t.Title, t.Unit, len(t.Values)); err != nil {
			return err
		}
		var line []byte
		for _, v := range t.Values {
			line = line[:0]
			for _, k := range v.Key {
				line = append(strconv.AppendQuote(line, k), ' ')
			}
			line = appendNumber(line, v.Value)
			line = appendNumber(append(line, ' '), v.Low)
			line = appendNumber(append(line, ' '), v.High)
			line = strconv.AppendBool(append(line, ' '), v.Unreliable)
			if _, err := w.Write(append(line, '\n')); err != nil {
				return err
			}
		}
	}
	return nil
}

// appendNumber writes the shortest decimal that reads back as x.
func appendNumber(b []byte, x float64) []byte {
	if x == 0 {
		x = math.Abs(x) // no negative zero
	}
	return strconv.AppendFloat(b, x, 'f', -1, 64)
}

// ComputeDigest returns the SHA-256 of the canonical form as lower-case hexadecimal.
func (r *Release) ComputeDigest() (string, error) {
	h := sha256.New()
	if err := r.Canonical(h); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
