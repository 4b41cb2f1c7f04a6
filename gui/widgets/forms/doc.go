// Package forms is what people fill in: buttons, boxes to tick and to choose from, entries and sliders. What is typed
// becomes one change, told when it has ended.
//
// It imports Fyne and packages paint, input, numbers, prose, layouts and lists.
package forms
