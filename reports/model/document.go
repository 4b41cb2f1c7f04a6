package model

import (
	"time"

	"steward/assets/language"
	"steward/core/message"
	"steward/core/result"
)

// Document is the accounting summary of one release, in the order in which it is read: the pages to sign, which are the cover and
// what is claimed; and the annex, with a section for each question and how it was made. A sheet for readers is a cover alone.
type Document struct {
	// Language is that of all texts.
	Language language.Language
	// Title is the steward's title of the release, or the name of the data set.
	Title string
	// Subtitle says what the document is, of which release, and when that happened.
	Subtitle string
	DataSet  string
	// Created is when the ledger was debited; Program is what wrote the release.
	Created time.Time
	Program string
	// Digest identifies plan and answers; Reference is a line for the foot of a page that
	// names the ledger's entry and the beginning of the digest.
	Digest, Reference string
	Cover             Cover
	// PictureCaption says what the charts show, HowToRead what the columns of numbers are.
	PictureCaption, HowToRead string
	// Signed stands on the pages that are signed, after the cover.
	Signed    []Section
	Questions []Question
	Appendix  []Section
	// Kind is what the document is called at the head of its pages, MadeUp what stands on each of them where its numbers are
	// made up.
	Kind, MadeUp string
}

// Run is a stretch of words of one weight.
type Run struct {
	Text   string
	Strong bool
}

// Phrase is a text some words of which matter more.
type Phrase []Run

// String returns the words alone.
func (p Phrase) String() string {
	s := ""
	for _, r := range p {
		s += r.Text
	}
	return s
}

// Block is a heading with what stands under it: paragraphs, a list, and what follows the
// list.
type Block struct {
	Title      string
	Paragraphs []string
	Bullets    []string
	After      []string
	// Caution marks what the policy does not protect.
	Caution bool
}

// Cover is the page for the person who signs.
type Cover struct {
	// Imprint says who publishes the release and what for, as far as the steward said so.
	Imprint string
	Lead    Phrase
	// Blocks are what nobody can tell, what a reader may learn, what anyone may learn
	// exactly, and what was taken as known, in this order.
	Blocks []Block
	// Published has a line for each question; Together adds them up.
	Published []Line
	Together  Line
	// Pilots are what was spent before on noisy counts that methods were compared on.
	Pilots []Line
	// Errors says what the errors are, and what they are not.
	Errors string
	Never  Block
	// Signature names what the person who signs fills in.
	Signature []string
	// ForReaders says that the page is for those who read the numbers: what was published comes first, with how many numbers
	// are too noisy in the place of what they cost.
	ForReaders bool
	// ToCheck says that it is a page for whoever checks a plan before its release, and is signed by itself.
	ToCheck bool
}

// Line says of one question what was published and how good it is.
type Line struct {
	Question, Method string
	Numbers, Spent   string
	// Noisy is how many of the numbers are too noisy to be used by themselves.
	Noisy string
	// Typically and Within are the typical error and the half-width of the intervals that
	// hold 19 times in 20, with their unit; both are empty when all numbers are exact.
	Typically, Within string
}

// Question is the section of one question.
type Question struct {
	// Number counts from 1.
	Number int
	Title  string
	// Asked says what the numbers are; Method how they were made, and why so; Errors how
	// far they may be off; Exact, when not empty, which numbers carry no noise.
	Asked, Method, Errors, Exact string
	// KeyNames head the labels of the answers.
	KeyNames []string
	// Answers are the first of the question's answers, in the order of their keys; Left
	// says how many are left out, when any are.
	Answers []Answer
	Left    string
	// MeasuredOn names the public data that the errors were measured on, where they depend on the
	// data; empty where they are exact.
	MeasuredOn string
	// Grid has the answers as a cross-table, by their places among Answers; nil for what is none, or not written out whole.
	Grid *result.Grid
	// Notes say how to read the numbers below them.
	Notes   string
	Picture Picture
	// Scatter is the picture of groups; it has no panels for other questions.
	Scatter Scatter
	// Pairs is the picture of the errors of made-up records; it has no columns for other questions.
	Pairs Pairs
	// Rules say how published numbers are rounded and which are hidden.
	Rules []string
	// Derived are the percentages, rates and differences that follow from the answers.
	Derived []Table
}

// Answer is one released number, written out.
type Answer struct {
	// Key has one label per KeyNames.
	Key []string
	// Published is whole and never below zero; Unadjusted is as measured; Within is the interval that
	// holds Published, and the true count 19 times in 20.
	Published, Unadjusted, Within string
	// Exact marks a number without noise; Within is then the word "exact".
	Exact bool
	// Noisy marks a number that is too noisy to be used by itself, Total one that adds up others.
	Noisy, Total bool
}

// Picture is what a chart of a question's answers shows: counts, unadjusted, with the
// half-widths of their intervals.
type Picture struct {
	// Counted names what is counted: "people" or "rows".
	Counted message.Text
	// Axis says what the points' labels are values of.
	Axis message.Text
	// Ordered tells that the points stand in an order, so that they may be joined.
	Ordered bool
	// Panels are drawn beside one another on one scale; there is one, or one for each
	// value of a second column.
	Panels []Panel
	// PanelAxis names what the panels' titles are values of.
	PanelAxis string
	// Note says what is not drawn, when something is not.
	Note message.Text
}

// Panel is one row of points.
type Panel struct {
	Title  string
	Points []Point
}

// Point is one published answer in a chart.
type Point struct {
	Label     string
	Value     float64
	Low, High float64 // its interval, the same twice for an exact answer
	// Hidden says that the number is not published: its interval alone is drawn.
	Hidden bool
	// Noisy says that it is too noisy to be used by itself: it is drawn pale.
	Noisy bool
	// Apart marks blanks and others, which stand outside the order.
	Apart bool
}

// Section is a part of the technical appendix.
type Section struct {
	Title string
	// Text comes first, then Facts, then Graphs, then Tables, then Notes.
	Text   []string
	Facts  []Fact
	Graphs []Graph
	Tables []Table
	Notes  []string
}

// Fact is a named value.
type Fact struct{ Name, Value string }

// Table is a table of words and numbers, written out. All rows are as long as Head.
type Table struct {
	Title string
	Head  []string
	// Numeric marks the columns that hold numbers.
	Numeric []bool
	Rows    [][]string
}
