// Package lists has List, which every list and every table of the window is made of: rows one under another, of which
// those in sight are drawn and one can be chosen by pointer and keys. Whoever embeds it draws the rows and is told what
// was chosen. FileList and Contents are lists by themselves.
package lists
