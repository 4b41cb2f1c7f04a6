// Package session is the view-model of the window: one project with its history, its file and what is
// known of its errors, its budget and its release, and the words in which all that is shown. It imports
// no Fyne.
//
// What is about one step, or about one page, and has a state of its own is a package below it: data (the file that is open), persons
// (whom the rows are about), columns, secrets, facts, questions, budget (Privacy and error), releasing and summary; accounts is the page
// of the account and balance what it means for the release, signingoff how two people sign a plan off, database how rows are counted
// where they lie, nextyear what goes on from an earlier plan, everyrow says what became of every row, expert says all of it in the
// field's terms, and sums adds released answers up.
// Each sees of the project that is open what its interface Project says (seen.go) and is given the parts that it stands on; its Step is
// a field of the session, which makes them (furnish) and asks each how far it is. Below these stand current (what they see alike), opened
// (what is found in a file), answers (released answers as charts and tables), pictures (how charts are drawn for a screen), background
// (what is worked out beside the window), edits (what was edited, in words, and can be taken back), drafts (what is kept of a project that
// is not saved) and amounts (how counts are written).
//
// What is done with a project without a window stands below it, so that window and command line do it the same
// way: core/preview works errors out, io/records opens files, io/propose, io/misfits and io/codebook declare columns and compare them with a file, io/carryover
// carries a plan over to the next file, io/standin counts public ones, io/publish reviews and releases, io/verify verifies, io/combine adds answers up. A session has it done in the background and keeps what comes of it.
package session
