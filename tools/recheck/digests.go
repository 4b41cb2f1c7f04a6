package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
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
		digest, err := digestOf(filepath.Join(filepath.Dir(path), filepath.Base(name)))
		switch {
		case err != nil:
			out.skipped("%s is not beside the record, or cannot be read: %v", name, err)
		case digest != r.Files[name]:
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
	case slices.ContainsFunc(r.Questions, func(q published) bool { return len(q.Derived) > 0 }):
		version = 2
	}
	fmt.Fprintf(&b, "steward release %d\n%s\n", version, plan.Bytes())
	line := func(of ...any) { fmt.Fprintln(&b, strings.Join(words(of...), " ")) }
	begins := func(what string, p published, of ...any) {
		fmt.Fprintf(&b, "%s %q %q %s\n", what, p.ID, p.Mechanism, strings.Join(words(of...), " "))
	}
	for _, q := range r.Questions {
		begins("question", q, len(q.Answers))
		for _, a := range q.Answers {
			line(a.Key, a.Unadjusted, a.Published, a.RootMeanSquareError, a.HalfWidth95)
		}
		for _, d := range q.Derived {
			fmt.Fprintf(&b, "derived %q %q %d\n", d.Title, d.Unit, len(d.Values))
			for _, v := range d.Values {
				line(v.Key, v.Value, v.From95, v.To95, v.Unreliable)
			}
		}
	}
	for _, c := range r.Choices {
		begins("choice", c, c.Width, len(c.Values))
		for _, v := range c.Values {
			line(v.Key, v.Value, v.From95, v.To95)
		}
	}
	for _, c := range r.Clusters {
		begins("clustering", c, c.Rounds, len(c.Groups))
		for _, g := range c.Groups {
			near := append(slices.Clone(g.Near), make([]string, len(g.Centre))...)
			var centre []any
			for i := range g.Centre {
				centre = append(centre, g.Centre[i], g.CentreError[i], near[i])
			}
			line(append(centre, g.Size, g.Published, g.SizeError, g.TooSmall)...)
		}
	}
	for _, s := range r.Synthetic {
		fmt.Fprintf(&b, "synthetic %q %q %d %d %s\n", s.ID, s.Mechanism, s.People, s.Records, s.Digest)
	}
	return b.Bytes()
}

// words writes texts quoted, each label of a key by itself, and of each number the shortest decimal that reads back as
// it, zero without a sign.
func words(of ...any) (out []string) {
	for _, x := range of {
		switch x := x.(type) {
		case []string:
			for _, label := range x {
				out = append(out, strconv.Quote(label))
			}
		case string:
			out = append(out, strconv.Quote(x))
		case float64:
			if x == 0 {
				x = 0
			}
			out = append(out, strconv.FormatFloat(x, 'f', -1, 64))
		default:
			out = append(out, fmt.Sprint(x))
		}
	}
	return out
}
