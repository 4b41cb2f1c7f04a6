// Package numbers reads numbers as people type them and writes them as the language in use does.
package numbers
