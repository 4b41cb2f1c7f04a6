// Package codebook reads the columns of a plan from a codebook, the table in which a
// publisher of data says what their columns may hold, and writes a plan's columns as one.
//
// A codebook is a text table or a workbook with a row of headings (headings.go lists the
// spellings) and below it a row for each column, or one for each value of a column, in
// which case the name need only stand in the first. It may hold
//
//   - column: the name in the sheet's header;
//   - type: list (also when nothing is said), ordered, whole, ranges or whole ranges, of
//     which both ends belong to a range; of dates years, quarters and so on or periods,
//     and of times hours (words.go);
//   - value and value label: one value. With a label the values of the column are the
//     labels, and the value is how the sheet writes it; for a range it is its label;
//   - values: many in one cell, apart by lines, semicolons or bars, else by commas, each
//     of them as 1=North when it has a label;
//   - lower and upper: the bounds of whole numbers or the ends of a range, which may be
//     "open", and step: the width of all ranges between them. A column of the type weight says
//     how many people a row stands for, from 0 to upper in steps, and one of the type person whose
//     a row is, and as upper how many rows of each person count; no plan publishes them;
//     For dates lower and upper are the first and the last period, such as 2019-Q3, or the
//     first and the last day of each of the periods; without them hours are those of a day;
//   - date order: day first or month first, where dates do not begin with the year, and two digit
//     years from: the first of the hundred years that years of two digits lie in;
//   - missing codes: the texts that stand for a blank, or missing: yes beside a value;
//   - read as: for a value that is none of its own, how it is read: as (blank), (other) or
//     one of the values;
//   - blanks and others: the rules for them: own, blank, refuse, nearest or value:NAME;
//   - several answers as the type of a column whose cells hold several ("bus; car"): its values are
//     the options, and separator says what stands between two answers, a semicolon if nothing does. The columns of the
//     options are declared besides, as "way to work: bus";
//   - part of: the answer that a column is a part of, where several columns are one answer;
//   - label: what the column is about, such as the wording of the question.
//
// A mapping (ReadMapping) is a smaller table of the same make: value, coarser value and, where
// codes stand for the coarser values, label.
//
// Other headings are left alone. In a text table an apostrophe before what a spreadsheet
// program would take for a formula is not part of the text.
package codebook
