// Package words gives the window's texts in the language that the user chose, as steward/assets/language says them.
//
//   - T is for texts and formats that the window itself writes.
//   - Say is for messages that packages below the window hand up (core/message), and Error for
//     errors made of them.
//   - Number, Date and Clock write figures and dates as the language does, and Typed reads a
//     figure as people type it.
//
// The language is the one thing here that is held for the whole program, as the toolkit holds its
// own: Use is called once, before the window is made. The files of a release are in a language of their own, which
// their plan names.
package words
