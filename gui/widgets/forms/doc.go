// Package forms is what people fill in: buttons, boxes to tick and to choose from, entries and sliders. What is typed
// becomes one change, told when it has ended.
package forms
