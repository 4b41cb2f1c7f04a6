// Package input is what pointer and keyboard do in all widgets of the window: the focus and its ring, which keys tap,
// step through choices and open menus, that escape reaches the window, and that whatever the keyboard comes to is
// scrolled into sight.
package input
