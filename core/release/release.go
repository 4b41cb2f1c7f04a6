package release

import (
	"context"
	"encoding/json"

	"steward/core/account"
	"steward/core/histogram"
	"steward/core/mechanism"
	"steward/core/message"
	"steward/core/noise"
	"steward/core/plan"
	"steward/core/promise"
	"steward/core/result"
)

// Data is the reviewed file, opened again for the release.
type Data interface {
	Source
	// SameAsReviewed reports whether the file is, byte for byte, the one with the
	// fingerprint.
	SameAsReviewed(plan.Fingerprint) (bool, error)
}

// Ledger is the durable account of a data set. Debit must be on disk before it returns.
type Ledger interface {
	// Debit records the spend, or errors and records nothing; it refuses a spend above
	// the limit, exactly.
	Debit(ctx context.Context, s Spend) (result.LedgerEntry, error)
}

// Spend is what a release asks the ledger for.
type Spend struct {
	DataSet string
	Title   string
	Time    string // RFC 3339
	Epsilon account.Epsilon
	Limit   account.Epsilon // zero for none
	By      string          // who sets the limits, where this spend is the first with any; may be empty
	// Delta is the accepted chance of failure, Rho the loss that is (Epsilon, Delta) then, and
	// DeltaLimit what the chances of all releases may add up to; all are zero for none.
	Delta, DeltaLimit account.Delta
	Rho               account.Rho
	Policy            string   // the expert's sentence
	Questions         []string // titles
	// Columns are the published ones, Disclosed is what the policy lets anyone learn exactly.
	Columns, Disclosed []string
	// Farthest is the longest distance that the policy bounds, in edges of full weight, an
	// exact fraction; empty when it is not known.
	Farthest string
	// Tied is how many steps the noise hides together; above one, too, where known facts tie people together and Declared does not have them.
	Tied int
	// Declared is what the policy is made of, as a plan (JSON); nil when it is too long.
	Declared json.RawMessage
	// Facts says that Declared has known facts.
	Facts bool
	// Plan is the plan's digest (plan.Plan.Digest).
	Plan string
	// Membership tells of whose answers the groups of people are made, where the release is about one (promise.Spent.Membership).
	Membership string
}

// Job is one release.
type Job struct {
	Plan   *plan.Compiled
	Data   Data
	Ledger Ledger
	// Noise opens the randomness of the release, which closes it at the end. Whoever composes the
	// program hands it in: nothing below makes its own.
	Noise func() noise.Fresh
	// Time is when the release happens, in RFC 3339.
	Time string
	// By is who sets what may be spent in all, where this release is the first that does; it may be empty.
	By string
	// Program names the program and its version.
	Program string
	// Progress, when set, is told what is being done and how far it is (0 to 1).
	Progress func(what message.Text, done float64)
}

// ErrNotReviewed is the error of a plan whose file was never reviewed.
var ErrNotReviewed = message.New("the file has not been reviewed with this plan: check the plan against the file first")

// ErrChanged is the error of a file that is not the one reviewed.
var ErrChanged = message.New("the file has changed since it was reviewed: look at it again and check the plan against it; nothing was spent")

// errNoNoise is the error of a job that was composed without randomness.
var errNoNoise = message.New("nothing was spent: this program was built without a source of randomness")

// open opens the randomness of the job.
func (j Job) open() (noise.Fresh, error) {
	if j.Noise == nil {
		return nil, errNoNoise
	}
	return j.Noise(), nil
}

// rowsPerReport is how many rows are counted between reports of progress.
const rowsPerReport = 20_000

