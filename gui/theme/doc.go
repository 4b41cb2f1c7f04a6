// Package theme is the window's look: the palette for light and dark, the sizes and the
// fonts, as one Fyne theme. Every colour has a role (theme.Surface, theme.QuietText) and is
// looked up by it, so that no widget names a colour and all follow the system's light or
// dark setting. It imports Fyne only, never its driver.
package theme
