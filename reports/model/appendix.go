package model

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"time"

	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/mechanism"
	"steward/core/mechanism/registry"
	"steward/core/message"
	"steward/core/noise"
	"steward/core/plan"
	"steward/core/promise"
	"steward/core/result"
	"steward/core/workload"
)

// appendix writes what an expert needs to recompute every figure.
func (w *writer) appendix() error {
	budget, err := w.budget()
	if err != nil {
		return err
	}
	w.doc.Signed = []Section{w.claim(), w.recognised()}
	sections := []Section{w.about(), w.domainSection()}
	if s, some := w.impossible(); some {
		sections = append(sections, s)
	}
	sections = append(sections, w.policy(), w.facts(), budget, w.noiseLaw())
	for _, o := range w.outputs {
		section := o.made()
		section.Title = o.numbered()
		sections = append(sections, section)
	}
	w.doc.Appendix = append(sections, w.composition(), w.limits())
	return nil
}

// claim states what a claim of differential privacy has to.
func (w *writer) claim() Section {
	t := Table{Head: []string{"", w.Sayf("In this release"), w.Sayf("In plain words")}, Numeric: make([]bool, 3)}
	for _, term := range promise.Claim(w.compiled, promise.Account{Before: w.release.Ledger.SpentBefore, After: w.release.Ledger.SpentAfter}) {
		t.Rows = append(t.Rows, []string{w.said(term.Name), w.said(term.Here), w.said(term.Plainly)})
	}
	return Section{
		Title: w.Sayf("What is claimed"), Tables: []Table{t},
		Notes: []string{w.Sayf("These are the terms in which claims of differential privacy are evaluated (Near, Darais, Lefkovitz and Howarth 2025, NIST SP 800-226).")},
	}
}

// recognised says by what the release is known whose summary is signed.
func (w *writer) recognised() Section {
	s := Section{
		Title: w.Sayf("What is signed"),
		Text:  []string{w.Sayf("The release with this digest, which the workbook, tables and record carry too. These pages are followed by the technical annex, which nobody has to sign.")},
		Facts: []Fact{{w.Sayf("Digest"), w.doc.Digest}},
	}
	if w.release.Signer != "" {
		s.Facts = append(s.Facts, Fact{w.Sayf("The record is signed with the key"), safe(w.release.Signer)})
	}
	return s
}

func (w *writer) about() Section {
	r := w.release
	s := Section{
		Title: w.Sayf("The release"),
		Facts: []Fact{
			{w.Sayf("Title"), w.doc.Title},
			{w.Sayf("Data set"), w.doc.DataSet},
			{w.Sayf("Released"), r.Created},
			{w.Sayf("Program"), w.doc.Program},
			{w.Sayf("Plan format"), fmt.Sprint(r.Plan.Version)},
			{w.Sayf("Account entry"), fmt.Sprint(r.Ledger.Sequence)},
			{w.Sayf("Hash of the account"), safe(r.Ledger.Hash)},
			{w.Sayf("Digest"), w.doc.Digest},
		},
		Notes: []string{w.Sayf("The digest is the SHA-256 of plan and answers in a fixed form. The workbook and the record of this release carry the same.")},
	}
	if r.Signer != "" {
		s.Facts = append(s.Facts, Fact{w.Sayf("The record is signed with the key"), safe(r.Signer)})
	}
	return s
}

