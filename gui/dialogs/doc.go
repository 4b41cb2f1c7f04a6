// Package dialogs holds what opens over the window: files and folders to choose, questions
// that must be answered before something is done, explanations, settings and keys. A dialog
// decides nothing; it hands what the person chose to a callback. The package imports Fyne
// (never its driver), packages widgets and theme, and the embedded help.
package dialogs
