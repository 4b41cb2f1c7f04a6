// Package graphs draws what a policy keeps secret on the values of a column: values joined on a line, a circle, in boxes or
// in cells, and the distances between them as a table.
//
// It imports Fyne and packages paint, input and numbers.
package graphs
