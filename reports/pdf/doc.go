// Package pdf prints the accounting summary: a page for the person who signs, a section for
// each question with its chart, and the technical appendix. Text is real text in embedded
// fonts, charts are vectors, and the bytes depend on the document and the size of the page
// alone: the only time in them is that of the release, and no name or path is in them that
// the document does not have.
//
// The document is written top to bottom by a sheet, which knows the place on the page and
// begins new pages; tables, answers and charts are drawn onto it. Characters that the font
// lacks are printed as their numbers (chart.Printable).
//
// The package imports reports/model and reports/chart, and fpdf.
package pdf
