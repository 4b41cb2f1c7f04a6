package session

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"math"
	"math/big"
	"path/filepath"
	"reflect"
	"slices"

	"steward/core/account"
	"steward/core/accuracy"
	"steward/core/mechanism"
	"steward/core/plan"
	"steward/core/policy"
	"steward/core/release"
	"steward/core/result"
	"steward/gui/words"
	"steward/io/export"
	"steward/io/ledger"
	"steward/io/standin"
)

// Finding is one thing that was checked about a release.
type Finding struct {
	OK   bool   `json:"ok"`
	What string `json:"what"`
	// Unknown says that it could not be checked, and What says why; OK is then true, since nothing
	// speaks against it.
	Unknown bool `json:"unknown,omitempty"`
	// Part says what the finding is about.
	Part Part `json:"-"`
}

// Part is a part of a release that is verified.
type Part string

// The parts, in the order in which they are shown.
const (
	PartWorkbook Part = "Workbook"
	PartTables   Part = "Tables"
	PartSummary  Part = "Summary"
	PartRecord   Part = "Record"
	PartLedger   Part = "Ledger"
	PartFigures  Part = "Figures computed again"
)

// Name is what the part is called, in the language in use.
func (p Part) Name() string { return words.Text(string(p)) }

// The names of the parts, for catalogues of words.
var _ = []string{
	words.Key("Workbook"), words.Key("Tables"), words.Key("Summary"), words.Key("Record"), words.Key("Ledger"), words.Key("Figures computed again"),
}

// Parts lists the parts in their order.
func Parts() []Part {
	return []Part{PartWorkbook, PartTables, PartSummary, PartRecord, PartLedger, PartFigures}
}

// partOf returns the part that a file belongs to.
func partOf(name string) Part {
	switch filepath.Ext(name) {
	case ".xlsx":
		return PartWorkbook
	case ".csv":
		return PartTables
	}
	return PartSummary
}

// Verify checks whether the files of a release belong together and whether its figures are
// right: the digests of the files, the digest of plan and answers, the errors and noise
// scales, worked out again from the plan, and the entry in the ledger. Program names this
// program and its version: where another version wrote the release, figures that it tunes
// otherwise are no fault. It errors when the record cannot be read.
func Verify(ctx context.Context, path, ledgerDir, program string) ([]Finding, error) {
	r, err := export.ReadRecord(path)
	if err != nil {
		return nil, err
	}
	v := &verifier{record: r, program: program, part: PartRecord}
	if err := v.seal(path); err != nil {
		return nil, err
	}
	if err := v.files(ctx, filepath.Dir(path)); err != nil {
		return nil, err
	}
	if err := v.recordFiles(ctx, filepath.Dir(path)); err != nil {
		return nil, err
	}
	v.part = PartRecord
	c, _, err := standin.Compile(ctx, r.Plan, filepath.Dir(path))
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	v.note(err == nil, words.T("The plan in the record is complete"), words.T("The plan in the record is not complete: %v", err))
	if err == nil {
		v.rows(c)
		if err := v.figures(ctx, c); err != nil {
			return nil, err
		}
	}
	v.part = PartLedger
	v.ledger(ledgerDir)
	return v.findings, nil
}

type verifier struct {
	record   export.Record
	program  string // that verifies
	part     Part   // that is looked at
	findings []Finding
}

// note adds a finding: good when ok, otherwise bad.
func (v *verifier) note(ok bool, good, bad string) {
	if ok {
		v.findings = append(v.findings, Finding{OK: true, What: good, Part: v.part})
		return
	}
	v.findings = append(v.findings, Finding{What: bad, Part: v.part})
}

// files compares the files beside the record with their digests. A workbook that was saved
// again by a spreadsheet program has other bytes, and is compared by its values.
func (v *verifier) files(ctx context.Context, dir string) error {
	for _, name := range slices.Sorted(maps.Keys(v.record.Files)) {
		v.part = partOf(name)
		if name != filepath.Base(name) {
			v.note(false, "", words.T("The record names the file %q, which is not beside it", name))
			continue
		}
		path := filepath.Join(dir, name)
		got, err := export.FileDigest(path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			v.note(false, "", words.T("%s is missing beside the record", name))
		case err != nil:
			v.note(false, "", words.T("%s cannot be read: %v", name, err))
		case got == v.record.Files[name]:
			v.note(true, words.T("%s is as it was written", name), "")
		case v.part == PartWorkbook:
			if err := v.workbook(ctx, path); err != nil {
				return err
			}
		default:
			v.note(false, "", words.T("%s is not as it was written: it was changed or saved again", name))
		}
	}
	return nil
}

