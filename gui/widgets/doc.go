// Package widgets holds the window's own widgets: what the guided steps are built from. It
// knows nothing of a session, a file or a release; a step fills a widget with plain values
// and is told through callbacks what the person does.
//
// Every widget follows three rules. A method called Set… shows something and never calls
// back: callbacks come from the person alone, so that a step may fill its widgets from the
// state without loops. Colours and sizes are those of package theme and are looked up again
// at each Refresh, so that all follow light and dark. Whatever can be tapped can be reached
// and used from the keyboard.
//
// All methods are for the goroutine of the user interface. The package imports Fyne (never
// its driver), package theme and value types of core.
package widgets
