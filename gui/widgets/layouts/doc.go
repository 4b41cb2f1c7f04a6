// Package layouts is where things stand in the window: columns that know the height of wrapping text, lines that break,
// two things side by side, and the cards, grounds and panes around them.
package layouts
