// Package graphs draws what a policy keeps secret on the values of a column: values joined on a line, a circle, in boxes or
// in cells, and the distances between them as a table.
//
// What a picture shows is a secretgraph.Picture of gui/session; the package imports that, Fyne, and packages paint, input and
// numbers.
package graphs
