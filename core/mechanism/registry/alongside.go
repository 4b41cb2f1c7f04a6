package registry

import (
	"context"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"steward/core/limits"
	"strconv"
	"strings"

	"steward/core/account"
	"steward/core/accuracy"
	"steward/core/domain"
	"steward/core/guide"
	"steward/core/histogram"
	"steward/core/mechanism"
	"steward/core/message"
	"steward/core/noise"
	"steward/core/policy"
	"steward/core/workload"
)

// AlongsideID begins the ids of what answers questions side by side: "alongside:0+2=marginals,1=totals".
const AlongsideID = "alongside"

// SideBySide reports whether an id is that of what answers questions side by side.
func SideBySide(id string) bool { return strings.HasPrefix(id, AlongsideID+":") }

// alongside answers questions side by side: some of them, each a side, by a method of their own. A side sees its own columns alone, so
// that a secret pair which leaves these as they are costs nothing there: sides have as much of the budget of all as leaves every pair
// what is promised of it (docs/mathematics.md, "Side by side").
type alongside struct{ sides []side }

// side is some questions, by their places among those that are answered together, and what answers them.
type side struct {
	questions []int
	method    string
}

// parseAlongside reads an id.
func parseAlongside(id string) (alongside, bool) {
	var m alongside
	list, ok := strings.CutPrefix(id, AlongsideID+":")
	if !ok {
		return m, false
	}
	for text := range strings.SplitSeq(list, ",") {
		places, method, _ := strings.Cut(text, "=")
		s := side{method: method}
		for place := range strings.SplitSeq(places, "+") {
			n, err := strconv.Atoi(place)
			if err != nil || n < 0 {
				return m, false
			}
			s.questions = append(s.questions, n)
		}
		known, ok := byID(method)
		if !ok || known.Info().DataDependent || !slices.IsSorted(s.questions) {
			return m, false
		}
		m.sides = append(m.sides, s)
	}
	return m, m.id() == id
}

func (m alongside) id() string {
	sides := make([]string, len(m.sides))
	for i, s := range m.sides {
		sides[i] = strings.Trim(strings.ReplaceAll(fmt.Sprint(s.questions), " ", "+"), "[]") + "=" + s.method
	}
	return AlongsideID + ":" + strings.Join(sides, ",")
}

func (m alongside) Info() mechanism.Info {
	gaussian := false
	for _, s := range m.sides {
		known, _ := byID(s.method)
		gaussian = gaussian || known.Info().Gaussian
	}
	return mechanism.Info{
		ID:       m.id(),
		Name:     message.Sprintf("Side by side"),
		Source:   message.Sprintf("He, Machanavajjhala and Ding 2014, theorem 4.2; " + mechanism.Steward + "“Side by side”"),
		Gaussian: gaussian,
	}
}

// alongside answers questions side by side where that helps: groups as they are now, or each question by itself as it was at first. Those
// for which a mechanism was chosen stay by themselves, as do those that are answered by what depends on the data.
func (a *arranging) alongside(first []Group) error {
	free := make([]bool, len(a.problems))
	now := make(map[int]float64)
	for i, g := range a.groups {
		for n, question := range g.Questions {
			free[question], now[question] = a.free[i], g.Aim(n)
		}
	}
	best, gain := Group{}, 0.99
	for _, groups := range [][]Group{a.groups, first} {
		groups, err := a.statable(slices.DeleteFunc(slices.Clone(groups), func(g Group) bool { return !free[g.Questions[0]] }))
		if err != nil {
			return err
		}
		for _, find := range []func([]Group) (Group, error){a.besides, a.sharing} {
			g, err := find(groups)
			if err != nil {
				return err
			}
			if left := g.left(now); g.Prepared != nil && left < gain && a.whole(g) {
				best, gain = g, left*(1-1e-4)
			}
		}
	}
	if best.Prepared != nil {
		a.groups = slices.DeleteFunc(a.groups, func(g Group) bool {
			_, in := best.Position(g.Questions[0])
			return in
		})
		at := slices.IndexFunc(a.groups, func(g Group) bool { return g.Questions[0] > best.Questions[0] })
		if at < 0 {
			at = len(a.groups)
		}
		a.groups = slices.Insert(a.groups, at, best)
	}
	return nil
}

