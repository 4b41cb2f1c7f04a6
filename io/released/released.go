// Package released reads a release again that was written earlier, from its record and files, as whoever released it saw it: its answers
// with their errors, what is said of them, and how they were made. What the record does not hold follows from the plan in it, as it
// does when a release is verified.
package released

import (
	"context"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"steward/core/choice"
	"steward/core/cluster"
	"steward/core/limits"
	"steward/core/mechanism"
	"steward/core/mechanism/registry"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/policy"
	"steward/core/promise"
	"steward/core/release"
	"steward/core/result"
	"steward/core/synthetic"
	"steward/io/export"
	"steward/io/internal/disk"
	"steward/io/standin"
	"steward/io/verify"
)

// Read returns the release of which path is the record. It errors unless the record is as it was written and its answers are
// those of its digest.
func Read(ctx context.Context, path string) (*result.Release, error) {
	rec, err := export.ReadRecord(path)
	if err != nil {
		return nil, err
	}
	if sealed, whole, err := export.CheckSeal(path); err != nil || sealed && !whole {
		return nil, message.Errorf("%s is not as it was written: it was changed or saved again", path)
	}
	c, _, err := standin.Compile(ctx, rec.Plan, filepath.Dir(path))
	if err != nil {
		return nil, message.Errorf("%s: %w", path, err)
	}
	r := &reading{record: rec, dir: filepath.Dir(path), plan: c, out: described(rec, c)}
	for _, part := range []func(context.Context) error{r.questions, r.outputs} {
		if err := part(ctx); err != nil {
			return nil, message.Errorf("%s: %w", path, err)
		}
	}
	if err := r.out.Meet(c); err != nil {
		return nil, message.Errorf("%s: %w", path, err)
	}
	if err := r.records(); err != nil {
		return nil, message.Errorf("%s: %w", path, err)
	}
	return r.out, nil
}

// reading is a release that is read again.
type reading struct {
	record export.Record
	dir    string
	plan   *plan.Compiled
	out    *result.Release
}

// described returns what is said of the release as a whole.
func described(rec export.Record, c *plan.Compiled) *result.Release {
	p := rec.Protection
	out := &result.Release{
		Plan: rec.Plan, Created: rec.Created, Program: rec.Program, Signer: rec.Signer, Digest: rec.Digest,
		Protection: sentences(p, c.Describe()), PublishedExactly: listed(p.PublishedExactly, c.Disclosed), Epsilon: rec.Epsilon, Delta: rec.Delta, Rho: rec.Rho, R: rec.R,
		Multiplier: rec.Multiplier, MultiplierWhy: said(rec.MultiplierWhy, c.Tied().Why), Ledger: rec.Ledger, Columns: rec.Columns,
	}
	if rec.Claim != nil {
		out.Claim = promise.Claim(c, promise.Account{Before: rec.Ledger.SpentBefore, After: rec.Ledger.SpentAfter})
	}
	return out
}

// made returns how something was made.
func made(by export.Head, share export.Share, noise []export.NoiseOfRows, says []string, meant ...message.Text) result.Made {
	out := result.Made{Mechanism: mechanismOf(by, meant...), Epsilon: share.Epsilon, Effective: share.Effective}
	for _, n := range noise {
		if n.Scale == "0" {
			n.Scale = ""
		}
		out.Noise = append(out.Noise, result.Noise{What: said(n.What, meant...), Rows: n.Rows, Sensitivity: n.Sensitivity, Stated: n.Stated, Spent: n.Spent})
	}
	for _, s := range says {
		out.Says = append(out.Says, said(s, meant...))
	}
	return out
}

// said returns what a record says, which it says in English: as one of the texts that may be meant where it is one, since these are
// known in other languages too.
func said(text string, meant ...message.Text) message.Text {
	if text == "" {
		return message.Text{}
	}
	for _, m := range meant {
		if m.String() == text {
			return m
		}
	}
	return message.Verbatim(text)
}