// policy describes the discriminative secret graph.
func (w *writer) policy() Section {
	p := w.compiled.Policy
	s := Section{
		Title:  w.Sayf("Policy"),
		Text:   []string{w.Sayf("Two cells of the domain are joined in the discriminative secret graph when nobody may tell which of them a person is in.")},
		Facts:  []Fact{{w.Sayf("Discriminative secret graph"), w.said(w.release.Protection.Expert)}, {w.Sayf("Parts that may change along an edge"), w.Sayf("%d of %d", p.Together(), len(p.Parts()))}},
		Graphs: w.graphs(),
	}
	if len(s.Graphs) > 0 {
		s.Text = append(s.Text, w.Sayf("Below is the graph of each column by itself, and of columns that share a secret together. A line joins two values that are secret from one another. A number says how many steps they are apart, where that is not one."))
	}
	presence := w.Sayf("not secret: every database has the same number of people")
	if p.Presence() {
		presence = w.Sayf("secret: every cell is joined to the absent vertex")
	}
	s.Facts = append(s.Facts, Fact{w.Sayf("Who is in the file"), presence})
	rows := w.compiled.Plan.Rows
	if rows != nil {
		s.Facts = append(s.Facts, Fact{w.Sayf("Rows of a person"), w.Sayf("at most %d slots, of which an unused one contains the absent vertex; neighbouring databases may differ in all slots of a person, each along an edge", rows.AtMost)})
		s.Notes = append(s.Notes, w.Sayf("The column %s says whose row it is. Rows beyond a person's slots are left out: those that come last %s.", w.quote(rows.Person), w.rowOrder(*rows)))
	}
	if weight := w.compiled.Plan.Weight; weight != nil {
		s.Facts = append(s.Facts, Fact{w.Sayf("Weight of a row"), w.Sayf("at most %d units of %s, of which an unused one contains the absent vertex; neighbouring databases may differ in all units of a row, each along an edge", w.compiled.Units.Most, w.compiled.Units.Times(1))})
		s.Notes = append(s.Notes, w.Sayf("The column %s says how many people a row stands for: the weight, capped at %s, is rounded to units, halves to the even number. Sensitivities and noise are in units; answers and errors are %s times as large.", w.quote(weight.Column), safe(weight.Cap), w.compiled.Units.Times(1)))
	}
	if len(w.release.Protection.Disclosed) == 0 {
		components := w.Sayf("one: the policy discloses no total but that of all people")
		if w.compiled.Plan.Slotted() {
			components = w.Sayf("one: the policy discloses no total")
		}
		s.Facts = append(s.Facts, Fact{w.Sayf("Connected components"), components})
		return s
	}
	s.Notes = append(s.Notes, w.Sayf("The graph falls into several connected components. Their totals are invariant along every edge, and so disclosed:"))
	for _, d := range w.release.Protection.Disclosed {
		s.Notes = append(s.Notes, "• "+w.said(d))
	}
	agreed := w.Sayf("These totals were not published without noise.")
	if len(w.release.PublishedExactly) > 0 {
		agreed = w.Sayf("The steward agreed to publish exactly these totals, without noise.")
	}
	s.Notes = append(s.Notes, agreed)
	return s
}

// mostFactNumbers is how many numbers of facts are listed; the record has all.
const mostFactNumbers = 400

func (w *writer) facts() Section {
	s := Section{
		Title: w.Sayf("Known facts"),
		Facts: []Fact{{w.Sayf("Multiplier"), w.Sayf("%d (%s)", w.release.Multiplier, w.said(w.release.MultiplierWhy))}},
		Notes: []string{w.Sayf("A question's noise is that for its budget divided by the multiplier (He, Machanavajjhala and Ding 2014, section 8).")},
	}
	list := Table{Head: []string{w.Sayf("Fact"), w.Sayf("Of"), w.Sayf("Number")}, Numeric: []bool{false, false, true}}
	stated := 0
	for _, f := range w.compiled.Plan.Facts.List() {
		expert := w.said(f.Expert())
		if f.Title != "" {
			expert = safe(f.Title) + ": " + expert
		}
		for _, n := range f.Numbers() {
			if stated++; stated <= mostFactNumbers {
				list.Rows = append(list.Rows, []string{expert, w.said(n.Of), w.Number(whole(n.Count))})
				expert = ""
			}
		}
	}
	switch {
	case stated == 0:
		s.Facts = append([]Fact{{w.Sayf("Facts"), w.Sayf("none")}}, s.Facts...)
		return s
	case stated > mostFactNumbers:
		s.Notes = append(s.Notes, w.Sayf("The first %d of %s numbers are listed; the record has all.", mostFactNumbers, whole(int64(stated))))
	}
	s.Tables = []Table{list}
	return s
}

