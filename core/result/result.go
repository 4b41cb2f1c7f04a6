// Package result holds released answers as values: what exports and reports read. Every
// number in it is released, public, or computed from public choices; it imports neither
// table nor histogram.
package result

import (
	"math/big"
	"slices"

	"steward/core/accuracy"
	"steward/core/mechanism"
	"steward/core/mechanism/registry"
	"steward/core/message"
	"steward/core/noise"
	"steward/core/plan"
	"steward/core/policy"
	"steward/core/promise"
	"steward/core/workload"
)

// Release is one finished release.
type Release struct {
	// Plan is the decision that was carried out.
	Plan plan.Plan
	// Created is when the ledger was debited, in RFC 3339 with seconds.
	Created string
	// Program names the program and its version.
	Program string
	// Signer is the fingerprint of the key that signs the record, empty for none.
	Signer string
	// Protection says in sentences what the policy protects and discloses.
	Protection policy.Sentences
	// Claim states what a claim of differential privacy has to.
	Claim []promise.Term
	// PublishedExactly lists what is published without noise because the steward agreed.
	PublishedExactly []message.Text
	// Epsilon is the budget spent, exactly; Multiplier is how many people's answers the
	// known facts tie together, and Why says so in a sentence.
	Epsilon string
	// Delta is the chance of failure that was accepted, exactly; empty for a pure promise.
	// Rho is then the loss of zero-concentrated differential privacy that is (Epsilon, Delta),
	// exactly: half the square of the r that the questions share, and R that r.
	Delta, Rho, R string
	Multiplier    int
	MultiplierWhy message.Text
	// Columns are the plan's, with their values.
	Columns   []Column
	Questions []Question
	// Choices are those of the plan, in its order.
	Choices []Choice
	// Clusters are the plan's clusterings, in its order.
	Clusters []Clustering
	// Synthetic are the plan's synthetic tables, in its order.
	Synthetic []Synthetic
	Ledger    LedgerEntry
	// Digest identifies plan and answers together (see Canonical).
	Digest string
}

// Noiseless reports whether nothing that is published has noise, so that nothing was spent.
func (r *Release) Noiseless() bool { return r.Epsilon == "0" }

// LedgerEntry says which entry of the data set's account the release is.
type LedgerEntry struct {
	DataSet  string `json:"dataSet"`
	Sequence int    `json:"sequence"`
	Hash     string `json:"hash"`
	// SpentBefore and SpentAfter are what all releases about these people come to, exactly, with the known
	// facts of all of them; "0" for none. SameSecrets says that the earlier ones keep secret what this one
	// does, so that both are of every pair that it keeps secret.
	SpentBefore string `json:"spentBefore"`
	SpentAfter  string `json:"spentAfter"`
	SameSecrets bool   `json:"sameSecrets,omitempty"`
	// WorstAfter is what all releases about these people come to, exactly, of the two answers that they hide least, of those that each of
	// them keeps secret, where an earlier one gives these more weight than this one does; else empty, as in records of earlier versions.
	WorstAfter string `json:"worstAfter,omitempty"`
	// Limit is that of everybody who spends on these people; empty when none was set.
	Limit string `json:"limit,omitempty"`
	// SetAside is the part of the limit that is kept for later releases about these people, exactly; empty for none, and in records
	// of earlier versions.
	SetAside string `json:"setAside,omitempty"`
	// DeltaBefore and DeltaAfter are the sums of the chances of failure, exactly; empty while
	// no release about these people has one. DeltaLimit is empty when the steward set none.
	DeltaBefore string `json:"deltaBefore,omitempty"`
	DeltaAfter  string `json:"deltaAfter,omitempty"`
	DeltaLimit  string `json:"deltaLimit,omitempty"`
	// LimitChanges are when either limit was raised or lowered, in this order.
	LimitChanges []LimitChange `json:"limitChanges,omitempty"`
	// Reviews are what was said of the plan before, one after the other, by whom and when.
	Reviews []Review `json:"reviews,omitempty"`
	// Beside are the earlier releases about groups of people, where this one is about a group.
	Beside []Beside `json:"beside,omitempty"`
	// AddedUp is what all releases about these people spent, added up, exactly, where that is not what they come to
	// (promise.Counted); else empty, as in records of earlier versions.
	AddedUp string `json:"addedUp,omitempty"`
}

