// Package frames is what stands around a page: the header, the rail of steps, the question over the page and the footer.
//
// It imports Fyne and packages paint, input, prose and forms.
package frames