// budget shows how the budget is split.
func (w *writer) budget() (Section, error) {
	s := Section{Title: w.Sayf("Budget"), Text: []string{w.Sayf("Epsilon is exact: a decimal or a fraction. The questions' budgets add up to that of the release.")}}
	t := Table{
		Head:    []string{w.Sayf("Question"), w.Sayf("Share"), w.Sayf("Epsilon"), w.Sayf("For noise")},
		Numeric: []bool{false, true, true, true},
	}
	promise := w.promise
	if !promise.Pure() {
		s.Text = []string{
			w.Sayf("The release satisfies (epsilon, delta) along every edge of weight one by zero-concentrated differential privacy (Bun and Steinke 2016): with a loss of rho, the Rényi divergence of every order a is at most a times rho, which implies (epsilon, delta) with delta = exp((a - 1)(a rho - epsilon))(1 - 1/a)^a/(a - 1) for every a above 1 (Canonne, Kamath and Steinke 2020, Proposition 12)."),
			w.Sayf("rho = r²/2, and r is what the questions share: the squares of their budgets add up to no more than the square of the release's. Along an edge of weight w, and for two answers at a distance of w, r is multiplied by w. A mechanism that is pure keeps its budget as epsilon, which implies rho = r²/2 too. All of it is exact: decimals and fractions, rounded down."),
		}
		s.Facts = []Fact{{w.Sayf("Epsilon"), w.Number(w.release.Epsilon)}, {w.Sayf("Delta"), w.Number(w.release.Delta)}, {w.Sayf("Rho"), w.Number(w.release.Rho)}, {"r", w.Number(w.release.R)}}
		t.Head[2] = "r"
	}
	sum := new(big.Rat)
	for i, o := range w.compiled.Plan.Outputs() {
		made, e := w.outputs[i], w.outputs[i].budget
		share := w.fraction(cmp.Or(*o.Head().Share, "1"))
		if e.Sign() == 0 {
			share = w.Sayf("none")
			if w.compiled.CostsNothing(o.Head().ID) {
				share = w.Sayf("exact: costs nothing")
			}
		}
		t.Rows = append(t.Rows, []string{made.numbered(), share, w.fraction(made.Making().Epsilon), w.fraction(made.Making().Effective)})
		if !promise.Pure() {
			e = new(big.Rat).Mul(e, e)
		}
		sum.Add(sum, e)
	}
	together := w.release.Epsilon
	if promise.Pure() {
		if sum.Cmp(w.spent) != 0 {
			return Section{}, message.Errorf("the questions spend %s together, but the release spends %s", sum.RatString(), w.release.Epsilon)
		}
	} else {
		together = promise.Budget().String()
		if r := promise.Budget().Rat(); sum.Cmp(r.Mul(r, r)) > 0 || w.release.R != together || w.release.Rho != promise.Rho().String() || w.release.Delta != promise.Delta().String() {
			return Section{}, message.Errorf("the questions spend the square %s together, but the release has an r of %s", sum.FloatString(12), w.release.R)
		}
	}
	t.Rows = append(t.Rows, []string{w.Sayf("Together"), "", w.Number(together), ""})
	s.Tables = []Table{t}
	return s, nil
}

// noiseLaw explains the figures of the sections that follow.
func (w *writer) noiseLaw() Section {
	s := Section{Title: w.Sayf("How to recompute the errors"), Text: w.SayAll(noise.Laplace.Words().Recompute)}
	s.Text = append(s.Text,
		w.Sayf("The typical error is 0.6745 times the root mean square error, the upper quartile of the normal law: half of the unadjusted numbers or more are off by less, whatever sum of such noise they carry. How far they are off 19 times in 20 is not a fixed multiple of it."),
		w.Sayf("The interval of a published number is that around the unadjusted one, cut to whole numbers that are possible by public facts, and as much longer as it takes to contain what is published: it contains the true number at least as often."),
	)
	for _, of := range w.laws() {
		s.Text = append(s.Text, w.SayAll(of.Recompute)...)
	}
	if slices.ContainsFunc(w.outputs, func(o published) bool {
		return strings.Contains(o.Making().Mechanism.Source.String(), mechanism.Steward)
	}) {
		s.Notes = append(s.Notes, w.Sayf("The proofs that are cited as Steward's are in the file mathematics.md, which comes with this program in its folder docs."))
	}
	if w.spent.Sign() > 0 {
		s.Notes = append(s.Notes, w.Sayf("That the promise follows from this is proved by theorems that a machine has checked; they are in the folder docs/proofs, which comes with this program: %s.", strings.Join(w.theorems(), ", ")))
	}
	return s
}

// laws returns how the laws of the release's noise are told, each once, but for that of independent Laplace noise.
func (w *writer) laws() (out []noise.Words) {
	told := map[string]bool{noise.Laplace.Words().Formula.String(): true}
	for _, o := range w.outputs {
		for _, n := range o.Making().Noise {
			if of := n.Words(); n.Noisy() && !told[of.Formula.String()] {
				told[of.Formula.String()], out = true, append(out, of)
			}
		}
	}
	return out
}

