package widgets

import "fyne.io/fyne/v2"

// pull drags a track's thumb to a part of its way and lets go.
func pull(k *track, part float64) {
	x := trackEnd + float32(part)*(k.Size().Width-2*trackEnd)
	k.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(x, 5)}})
	k.DragEnd()
}
