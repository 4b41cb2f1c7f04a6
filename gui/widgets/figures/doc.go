// Package figures shows pictures: Figure those that are drawn elsewhere for the size that they have on the screen
// (a Scene also says how tall it is there, and says itself in words),
// PageView the pages of a document, and the others small ones of bars, boxes and humps.
package figures
