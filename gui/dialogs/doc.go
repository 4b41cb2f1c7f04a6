// Package dialogs holds what opens over the window: files and folders to choose, questions
// that must be answered before something is done, explanations, settings and keys. A dialog
// decides nothing; it hands what the person chose to a callback.
package dialogs