// theorems names those of docs/proofs that the promise of the release rests on ("Theorems a machine has checked" in docs/mathematics.md), by
// what its plan asks for and how that is answered.
func (w *writer) theorems() []string {
	c, p := w.compiled, w.compiled.Plan
	out := []string{"Policy.events"}
	add := func(when bool, names ...string) {
		if when {
			out = append(out, names...)
		}
	}
	add(len(p.Questions)+len(p.Clusters)+len(p.Synthetic) > 0, "Noise.measured_rows")
	add(slices.ContainsFunc(w.release.Questions, func(q result.Question) bool { return q.Measured != nil && q.Measured.Pairs != nil }), "Noise.noise_on_edges")
	add(slices.ContainsFunc(w.outputs, func(o published) bool {
		return slices.ContainsFunc(o.Making().Noise, func(n result.Noise) bool { return n.Balanced })
	}), "Noise.conditioned_noise")
	add(slices.ContainsFunc(w.release.Questions, func(q result.Question) bool { return registry.DataDependent(q.Mechanism.ID) }), "Choice.cuts")
	add(!c.Promise.Pure(), "Gaussian.gaussian_rows", "Gaussian.gaussian_events")
	add(len(p.Choices)+len(p.Clusters)+len(p.Synthetic) > 0, "Choice.exponential_private") // groups and records are begun, and added to, by such choices
	add(len(p.Choices) > 0, "Choice.permute_and_flip_private")
	add(len(p.Clusters)+len(p.Synthetic) > 0, "Policy.course")
	add(p.Slotted(), "Rows.cap_private")
	switch counts := c.Tied().ByCounts; {
	case !c.FactsTie():
	case counts:
		out = append(out, "Facts.steps")
	case p.Facts.Reading == constraint.Strict:
		out = append(out, "Facts.strict_reduction")
	default:
		out = append(out, "Facts.reduction")
	}
	return append(out, "Facts.releases")
}

// made says how a question was answered.
func (q answered) made() Section {
	asks := q.Workload.Question()
	columns := make([]string, len(asks.Columns))
	for k, c := range asks.Columns {
		columns[k] = q.w.quote(string(c))
	}
	s := Section{
		Facts: []Fact{
			{q.w.Sayf("Workload"), q.w.Sayf("%s over %s: %s", q.w.kindName(asks), q.w.listed(columns), q.w.plural(q.Len(), "linear query", "linear queries"))},
			{q.w.Sayf("Identifier"), safe(asks.ID)},
			{q.w.Sayf("Cells"), q.w.cells(q.Workload)},
			{q.w.Sayf("Mechanism"), q.w.Sayf("%s (%s), %s", q.Mechanism.Name, q.Mechanism.ID, q.Mechanism.Chosen)},
			{q.w.Sayf("Source"), q.w.said(q.Mechanism.Source)},
			{q.w.Sayf("Budget, and for noise"), q.w.Sayf("%s, and %s", q.w.fraction(q.Epsilon), q.w.fraction(q.Effective))},
		},
	}
	if !q.MeasuredOn.IsZero() {
		s.Facts = append(s.Facts, Fact{q.w.Sayf("Errors"), q.w.Sayf("simulated on %s, whose counts are in the record or are identified there; the error law depends on the data, and half-widths are not confidence intervals", q.MeasuredOn)})
	}
	if with, _ := q.w.release.With(q.i); !with.IsZero() {
		others := q.w.said(with)
		how := q.w.Sayf("%s: they were measured together, once; the noise below is that of this measurement and spends the budgets of all of them; their answers agree", others)
		if q.SideBySide() {
			how = q.w.Sayf("%s: side by side; noise is drawn for each question by itself, or for some of them, and is listed below for all; a secret pair costs only the noise of the columns that it changes, which together spends no more than the budgets of all of them", others)
		}
		s.Facts = append(s.Facts, Fact{q.w.Sayf("Answered together with"), how})
	}
	if !q.ExactWhy.IsZero() {
		s.Facts = append(s.Facts, Fact{q.w.Sayf("Without noise"), q.w.Sayf("%s of %s answers; %s", whole(int64(q.CountExact(q.Len()))), whole(int64(q.Len())), q.ExactWhy)})
	}
	if len(q.Noise) > 0 {
		s.Tables = []Table{q.w.noiseTable(q.Noise)}
	}
	s.Notes = []string{q.w.Sayf("Post-processing, at no cost: the published values are made from the unadjusted ones and from known facts alone; they are whole, never below zero, and agree with one another where the mechanism estimates cells.")}
	switch {
	case !q.GaveUp.IsZero():
		s.Notes = []string{q.w.Sayf("Post-processing, at no cost: the published values are made from the unadjusted ones and from known facts alone.") + " " + q.w.said(q.GaveUp)}
	case q.Otherwise():
		s.Notes = []string{q.w.Sayf("Post-processing, at no cost: the published values are made from the unadjusted ones and from known facts alone; they are whole numbers of steps, none that is impossible, and agree with one another where the mechanism estimates cells.")}
	}
	return s
}

