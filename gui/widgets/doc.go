// Package widgets is the house of the window's own widgets: what the guided steps are built from. Its packages know
// nothing of a session, a file or a release; a step fills a widget with plain values and is told through callbacks
// what the person does. From the lowest to the highest:
//
//   - paint: how a widget draws itself (Widget, Picture, Pen), in the colours and sizes of package theme
//   - input: what pointer and keyboard do everywhere
//   - numbers: how numbers are read and written
//   - prose: spans, paragraphs, links and headings
//   - layouts: where things stand: columns, lines, cards, panes
//   - notices: what is said about how things stand: banners, badges, findings
//   - lists: rows that scroll, of which one can be chosen: what every list and table is made of
//   - forms: buttons, entries, sliders and boxes to choose from
//   - tables: columns of cells over a list, light tables to read, and tables of distances
//   - figures: charts drawn elsewhere, pages of paper and small pictures
//   - editors: what a plan is made with: questions, methods, groups, ranges, the budget
//   - frames: the bars around a page
//
// Each imports lower ones only, Fyne (never its driver), packages theme and words and value types of core. Tests of
// what all widgets have in common stand here; widgettest has what the tests of all packages share.
//
// Every widget follows three rules. A method called Set… shows something and never calls back: callbacks come from the
// person alone, so that a step may fill its widgets from the state without loops. Colours and sizes are those of
// package theme and are looked up again at each Refresh, so that all follow light and dark. Whatever can be tapped can
// be reached and used from the keyboard. All methods are for the goroutine of the user interface.
package widgets
