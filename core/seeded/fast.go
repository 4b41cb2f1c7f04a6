//go:build !audit && !evidence

package seeded

// Audit tells whether the long audits were asked for: `make audit`, build tag audit, or `make evidence`.
const Audit = false