// Why says why what all releases come to is not what they spent, added up; the zero message where it is, or where that is not noted.
func (l LedgerEntry) Why() message.Text {
	counts, ok := new(big.Rat).SetString(l.SpentAfter)
	added, noted := new(big.Rat).SetString(l.AddedUp)
	if !ok || !noted {
		return message.Text{}
	}
	return promise.Counted(counts, added, l.AddedUp)
}

// Beside is an earlier release about a group of people, as one about a group is counted beside it.
type Beside struct {
	DataSet  string   `json:"dataSet"`
	Sequence int      `json:"sequence"`
	Title    string   `json:"title"`
	Column   string   `json:"column"`
	Values   []string `json:"values"`
	// Adds is why what the two tell adds up (promise.Adding); empty where nobody is in both groups, so that only the most expensive of them counts.
	Adds string `json:"adds,omitempty"`
}

// LimitChange changes what may be spent on some people in total: an entry of an account.
type LimitChange struct {
	DataSet  string `json:"dataSet"`
	Sequence int    `json:"sequence"`
	Time     string `json:"time"`
	By       string `json:"by,omitempty"`
	Why      string `json:"why"`
	Was      string `json:"was"`
	Now      string `json:"now"`
	Chance   bool   `json:"chance,omitempty"` // whether it is of the chances of failure
}

// StricterCopy is the reason of a limit that the program took over from a copy of an account.
var StricterCopy = message.Sprintf("the stricter limit of a copy of this account that went on elsewhere")

// Said is why the limit was changed: what the program says in the language of whoever reads it, and somebody's own words as they are.
func (c LimitChange) Said() message.Text {
	if c.Why == StricterCopy.String() {
		return StricterCopy
	}
	return message.Verbatim(c.Why)
}

// Question is the released answers of one question, in the order of their keys. The slices
// have one entry per answer; counts are of what the plan says (plan.Plan.Counted).
type Question struct {
	Workload *workload.Workload `json:"-"` // of the plan
	// Made has the question's share of the budget, of r where the release has a delta: the shares add up to
	// the release's, or their squares do. Effective is of the shares of all questions answered together.
	Made
	// Together are the ids of the questions that were answered from the same noisy counts, or side by side,
	// this one included; nil where it was answered by itself.
	Together []string
	// Measured states the rows that the noise is on, nil where they stand with the first of the questions
	// that were answered together.
	Measured *Measured
	// Unadjusted are the answers as measured or estimated: unbiased, possibly fractional
	// or negative. Sums of answers use these.
	Unadjusted []float64
	// Tidied are whole, never below zero, and agree with one another and with known facts
	// where the mechanism can bring that about. Where rows have weights they are whole numbers of
	// steps, in people with at most Decimals decimals: the doubles nearest to the exact decimals.
	Tidied   []float64
	Decimals int
	// GaveUp says what of that the tidied numbers could not keep, empty where they are as they should be.
	GaveUp message.Text
	// Error is the expected error of the unadjusted answer (root of the mean square).
	Error []float64
	// HalfWidth is that of an interval around the unadjusted answer that holds the true
	// count 19 times in 20, or more often.
	HalfWidth []float64
	// Low and High are the ends of an interval that holds the published number, and the true one 19 times in 20
	// or more often (release.Intervals). Releases of earlier versions have none.
	Low, High []float64
	// Ranges say how far off the ranges are that follow from the answers, where these are too many to be published; nil where the answers
	// are all that is asked for.
	Ranges *Ranges
	// MeasuredOn names the public data that Error and HalfWidth were measured on, where they depend
	// on the data: the data's own may be other ones, Unadjusted can be biased, and neither interval is
	// promised to hold the true count. It is empty where both are exact.
	MeasuredOn message.Text
	// Exact marks answers that carry no noise; ExactWhy says why, once for all.
	Exact    []bool
	ExactWhy message.Text
	// Derived are the percentages, rates and differences that follow from the answers.
	Derived []DerivedTable
	// Rule says how published numbers are tidied further; see Published.
	Rule plan.Rule
	// LeftOut says that the rule leaves the whole table out: none of its noisy numbers is published, and nothing that follows from them.
	LeftOut bool
	// Adding says how errors go together when answers are added up.
	Adding Adding
}

