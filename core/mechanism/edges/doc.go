// Package edges holds the mechanisms that add noise along the secret pairs: a draw moves people from one end of a pair
// to the other, so that it hides the pair and leaves the number of people as it is. On grids of steps the draws stand
// in lines, and these are measured as package line does.
package edges
