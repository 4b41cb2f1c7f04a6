// Package evidence helps tests to measure the program beside what was published: the errors of
// published mechanisms in closed form, written from the papers and without the program's own code;
// figures; and the parts of docs/evidence.md that a run rewrites.
//
// Tests import it, the program does not. It opens no file: documents and pictures are handed over.
package evidence