// whole reports whether a group has all questions of every group that it has one of.
func (a *arranging) whole(of Group) bool {
	n := 0
	for _, g := range a.groups {
		if _, in := of.Position(g.Questions[0]); in {
			n += len(g.Questions)
		}
	}
	return n == len(of.Questions)
}

// statable returns those of some groups that can be sides, of not too many cells together. Where something is to be gained those that are
// answered by noise along pairs are there with the best of the other mechanisms.
func (a *arranging) statable(groups []Group) (out []Group, err error) {
	in, cells, apart := make(map[domain.AttributeName]bool), 1.0, a.apart(groups)
	for _, g := range groups {
		more := cells
		for _, c := range g.Problem.Workload.Domain().Attributes() {
			if !in[c.Name()] {
				more *= float64(c.Size())
			}
		}
		if g.Prepared.Info().DataDependent || more > limits.MaxAlongsideCells {
			continue
		}
		if alongPairs(g.Prepared) != nil {
			if !apart {
				continue
			}
			candidates, err := quickCandidates(a.ctx, g.Problem)
			if err != nil {
				return nil, err
			}
			candidates = slices.DeleteFunc(candidates, func(c Candidate) bool {
				return c.Prepared == nil || c.Info.DataDependent || alongPairs(c.Prepared) != nil
			})
			i := Best(candidates)
			if i < 0 {
				continue
			}
			g.Prepared = candidates[i].Prepared
		}
		out, cells = append(out, g), more
		for _, c := range g.Problem.Workload.Domain().Attributes() {
			in[c.Name()] = true
		}
	}
	return out, nil
}

// apart reports whether no secret pair changes all of some groups at once, by the parts of the policy.
func (a *arranging) apart(groups []Group) bool {
	if len(groups) < 2 || len(groups) > maxSides {
		return false
	}
	questions, _ := beside(groups)
	p, err := a.joint(questions)
	if err != nil {
		return false
	}
	columns := make([][]domain.AttributeName, len(groups))
	for i, g := range groups {
		columns[i] = g.Problem.Workload.Question().Columns
	}
	return !slices.ContainsFunc(seenAtOnce(p.Policy, columns), func(set []int) bool { return len(set) == len(groups) })
}

// besides returns those of some groups as one that gain by being answered side by side: of which no secret pair changes all at once. It
// is not prepared where there are none.
func (a *arranging) besides(groups []Group) (Group, error) {
	for len(groups) > 1 && len(groups) <= maxSides {
		questions, m := beside(groups)
		p, err := a.joint(questions)
		if err != nil {
			return Group{}, nil // too many cells, say
		}
		problems, err := m.problems(p)
		if err != nil {
			return Group{}, nil
		}
		var gain []Group
		for i, g := range groups {
			if problems[i].Budget.Float() > 1.01*g.Problem.Budget.Float() {
				gain = append(gain, g)
			}
		}
		if len(gain) == len(groups) {
			return a.sideBySide(questions, m, p)
		}
		groups = gain
	}
	return Group{}, nil
}

// sharing returns all of some groups as one where every secret pair is told less by all of them than by the one that tells most of it for each: by what
// the rows of each tell. It is not prepared where nothing would be gained.
func (a *arranging) sharing(groups []Group) (Group, error) {
	if len(groups) < 2 || len(groups) > maxSides {
		return Group{}, nil
	}
	questions, m := beside(groups)
	p, err := a.joint(questions)
	if err != nil {
		return Group{}, nil
	}
	sides := make([]sidePrepared, len(groups))
	for i, g := range groups {
		sides[i] = sidePrepared{problem: g.Problem, prepared: g.Prepared}
	}
	loads, ok := m.loads(p, sides)
	if !ok || !slices.ContainsFunc(account.Raise(loads, len(sides)), func(times *big.Rat) bool { return times.Cmp(big.NewRat(51, 50)) > 0 }) {
		return Group{}, nil
	}
	return a.sideBySide(questions, m, p)
}

// sideBySide prepares what answers questions side by side; nothing where that does not apply.
func (a *arranging) sideBySide(questions []int, m alongside, p mechanism.Problem) (Group, error) {
	prepared, err := m.Prepare(a.ctx, p)
	if err != nil {
		return Group{}, a.ctx.Err()
	}
	return newGroup(questions, a.shares(questions), p, prepared, message.Sprintf("a secret pair that changes what one of these questions is about changes others less or not at all, so that each has more of the budget")), nil
}

