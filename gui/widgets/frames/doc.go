// Package frames is what stands around a page: the header, the rail of steps, the question over the page and the footer.
package frames
