package export

import (
	"cmp"

	"steward/core/message"
	"steward/core/noise"
	"steward/core/plan"
	"steward/core/policy"
	"steward/core/promise"
	"steward/core/result"
	"steward/io/shown"
)

// RecordVersion is the version of the record's format. Version 1 has no seal; up to version 2 the rows
// that counted of somebody with many were chosen by a hash of their answers, answers have no interval that
// holds the published number, and unadjusted ones meet the number of people and no more of what facts tell.
// docs/record.schema.json describes this one.
const RecordVersion = 3

// Record is the JSON record of a release: everything that is published and how, for
// machines and reviewers. Fractions are exact, as text.
type Record struct {
	Version int    `json:"version"`
	Program string `json:"program"`
	Created string `json:"created"`
	// Signer is the fingerprint of the key that signs the record, as ssh-keygen writes it. The signature is in a file beside
	// the record, whose name is that of the record with .sig behind it.
	Signer string `json:"signer,omitempty"`
	// Digest is the SHA-256 of the canonical form of plan and answers.
	Digest string `json:"digest"`
	// Files holds the SHA-256 of the release's other files by name.
	Files map[string]string `json:"files"`
	// Workbook lists what the workbook shows, so that one that a spreadsheet program saved again can be compared. Records
	// before version 3 have no list.
	Workbook   *shown.Book `json:"workbook,omitempty"`
	Plan       plan.Plan   `json:"plan"`
	Protection Protection  `json:"protection"`
	// Claim states what a claim of differential privacy has to, term by term.
	Claim   []ClaimTerm `json:"claim,omitempty"`
	Epsilon string      `json:"epsilon"`
	// Delta is the chance of failure, Rho the loss of zero-concentrated differential privacy
	// that is (Epsilon, Delta), and R, half of whose square is Rho, what the questions share.
	Delta         string             `json:"delta,omitempty"`
	Rho           string             `json:"rho,omitempty"`
	R             string             `json:"r,omitempty"`
	Multiplier    int                `json:"multiplier"`
	MultiplierWhy string             `json:"multiplierWhy"`
	Ledger        result.LedgerEntry `json:"ledger"`
	// Columns are the values of the plan's columns.
	Columns   []result.Column `json:"columns,omitempty"`
	Questions []Question      `json:"questions"`
	// Choices are what was published that is not a table: an option of a list, or one for each group.
	Choices []Choice `json:"choices,omitempty"`
	// Clusters are groups of similar people.
	Clusters []Clustering `json:"clusters,omitempty"`
	// Synthetic are tables of made-up records, without the records.
	Synthetic []Synthetic `json:"synthetic,omitempty"`
	// Seal is the SHA-256 of the record's bytes before the line end that its own line, the last but
	// one, begins after. Records of version 1 have none.
	Seal string `json:"seal,omitempty"`
}

// Protection says what the policy protects and discloses.
type Protection struct {
	Secret    string   `json:"secret"`
	Together  string   `json:"together,omitempty"`
	Presence  string   `json:"presence"`
	Disclosed []string `json:"disclosed,omitempty"`
	// PublishedExactly is what is published without noise, by the steward's consent.
	PublishedExactly []string `json:"publishedExactly,omitempty"`
	Policy           string   `json:"policy"`
}

// ClaimTerm is a line of the claim: the field's term, how it is in this release, and that in plain words.
type ClaimTerm struct {
	ID      string `json:"id"`
	Term    string `json:"term"`
	Here    string `json:"here"`
	Plainly string `json:"plainly"`
}

// ClaimOf returns the lines of a claim.
func ClaimOf(terms []promise.Term) (out []ClaimTerm) {
	for _, t := range terms {
		out = append(out, ClaimTerm{t.ID, t.Name.String(), t.Here.String(), t.Plainly.String()})
	}
	return out
}

// ProtectionOf returns what the policy protects and discloses.
func ProtectionOf(p policy.Sentences, exactly []message.Text) Protection {
	return Protection{Secret: p.Secret.String(), Together: p.Together.String(), Presence: p.Presence.String(), Disclosed: message.English(p.Disclosed), PublishedExactly: message.English(exactly), Policy: p.Expert.String()}
}

// Head says of what a part of a release is, and which mechanism made it.
type Head struct {
	ID        string `json:"id"`
	Title     string `json:"title"`
	Mechanism string `json:"mechanism"`
	Name      string `json:"mechanismName"`
	Source    string `json:"source"`
	Chosen    string `json:"chosen,omitempty"`
}

func headOf(o result.Output) Head {
	m := o.Making().Mechanism
	return Head{o.ID(), o.Title(), m.ID, m.Name.String(), m.Source.String(), m.Chosen.String()}
}

// Share is a part of the budget, and what is left of it for noise.
type Share struct {
	Epsilon   string `json:"epsilon"`
	Effective string `json:"effectiveEpsilon"`
}

