// Package expert says in the field's terms what the steps of a project have come to: the policy, the methods with the laws of
// their noise and their errors, the plan as a file holds it, and the commands that do the same without the window.
package expert

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"steward/core/accuracy"
	"steward/core/guide"
	"steward/core/mechanism"
	"steward/core/mechanism/registry"
	"steward/core/preview"
	"steward/gui/session/amounts"
	"steward/gui/session/budget"
	"steward/gui/session/current"
	"steward/gui/words"
	"steward/io/publish"
)

// Project is what is seen of the project that is open.
type Project interface {
	current.Plan
	current.Files
	// Carried returns the release that was carried out or is shown again, nil for none.
	Carried() *publish.Finished
	Title() string
}

// View is a project as experts see it.
type View struct {
	of     Project
	budget *budget.Step
}

// New returns that of a project with a budget.
func New(of Project, b *budget.Step) *View { return &View{of, b} }

// Line is one figure of the expert view: the glossary's term for it and what it is here.
type Line struct {
	Label string // "ε"
	Term  string // its ID in the glossary; empty for none
	Value string
}

// Lines says in the field's terms what a step has come to. It is empty while the plan is not complete.
func (v *View) Lines(step guide.Step) []Line {
	if step == guide.Data {
		return v.data()
	}
	if v.of.Compiled() == nil {
		return nil
	}
	switch step {
	case guide.Columns:
		return v.columns()
	case guide.Secrets:
		return v.secrets()
	case guide.Facts:
		m := v.of.Compiled().Tied()
		differ := amounts.Several(m.Moves, "person between neighbouring files", "people between neighbouring files")
		if m.Moves == 0 {
			differ = words.T("no limit on the number of people, only on the steps between the counts of neighbouring files")
		}
		return []Line{
			{words.T("multiplier"), "known-fact", multiplier(m.Factor, m.Exact)},
			{words.T("differ"), "known-fact", differ},
			{words.T("why"), "", words.Say(m.Expert)},
		}
	case guide.Questions:
		return v.questions()
	case guide.Budget, guide.Release:
		return v.spent()
	}
	if f := v.of.Carried(); f != nil {
		return []Line{{words.T("created"), "record", f.Release.Created}, {words.T("digest"), "record", f.Release.Digest}}
	}
	return nil
}

func (v *View) data() []Line {
	p := v.of.Plan()
	lines := []Line{{words.T("account"), "ledger", v.of.Title()}}
	if p.Rows != nil {
		lines = append(lines, Line{words.T("slots"), "", words.T("%d per person, keyed by %s: the product of as many copies of the domain with “no row”", p.Rows.AtMost, p.Rows.Person)})
	}
	if r := p.Data.Reviewed; r != nil {
		lines = append(lines, Line{words.T("file"), "", words.T("salted SHA-256 %s", shortDigest(r.Digest))})
	}
	return lines
}

// shortDigest is the beginning of a digest.
func shortDigest(d string) string { return d[:min(len(d), 16)] + "…" }

func (v *View) columns() []Line {
	lines := []Line{}
	product := big.NewInt(1)
	for _, a := range v.of.Compiled().Domain.Attributes() {
		product.Mul(product, big.NewInt(int64(a.Size())))
		lines = append(lines, Line{"|" + string(a.Name()) + "|", "cell", amounts.Commas(a.Size())})
	}
	size := product.String()
	if len(size) > 15 {
		f, _ := new(big.Float).SetInt(product).Float64()
		size = words.Number(strconv.FormatFloat(f, 'e', 2, 64))
	} else {
		size = amounts.Thousands(size)
	}
	lines = append(lines, Line{"|T|", "cell", words.T("%s cells in the product, never materialised", size)})
	if n := len(v.of.Compiled().Domain.Impossible()); n > 0 {
		lines = append(lines, Line{words.T("structural zeros"), "", amounts.Several(n, "combination", "combinations")})
	}
	return lines
}

