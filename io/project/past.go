package project

import (
	"encoding/json"
	"path/filepath"
	"slices"

	"steward/core/plan"
)

// content is what a plan file contains.
type content struct {
	plan.Plan
	Past
}

// Past is what a project remembers beside its plan.
type Past struct {
	// Releases are those that were made of it, in their order.
	Releases []Released `json:"releases,omitempty"`
	// Account is a copy of the account that they spent from (ledger.Copy), so that an account which was put back to an earlier
	// state is noticed, and brought up to this one.
	Account json.RawMessage `json:"account,omitempty"`
}

// Released is a release of a project. What it published is in its record.
type Released struct {
	// Record is the path of the record; in the file it is relative to the project's folder where it is below that.
	Record string `json:"record"`
	Digest string `json:"digest"`
	// Time is when it spent, in RFC 3339.
	Time string `json:"time"`
}

// Add returns the same with a release.
func (p Past) Add(r Released) Past {
	p.Releases = append(slices.DeleteFunc(slices.Clone(p.Releases), func(o Released) bool { return o.Digest == r.Digest }), r)
	return p
}

// in returns the same with whole paths, where the project lies in a folder.
func (p Past) in(dir string) Past {
	return p.placed(func(path string) string {
		if filepath.IsAbs(filepath.FromSlash(path)) {
			return filepath.FromSlash(path)
		}
		return filepath.Join(dir, filepath.FromSlash(path))
	})
}

// from returns the same with paths told from the folder of the project.
func (p Past) from(dir string) Past {
	return p.placed(func(path string) string {
		if below, err := filepath.Rel(dir, path); err == nil && filepath.IsLocal(below) {
			return filepath.ToSlash(below)
		}
		if whole, err := filepath.Abs(path); err == nil {
			return whole
		}
		return path
	})
}

func (p Past) placed(where func(path string) string) Past {
	p.Releases = slices.Clone(p.Releases)
	for i := range p.Releases {
		p.Releases[i].Record = where(p.Releases[i].Record)
	}
	return p
}
