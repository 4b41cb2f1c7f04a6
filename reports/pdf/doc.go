// Package pdf prints the accounting summary to a PDF file: the pages that package page sets,
// mark by mark. Text is real text in embedded fonts, charts are vectors, and the bytes depend
// on the document and the size of the page alone: the only time in them is that of the
// release, and no name or path is in them that the document does not have.
package pdf
