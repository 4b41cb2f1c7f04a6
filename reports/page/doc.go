// Package page sets the accounting summary on pages: a page for the person who signs, a
// section for each question with its chart, and the technical appendix. It knows no file
// format. A page is a list of lines of text, areas and strokes at their places; Draw hands
// them to a Surface, of which there are two: package pdf writes them to a file, and Image
// paints them for a screen. What a screen shows is therefore what is printed, line by line.
//
// The document is set top to bottom by a sheet, which knows the place on the page and begins
// new pages; tables, answers and charts are put onto it. Text is measured with the widths
// that a PDF viewer gives the same characters, thousandths of the size. Characters that the
// font lacks are set as their numbers (chart.Printable).
package page
