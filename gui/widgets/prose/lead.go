package prose

import "steward/gui/theme"

// Lead returns a paragraph in the size of a title (16), of one or more spans: the sentence
// that a page is about.
func Lead(spans ...Span) *Text { return NewText(theme.SizeCardTitle, theme.Text, spans...) }

// Small returns text in the size of tables (13) and the ordinary colour.
func Small(text string) *Text { return NewText(theme.SizeTable, theme.Text, Plain(text)) }

// Problem returns a text, empty at first, for what is wrong with what was typed.
func Problem() *Text { return NewText(theme.SizeTable, theme.Danger) }
