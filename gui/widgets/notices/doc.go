// Package notices says how things stand, never by colour alone: banners, alerts, badges, lists of findings, big
// numbers and the bar that moves while something goes on.
//
// It imports Fyne and packages paint, prose and layouts.
package notices
