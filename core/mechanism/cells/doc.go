// Package cells holds the mechanisms that add noise to the count of every cell, or to every answer by itself.
//
// Everything else is compared with them: their errors are known in closed form, with known sums imposed or not.
package cells
