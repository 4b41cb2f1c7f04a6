// Package export writes a finished release: a workbook to use, a CSV file for each question,
// and a JSON record for machines. Every file appears whole or not at all, and none is
// overwritten. It reads released values only.
package export
