package session

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
	"steward/gui/words"
)

// ExpertLine is one figure of the expert view: the glossary's term for it and what it is here.
type ExpertLine struct {
	Label string // "ε"
	Term  string // its ID in the glossary; empty for none
	Value string
}

// Expert says in the field's terms what a step has come to. It is empty while the plan is not complete.
func (s *Session) Expert(step guide.Step) []ExpertLine {
	if step == guide.Data {
		return s.expertData()
	}
	if s.compiled == nil {
		return nil
	}
	switch step {
	case guide.Columns:
		return s.expertColumns()
	case guide.Secrets:
		return s.expertSecrets()
	case guide.Facts:
		m := s.compiled.Tied()
		return []ExpertLine{
			{words.T("multiplier"), "known-fact", expertFactor(m.Factor, m.Exact)},
			{words.T("differ"), "known-fact", amounts.Several(m.Moves, "person between neighbouring files", "people between neighbouring files")},
			{words.T("why"), "", words.Say(m.Expert)},
		}
	case guide.Questions:
		return s.expertQuestions()
	case guide.Budget, guide.Release:
		return s.expertBudget()
	}
	if f := s.release.finished; f != nil {
		return []ExpertLine{{words.T("created"), "record", f.Release.Created}, {words.T("digest"), "record", f.Release.Digest}}
	}
	return nil
}

func (s *Session) expertData() []ExpertLine {
	p := s.plan
	lines := []ExpertLine{{words.T("ledger"), "ledger", s.Title()}}
	if p.Rows != nil {
		lines = append(lines, ExpertLine{words.T("slots"), "", words.T("%d per person, keyed by %s: the product of as many copies of the domain with “no row”", p.Rows.AtMost, p.Rows.Person)})
	}
	if r := p.Data.Reviewed; r != nil {
		lines = append(lines, ExpertLine{words.T("file"), "", words.T("salted SHA-256 %s", shortDigest(r.Digest))})
	}
	return lines
}

// shortDigest is the beginning of a digest.
func shortDigest(d string) string { return d[:min(len(d), 16)] + "…" }

func (s *Session) expertColumns() []ExpertLine {
	lines := []ExpertLine{}
	product := big.NewInt(1)
	for _, a := range s.compiled.Domain.Attributes() {
		product.Mul(product, big.NewInt(int64(a.Size())))
		lines = append(lines, ExpertLine{"|" + string(a.Name()) + "|", "cell", amounts.Commas(a.Size())})
	}
	size := product.String()
	if len(size) > 15 {
		f, _ := new(big.Float).SetInt(product).Float64()
		size = words.Number(strconv.FormatFloat(f, 'e', 2, 64))
	} else {
		size = amounts.Thousands(size)
	}
	lines = append(lines, ExpertLine{"|T|", "cell", words.T("%s cells in the product, never materialised", size)})
	if n := len(s.compiled.Domain.Impossible()); n > 0 {
		lines = append(lines, ExpertLine{words.T("structural zeros"), "", amounts.Several(n, "combination", "combinations")})
	}
	return lines
}

func (s *Session) expertSecrets() []ExpertLine {
	p := s.compiled.Policy
	lines := []ExpertLine{{words.T("policy"), "policy", words.T("%s over %s", amounts.Several(len(p.Parts()), "part", "parts"), amounts.Several(len(s.compiled.Domain.Attributes()), "column", "columns"))}}
	for _, part := range p.Parts() {
		var names []string
		for _, a := range part.Attributes() {
			names = append(names, string(a.Name()))
		}
		_, n := part.Components()
		name := strings.Join(names, " × ")
		lines = append(lines, ExpertLine{name, "secret-pair", fmt.Sprintf("%s; %s", strings.TrimPrefix(words.Say(part.Expert()), name+": "), amounts.Several(n, "component", "components"))})
	}
	light, heavy := p.Weights()
	lines = append(lines, ExpertLine{words.T("edge weights"), "step", words.T("%v to %v", light, heavy)},
		ExpertLine{words.T("together"), "", words.T("up to %d parts change along an edge", p.Together())},
		ExpertLine{words.T("presence"), "not-in-the-file", map[bool]string{true: words.T("⊥ is a vertex: unbounded"), false: words.T("bounded: the number of rows is public")}[p.Presence()]})
	return lines
}

func expertFactor(factor int, exact bool) string {
	if exact {
		return words.T("%d, tight", factor)
	}
	return words.T("%d, an upper bound", factor)
}