func (v *View) secrets() []Line {
	p := v.of.Compiled().Policy
	lines := []Line{{words.T("policy"), "policy", words.T("%s over %s", amounts.Several(len(p.Parts()), "part", "parts"), amounts.Several(len(v.of.Compiled().Domain.Attributes()), "column", "columns"))}}
	for _, part := range p.Parts() {
		var names []string
		for _, a := range part.Attributes() {
			names = append(names, string(a.Name()))
		}
		_, n := part.Components()
		name := strings.Join(names, " × ")
		lines = append(lines, Line{name, "secret-pair", fmt.Sprintf("%s; %s", strings.TrimPrefix(words.Say(part.Expert()), name+": "), amounts.Several(n, "component", "components"))})
	}
	light, heavy := p.Weights()
	lines = append(lines, Line{words.T("edge weights"), "step", words.T("%v to %v", light, heavy)},
		Line{words.T("together"), "", words.T("up to %d parts change along an edge", p.Together())},
		Line{words.T("presence"), "not-in-the-file", map[bool]string{true: words.T("⊥ is a vertex: unbounded"), false: words.T("bounded: the number of rows is public")}[p.Presence()]})
	return lines
}

func multiplier(factor int, exact bool) string {
	if exact {
		return words.T("%d, tight", factor)
	}
	return words.T("%d, an upper bound", factor)
}

func (v *View) questions() (lines []Line) {
	for i, p := range v.of.Compiled().Problems {
		cells := words.T("not enumerated")
		if n, err := p.Workload.Domain().Cells(); err == nil {
			cells = amounts.Several(n, "cell", "cells")
		}
		lines = append(lines, Line{"W" + fmt.Sprint(i+1), "question",
			words.T("%s: %s over %s", p.Workload.Question().Title, amounts.Several(p.Workload.Len(), "linear query", "linear queries"), cells)})
	}
	return lines
}

func (v *View) spent() []Line {
	c := v.of.Compiled()
	lines := []Line{
		{"ε", "budget", words.Number(c.Promise.Epsilon().String())},
		{"e^ε", "could-someone-tell", words.Number(fmt.Sprintf("%.4g", math.Exp(c.Promise.Epsilon().Float())))},
	}
	if !c.Promise.Pure() {
		lines = append(lines, Line{"δ", "chance-of-failure", words.Number(c.Promise.Delta().String())}, Line{"ρ", "zero-concentrated-privacy", words.Number(c.Promise.Rho().String())})
	}
	if m := c.Tied().Factor; m > 1 {
		lines = append(lines, Line{words.T("multiplier"), "known-fact", fmt.Sprint(m)})
	}
	for i, p := range c.Problems {
		lines = append(lines, Line{fmt.Sprintf("ε%d", i+1), "share",
			words.T("%s for the noise of %s", words.Number(p.Effective().String()), p.Workload.Question().Title)})
	}
	return lines
}

// Question is how a question would be answered, in the field's terms.
type Question struct {
	Title string
	Lines []Line
	// Noise is the table of the measured rows with its head.
	NoiseHead []string
	Noise     [][]string
	// Methods are all that apply, by rising error, with their factors over the lower bound.
	MethodHead []string
	Methods    [][]string
}

// Questions says how every question would be answered. It is empty until the errors are worked out.
func (v *View) Questions() []Question {
	pv, _ := v.budget.Look()
	if pv == nil {
		return nil
	}
	var out []Question
	for i := range pv.Questions {
		out = append(out, question(&pv.Questions[i]))
	}
	return out
}

