// Package tables has Table, a list under columns whose cells are texts, badges and boxes to tick, and the light tables
// that are only read. A table draws what is in sight of it, and is copied as spreadsheets take it.
package tables