// listed is said of every text.
func listed(texts []string, meant []message.Text) (out []message.Text) {
	for _, text := range texts {
		out = append(out, said(text, meant...))
	}
	return out
}

// sentences are what a record says of the policy.
func sentences(p export.Protection, of policy.Sentences) policy.Sentences {
	return policy.Sentences{
		Secret: said(p.Secret, of.Secret), Together: said(p.Together, of.Together), Presence: said(p.Presence, of.Presence),
		Disclosed: listed(p.Disclosed, of.Disclosed), Expert: said(p.Policy, of.Expert),
	}
}

// mechanismOf returns the mechanism that a record names.
func mechanismOf(by export.Head, why ...message.Text) result.Mechanism {
	m := result.Mechanism{ID: by.Mechanism, Name: said(by.Name), Source: said(by.Source), Chosen: said(by.Chosen, why...)}
	if known, ok := registry.ByID(m.ID); ok {
		info := known.Info()
		m.Name, m.Source = said(by.Name, info.Name), said(by.Source, info.Source)
	}
	return m
}

// questions reads the answers to all questions.
func (r *reading) questions(ctx context.Context) error {
	c := r.plan
	if len(r.record.Questions) != len(c.Problems) {
		return message.Errorf("the record answers %d questions, but its plan asks %d", len(r.record.Questions), len(c.Problems))
	}
	groups, err := verify.Groups(ctx, r.record, c)
	if err != nil {
		return err
	}
	for i, q := range r.record.Questions {
		problem := c.Problems[i]
		g, n, prepared := registry.GroupOf(groups, i)
		var meant []message.Text
		if prepared {
			meant = release.Texts(c, g, n)
		}
		a := result.Question{
			Workload: problem.Workload, Together: q.Together, GaveUp: said(q.GaveUp, meant...), MeasuredOn: said(q.MeasuredOn, meant...), ExactWhy: said(q.ExactWhy, meant...), Ranges: q.Ranges,
			Made:     made(q.Head, q.Share, q.Noise, nil, meant...),
			Decimals: c.Units.Decimals() + plan.SumDecimals(problem.Workload),
		}
		for _, n := range q.Answers {
			a.Unadjusted, a.Tidied = append(a.Unadjusted, n.Unadjusted), append(a.Tidied, n.Published)
			a.Error, a.HalfWidth, a.Exact = append(a.Error, n.RMSE), append(a.HalfWidth, n.HalfWidth), append(a.Exact, n.Exact)
			if n.From != nil && n.To != nil {
				a.Low, a.High = append(a.Low, *n.From), append(a.High, *n.To)
			}
		}
		if inParts(a) {
			a.Decimals += mechanism.PartsDecimals
		}
		if a.Measured, err = measured(q.Measured); err != nil {
			return err
		}
		a.Apply(c.Rule(i))
		whole := prepared && len(a.Unadjusted) == problem.Workload.Len()
		var titles []message.Text
		var joined []plan.Joined
		if whole {
			a.Adding = release.Adding(g, n, &a)
			if again, err := release.Derive(c, g, n, a.Unadjusted, a.Tidied); err == nil {
				for _, t := range again {
					titles, joined = append(titles, t.Title), append(joined, t.Joined)
				}
			}
		}
		for k, t := range q.Derived {
			table := t.Results()
			if table.Title = said(t.Title, titles...); k < len(joined) {
				table.Joined = joined[k]
			}
			a.Derived = append(a.Derived, table)
		}
		r.out.Questions = append(r.out.Questions, a)
	}
	return nil
}

// inParts reports whether published numbers have more decimals than what is counted.
func inParts(q result.Question) bool {
	scale := math.Pow10(q.Decimals)
	return slices.ContainsFunc(q.Tidied, func(x float64) bool {
		return math.Abs(x*scale-math.Round(x*scale)) > 1e-6*math.Max(1, math.Abs(x))
	})
}

