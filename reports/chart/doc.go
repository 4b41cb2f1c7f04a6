// Package chart draws the charts of the program: the errors of several mechanisms beside one
// another, the error against the budget, released answers with their intervals, and what a policy
// joins (Secrets). Each is a value with its data and two ways out: Image for a screen at any pixel density, and Draw
// onto any canvas of gonum's plot/vg, so that a document keeps it as vector and text.
//
// Colours are those of the house palette, made for the colour-blind after Okabe and Ito
// (2008); nothing is told by colour alone: dashes, shapes and words go with it. All text is
// Liberation Sans, and what that font lacks is replaced by character numbers (see
// Printable). The package sets none of plot's global defaults. It lays out axes and labels
// itself on plot's drawing layer, because plot's own axes neither thin crowded labels nor
// share a scale between panels.
package chart
