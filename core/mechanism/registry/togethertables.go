package registry

import (
	"slices"

	"steward/core/domain"
	"steward/core/mechanism"
	"steward/core/mechanism/box"
)

// mergeTables joins all tables where that helps: two of them alone may gain nothing where many do.
func (a *arranging) mergeTables() error {
	tables := a.tables()
	if len(tables) < 3 {
		return nil
	}
	merged, better, err := a.try(tables)
	if err == nil && better {
		a.replace(merged)
	}
	return err
}

// mergeRuns joins all tables and as many of the questions for cumulative counts, and other counts of runs of the values of a column of theirs, as are no worse for
// it; false where that does not help.
func (a *arranging) mergeRuns() (bool, error) {
	tables := a.tables()
	runs := a.runs(tables)
	for len(runs) > 0 && a.tries < maxTries {
		groups := append(slices.Clone(tables), runs...)
		prepared, err := a.prepare(groups, a.byTables)
		if err != nil {
			return false, err
		}
		now := aims(groups)
		if best, left := bestOf(prepared, now); left < 0.99 {
			a.replace(best)
			return true, nil
		}
		before := len(runs)
		runs = slices.DeleteFunc(runs, func(g Group) bool {
			return !slices.ContainsFunc(prepared, func(all Group) bool {
				n, _ := all.Position(g.Questions[0])
				return all.Aim(n) <= now[g.Questions[0]]*(1+1e-9)
			})
		})
		if len(runs) == before { // a table is worse
			break
		}
	}
	return false, nil
}

// tables returns the questions for tables.
func (a *arranging) tables() (out []Group) {
	for i, g := range a.groups {
		if a.free[i] && box.IsTable(g.Problem.Workload) {
			out = append(out, g)
		}
	}
	return out
}

// runs returns the questions for runs of the values of a column that a table has.
func (a *arranging) runs(tables []Group) (out []Group) {
	in := make(map[domain.AttributeName]bool)
	for _, g := range tables {
		for _, c := range g.Problem.Workload.Question().Columns {
			in[c] = true
		}
	}
	for i, g := range a.groups {
		w := g.Problem.Workload
		if _, follow := w.Follow(); a.free[i] && !follow && !box.IsTable(w) && box.Tabulated(w) && in[w.Question().Columns[0]] {
			out = append(out, g)
		}
	}
	return out
}

// replace puts a group in the place of those whose questions it answers.
func (a *arranging) replace(merged Group) {
	var groups []Group
	var free []bool
	for i, g := range a.groups {
		switch {
		case !slices.Contains(merged.Questions, g.Questions[0]):
			groups, free = append(groups, g), append(free, a.free[i])
		case g.Questions[0] == merged.Questions[0]:
			groups, free = append(groups, merged), append(free, true)
		}
	}
	a.groups, a.free = groups, free
}

// byTables returns the candidate that measures contrasts of tables or, where no chance of failure was accepted, tables.
func (a *arranging) byTables(p mechanism.Problem) ([]Candidate, error) {
	if p.Gaussian {
		return a.by(p, box.GaussianMarginals{})
	}
	return a.by(p, box.Marginals{})
}