// beside returns the questions of some groups, and what answers each group by its mechanism.
func beside(groups []Group) (questions []int, m alongside) {
	for _, g := range groups {
		questions = append(questions, g.Questions...)
	}
	slices.Sort(questions)
	for _, g := range groups {
		s := side{method: g.Prepared.Info().ID}
		for _, q := range g.Questions {
			s.questions = append(s.questions, slices.Index(questions, q))
		}
		m.sides = append(m.sides, s)
	}
	return questions, m
}

func (m alongside) Check(p mechanism.Problem) mechanism.Fit {
	parts, places := p.Workload.Parts(), []int(nil)
	for _, s := range m.sides {
		places = append(places, s.questions...)
	}
	slices.Sort(places)
	each := len(parts) > 1 && len(places) == len(parts) && (p.Shares == nil || len(p.Shares) == len(parts)) && !p.Exact
	for i, place := range places {
		each = each && place == i
	}
	if !each {
		return mechanism.Unfit(guide.Questions, "it is for several questions that are answered together")
	}
	if k, err := p.Workload.Domain().Cells(); err != nil || k > limits.MaxAlongsideCells {
		return mechanism.Unfit(guide.Questions, "there are more than %d combinations of values", limits.MaxAlongsideCells)
	}
	problems, err := m.problems(p)
	if err != nil {
		return mechanism.Unfit(guide.Questions, "%s", err)
	}
	for i, s := range m.sides {
		known, _ := byID(s.method)
		if f := Check(known, problems[i]); !f.OK() {
			return f
		}
	}
	return mechanism.Fit{}
}

// problems returns those of the sides, with what each may spend of the budget of all.
func (m alongside) problems(p mechanism.Problem) ([]mechanism.Problem, error) {
	out, shares := make([]mechanism.Problem, len(m.sides)), make([][]account.Epsilon, len(m.sides))
	parts := p.Workload.Parts()
	for i, s := range m.sides {
		own, of := p, []*workload.Workload(nil)
		own.Shares = nil
		for _, q := range s.questions {
			share := p.Budget // any number, where all are equal
			if p.Shares != nil {
				share = p.Shares[q]
			}
			of, own.Shares = append(of, parts[q]), append(own.Shares, share)
		}
		shares[i] = own.Shares
		own.Workload = of[0]
		var err error
		if len(of) == 1 {
			own.Shares = nil
		} else if own.Workload, err = workload.Join(of, p.Workload.Domain()); err != nil {
			return nil, err
		}
		if own.Policy, err = p.Policy.Project(own.Workload.Question().Columns); err != nil {
			return nil, err
		}
		// Where people are tied together every one of their moves has to be hidden as the lightest is, which a side can tell only of
		// its own columns.
		if p.TiedPeople().Factor > 1 && own.Policy.LeastWeight() != p.Policy.LeastWeight() {
			return nil, message.Errorf("known facts tie people together, and secrets differ in weight: a question by itself hides what it has to of its own")
		}
		out[i] = own
	}
	columns := make([][]domain.AttributeName, len(out))
	for i, own := range out {
		columns[i] = own.Workload.Question().Columns
	}
	for i, e := range account.Fill(shares, p.Budget, seenAtOnce(p.Policy, columns), p.Gaussian) {
		out[i].Budget = e
	}
	return out, nil
}

// The most sides, and sets of sides that are told apart.
const (
	maxSides = 64
	maxSeen  = 1 << 10
)

