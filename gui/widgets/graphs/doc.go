// Package graphs draws what a policy keeps secret on the values of a column: values joined on a line, a circle, in boxes or
// in cells, and the distances between them as a table.
//
// What a picture shows is a secretgraph.Picture of gui/session; the package imports that, Fyne, and packages paint, input and
// numbers. The summary's picture of secrets (reports/chart) is another one: it shows one column in a row, while these
// mark two values that are looked at, in six layouts whose colours and sizes of text follow the window, which a drawing
// for paper would have to be told one by one.
package graphs