func shareOf(m result.Made) Share { return Share{m.Epsilon, m.Effective} }

// Question is the answers of one question. Errors are in what is counted: people, rows where the
// plan says that people can have several, or weighted people where rows have weights; noise is
// then on steps of the weight.
type Question struct {
	Head
	// Together are the ids of the questions answered from the same noisy counts, or side by side, whose noise
	// is listed with each of them and spends the shares of all.
	Together []string `json:"together,omitempty"`
	Share
	Noise []NoiseOfRows `json:"noise"`
	// Measured states the rows that the noise is on. Of questions that were answered together only the
	// first has it.
	Measured *Measured `json:"measured,omitempty"`
	Keys     []string  `json:"keys"`
	ExactWhy string    `json:"exactWhy,omitempty"`
	// GaveUp says why published numbers are not whole, or below zero, or not as known.
	GaveUp string `json:"gaveUp,omitempty"`
	// MeasuredOn names the public data that the errors were measured on, where they depend on the
	// data: no interval is promised to hold then.
	MeasuredOn string `json:"measuredOn,omitempty"`
	// Ranges say how far off the ranges are that follow from the answers, where these are too many to be published.
	Ranges  *result.Ranges `json:"ranges,omitempty"`
	Answers []Answer       `json:"answers"`
	// Derived are the percentages, rates and differences that follow from the answers.
	Derived []DerivedTable `json:"derived,omitempty"`
}

// NoiseOfRows is the noise on one group of measured rows. The scale is 0 where there is none, or noise of another law.
type NoiseOfRows struct {
	Rows        int    `json:"rows"`
	What        string `json:"what"`
	Sensitivity string `json:"sensitivity"`
	noise.Stated
	Spent string `json:"spent"`
}

// NoiseOf adds noise as a record states it.
func NoiseOf(out []NoiseOfRows, rows []result.Noise) []NoiseOfRows {
	for _, n := range rows {
		n.Scale = cmp.Or(n.Scale, "0")
		out = append(out, NoiseOfRows{n.Rows, n.What.String(), n.Sensitivity, n.Stated, n.Spent})
	}
	return out
}

// Answer is one released number.
type Answer struct {
	Key        []string `json:"key"`
	Published  float64  `json:"published"`
	Unadjusted float64  `json:"unadjusted"`
	RMSE       float64  `json:"rootMeanSquareError"`
	HalfWidth  float64  `json:"halfWidth95"`
	// From and To are the ends of the interval of the published number. HalfWidth is that of one around the
	// unadjusted number, which sums are made of.
	From  *float64 `json:"from95,omitempty"`
	To    *float64 `json:"to95,omitempty"`
	Exact bool     `json:"exact,omitempty"`
	// Shown is what tables publish where the plan's rules tidy numbers further, nil where they leave
	// them as Published; Hidden says that they hide it.
	Shown  *float64 `json:"shown,omitempty"`
	Hidden bool     `json:"hidden,omitempty"`
}

// recordOf returns the record of a release without the answers to its questions, which are
// too many to be held twice, and without its seal.
func recordOf(r *result.Release, files map[string]string, book *shown.Book) Record {
	rec := Record{
		Version: RecordVersion, Program: r.Program, Created: r.Created, Signer: r.Signer, Digest: r.Digest, Files: files, Workbook: book, Plan: r.Plan,
		Protection: ProtectionOf(r.Protection, r.PublishedExactly), Claim: ClaimOf(r.Claim),
		Epsilon: r.Epsilon, Delta: r.Delta, Rho: r.Rho, R: r.R, Multiplier: r.Multiplier, MultiplierWhy: r.MultiplierWhy.String(), Ledger: r.Ledger, Columns: r.Columns,
	}
	for _, o := range outputsOf(r) {
		o.record(&rec)
	}
	return rec
}

func (q answered) record(rec *Record) {
	rec.Questions = append(rec.Questions, Question{
		Head: headOf(q), Together: q.Together, Share: shareOf(q.Made), Keys: q.Workload.KeyNames(), ExactWhy: q.ExactWhy.String(), GaveUp: q.GaveUp.String(), MeasuredOn: q.MeasuredOn.String(),
		Noise: NoiseOf([]NoiseOfRows{}, q.Noise), Measured: MeasuredOf(q.Question.Measured), Derived: derivedOf(q.Question.Derived), Ranges: q.Question.Ranges,
	})
}

// answerOf returns answer i of a question.
func answerOf(q *result.Question, i int) Answer {
	a := Answer{Key: q.Key(i), Published: q.Tidied[i], Unadjusted: q.Unadjusted[i], RMSE: q.Error[i], HalfWidth: q.HalfWidth[i], Exact: q.Exact[i]}
	if q.Low != nil {
		a.From, a.To = &q.Low[i], &q.High[i]
	}
	a.Shown, a.Hidden = shownOf(q, i)
	return a
}