// Noise describes the noise of one group of measured rows, so that an expert can recompute
// the errors.
type Noise struct {
	What        message.Text // which rows
	Rows        int
	Sensitivity string // L1, along the policy's edges, exactly; of Gaussian noise the square of L2
	noise.Stated
	// Spent is sensitivity / scale, exactly: the part of the budget; of Gaussian noise sensitivity
	// / sigma², the part of the square of the budget.
	Spent string
}

// NoiseOf returns the noise of one group of rows as a release states it.
func NoiseOf(n mechanism.Noise) Noise {
	return Noise{What: n.What, Rows: n.Rows, Sensitivity: n.Sensitivity.RatString(), Stated: n.Stated(), Spent: n.Spent().RatString()}
}

// Noisy reports whether the rows carry noise.
func (n Noise) Noisy() bool { return !n.Stated.IsZero() }

// FamilyOf returns the family of the noise of rows by which they are told: Laplace noise where they have no other.
func FamilyOf(rows []Noise) noise.Family {
	for _, n := range rows {
		if f := n.Family(); f != noise.Laplace {
			return f
		}
	}
	return noise.Laplace
}

// Len returns the number of answers.
func (q *Question) Len() int { return len(q.Unadjusted) }

// Published returns what is published for answer i: the tidied number, rounded as the rule says;
// false where the rule hides it. Both are released, so that this costs nothing.
func (q *Question) Published(i int) (n float64, shown bool) {
	return q.Rule.Rounded(q.Tidied[i]), q.Exact[i] || !q.LeftOut && !q.Rule.Hides(q.Tidied[i], q.Interval(i).Width())
}

// Apply has a rule tidy the published numbers further. Released numbers and their errors decide whether the table is left out.
func (q *Question) Apply(r plan.Rule) {
	q.Rule, q.LeftOut = r, r.Leaving.LeavesOut(q.Unadjusted, q.HalfWidth, q.Exact)
}

// NoisyMark follows a published number that is too noisy to be used by itself.
const NoisyMark = "*"

// TooNoisy reports whether the published answer i is too noisy to be used by itself; one that is not shown is not.
func (q *Question) TooNoisy(i int) bool {
	n, shown := q.Published(i)
	return shown && !q.Exact[i] && accuracy.TooNoisy(n, q.HalfWidth[i])
}

// CountTooNoisy returns how many of the published answers are too noisy to be used by themselves.
func (q *Question) CountTooNoisy() (n int) {
	for i := range q.Len() {
		if q.TooNoisy(i) {
			n++
		}
	}
	return n
}

// Hides reports whether the rule hides any of the published numbers.
func (q *Question) Hides() bool {
	for i := range q.Len() {
		if _, shown := q.Published(i); !shown {
			return true
		}
	}
	return false
}

// Interval returns that of the published answer i. Earlier versions had one around the unadjusted number alone.
func (q *Question) Interval(i int) accuracy.Interval {
	if q.Low == nil {
		return accuracy.Interval{Low: q.Unadjusted[i] - q.HalfWidth[i], High: q.Unadjusted[i] + q.HalfWidth[i]}
	}
	return accuracy.Interval{Low: q.Low[i], High: q.High[i]}
}

// Typical returns the typical error of the unadjusted answer i.
func (q *Question) Typical(i int) float64 { return accuracy.Typical(q.Error[i]) }

// CountExact returns how many of the first so many answers carry no noise.
func (q *Question) CountExact(first int) int {
	n := 0
	for _, exact := range q.Exact[:first] {
		if exact {
			n++
		}
	}
	return n
}

// Noiseless reports whether no answer carries noise.
func (q *Question) Noiseless() bool { return q.CountExact(q.Len()) == q.Len() }

// Errors are those of the unadjusted answers.
func (q *Question) Errors() []accuracy.Answer {
	out := make([]accuracy.Answer, q.Len())
	for i := range out {
		out[i] = accuracy.Answer{Variance: q.Error[i] * q.Error[i], HalfWidth: q.HalfWidth[i]}
	}
	return out
}

