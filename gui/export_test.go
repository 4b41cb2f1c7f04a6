package gui

// Wait waits until nothing is drawn away from the window: what a test leaves under way would
// write into the next one's, since the test driver has no thread of its own.
func (f *Frame) Wait() { f.away.Wait() }

// UnderWay is what is said of a job under way.
var UnderWay = underWay
