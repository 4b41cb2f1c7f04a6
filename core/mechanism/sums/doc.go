// Package sums holds the mechanisms for totals and averages of numbers: noise on each total, and, for a total over few
// people, noise on a total of smoothed numbers.
package sums
