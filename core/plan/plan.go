// Package plan holds the steward's whole decision as one value: the columns and their
// values, the secrets, the known facts, the questions and the budget. A Plan is plain data
// that is saved as it stands; Compile checks it and turns it into what mechanisms work on.
// No record, true count or unconfirmed bound is ever part of it.
//
// The package imports neither core/table nor core/histogram.
package plan

import (
	"regexp"

	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/plan/secret"
	"steward/core/repair"
)

// languageCode is how languages are named in plans; which there are, whoever writes files knows.
var languageCode = regexp.MustCompile(`^([a-z]{2,3}(-[A-Za-z0-9]{2,8})*)?$`)

// Version is the version of the plan format that this program writes.
const Version = 2

// Plan is everything a steward decides. Its JSON form is the content of a project file.
type Plan struct {
	Version int `json:"version"`
	// DataSet names the people the data are about; releases with the same name share an
	// account, whatever file they come from.
	DataSet string `json:"dataSet"`
	Title   string `json:"title,omitempty"`
	Data    Data   `json:"data"`
	// Rows, unless it is nil, says that people can have several rows each.
	Rows *Rows `json:"rows,omitempty"`
	// Weight, unless it is nil, says that every row stands for several people.
	Weight *Weight `json:"weight,omitempty"`
	// Columns are the published columns with their declared values.
	Columns    []Column             `json:"columns"`
	Impossible []domain.Combination `json:"impossible,omitempty"`
	// Group, unless it is nil, says that the release is about the people with some answers in a column alone.
	Group     *Answers       `json:"group,omitempty"`
	Secrets   secret.Secrets `json:"secrets"`
	Facts     Facts          `json:"facts"`
	Questions []Question     `json:"questions"`
	// Choices are what is published that is not a table of numbers but an option of a list.
	Choices []Choice `json:"choices,omitempty"`
	// Clusters are groups of similar people.
	Clusters []Clustering `json:"clusters,omitempty"`
	// Synthetic are tables of made-up records.
	Synthetic []Synthetic `json:"synthetic,omitempty"`
	Budget    Budget      `json:"budget"`
	// StandIn, unless it is nil, is public data for comparing methods whose error depends on the
	// data.
	StandIn *StandIn `json:"standIn,omitempty"`
	// Paper is what the summary is printed on; empty means A4.
	Paper Paper `json:"paper,omitempty"`
	// Language is that of the files of a release, by its code; English where it is empty. The record is in none: what is said
	// in it is said in English.
	Language string `json:"language,omitempty"`
	// Publication says who publishes the release, what for and about whom.
	Publication Publication `json:"publication,omitzero"`
	// Agreed is not nil when the steward has said yes to publishing without noise what the
	// policy discloses exactly.
	Agreed *Agreement `json:"agreed,omitempty"`
}

// Agreement is what the steward said yes to. It counts only while the policy discloses
// exactly that.
type Agreement struct {
	// List repeats the policy's sentences, Key identifies what they stand for.
	List []string `json:"list"`
	Key  string   `json:"key"`
}

// Data says which sheet the records are in and how it was read when it was reviewed.
type Data struct {
	// File is the file's name without its folder.
	File         string `json:"file,omitempty"`
	Sheet        string `json:"sheet,omitempty"`
	HeaderRow    int    `json:"headerRow,omitempty"`
	Delimiter    string `json:"delimiter,omitempty"`
	DecimalComma bool   `json:"decimalComma,omitempty"`
	// Encoding, Quote and Thousands say how a text table is written, in the words of package
	// sheet: "windows-1252", "'" or "none", ".".
	Encoding  string `json:"encoding,omitempty"`
	Quote     string `json:"quote,omitempty"`
	Thousands string `json:"thousands,omitempty"`
	// Range names a table or a named range of a workbook, or cells ("A3:F20"), beside which
	// nothing is read. HeaderRows is how many rows, of which HeaderRow is the last, are joined
	// to names; 0 stands for 1. LeaveOut are rows that are not records ("120, 122-124"). Merged
	// says how merged cells are read where it is not down only: "blank" or "all".
	Range      string `json:"range,omitempty"`
	HeaderRows int    `json:"headerRows,omitempty"`
	LeaveOut   string `json:"leaveOut,omitempty"`
	Merged     string `json:"merged,omitempty"`
	// Repairs are rules for reading cells that are not written as they are meant. A release publishes those of the columns
	// that it reads (PublicRepairs).
	Repairs []repair.Rule `json:"repairs,omitempty"`
	// Splits are columns whose cells contain several answers ("bus; car"), each read as one column for each option.
	Splits []repair.Split `json:"splits,omitempty"`
	// OneRowEach says that every row is about a different person, although a column looks like a key of persons
	// and its entries appear in several rows.
	OneRowEach bool `json:"oneRowEach,omitempty"`
	// Types are the types of the columns of a table in a database, in the engine's words, as the table's
	// description gives them. A release does not publish them.
	Types map[string]string `json:"types,omitempty"`
	// Described identifies the file that describes that table, which is as private as its rows and is deleted with its counts.
	Described *Fingerprint `json:"described,omitempty"`
	// Reviewed identifies the file that the steward has reviewed; a release of any other
	// is refused.
	Reviewed *Fingerprint `json:"reviewed,omitempty"`
}

// Rows says which column identifies the people and how many rows each may contribute. Each
// person then has exactly that many slots, of which an unused one holds "no row": how often
// someone appears is hidden together with all that their rows say, and numbers count rows.
//
// If someone has more rows, the first ones count: in the order of the file, or in that of the column
// Key, where it is not empty. A key must not depend on what is published, and is not published itself.
type Rows struct {
	Person string `json:"person"`
	AtMost int    `json:"atMost"`
	Key    string `json:"key,omitempty"`
}