// seenAtOnce returns sets of sides, given by their columns, such that those which see an edge of a policy change are in one of them: the
// sides of the parts that change along it, or all where someone comes or leaves.
func seenAtOnce(p *policy.Policy, columns [][]domain.AttributeName) [][]int {
	all := uint64(1)<<len(columns) - 1
	sets := map[uint64]int{0: 0} // with how many parts change at least
	if p.Presence() {
		sets[all] = 0
	}
	for _, part := range p.Parts() {
		by := uint64(0)
		for i, own := range columns {
			if slices.ContainsFunc(part.Attributes(), func(a *domain.Attribute) bool { return slices.Contains(own, a.Name()) }) {
				by |= 1 << i
			}
		}
		if _, heaviest := part.Weights(); heaviest == 0 || by == 0 {
			continue
		}
		for set, changed := range maps.Clone(sets) {
			if before, seen := sets[set|by]; changed < p.Together() && (!seen || changed+1 < before) {
				sets[set|by] = changed + 1
			}
		}
		if len(sets) > maxSeen {
			sets = map[uint64]int{all: p.Together()}
		}
	}
	var out [][]int
	for set := range sets {
		within := false
		for other := range sets {
			within = within || other != set && set&^other == 0
		}
		if within {
			continue
		}
		var places []int
		for i := range columns {
			if set>>i&1 == 1 {
				places = append(places, i)
			}
		}
		out = append(out, places)
	}
	slices.SortFunc(out, slices.Compare)
	return out
}

func (m alongside) Prepare(ctx context.Context, p mechanism.Problem) (mechanism.Prepared, error) {
	if err := mechanism.MustFit(m, p); err != nil {
		return nil, err
	}
	problems, err := m.problems(p)
	if err != nil {
		return nil, err
	}
	q := &preparedAlongside{Task: mechanism.Task{By: m.Info(), Problem: p}}
	if q.sides, err = m.prepare(ctx, p, problems); err != nil {
		return nil, err
	}
	if err := m.raise(ctx, q, problems); err != nil {
		return nil, err
	}
	q.estimate = accuracy.Estimate{Kind: accuracy.Computed, Answers: make([]accuracy.Answer, p.Workload.Len())}
	for _, own := range q.sides {
		for i, e := range own.prepared.ExpectedError().Answers {
			q.estimate.Answers[own.answers[i]] = e
		}
	}
	return q, nil
}

// prepare prepares the sides for their problems.
func (m alongside) prepare(ctx context.Context, p mechanism.Problem, problems []mechanism.Problem) ([]sidePrepared, error) {
	out := make([]sidePrepared, len(m.sides))
	first := newGroup(nil, nil, p, nil, message.Text{}).first
	for i, s := range m.sides {
		known, _ := byID(s.method)
		prepared, err := prepare(ctx, known, waysOf(problems[i]))
		if err != nil {
			return nil, err
		}
		if alongPairs(prepared) != nil {
			return nil, message.Errorf("noise that moves people along pairs stands by itself")
		}
		out[i] = sidePrepared{problem: problems[i], prepared: prepared}
		for _, at := range s.questions {
			for answer := first[at]; answer < first[at+1]; answer++ {
				out[i].answers = append(out[i].answers, answer)
			}
		}
	}
	return out, nil
}

// raise gives sides more of the budget where no edge is seen by all of them as well as each sees some: by what their rows tell of every edge, which
// is worked out again from the rows that are measured in the end. Otherwise they stay as they are.
func (m alongside) raise(ctx context.Context, q *preparedAlongside, problems []mechanism.Problem) error {
	loads, ok := m.loads(q.Problem, q.sides)
	if !ok {
		return nil
	}
	times := account.Raise(loads, len(m.sides))
	for range 3 {
		raised, more := slices.Clone(problems), false
		for i, t := range times {
			raised[i].Budget = problems[i].Budget.Grown(t, q.Problem.Gaussian)
			if raised[i].Budget.Cmp(problems[i].Budget) < 0 {
				return nil
			}
			more = more || raised[i].Budget.Float() > 1.01*problems[i].Budget.Float()
		}
		if !more {
			return nil
		}
		sides, err := m.prepare(ctx, q.Problem, raised)
		if err != nil {
			return ctx.Err()
		}
		if loads, ok = m.loads(q.Problem, sides); !ok {
			return nil
		}
		over := fullest(loads)
		if over.Cmp(big.NewRat(1, 1)) <= 0 {
			q.sides = sides
			return nil
		}
		for i, t := range times { // rounding made some noise smaller than it was to be
			times[i] = new(big.Rat).Quo(t, over)
		}
	}
	return nil
}

// alongPairs returns the pairs along which a prepared mechanism moves people, nil for none.
func alongPairs(q mechanism.Prepared) [][2]int {
	if p, ok := mechanism.Within(q).(interface{ Pairs() [][2]int }); ok {
		return p.Pairs()
	}
	return nil
}