func question(q *preview.Question) Question {
	of := q.Of()
	e := Question{Title: q.Question.Title, Lines: []Line{
		{words.T("mechanism"), "method", fmt.Sprintf("%s (%s)", words.Say(of.Info.Name), of.Info.ID)},
		{words.T("source"), "", words.Say(of.Info.Source)},
		{words.T("workload"), "question", words.T("%s; unadjusted answers W A⁺ (A x + Z)", amounts.Several(q.Problem.Workload.Len(), "linear query", "linear queries"))},
		{words.T("budget"), "budget", words.Number(q.Problem.Budget.String())},
	}}
	prepared := of.Prepared
	if q.Group.Together() && of.Info.ID == registry.TogetherID {
		prepared = q.Group.Prepared
	}
	if m := q.Problem.Multiplier(); m.Factor > 1 {
		e.Lines = append(e.Lines, Line{words.T("multiplier"), "known-fact", fmt.Sprintf("%d: %s", m.Factor, words.Say(m.Expert))})
	}
	e.noise(prepared.Noise())
	e.Lines = append(e.Lines, Line{words.T("RMSE"), "typical-error", figure(of.Summary.RMSE)},
		Line{words.T("mean |error|"), "typical-error", words.T("at most %s", figure(of.Summary.Typical))},
		Line{"95 %", "interval", halfWidth(of.Summary.HalfWidth)})
	if q.Bound != nil {
		e.Lines = append(e.Lines, Line{words.T("lower bound"), "least-possible-error", words.T("RMSE %s; %s. %s", figure(math.Sqrt(q.Bound.MeanSquare)), words.Say(q.Bound.How), q.WithinFactor())})
		if q.Bound.Any > 0 && !q.Bound.OfAll() {
			e.Lines = append(e.Lines, Line{words.T("lower bound, any method"), "least-possible-error", words.T("RMSE %s on some data", figure(math.Sqrt(q.Bound.Any)))})
		}
	}
	e.MethodHead = []string{words.T("Method"), "id", words.T("RMSE"), words.T("mean |error|"), "95 %", words.T("over the lower bound")}
	for _, i := range q.Ranked() {
		c := q.Candidates[i]
		if c.Prepared == nil {
			continue
		}
		factor := ""
		if q.Bound != nil && !c.Info.DataDependent && c.Summary.MeanSquare > 0 {
			factor = words.T("%.3f", q.Bound.Factor(c.Summary.MeanSquare))
		}
		e.Methods = append(e.Methods, []string{words.Say(c.Info.Name), c.Info.ID, figure(c.Summary.RMSE), figure(c.Summary.Typical), figure(c.Summary.HalfWidth), factor})
	}
	return e
}

// noise lists the groups of measured rows, with the law and the formula of their noise.
func (e *Question) noise(groups []mechanism.Noise) {
	var formulas []Line
	for _, n := range groups {
		law, scale := words.T("none"), ""
		if n.Noisy() {
			of := n.Law.Words()
			law, scale = of.Symbol, of.Parameter+" = "+shortRat(n.Rat())
			if line := (Line{words.T("noise"), "noise", words.Say(of.Formula)}); !slices.Contains(formulas, line) {
				formulas = append(formulas, line)
			}
		}
		sensitivity := "0"
		if n.Sensitivity != nil {
			sensitivity = shortRat(n.Sensitivity)
		}
		e.Noise = append(e.Noise, []string{words.Say(n.What), amounts.Commas(n.Rows), sensitivity, law, scale, shortRat(n.Spent())})
	}
	e.NoiseHead = []string{words.T("Measured rows"), words.T("Rows"), words.T("Sensitivity"), words.T("Noise"), words.T("Scale"), words.T("Spent")}
	e.Lines = append(e.Lines, formulas...)
}

// shortRat writes a fraction exactly where that is short, and in five digits where it is not.
func shortRat(r *big.Rat) string {
	if s := r.RatString(); len(s) <= 12 {
		return s
	}
	f, _ := r.Float64()
	return words.Number("≈ " + strconv.FormatFloat(f, 'g', 5, 64))
}

// halfWidth writes half the width of an interval, for experts.
func halfWidth(half float64) string {
	if half == 0 {
		return words.Say(accuracy.Off(half))
	}
	return "± " + figure(half)
}

func figure(x float64) string { return words.Number(strconv.FormatFloat(x, 'g', 5, 64)) }

// PlanJSON returns the plan as a project file holds it.
func (v *View) PlanJSON() string {
	data, err := json.MarshalIndent(v.of.Plan(), "", "  ")
	if err != nil {
		return words.Error(err)
	}
	return string(data)
}

// CommandLines are what one would type to do the same without the window, with the project saved. Names
// stand in single quotes.
func (v *View) CommandLines() []string {
	projectFile, data := v.of.Path(), v.of.Plan().Data.File
	if projectFile == "" {
		projectFile = v.of.Title() + ".steward"
	}
	if path := v.of.Spreadsheet(); path != "" {
		data = path
	}
	if data == "" {
		data = words.T("SPREADSHEET")
	}
	p, d, out := inShell(projectFile), inShell(data), inShell(strings.TrimSuffix(projectFile, ".steward")+"-release")
	return []string{
		"steward check " + p + " --data " + d,
		"steward preview " + p,
		"steward release " + p + " --data " + d + " --out " + out,
		"steward verify " + inShell(strings.TrimSuffix(projectFile, ".steward")+"-release/RECORD.json"),
	}
}

// inShell quotes a name for a shell.
func inShell(name string) string {
	return "'" + strings.ReplaceAll(name, "'", `'\''`) + "'"
}
