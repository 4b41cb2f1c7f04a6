// Package session is the view-model of the window and the twin of the command line: it
// opens data, compiles plans, prepares previews, carries releases out and writes their
// files. It imports core, io and reports, and no Fyne; the steps of the window and the
// subcommands both call it, so that there is one way to do each thing.
package session
