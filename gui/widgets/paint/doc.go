// Package paint is how the widgets of the window draw themselves. A widget embeds Widget (or Picture, where its
// shapes are drawn for each size), says what it is made of, how much room it needs and where its parts stand, and has
// its renderer from there. A Pen draws lines, boxes and words in the theme of the widget that it draws; the functions
// beside it measure words, place parts and show icons.
package paint
