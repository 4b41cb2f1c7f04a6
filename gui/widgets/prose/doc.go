// Package prose is what is written in the window: spans in one style each, sentences marked with stars, and the
// paragraphs, links and headings that are made of them. Paragraphs wrap at words.
package prose