// noiseTable writes out the noise of groups of rows.
func (w wording) noiseTable(noise []result.Noise) Table {
	head := result.FamilyOf(noise).Words().Head
	t := Table{
		Head:    w.SayAll(head[:]),
		Numeric: []bool{false, true, true, true, true},
	}
	for _, n := range noise {
		scale := w.Sayf("no noise")
		if n.Noisy() {
			scale = w.fraction(n.Parameter())
		}
		t.Rows = append(t.Rows, []string{w.said(n.What), w.Number(whole(int64(n.Rows))), w.fraction(n.Sensitivity), scale, w.fraction(n.Spent)})
	}
	return t
}

func (w wording) kindName(q workload.Question) string {
	switch q.Kind {
	case workload.Totals:
		if q.Averages {
			return w.Sayf("totals of numbers, with numbers of people")
		}
		return w.Sayf("totals of numbers")
	case workload.Cumulative:
		return w.Sayf("cumulative counts")
	case workload.Ranges:
		if q.Every {
			return w.Sayf("all range counts")
		}
		return w.Sayf("range counts")
	}
	if q.Totals {
		return w.Sayf("table of counts with totals")
	}
	if len(q.Only) > 0 {
		return w.Sayf("table of counts of some people")
	}
	return w.Sayf("table of counts")
}

func (w wording) cells(of *workload.Workload) string {
	k, err := of.Domain().Cells()
	if err != nil {
		return w.Sayf("not countable")
	}
	if n := of.Domain().PossibleCells(); n < k {
		return w.Sayf("%s, of which %s are possible", whole(int64(k)), whole(int64(n)))
	}
	return w.Number(whole(int64(k)))
}

// composition says how the release stands beside earlier ones.
func (w *writer) composition() Section {
	limit := w.Sayf("none was set")
	if w.limit != nil {
		limit = w.Number(w.release.Ledger.Limit)
	}
	out := Section{
		Title: w.Sayf("Composition with earlier releases"),
		Facts: []Fact{
			{w.Sayf("Spent before"), w.Number(w.release.Ledger.SpentBefore)},
			{w.Sayf("Spent by this release"), w.Number(w.release.Epsilon)},
			{w.Sayf("Spent in total"), w.Number(w.release.Ledger.SpentAfter)},
			{w.Sayf("Limit"), limit},
		},
		Notes: []string{
			w.Sayf("Sequential composition: what is lost along an edge adds up over releases. For two answers that are d edges apart in one release's policy that release counts d times, and without bound where its policy does not connect them; the account names each release's policy."),
		},
	}
	if w.setAside.Sign() > 0 {
		out.Facts = append(out.Facts, Fact{w.Sayf("Set aside for later releases"), w.Number(w.release.Ledger.SetAside)})
	}
	for _, c := range w.release.Ledger.LimitChanges {
		out.Facts = append(out.Facts, Fact{w.limitChanged(c), w.change(c)})
	}
	for _, r := range w.release.Ledger.Reviews {
		said := w.said(r.Said())
		if r.Key != "" {
			said = w.Sayf("%s, signed with the key %s", said, r.Key)
		}
		out.Facts = append(out.Facts, Fact{w.Sayf("Before the release"), said})
	}
	if g := w.compiled.Plan.Group; g != nil {
		out.Facts = append(out.Facts, Fact{w.Sayf("About"), w.group(g.Column, g.Values)})
		out.Notes = append(out.Notes, w.Sayf("Parallel composition: no edge of the policy leads into this group of people or out of it, so of releases about groups that have nobody in common the most expensive counts (He, Machanavajjhala and Ding 2014, theorems 4.2 and 4.3). Of facts that are known later the account counts how many people they tie together."))
	}
	for _, b := range w.release.Ledger.Beside {
		about := w.group(domain.AttributeName(b.Column), b.Values)
		if b.Adds == "" {
			out.Facts = append(out.Facts, Fact{w.Sayf("Does not add to"), w.Sayf("%s, about %s", w.quote(b.Title), about)})
			continue
		}
		out.Facts = append(out.Facts, Fact{w.Sayf("Adds to"), w.Sayf("%s, about %s: %s", w.quote(b.Title), about, w.Say(promise.Adding(b.Adds).Said()))})
	}
	for _, pilot := range w.doc.Cover.Pilots {
		out.Facts = append(out.Facts, Fact{w.Sayf("Of which earlier"), w.Sayf("%s: %s (%s)", pilot.Spent, pilot.Question, pilot.Method)})
	}
	if l := w.release.Ledger; l.DeltaAfter != "" {
		out.Facts = append(out.Facts, Fact{w.Sayf("Chances of failure before"), w.Number(l.DeltaBefore)}, Fact{w.Sayf("Chances of failure in total"), w.Number(l.DeltaAfter)})
		if l.DeltaLimit != "" {
			out.Facts = append(out.Facts, Fact{w.Sayf("Limit of these chances"), w.Number(l.DeltaLimit)})
		}
		out.Notes = append(out.Notes, w.Sayf("Epsilons add up and deltas add up (basic composition). A release with a delta counts at a distance d with the epsilon that r times d implies, at its own delta, which is more than d times its epsilon."))
	}
	return out
}