// Run carries a release out. Until the ledger is debited every error leaves nothing spent;
// afterwards an error says that the budget is spent. The true counts are overwritten before
// it returns.
func Run(ctx context.Context, j Job) (*result.Release, error) {
	src, err := j.open()
	if err != nil {
		return nil, err
	}
	defer src.Close()
	if j.Progress == nil {
		j.Progress = func(message.Text, float64) {}
	}
	if err := reviewed(j); err != nil {
		return nil, err
	}
	of, err := j.Plan.Plan.Digest()
	if err != nil {
		return nil, err
	}
	all, err := prepare(ctx, j)
	if err != nil {
		return nil, err
	}
	var cells []mechanism.Problem
	for _, o := range all {
		cells = append(cells, o.cells...)
	}
	var r *result.Release
	err = withCounts(ctx, j, cells, func(counts []*histogram.Vector) error {
		entry, err := debit(ctx, j, of)
		if err != nil {
			return message.Errorf("nothing was spent: %w", err)
		}
		// What is spent must be answered: cancelling now would lose the answers and keep the debit.
		if r, err = answer(context.WithoutCancel(ctx), j, all, counts, src); err != nil {
			return message.Errorf("%s of the budget is spent, but the release was not finished: %w", j.Plan.Spends().Epsilon(), err)
		}
		r.Ledger = entry
		r.Claim = promise.Claim(j.Plan, promise.Account{Before: entry.SpentBefore, After: entry.SpentAfter})
		return nil
	})
	if err != nil {
		return nil, err
	}
	return r, nil
}

func reviewed(j Job) error {
	if _, made := j.Data.(imagined); made {
		return nil
	}
	f := j.Plan.Plan.Data.Reviewed
	if f == nil {
		return ErrNotReviewed
	}
	same, err := j.Data.SameAsReviewed(*f)
	if err != nil {
		return message.Errorf("comparing the file with the one reviewed: %w", err)
	}
	if !same {
		return ErrChanged
	}
	if s := j.Plan.Plan.StandIn; s != nil && s.File != nil {
		return notThis(j.Data, s.File)
	}
	return nil
}

// prepare makes ready all that is published, and checks that it spends no more than the budget. It sees no data.
func prepare(ctx context.Context, j Job) ([]output, error) {
	j.Progress(message.Sprintf("choosing methods"), 0)
	all, err := outputs(ctx, j.Plan)
	if err != nil {
		return nil, err
	}
	var losses []account.Epsilon
	for _, o := range all {
		if !o.loss.IsZero() {
			losses = append(losses, o.loss)
		}
	}
	if promise := j.Plan.Spends(); !promise.Keeps(losses) {
		return nil, message.Errorf("the questions would spend %s of a budget of %s", promise.Sum(losses), promise.Budget())
	}
	return all, nil
}

// debit pays for a release of the plan with a digest.
func debit(ctx context.Context, j Job, of string) (result.LedgerEntry, error) {
	j.Progress(message.Sprintf("writing to the account"), 0)
	promise := j.Plan.Spends()
	s := Spend{
		DataSet: j.Plan.Plan.DataSet,
		Title:   j.Plan.Plan.Title,
		Time:    j.Time,
		Epsilon: promise.Epsilon(),
		Limit:   j.Plan.Limit,
		By:      j.By,
		Delta:   promise.Delta(), DeltaLimit: j.Plan.DeltaLimit, Rho: promise.Rho(),
		Policy: j.Plan.Describe().Expert.String(),
		Tied:   j.Plan.Tied().Factor,
		Plan:   of,
	}
	for _, a := range j.Plan.Domain.Attributes() {
		s.Columns = append(s.Columns, string(a.Name()))
	}
	s.Disclosed, s.Declared = message.English(j.Plan.Disclosed), Declared(j.Plan.Plan)
	s.Facts = s.Declared != nil && j.Plan.Plan.Facts.Any()
	if s.Declared == nil && j.Plan.FactsTie() {
		s.Tied = max(s.Tied, 2)
	}
	if d, known := j.Plan.Farthest(); known {
		s.Farthest = d.Rat().RatString()
	}
	s.Questions = j.Plan.Plan.Titles()
	return j.Ledger.Debit(ctx, s)
}