// measured reads rows that were measured.
func measured(m *export.Measured) (*result.Measured, error) {
	if m == nil {
		return nil, nil
	}
	out := &result.Measured{Columns: m.Columns, Rows: m.Rows, Tables: m.Tables, Proof: m.Proof, LeftOut: m.LeftOut}
	for _, pair := range m.Pairs {
		p, err := export.ReadPair(pair)
		if err != nil {
			return nil, err
		}
		out.Pairs = append(out.Pairs, p)
	}
	return out, nil
}

// outputs reads what was published that is no answer to a question.
func (r *reading) outputs(context.Context) error {
	p := r.plan.Plan
	if len(r.record.Choices) != len(p.Choices) || len(r.record.Clusters) != len(p.Clusters) || len(r.record.Synthetic) != len(p.Synthetic) {
		return message.Errorf("the record does not have everything its plan asks for")
	}
	for i, o := range r.record.Choices {
		r.out.Choices = append(r.out.Choices, result.Choice{
			Asked: p.Choices[i], Made: made(o.Head, o.Share, o.Noise, o.Says),
			Sensitivity: o.Sensitivity, Rate: o.Rate, Width: o.Width, Options: o.Options, Values: o.Results(),
			Quality: choice.Quality{Fall: o.Fall, MeasuredOn: said(o.MeasuredOn), Right: o.Right, Typical: o.Typical},
		})
	}
	for i, o := range r.record.Clusters {
		r.out.Clusters = append(r.out.Clusters, result.Clustering{
			Asked: p.Clusters[i], Made: made(o.Head, o.Share, o.Noise, o.Says),
			Rounds: o.Rounds, Table: o.Table, RoundNoise: o.RoundNoise, Axes: o.Axes, Groups: o.Results(),
			Quality: cluster.Quality{MeasuredOn: said(o.MeasuredOn), MadeUp: o.MadeUp, Trials: o.Trials, Within: o.Within, Best: o.Best, Centre: o.Centre},
		})
	}
	for i, o := range r.record.Synthetic {
		m, quality := o.Made(), synthetic.Quality{MeasuredOn: said(o.MeasuredOn), Runs: o.Trials, Mean: o.Mean, Alone: o.Alone}
		for _, t := range o.ByTable {
			quality.Tables = append(quality.Tables, synthetic.TableQuality(t))
		}
		r.out.Synthetic = append(r.out.Synthetic, result.Synthetic{
			Asked: p.Synthetic[i], Made: made(o.Head, o.Share, nil, o.Says),
			Tables: o.Tables, Count: o.Records, People: m.People, Known: m.Known, Steps: m.Steps, Unmet: m.Unmet, By: m.By, Digest: o.Digest, Quality: quality,
		})
	}
	return nil
}

// records reads made-up records, which the release record does not repeat, from their files.
func (r *reading) records() error {
	for i := range r.out.Synthetic {
		s := &r.out.Synthetic[i]
		found := false
		for name, digest := range r.record.Files {
			path := filepath.Join(r.dir, name)
			if found || !strings.HasSuffix(name, ".csv") {
				continue
			}
			if now, err := disk.Digest(disk.OS, path); err != nil || now != digest {
				continue
			}
			if records, err := readMade(path, s); err == nil && len(records) > 0 && len(records[0]) == s.Count {
				with := *s
				with.Records = records
				if again, err := with.ComputeDigest(); err == nil && again == s.Digest {
					s.Records, found = records, true
				}
			}
		}
		if !found {
			return message.Errorf("the made-up records of %q that belong next to the record are missing or were changed", s.Title())
		}
	}
	return nil
}

func readMade(path string, s *result.Synthetic) ([][]int32, error) {
	f, err := disk.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || info.Size() > limits.MaxPublishedBytes {
		return nil, message.Errorf("%s is too large", path)
	}
	return export.ReadMade(f, s)
}
