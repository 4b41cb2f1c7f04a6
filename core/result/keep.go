package result

import (
	"encoding/json"
	"errors"
	"io"

	"steward/core/message"
	"steward/core/plan"
)

// Keep writes all of a release in a form that Kept reads: what was published, and what is said of it in whichever language.
// It holds nothing that the release's files do not tell.
func (r *Release) Keep(w io.Writer) error { return json.NewEncoder(w).Encode(r) }

// Kept reads a release that was kept. It errors unless plan and answers are those of its digest.
func Kept(from io.Reader) (*Release, error) {
	r := new(Release)
	if err := json.NewDecoder(from).Decode(r); err != nil {
		return nil, message.Errorf("the release was not stored completely: %w", err)
	}
	c, err := plan.Compile(r.Plan)
	if err != nil {
		return nil, err
	}
	return r, r.Meet(c)
}

// Meet puts what follows from the plan beside what was published of it. It errors unless plan and answers are those of
// the release's digest.
func (r *Release) Meet(c *plan.Compiled) error {
	if err := r.meet(c); err != nil {
		return err
	}
	if digest, err := r.ComputeDigest(); err != nil || digest != r.Digest {
		return errors.Join(message.Errorf("the release is not as it was stored"), err)
	}
	return nil
}

func (r *Release) meet(c *plan.Compiled) error {
	if len(c.Problems) != len(r.Questions) || len(c.Choices) != len(r.Choices) || len(c.Clusters) != len(r.Clusters) || len(c.Synthetic) != len(r.Synthetic) {
		return message.Errorf("the release does not answer all that its plan asks")
	}
	for i := range r.Questions {
		q := &r.Questions[i]
		q.Workload = c.Problems[i].Workload
		if n := q.Workload.Len(); n != q.Len() || n != len(q.Tidied) || n != len(q.Error) || n != len(q.HalfWidth) || n != len(q.Exact) || q.Low != nil && n != len(q.Low) || len(q.Low) != len(q.High) {
			return message.Errorf("the release does not have as many answers to %q as its plan asks for", q.Title())
		}
	}
	for i := range r.Synthetic {
		for _, a := range c.Synthetic[i].Sheet.Domain().Attributes() {
			r.Synthetic[i].Columns = append(r.Synthetic[i].Columns, NewSyntheticColumn(a))
		}
	}
	return nil
}
