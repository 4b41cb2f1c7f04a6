// Package box holds the mechanisms that measure runs of values of each column and the boxes that these make: Haar
// wavelets, nested boxes, waves over a grid, and tables over some of the columns.
//
// All are products of columns. A column has levels of rows that are alike (space); the rows of one choice of levels are
// a group with one law of noise (ProductGroup), and the error of a box is a sum over the choices of levels of products
// over the columns (BoxVariances). To add a mechanism, say what a column's levels are and how far edges move them.
package box