// limitChanged says what became of a limit.
func (w wording) limitChanged(c result.LimitChange) string {
	was, err := fraction(c.Was)
	now, also := fraction(c.Now)
	lowered := err == nil && also == nil && now.Cmp(was) < 0
	switch {
	case c.Chance && lowered:
		return w.Sayf("Limit of the chances of failure lowered")
	case c.Chance:
		return w.Sayf("Limit of the chances of failure raised")
	case lowered:
		return w.Sayf("Limit lowered")
	}
	return w.Sayf("Limit raised")
}

// change says how and when a limit was changed, by whom and why.
func (w wording) change(c result.LimitChange) string {
	day := any(c.Time)
	if t, err := time.Parse(time.RFC3339, c.Time); err == nil {
		day = message.Day(t)
	}
	why := safe(w.Say(c.Said()))
	if c.By == "" {
		return w.Sayf("from %s to %s on %s: %s", c.Was, c.Now, day, why)
	}
	return w.Sayf("from %s to %s on %s by %s: %s", c.Was, c.Now, day, safe(c.By), why)
}

// rowOrder says in which order the rows of a person come.
func (w wording) rowOrder(r plan.Rows) string {
	if r.Key == "" {
		return w.Sayf("in the file")
	}
	return w.Sayf("in the order of the column %s", w.quote(r.Key))
}

// limits lists what is not promised, for the expert.
func (w *writer) limits() Section {
	guaranteed := w.Sayf("one person's row")
	switch p := w.compiled.Plan; {
	case p.Weight != nil && p.Rows != nil:
		guaranteed = w.Sayf("up to %d rows of one person, with their weights", p.Rows.AtMost)
	case p.Rows != nil:
		guaranteed = w.Sayf("up to %d rows of one person", p.Rows.AtMost)
	case p.Weight != nil:
		guaranteed = w.Sayf("one person's row with its weight")
	}
	alike := w.Sayf("People whose answers go together (a household, a contagion): the guarantee is for %s, and weakens with the number of rows that one fact would change.", guaranteed)
	if w.compiled.Plan.Rows != nil {
		alike = w.Sayf("People whose answers go together (a household, a contagion): the guarantee is for %s, and weakens with the number of people that one fact would change.", guaranteed)
	}
	notes := []string{
		w.Sayf("Not promised: %s.", w.neverPromised()),
		alike,
		w.Sayf("Values beyond the declared ones were counted as declared in the domain; the numbers say nothing about them as such."),
		w.Sayf("The time that the release took is not protected against someone who watches this computer."),
		w.Sayf("Facts that become public later may tie people together and weaken what this release promises."),
	}
	return Section{Title: w.Sayf("Limits of the promise"), Notes: notes}
}