// figures works the errors, the noise and the digest out again from the plan.
func (v *verifier) figures(ctx context.Context, c *plan.Compiled) error {
	if len(v.record.Questions) != len(c.Problems) {
		v.note(false, "", words.T("The record answers %d questions, but its plan asks %d", len(v.record.Questions), len(c.Problems)))
		return nil
	}
	again := result.Release{Plan: v.record.Plan}
	var losses []account.Epsilon
	groups, err := v.groups(ctx, c)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		v.note(false, "", words.T("%v", err))
		return nil
	}
	for _, g := range groups {
		losses = append(losses, g.Prepared.Loss())
	}
	for i, p := range c.Problems {
		q := v.record.Questions[i]
		var g mechanism.Group
		var n int
		v.part = PartFigures
		if unmeasured(c, i, q) {
			losses = append(losses, p.Budget)
			v.unknown(words.T("%s: errors and noise could not be worked out again: they were measured on the public file %q, which is not beside the record as it was then", q.Title, c.Plan.StandIn.Name))
		} else {
			g, n = groupOf(groups, i)
			v.worked(figures{
				same:  agreeOnErrors(q, g.Error(n), lastDigits) && agreeOnNoise(q.Noise, noiseOf(g.Prepared), 0) && agreeOnRows(q.Measured, g, n, true),
				near:  agreeOnErrors(q, g.Error(n), nearErrors) && agreeOnNoise(q.Noise, noiseOf(g.Prepared), nearNoise) && agreeOnRows(q.Measured, g, n, false),
				sound: spendsAsItSays(q.Noise),
			},
				words.T("%s: errors, noise scales and sensitivities are those of the plan%s", q.Title, onPublicNumbers(q)),
				words.T("%s: errors, noise scales or sensitivities are not those that the plan gives%s", q.Title, onPublicNumbers(q)))
		}
		v.part = PartRecord
		rq := result.Question{Workload: p.Workload, Mechanism: result.Mechanism{ID: q.Mechanism}}
		if len(q.Answers) != p.Workload.Len() {
			v.note(false, "", words.T("%s: %d answers, but the plan asks for %d", q.Title, len(q.Answers), p.Workload.Len()))
			return nil
		}
		for k, a := range q.Answers {
			if !slices.Equal(a.Key, p.Workload.Key(k)) {
				v.note(false, "", words.T("%s: answer %d is for %q, but should be for %q", q.Title, k+1, a.Key, p.Workload.Key(k)))
				return nil
			}
			rq.Unadjusted, rq.Tidied = append(rq.Unadjusted, a.Unadjusted), append(rq.Tidied, a.Published)
			rq.Error, rq.HalfWidth = append(rq.Error, a.RMSE), append(rq.HalfWidth, a.HalfWidth)
		}
		if !unmeasured(c, i, q) {
			v.derived(c, g, n, q, &rq)
		}
		again.Questions = append(again.Questions, rq)
	}
	spent, err := v.choices(ctx, c, groups, &again)
	if err != nil {
		return err
	}
	losses = append(losses, spent...)
	if spent, err = v.clusters(ctx, c, &again); err != nil {
		return err
	}
	losses = append(losses, spent...)
	if spent, err = v.synthetic(ctx, c, &again); err != nil {
		return err
	}
	losses = append(losses, spent...)
	digest, err := again.ComputeDigest()
	if err != nil {
		return err
	}
	v.note(digest == v.record.Digest, words.T("The digest is that of plan and answers"), words.T("The digest is not that of plan and answers: the record was changed"))
	v.part = PartFigures
	v.note(c.Promise.Keeps(losses) && v.samePromise(c.Promise), words.T("The questions spend no more than %s", words.Said(c.Promise.String())),
		words.T("The record says that %s was spent, the questions spend %s", words.Number(v.record.Epsilon), words.Number(c.Promise.Sum(losses).String())))
	return nil
}

// unmeasured reports whether the errors of question i cannot be worked out again, since the public
// numbers that they were measured on are not there.
func unmeasured(c *plan.Compiled, i int, q export.Question) bool {
	return slices.Contains(c.Lacking, i) && dependsOnData(q.Mechanism) && c.Plan.StandIn.Kind == plan.StandInFile
}

