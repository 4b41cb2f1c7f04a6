package language

import "sync/atomic"

// listener is told of texts that have no entry; tests set it.
var listener atomic.Pointer[func(english string)]

// missed tells the listener of a text that the language in use has no entry for.
func missed(english string) {
	if f := listener.Load(); f != nil {
		(*f)(english)
	}
}

// OnMissing has f called with each English text that is asked for and has no entry in the language
// in use, on whatever thread asks, until it is called with nil. It is for tests that look for texts
// without a translation.
func OnMissing(f func(english string)) {
	if f == nil {
		listener.Store(nil)
		return
	}
	listener.Store(&f)
}
