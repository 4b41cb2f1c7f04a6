package theme

import "fyne.io/fyne/v2"

// The icons that go with a colour, so that nothing is said by colour alone. They are filled
// shapes in one colour; fynetheme.NewColoredResource shows them in a role. All others are
// Fyne's.

// WarningIcon is a triangle with an exclamation mark.
func WarningIcon() fyne.Resource {
	return icon("warning", `M12 2.5L23 21.5H1Z M11 9v6.5h2v-6.5z M11 17v2h2v-2z`)
}

// InfoIcon is a disc with an i.
func InfoIcon() fyne.Resource {
	return icon("info", disc+` M11 7v2.2h2v-2.2z M11 11v6.2h2v-6.2z`)
}

// QuestionIcon is a disc with a question mark.
func QuestionIcon() fyne.Resource {
	return icon("question", disc+` M8.6 9.6h2a1.4 1.4 0 0 1 2.8 0c0 1.4-2.4 1.6-2.4 4.4h2`+
		`c0-1.9 2.4-2.2 2.4-4.4a3.4 3.4 0 0 0-6.8 0z M11 15.8v2.1h2v-2.1z`)
}

// CheckIcon is a disc with a tick.
func CheckIcon() fyne.Resource {
	return icon("check", disc+` M10.2 16.7L18.3 8.6L16.8 7.1L10.2 13.7L7.2 10.7L5.7 12.2Z`)
}

// LockIcon is a closed padlock: what is hidden, and what cannot be undone.
func LockIcon() fyne.Resource {
	return icon("lock", `M5 10h14v11h-14z M7.5 10V7.5a4.5 4.5 0 0 1 9 0v2.5h-2v-2.5a2.5 2.5 0 0 0-5 0v2.5z`+
		` M12 14a1.5 1.5 0 0 0 0 3a1.5 1.5 0 0 0 0-3z`)
}

// disc is a filled circle. What is to be cut out of it runs the other way round.
const disc = `M12 2A10 10 0 1 1 12 22A10 10 0 1 1 12 2Z`

// icon returns a drawing on a square of 24 as a resource.
func icon(name, path string) fyne.Resource {
	return fyne.NewStaticResource("steward-"+name+".svg", []byte(
		`<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24">`+
			`<path d="`+path+`"/></svg>`))
}