// preparedAlongside is the sides, each ready for its own questions.
type preparedAlongside struct {
	mechanism.Task
	sides    []sidePrepared
	estimate accuracy.Estimate
}

type sidePrepared struct {
	problem  mechanism.Problem
	prepared mechanism.Prepared
	answers  []int // where its answers stand among those of all, rising
}

func (q *preparedAlongside) ExpectedError() accuracy.Estimate { return q.estimate }

func (q *preparedAlongside) Noise() []mechanism.Noise {
	var out []mechanism.Noise
	for _, own := range q.sides {
		for _, n := range own.prepared.Noise() {
			n.What = message.Sprintf("“%s”: %s", own.problem.Workload.Question().Title, n.What)
			out = append(out, n)
		}
	}
	return out
}

// cellOf returns which cell of a side a cell of all columns is.
func (own sidePrepared) cellOf(p mechanism.Problem) func(cell int) int {
	all, d := p.Workload.Domain(), own.problem.Workload.Domain()
	at, values := make([]int, len(d.Attributes())), make([]int, len(d.Attributes()))
	for i, a := range d.Attributes() {
		at[i], _ = all.Position(a.Name())
	}
	return func(cell int) int {
		for i, j := range at {
			values[i] = all.Value(cell, j)
		}
		return d.Index(values)
	}
}

// Sides are those that noise is drawn for.
func (q *preparedAlongside) Sides(yield func(side mechanism.Prepared, lift func(of []mechanism.CountRun) []mechanism.CountRun) bool) {
	for _, own := range q.sides {
		cellOf := own.cellOf(q.Problem)
		more := yield(own.prepared, func(runs []mechanism.CountRun) []mechanism.CountRun {
			seen, of := make(map[int]int64), make([]int64, q.Problem.Workload.Operator().Columns())
			for _, r := range runs {
				for cell := r.First; cell <= r.Last; cell++ {
					seen[cell] = r.Times
				}
			}
			for cell := range of {
				of[cell] = seen[cellOf(cell)]
			}
			return mechanism.RunsOfRow(of)
		})
		if !more {
			return
		}
	}
}

func (q *preparedAlongside) Release(ctx context.Context, counts *histogram.Vector, src noise.Source) (mechanism.Answers, error) {
	n := q.Problem.Workload.Len()
	out := mechanism.Answers{Unadjusted: make([]float64, n), Tidied: make([]int64, n)}
	if err := q.Problem.CheckCounts(counts); err != nil {
		return mechanism.Answers{}, err
	}
	for _, own := range q.sides {
		a, err := own.release(ctx, counts, own.cellOf(q.Problem), src)
		if err != nil {
			return mechanism.Answers{}, err
		}
		for i, at := range own.answers {
			out.Unadjusted[at] = a.Unadjusted[i]
			out.Replace(at, a.Tidied[i:i+1], max(a.Parts, 1))
		}
		out.Gave, out.Estimates = max(out.Gave, a.Gave), append(out.Estimates, a.Estimates...)
	}
	return out, nil
}

// release answers the side's questions on what it sees of counts, of which nothing is left behind.
func (own sidePrepared) release(ctx context.Context, counts *histogram.Vector, cellOf func(int) int, src noise.Source) (mechanism.Answers, error) {
	seen, err := histogram.New(own.problem.Workload.Domain())
	if err != nil {
		return mechanism.Answers{}, err
	}
	defer seen.Wipe()
	for cell, n := range counts.Counts() {
		if n != 0 {
			seen.AddMany(cellOf(cell), n)
		}
	}
	return own.prepared.Release(ctx, seen, src)
}

// Combined adds up the errors of the sides, whose noise is drawn apart.
func (q *preparedAlongside) Combined(terms []mechanism.Term) mechanism.Combined {
	var out mechanism.Combined
	for _, own := range q.sides {
		var of []mechanism.Term
		for _, t := range terms {
			if i, ok := slices.BinarySearch(own.answers, t.Answer); ok {
				of = append(of, mechanism.Term{Answer: i, Weight: t.Weight})
			}
		}
		if len(of) > 0 {
			out = out.Apart(own.prepared.(mechanism.Combiner).Combined(of))
		}
	}
	return out
}
