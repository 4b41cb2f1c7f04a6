// Package notices says how things stand, never by colour alone: banners, alerts, badges, lists of findings, big
// numbers and the bar that moves while something goes on.
package notices