// Fingerprint identifies a file without telling what is in it: Digest is the SHA-256
// of Salt followed by the SHA-256 of the file's bytes, both as lower-case hexadecimal text.
type Fingerprint struct {
	Salt   string `json:"salt"`
	Digest string `json:"digest"`
}

// Column declares one published column.
type Column struct {
	Name domain.AttributeName `json:"name"`
	Kind domain.Kind          `json:"kind"`
	// Label says in public words what the column is about, such as the wording of the question.
	Label string `json:"label,omitempty"`
	// PartOf names the answer that the column is a part of, such as the question in which several options could be chosen. Columns
	// of the same one are one answer of a person, for every secret.
	PartOf string `json:"partOf,omitempty"`
	// Values are those of a list or an ordered list.
	Values []string `json:"values,omitempty"`
	// Lowest and Highest bound a column of whole numbers.
	Lowest  *int64 `json:"lowest,omitempty"`
	Highest *int64 `json:"highest,omitempty"`
	// Ranges are those of numbers in ranges; WholeNumbers says that both ends of a range
	// belong to it.
	Ranges       []Range `json:"ranges,omitempty"`
	WholeNumbers bool    `json:"wholeNumbers,omitempty"`
	// Dates says which periods the dates of a column are put into.
	Dates    *Dates            `json:"dates,omitempty"`
	Origin   domain.Origin     `json:"origin"`
	Blank    Special           `json:"blank,omitzero"`
	Other    Special           `json:"other,omitzero"`
	Readings map[string]string `json:"readings,omitempty"`
}

// Range is a range of numbers as typed; an empty end is open.
type Range struct {
	From  string `json:"from,omitempty"`
	To    string `json:"to,omitempty"`
	Label string `json:"label,omitempty"`
}

// Dates are the periods of a column of dates: domain.Calendar in the form it is saved in. The
// listed ones of domain.Spans have their days, such as 2019-03-14, as From and To.
type Dates struct {
	Period domain.Period    `json:"period"`
	First  string           `json:"first,omitempty"`
	Last   string           `json:"last,omitempty"`
	Spans  []Range          `json:"spans,omitempty"`
	Order  domain.DateOrder `json:"order,omitempty"`
	// YearsFrom is that of domain.Calendar: years of two digits lie in the hundred years from it on.
	YearsFrom int `json:"yearsFrom,omitempty"`
}

// Special is the rule for blanks or for values that are not declared.
type Special struct {
	Rule  domain.Rule `json:"rule,omitempty"`
	Value string      `json:"value,omitempty"`
}

// Facts are what the public already knows for certain.
type Facts struct {
	// People is the number of people in the file, when that is public.
	People *int64 `json:"people,omitempty"`
	// Stated are the others: totals by columns and counts of anything.
	Stated []constraint.Fact `json:"stated,omitempty"`
	// Reading says which files are neighbours when facts are known: "edge-minimal", the
	// default, or "strict".
	Reading constraint.Reading `json:"reading,omitempty"`
}

// Question is one thing to publish.
type Question struct {
	ID      string                 `json:"id"`
	Title   string                 `json:"title"`
	Kind    string                 `json:"kind"` // table, cumulative, ranges, totals
	Columns []domain.AttributeName `json:"columns"`
	Ranges  []Span                 `json:"ranges,omitempty"`
	// Boxes are ranges over several columns: for each a span per column, in the order of
	// Columns; an empty span takes the whole column.
	Boxes [][]Span `json:"boxes,omitempty"`
	Every bool     `json:"every,omitempty"`
	// Only restricts a table without totals to people who gave some answers.
	Only []Answers `json:"only,omitempty"`
	// Totals asks for the totals of a table's rows and columns too, or for that of all groups.
	Totals bool `json:"totals,omitempty"`
	// Sum is what a question of totals adds up.
	Sum *Sum `json:"sum,omitempty"`
	// Percent, Rates and Differences follow from a table with its totals, at no cost.
	Percent     []Percent    `json:"percent,omitempty"`
	Rates       []Rate       `json:"rates,omitempty"`
	Differences []Difference `json:"differences,omitempty"`
	// Publishing tidies the published numbers further; nil leaves them as they are.
	Publishing *Publishing `json:"publishing,omitempty"`
	// Share is the question's weight in the budget, a plain decimal; empty means 1.
	Share string `json:"share,omitempty"`
	// Mechanism is the id of the chosen mechanism; empty means automatic.
	Mechanism string `json:"mechanism,omitempty"`
}

// Answers are values of a column, by their labels.
type Answers struct {
	Column domain.AttributeName `json:"column"`
	Values []string             `json:"values"`
}

// Span is a range of an ordered column, by labels, both included. In a box it can be one
// value of any column, or empty for the whole column.
type Span struct {
	From string `json:"from"`
	To   string `json:"to"`
}

// Budget says what this release may spend, and what all releases about the data set may
// spend together. All are decimals.
type Budget struct {
	Epsilon string `json:"epsilon"`
	// Delta, unless it is empty, is the chance of failure that the steward accepts, which
	// makes room for Gaussian noise.
	Delta string `json:"delta,omitempty"`
	Limit string `json:"limit,omitempty"`
	// DeltaLimit is the most that the chances of failure of the releases may add up to; empty for no limit.
	DeltaLimit string `json:"deltaLimit,omitempty"`
}
