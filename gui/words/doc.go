// Package words gives the window's texts in the language that the user chose. English is the
// key: the code holds the English text, and a catalogue of another language (assets/words) holds
// what stands for it, so that a text without an entry is shown in English rather than not at all,
// and a test finds it.
//
//   - T is for texts and formats that the window itself writes.
//   - Say is for messages that packages below the window hand up (core/message), and Error for
//     errors made of them.
//   - Number, Date and Clock write figures and dates as the language does, and Typed reads a
//     figure as people type it.
//
// The language is the one thing here that is held for the whole program, as the toolkit holds its
// own: Use is called once, before the window is made. The command line never calls it and speaks
// English, and so do the files of a release, which are compared word by word when they are checked.
//
// To add a language: a folder of catalogues beside assets/words/de, an entry in locales, the help
// pages beside assets/help/de. Tests say what is missing.
package words
