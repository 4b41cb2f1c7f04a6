//go:build audit

package seeded

// Audit tells whether the long audits were asked for (`make audit`, build tag audit).
const Audit = true