// HowFarOff says how far the unadjusted answers are off, and what follows from them, in what they count; nothing where all are exact.
func (q *Question) HowFarOff(counted message.Text) []message.Text {
	out := accuracy.HowFarOff(q.Workload, q.Errors(), counted)
	if q.Ranges != nil {
		if text := q.Ranges.spread().Sentence(counted); !text.IsZero() {
			out = append(out, text)
		}
	}
	return out
}

// Printed returns the unadjusted answer i as tables print it, and its typical error: with the digits that the error
// leaves them.
func (q *Question) Printed(i int) (unadjusted, typical float64) {
	return accuracy.Printed(q.Unadjusted[i], q.Error[i]), accuracy.Printed(q.Typical(i), q.Error[i])
}

// Leading returns how many answers, the first, statements about the question's errors are about: all,
// but the totals where there are numbers of people behind them, in other units.
func (q *Question) Leading() int {
	if s, ok := q.Workload.Sums(); ok {
		return s.Figures()
	}
	return q.Len()
}

// DecimalsOf returns how many decimals answer i is written with.
func (q *Question) DecimalsOf(i int) int {
	if s, ok := q.Workload.Sums(); ok && !s.IsTotal(i) {
		return q.Decimals - plan.SumDecimals(q.Workload)
	}
	return q.Decimals
}

// Otherwise reports whether published numbers may be something else than whole and never below zero: in steps with decimals, totals of
// numbers below zero, or what had to give that up. What they are is then said of the question.
func (q *Question) Otherwise() bool {
	s, totals := q.Workload.Sums()
	return q.Decimals > 0 || totals && s.Least < 0 || !q.GaveUp.IsZero()
}

// Otherwise reports whether numbers of a question may be something else than whole and never below zero.
func (r *Release) Otherwise() bool {
	return slices.ContainsFunc(r.Questions, func(q Question) bool { return q.Otherwise() })
}

// InWords says what the numbers of question i are in.
func (r *Release) InWords(i int) message.Text {
	if i < len(r.Plan.Questions) {
		return r.Plan.InWords(r.Plan.Questions[i])
	}
	return r.Plan.Counted()
}

// Rules say of question i what it adds up, where it adds up numbers, and how its published numbers were
// tidied further.
func (r *Release) Rules(i int) []message.Text {
	var out []message.Text
	if i < len(r.Plan.Questions) {
		out = r.Plan.SumSentences(i, r.Questions[i].Workload)
	}
	if text := SaidFollow(r.Questions[i].Workload); !text.IsZero() {
		out = append(out, text)
	}
	if r.Questions[i].LeftOut {
		out = append(out, SaidLeftOut())
	}
	return append(out, r.Questions[i].Rule.Sentences()...)
}

// SaidLeftOut says of a table that its rule leaves it out.
func SaidLeftOut() message.Text {
	return message.Sprintf("This table is left out by a rule that was set before: its published numbers are hidden, and nothing is worked out from them. Unadjusted numbers stay for whoever adds cells up.")
}

// SaidKey returns the labels of answer i as they are said in a language.
func (q *Question) SaidKey(say func(message.Text) string, i int) []string {
	return q.Workload.SaidKey(say, i)
}

// Key returns the labels of answer i, one per KeyNames of the workload.
func (q *Question) Key(i int) []string { return q.Workload.Key(i) }

// SideBySide reports whether the question was answered side by side with others, by noise of its own or of some of them.
func (q *Question) SideBySide() bool { return registry.SideBySide(q.Mechanism.ID) }

// With names the other questions that were answered together with question i of the release, nothing where there are
// none, and tells whether it is the first of them, whose noise stands for all.
func (r *Release) With(i int) (others message.Text, first bool) {
	var group []int
	for j := range r.Questions {
		if slices.Contains(r.Questions[i].Together, r.Questions[j].ID()) {
			group = append(group, j)
		}
	}
	return plan.Others(group, i, func(j int) string { return r.Questions[j].Title() }), len(group) == 0 || group[0] >= i
}
