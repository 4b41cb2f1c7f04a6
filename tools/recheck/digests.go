package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
)

// digests recomputes the seal, the digest of plan and answers, and those of the files beside the record.
func (r *record) digests(path string, text []byte, out *report) {
	if at := bytes.LastIndex(text, []byte("\n \"seal\"")); at < 0 || sha(text[:at]) != r.Seal {
		out.failed("the seal of the record is not the SHA-256 of what stands before it: the record was changed")
	} else {
		out.held("the seal is the SHA-256 of what stands before it")
	}
	if sha(r.canonical()) != r.Digest {
		out.failed("the digest is not that of plan and answers: one of them was changed")
	} else {
		out.held("the digest is that of plan and answers")
	}
	for _, name := range slices.Sorted(maps.Keys(r.Files)) {
		content, err := os.ReadFile(filepath.Join(filepath.Dir(path), filepath.Base(name)))
		switch {
		case errors.Is(err, fs.ErrNotExist):
			out.skipped("%s is not beside the record", name)
		case err != nil:
			out.skipped("%s cannot be read: %v", name, err)
		case sha(content) != r.Files[name]:
			out.failed("%s is not the file that was released: its SHA-256 is another one", name)
		default:
			out.held("%s has the SHA-256 that the record states", name)
		}
	}
}

func sha(data []byte) string { return fmt.Sprintf("%x", sha256.Sum256(data)) }

// canonical writes plan and answers down in the form that the digest is of: the plan as JSON without
// blanks, and a line for everything that is published.
func (r *record) canonical() []byte {
	var b, plan bytes.Buffer
	if json.Compact(&plan, r.RawPlan) != nil {
		return nil
	}
	version := 1
	switch {
	case len(r.Clusters)+len(r.Synthetic) > 0:
		version = 4
	case len(r.Choices) > 0:
		version = 3
	case slices.ContainsFunc(r.Questions, func(q question) bool { return len(q.Derived) > 0 }):
		version = 2
	}
	fmt.Fprintf(&b, "steward release %d\n%s\n", version, plan.Bytes())
	key := func(labels []string) {
		for _, l := range labels {
			fmt.Fprintf(&b, "%q ", l)
		}
	}
	for _, q := range r.Questions {
		fmt.Fprintf(&b, "question %q %q %d\n", q.ID, q.Mechanism, len(q.Answers))
		for _, a := range q.Answers {
			key(a.Key)
			fmt.Fprintf(&b, "%s %s %s %s\n", number(a.Unadjusted), number(a.Published), number(a.Error), number(a.HalfWidth))
		}
		for _, d := range q.Derived {
			fmt.Fprintf(&b, "derived %q %q %d\n", d.Title, d.Unit, len(d.Values))
			for _, v := range d.Values {
				key(v.Key)
				fmt.Fprintf(&b, "%s %s %s %v\n", number(v.Value), number(v.From), number(v.To), v.Unreliable)
			}
		}
	}
	for _, c := range r.Choices {
		fmt.Fprintf(&b, "choice %q %q %d %d\n", c.ID, c.Mechanism, c.Width, len(c.Values))
		for _, v := range c.Values {
			key(v.Key)
			fmt.Fprintf(&b, "%q %q %q\n", v.Value, v.From, v.To)
		}
	}
	for _, c := range r.Clusters {
		fmt.Fprintf(&b, "clustering %q %q %d %d\n", c.ID, c.Mechanism, c.Rounds, len(c.Groups))
		for _, g := range c.Groups {
			near := append(slices.Clone(g.Near), make([]string, len(g.Centre))...)
			for i := range g.Centre {
				fmt.Fprintf(&b, "%s %s %q ", number(g.Centre[i]), number(g.CentreError[i]), near[i])
			}
			fmt.Fprintf(&b, "%s %s %s %v\n", number(g.Size), number(g.Published), number(g.SizeError), g.TooSmall)
		}
	}
	for _, s := range r.Synthetic {
		fmt.Fprintf(&b, "synthetic %q %q %d %d %s\n", s.ID, s.Mechanism, s.People, s.Records, s.Digest)
	}
	return b.Bytes()
}

// number writes the shortest decimal that reads back as x, zero without a sign.
func number(x float64) string {
	if x == 0 {
		x = 0
	}
	return strconv.FormatFloat(x, 'f', -1, 64)
}