// onPublicNumbers says what errors were measured on.
func onPublicNumbers(q export.Question) string {
	if q.MeasuredOn == "" {
		return ""
	}
	return words.T(", measured on %s", words.Said(q.MeasuredOn))
}

// unknown adds a finding about what could not be checked.
func (v *verifier) unknown(why string) {
	v.findings = append(v.findings, Finding{OK: true, Unknown: true, What: why, Part: v.part})
}

// rows says what a release really promises whose rows were chosen by their answers.
func (v *verifier) rows(c *plan.Compiled) {
	exchange := c.Policy.Exchange()
	if !v.record.Plan.RowsByAnswers() || exchange <= policy.One {
		return
	}
	v.unknown(words.T("This version of the program let answers decide which rows count of somebody with more than %d: about these people the release promises only that any change of their rows shifts the odds by a factor of at most %s%s",
		v.record.Plan.Rows.AtMost, Factor(c.Promise.Odds(exchange)), words.Said(c.Promise.Except())))
}

// samePromise compares what the record says of the promise with that of its plan.
func (v *verifier) samePromise(p account.Promise) bool {
	r := v.record
	if r.Epsilon != p.Epsilon().String() || r.Delta != p.Delta().String() {
		return false
	}
	if p.Pure() {
		return r.Rho+r.R == ""
	}
	return r.Rho == p.Rho().String() && r.R == p.Budget().String()
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

// groups prepares again what answered the questions, with the methods that the record names
// and the questions together that it says were.
func (v *verifier) groups(ctx context.Context, c *plan.Compiled) ([]mechanism.Group, error) {
	at := make(map[string]int)
	for i, q := range v.record.Questions {
		at[q.ID] = i
	}
	var out []mechanism.Group
	for i, q := range v.record.Questions {
		questions := []int{i}
		if q.Together != nil {
			questions = nil
			for _, id := range q.Together {
				n, ok := at[id]
				if !ok || !slices.Equal(v.record.Questions[n].Together, q.Together) || v.record.Questions[n].Mechanism != q.Mechanism {
					return nil, words.Errorf("%s: the record does not say clearly which questions were answered together", q.Title)
				}
				questions = append(questions, n)
			}
		}
		if len(questions) == 0 || !slices.IsSorted(questions) || !slices.Contains(questions, i) {
			return nil, words.Errorf("%s: the record does not say clearly which questions were answered together", q.Title)
		}
		if questions[0] != i || unmeasured(c, i, q) {
			continue // it came with the first of them, or cannot be prepared
		}
		g, err := c.Group(ctx, questions, q.Mechanism)
		if err != nil {
			return nil, words.Errorf("%s: %w", q.Title, err)
		}
		out = append(out, g)
	}
	return out, nil
}

// groupOf returns the group that answers a question, and its place there.
func groupOf(groups []mechanism.Group, question int) (mechanism.Group, int) {
	for _, g := range groups {
		if n, ok := g.Position(question); ok {
			return g, n
		}
	}
	panic("session: a question that nothing answers")
}

// agreeOnErrors compares the stated errors with those that the plan gives, up to a part of them.
func agreeOnErrors(q export.Question, e accuracy.Estimate, upTo float64) bool {
	answers := e.Answers
	if len(answers) != len(q.Answers) || q.MeasuredOn != e.StandIn {
		return false
	}
	near := func(a, b float64) bool { return math.Abs(a-b) <= upTo*math.Max(1, math.Abs(b)) }
	for i, a := range answers {
		if !near(q.Answers[i].RMSE, a.RMSE()) || !near(q.Answers[i].HalfWidth, a.HalfWidth) || q.Answers[i].Exact != (a.Variance == 0) {
			return false
		}
	}
	return true
}

// noiseOf returns the noise of what answers a question as a record states it, without its words.
func noiseOf(p mechanism.Prepared) []export.NoiseOfRows {
	var out []export.NoiseOfRows
	for _, n := range p.Noise() {
		stated := export.NoiseOfRows{Rows: n.Rows, Sensitivity: n.Sensitivity.RatString(), Scale: "0", Spent: n.Spent().RatString()}
		if !n.Scale.IsZero() {
			stated.Scale = n.Scale.Rat().RatString()
		}
		if !n.SigmaSquared.IsZero() {
			stated.SigmaSquared = n.SigmaSquared.Rat().RatString()
		}
		out = append(out, stated)
	}
	return out
}

// agreeOnNoise compares stated noise with that of the plan, but for its words: number by number, up to a
// part of each.
func agreeOnNoise(stated, fresh []export.NoiseOfRows, upTo float64) bool {
	near := func(a, b string) bool {
		if a == b || upTo == 0 || a == "" || b == "" {
			return a == b
		}
		x, ok := new(big.Rat).SetString(a)
		y, too := new(big.Rat).SetString(b)
		if !ok || !too {
			return false
		}
		most := new(big.Rat).SetFloat64(upTo)
		return x.Sub(x, y).Abs(x).Cmp(most.Mul(most, y.Abs(y))) <= 0
	}
	return slices.EqualFunc(stated, fresh, func(a, b export.NoiseOfRows) bool {
		return a.Rows == b.Rows && near(a.Sensitivity, b.Sensitivity) && near(a.Scale, b.Scale) && near(a.SigmaSquared, b.SigmaSquared) && near(a.Spent, b.Spent)
	})
}

// agreeOnRows compares the stated rows with those of the plan: all of them, or, where what was searched for
// can have ended elsewhere, their columns, laws and numbers. Records that were written before there were any
// state none.
func agreeOnRows(stated *export.Measured, g mechanism.Group, n int, all bool) bool {
	if stated == nil || n > 0 {
		return stated == nil
	}
	fresh := export.MeasuredOf(release.Measured(g))
	if all {
		return reflect.DeepEqual(stated, fresh)
	}
	return slices.Equal(stated.Columns, fresh.Columns) && slices.Equal(stated.Pairs, fresh.Pairs) && stated.LeftOut == fresh.LeftOut &&
		slices.EqualFunc(stated.Rows, fresh.Rows, func(a, b export.MeasuredRows) bool {
			return (a.Scale == "") == (b.Scale == "") && (a.SigmaSquared == "") == (b.SigmaSquared == "") && len(a.Of) == len(b.Of)
		})
}

// ledger looks for the release's entries.
func (v *verifier) ledger(dir string) {
	want := v.record.Ledger
	l, err := ledger.Open(dir, want.DataSet)
	var s ledger.Statement
	if err == nil {
		s, err = l.Statement()
	}
	if err != nil {
		v.note(false, "", words.T("The ledger of %q cannot be used: %v", want.DataSet, err))
		return
	}
	at := slices.IndexFunc(s.Entries, func(e ledger.Entry) bool {
		return e.Sequence == want.Sequence && e.Hash == want.Hash && e.Kind == ledger.Spent && e.Epsilon == v.record.Epsilon && sameNumber(e.Delta, v.record.Delta) && sameNumber(e.Rho, v.record.Rho)
	})
	v.note(at >= 0, words.T("Entry %d of the ledger is this release's spend of %s", want.Sequence, words.Number(v.record.Epsilon)), words.T("The ledger of %q on this computer has no entry for this release", want.DataSet))
	closed := slices.IndexFunc(s.Entries, func(e ledger.Entry) bool {
		return e.Kind == ledger.Written && e.Of == want.Sequence && e.Digest == v.record.Digest
	})
	if at >= 0 {
		v.note(closed >= 0, words.T("The ledger notes that this release was written"), words.T("The ledger does not note that a release with this digest was written"))
	}
	if at >= 0 && closed >= 0 {
		v.notedSeal(s.Entries[closed])
	}
	v.pilots(s)
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
			v.note(false, "", words.T("The record has a pilot that nothing was spent on"))
			continue
		}
		spent := slices.ContainsFunc(s.Entries, func(e ledger.Entry) bool {
			return e.Sequence == paid.Sequence && e.Hash == paid.Hash && e.Kind == ledger.Spent && e.Epsilon == paid.Epsilon
		})
		same := slices.ContainsFunc(s.Entries, func(e ledger.Entry) bool {
			return e.Kind == ledger.Written && e.Of == paid.Sequence && e.Digest == pilotDigest(t)
		})
		v.note(spent && same, words.T("The pilot that errors were measured on is entry %d of the ledger, a spend of %s, and its numbers are those noted there", paid.Sequence, words.Number(paid.Epsilon)),
			words.T("The pilot that errors were measured on is not entry %d of the ledger, or its numbers are not those noted there", paid.Sequence))
	}
}