func (s *Session) expertQuestions() []ExpertLine {
	var lines []ExpertLine
	for i, p := range s.compiled.Problems {
		cells := words.T("not counted out")
		if n, err := p.Workload.Domain().Cells(); err == nil {
			cells = amounts.Several(n, "cell", "cells")
		}
		lines = append(lines, ExpertLine{"W" + fmt.Sprint(i+1), "question",
			words.T("%s: %s over %s", p.Workload.Question().Title, amounts.Several(p.Workload.Len(), "linear query", "linear queries"), cells)})
	}
	return lines
}

func (s *Session) expertBudget() []ExpertLine {
	c := s.compiled
	lines := []ExpertLine{
		{"ε", "budget", words.Number(c.Promise.Epsilon().String())},
		{"e^ε", "could-someone-tell", words.Number(fmt.Sprintf("%.4g", math.Exp(c.Promise.Epsilon().Float())))},
	}
	if !c.Promise.Pure() {
		lines = append(lines, ExpertLine{"δ", "chance-of-failure", words.Number(c.Promise.Delta().String())}, ExpertLine{"ρ", "zero-concentrated-privacy", words.Number(c.Promise.Rho().String())})
	}
	if m := c.Tied().Factor; m > 1 {
		lines = append(lines, ExpertLine{words.T("multiplier"), "known-fact", fmt.Sprint(m)})
	}
	for i, p := range c.Problems {
		lines = append(lines, ExpertLine{fmt.Sprintf("ε%d", i+1), "share",
			words.T("%s for the noise of %s", words.Number(p.Effective().String()), p.Workload.Question().Title)})
	}
	return lines
}

// ExpertQuestion is how a question would be answered, in the field's terms.
type ExpertQuestion struct {
	Title string
	Lines []ExpertLine
	// Noise is the table of the measured rows with its head.
	NoiseHead []string
	Noise     [][]string
	// Methods are all that apply, by rising error, with their factors over the lower bound.
	MethodHead []string
	Methods    [][]string
}

// ExpertQuestions says how every question would be answered. It is empty until the errors are worked out.
func (s *Session) ExpertQuestions() []ExpertQuestion {
	pv, _ := s.Look()
	if pv == nil {
		return nil
	}
	var out []ExpertQuestion
	for i := range pv.Questions {
		out = append(out, expertQuestion(&pv.Questions[i]))
	}
	return out
}

func expertQuestion(q *preview.Question) ExpertQuestion {
	of := q.Of()
	e := ExpertQuestion{Title: q.Question.Title, Lines: []ExpertLine{
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
		e.Lines = append(e.Lines, ExpertLine{words.T("multiplier"), "known-fact", fmt.Sprintf("%d: %s", m.Factor, words.Say(m.Expert))})
	}
	e.noise(prepared.Noise())
	e.Lines = append(e.Lines, ExpertLine{words.T("RMSE"), "typical-error", expertError(of.Summary.RMSE)},
		ExpertLine{words.T("mean |error|"), "typical-error", words.T("at most %s", expertError(of.Summary.Typical))},
		ExpertLine{"95 %", "interval", halfWidth(of.Summary.HalfWidth)})
	if q.Bound != nil {
		e.Lines = append(e.Lines, ExpertLine{words.T("lower bound"), "least-possible-error", words.T("RMSE %s; %s. %s", expertError(math.Sqrt(q.Bound.MeanSquare)), words.Say(q.Bound.How), q.WithinFactor())})
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
		e.Methods = append(e.Methods, []string{words.Say(c.Info.Name), c.Info.ID, expertError(c.Summary.RMSE), expertError(c.Summary.Typical), expertError(c.Summary.HalfWidth), factor})
	}
	return e
}

// noise lists the groups of measured rows, with the law and the formula of their noise.
func (e *ExpertQuestion) noise(groups []mechanism.Noise) {
	var formulas []ExpertLine
	for _, n := range groups {
		law, scale := words.T("none"), ""
		if n.Noisy() {
			of := n.Law.Words()
			law, scale = of.Symbol, of.Parameter+" = "+shortRat(n.Rat())
			if line := (ExpertLine{words.T("noise"), "noise", words.Say(of.Formula)}); !slices.Contains(formulas, line) {
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
	return "± " + expertError(half)
}

func expertError(x float64) string { return words.Number(strconv.FormatFloat(x, 'g', 5, 64)) }

// PlanJSON returns the plan as a project file holds it.
func (s *Session) PlanJSON() string {
	data, err := json.MarshalIndent(s.plan, "", "  ")
	if err != nil {
		return err.Error()
	}
	return string(data)
}

// CommandLines are what one would type to do the same without the window, with the project saved. Names
// stand in single quotes.
func (s *Session) CommandLines() []string {
	projectFile, data := s.path, s.plan.Data.File
	if projectFile == "" {
		projectFile = s.Title() + ".steward"
	}
	if s.file != nil {
		data = s.file.Path
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
