package policy

import (
	"fmt"
	"math"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"steward/core/domain"
	"steward/core/policy/distance"
	"steward/core/policy/weighted"
	"steward/core/seeded"
)

// number is how sentences write numbers.
const number = `([0-9./]+)`

// TestSecretsSayWhatIsJoined reads each part's sentence as a person would and checks that
// what it claims to be secret is joined, at the weight it says, and that what it leaves out
// is not.
func TestSecretsSayWhatIsJoined(t *testing.T) {
	seeded.Check(t, func(t *rapid.T) {
		columns, s := drawAnyPart(t)
		checkSecretSaid(t, columns, s)
	})
}

// Every kind of secret is drawn until pairs of its sentence were read; of those alone nothing is said.
func TestEveryKindOfSecretIsRead(t *testing.T) {
	type over struct {
		columns []column
		secret
	}
	drawn := seeded.New(20261124, 1)
	for _, k := range kinds(0) {
		one := rapid.Custom(func(t *rapid.T) (d over) {
			for d.columns = drawColumns(t); !k.fits(d.columns); d.columns = drawColumns(t) {
			}
			d.secret = k.draw(t, d.columns)
			return d
		})
		read := 0
		for tries := 0; read == 0 && tries < 1000; tries++ {
			d := one.Example(int(drawn.Uint64() >> 1))
			read = checkSecretSaid(t, d.columns, d.secret)
		}
		if (read > 0) != (k.name != "alone") {
			t.Errorf("%s: %d pairs were read", k.name, read)
		}
	}
}

// checkSecretSaid reads the sentence of a part, and returns of how many pairs.
func checkSecretSaid(t rapid.TB, columns []column, s secret) (pairs int) {
	s = s.whole() // what is kept, redundant edges or not
	said := s.part.Secret()
	if _, heaviest := s.part.Weights(); said.IsZero() && heaviest > 0 {
		t.Fatalf("nothing is said of %s", s.part.Expert())
	} else if said.IsZero() {
		return 0
	}
	if members, composed := membersOf(s.part); composed {
		for _, m := range members {
			if !strings.Contains(said.String(), m.Secret().String()) {
				t.Fatalf("%q leaves out %q", said, m.Secret())
			}
		}
		return 0
	}
	for _, c := range columns {
		if !strings.Contains(said.String(), fmt.Sprintf("%q", c.attr.Name())) {
			t.Fatalf("%q does not name the column %q", said, c.attr.Name())
		}
	}
	checkSpecialSaid(t, columns, s, said.String())
	read := reading{t, columns, said.String()}
	for u := range s.edge {
		for v := range s.edge {
			if u != v && read.declared(u, v) {
				read.check(s, u, v)
				pairs++
			}
		}
	}
	return pairs
}

// membersOf returns the parts that a part is put together from.
func membersOf(p Part) ([]Part, bool) {
	switch p := p.(type) {
	case straight:
		return membersOf(p.Part)
	case *union:
		return p.parts, true
	case *intersection:
		if p.Secret().IsZero() {
			return nil, true
		}
		return p.parts, true
	case *product:
		return p.parts, true
	}
	return nil, false
}

// reading is a sentence about a part over some columns.
type reading struct {
	t       rapid.TB
	columns []column
	said    string
}

// declared says whether two combinations have no special cell.
func (r reading) declared(u, v int) bool {
	a, b := digits(r.columns, u), digits(r.columns, v)
	for i, c := range r.columns {
		if max(a[i], b[i]) >= c.attr.Regular() {
			return false
		}
	}
	return true
}

// find returns the first number that follows a text of the sentence, nil when there is none.
func (r reading) find(pattern string) *big.Rat {
	m := regexp.MustCompile(strings.Replace(pattern, "#", number, 1)).FindStringSubmatch(r.said)
	if m == nil {
		return nil
	}
	return rat(strings.TrimSuffix(m[1], "."))
}

// told returns the number that a text of the sentence has to have.
func (r reading) told(pattern string) *big.Rat {
	r.t.Helper()
	n := r.find(pattern)
	if n == nil {
		r.t.Fatalf("%q does not say %q", r.said, pattern)
	}
	return n
}

// scaled reads the columns' scales.
func (r reading) scaled() []Scaled {
	var out []Scaled
	for _, c := range r.columns {
		scale := r.find(fmt.Sprintf(`%q \(× #\)`, c.attr.Name()))
		if scale == nil {
			scale = big.NewRat(1, 1)
		}
		out = append(out, Scaled{c.attr, scale})
	}
	return out
}

// check compares an edge with what the sentence says.
func (r reading) check(s secret, u, v int) {
	c, label := r.columns[0], func(u int) string { return vertexLabel(s.part.Attributes(), u) }
	worth := r.find(`as if # times as much were spent`)
	if worth == nil {
		worth = big.NewRat(1, 1)
	}
	joined := true
	switch {
	case strings.HasPrefix(r.said, "answers in") && strings.Contains(r.said, "inside the same group"):
		g := s.part.(*groups)
		if !strings.Contains(r.said, g.names[g.of[u]]) {
			r.t.Fatalf("%q does not name the group of %d", r.said, u)
		}
		joined = g.names[g.of[u]] == g.names[g.of[v]]
	case strings.HasPrefix(r.said, "an answer in") && strings.Contains(r.said, " steps") && c.attr.Kind() != domain.Ordered:
		joined = rat(fmt.Sprint(max(u-v, v-u))).Cmp(r.told("within # steps")) <= 0
	case strings.HasPrefix(r.said, "an answer in") && strings.Contains(r.said, "from the next one"):
		joined = max(u-v, v-u) == 1
	case strings.HasPrefix(r.said, "an answer in"):
		joined = c.apart(u, v).Cmp(r.told("within #")) <= 0
	case strings.HasPrefix(r.said, "combinations of") && strings.Contains(r.said, "straight line"):
		limit := r.told("at most # apart")
		joined = spread(r.columns, r.scaled(), distance.L2, u, v, nil).Cmp(limit.Mul(limit, limit)) <= 0
	case strings.HasPrefix(r.said, "combinations of") && strings.Contains(r.said, " in each"):
		joined = spread(r.columns, r.scaled(), distance.LInf, u, v, nil).Cmp(r.told("at most # in each")) <= 0
	case strings.HasPrefix(r.said, "combinations of"):
		joined = spread(r.columns, r.scaled(), distance.L1, u, v, nil).Cmp(r.told("at most # in total")) <= 0
	case strings.Contains(r.said, "the nearer, the better hidden"):
		worth = r.graded(u, v)
	case strings.HasPrefix(r.said, "of "):
		a, b := label(u)+" from "+label(v), label(v)+" from "+label(u)
		if strings.Contains(r.said, " more") {
			return // a dozen pairs are written out
		}
		_, pairs, _ := strings.Cut(r.said, ": ")
		joined = false
		for _, one := range strings.Split(pairs, ", ") {
			if pair, _, _ := strings.Cut(one, " ("); pair != a && pair != b {
				continue
			}
			joined = true
			if worth = (reading{r.t, r.columns, one}).find(`as if # times as much`); worth == nil {
				worth = big.NewRat(1, 1)
			}
		}
	case strings.Contains(r.said, "the smaller of their budgets"):
		a, b := r.budget(label(u)), r.budget(label(v))
		if joined = a != nil || b != nil; joined {
			if worth = a; a == nil || b != nil && b.Cmp(a) < 0 {
				worth = b
			}
		}
	case strings.HasPrefix(r.said, "any answer in"):
	case strings.Contains(r.said, "as the table of weights says"):
		return
	default:
		r.t.Fatalf("%q is no sentence that this test can read", r.said)
	}
	got := s.edge[u][v]
	if joined != (got > 0) {
		r.t.Fatalf("%q, but %d and %d have weight %d", r.said, u, v, got)
	}
	// Weights are written with four digits, rounded up; metrics are a thousandth lighter.
	if joined && (got.Rat().Cmp(worth) > 0 || new(big.Rat).Mul(new(big.Rat).Add(got.Rat(), big.NewRat(1, 1<<19)), big.NewRat(1000, 997)).Cmp(worth) < 0) {
		r.t.Fatalf("%q, that is %s, but %d and %d have weight %v", r.said, worth.FloatString(6), u, v, got.Steps())
	}
}

// graded reads the weight of a pair under a metric. Of straight lines only the floor of the
// weight is told, in thousandths.
func (r reading) graded(u, v int) *big.Rat {
	norm := distance.L1
	if strings.Contains(r.said, "straight line") {
		norm = distance.L2
	} else if strings.Contains(r.said, "where they differ most") {
		norm = distance.LInf
	}
	d := spread(r.columns, r.scaled(), norm, u, v, nil)
	if norm == distance.L2 {
		f, _ := d.Float64()
		d = new(big.Rat).SetFloat64(math.Sqrt(f))
	}
	if least := r.find("as if they were # apart"); least != nil && strings.Contains(r.said, "closer than") && d.Cmp(least) < 0 {
		d = least
	}
	d = new(big.Rat).Quo(d, r.told("two that are #(?: steps)? apart"))
	if times := r.find("as well as # times the budget"); times != nil {
		d.Mul(d, times)
	}
	return d.Mul(d, big.NewRat(1_000_001, 1_000_000)) // a square root is not exact
}

// budget reads the budget of a value, nil for none.
func (r reading) budget(label string) *big.Rat {
	if own := r.find(`[(, ]` + regexp.QuoteMeta(label) + ` #`); own != nil {
		return own
	}
	return r.find("all others #")
}

// checkSpecialSaid checks that a sentence speaks of the special cells exactly when they are
// joined to every value although no group or complete secret says so.
func checkSpecialSaid(t rapid.TB, columns []column, s secret, said string) {
	for _, label := range []string{domain.BlankLabel, domain.OtherLabel} {
		want, joinsAll := false, false
		switch p := s.part.(type) {
		case *near:
			joinsAll = p.special == JoinAll
		case *within:
			joinsAll = p.special == JoinAll
		case *metric:
			joinsAll = p.special == JoinAll
		case *ladder:
			joinsAll = p.grade.Special == JoinAll
		case *groups:
			v, own := p.attr.Find(label)
			want = own && p.joined[v] || own && p.names[p.of[v]] == label
		default:
			return
		}
		for _, c := range columns {
			_, own := c.attr.Find(label)
			want = want || own && joinsAll
		}
		if got := strings.Contains(said, label); got != want {
			t.Fatalf("%q speaks of %s: %v, want %v", said, label, got, want)
		}
	}
}

// TestDescriptionAgainstGraph checks the sentences of a policy against its edges and
// distances.
func TestDescriptionAgainstGraph(t *testing.T) {
	both(t, func(t *rapid.T, s scene) {
		said := s.policy.Describe()
		for _, x := range s.secrets {
			secret := x.part.Secret()
			if c, all := x.part.(complete); all && c.weight == weighted.One || secret.IsZero() { // these share one clause
				secret = columnNames(x.part.Attributes())
			}
			if s.policy.together > 0 && s.policy.saysAnyAnswer() && !strings.Contains(said.Secret.String(), secret.String()) || !strings.Contains(said.Expert.String(), x.part.Expert().String()) {
				t.Fatalf("%q and %q leave out a part", said.Secret, said.Expert)
			}
		}
		checkNoAnswer(t, s, said.Secret.String())
		presence := said.Presence.String() + said.Secret.String() // which says it where nothing else is secret
		if got, want := strings.Contains(presence, "a person is in the file is hidden") || s.policy.together == 0 && strings.Contains(presence, "tell whether a person is in the file"), s.policy.Presence(); got != want {
			t.Fatalf("%q, but presence is secret: %v", presence, want)
		}
		if got, want := strings.Contains(said.Expert.String(), "absent vertex"), s.policy.Presence(); got != want {
			t.Fatalf("%q, but presence is secret: %v", said.Expert, want)
		}
		graph := s.withAbsent()
		_, count := sets(graph, func(v int) bool { return v < s.k && s.policy.Domain().Possible(v) })
		if got := len(said.Disclosed) > 0; got != (count > 1) {
			t.Fatalf("disclosed: %q, but there are %d components", said.Disclosed, count)
		}
		if s.policy.Domain().AllPossible() {
			checkTogether(t, s, said.Together.String())
		}
	})
}

// saysAnyAnswer reports whether the description has a clause for each part: any of them keeps answers secret.
func (p *Policy) saysAnyAnswer() bool {
	return slices.ContainsFunc(p.parts, func(part Part) bool { return !part.Secret().IsZero() })
}

// checkNoAnswer checks what is said where no part keeps answers secret: that being in the file is secret, where it
// is so of all or of some, and how well answers are hidden then.
func checkNoAnswer(t *rapid.T, s scene, said string) {
	if s.policy.together > 0 && s.policy.saysAnyAnswer() {
		return
	}
	some, all := false, true
	light, heavy := weighted.Infinite, weighted.Weight(0)
	for u := range s.k {
		if !s.policy.Domain().Possible(u) {
			continue
		}
		w, ok := s.policy.AbsentWeight(Vertex(u))
		some, all = some || ok, all && ok
		if ok {
			light, heavy = min(light, w), max(heavy, w)
		}
	}
	hides := strings.HasPrefix(said, "Nobody can tell whether a person is in the file. Any answer is hidden from any other too")
	switch {
	case hides && !all:
		t.Fatalf("%q, but someone's being in the file is no secret", said)
	case strings.Contains(said, "half") && some && (light != weighted.One || heavy != weighted.One):
		t.Fatalf("%q, but edges to the absent vertex weigh %d to %d", said, light, heavy)
	case said == "No answer is secret." && s.policy.Presence():
		t.Fatalf("%q, but presence is", said)
	}
}

// checkTogether reads off how many times less someone is held back who wants to tell two
// people apart in m answers, and compares it with their distance.
func checkTogether(t *rapid.T, s scene, said string) {
	secrets := slices.DeleteFunc(slices.Clone(s.secrets), func(x secret) bool {
		_, heaviest := x.part.Weights()
		return heaviest == 0
	})
	n := len(secrets)
	if n < 2 || s.together == 0 {
		if said != "" {
			t.Fatalf("%q is said of answers that cannot be taken apart", said)
		}
		return
	}
	c := 1
	switch m := regexp.MustCompile(`^Up to (\d+) answers are hidden together: .*(?: m/(\d+) times easier to tell apart, rounded up|, of every (\d+) only that of the least hidden)`).FindStringSubmatch(said); {
	case strings.HasPrefix(said, "All answers of a person are hidden together"):
		c = n
	case m != nil && (m[1] == m[2] || m[1] == m[3]):
		c, _ = strconv.Atoi(m[1])
	case !strings.HasPrefix(said, "Each answer is hidden by itself: ") || !strings.Contains(said, " m times easier") && !strings.Contains(said, "the weights of these add up"):
		t.Fatalf("%q is no sentence that this test can read", said)
	}
	if c != min(s.together, n) {
		t.Fatalf("%q, but %d of %d answers may change together", said, s.together, n)
	}
	cap := math.MaxInt
	if m := regexp.MustCompile(`up to (\d+) times\.$`).FindStringSubmatch(said); m != nil {
		cap, _ = strconv.Atoi(m[1])
	}
	lengths := shortest(s.withAbsent())
	for u := range s.k {
		for v := range s.k {
			apart, ok := s.answersApart(u, v)
			slices.Sort(apart)
			slices.Reverse(apart)
			var want weighted.Weight // of every c answers the heaviest counts: the least hidden
			for i := 0; i < len(apart); i += c {
				want += apart[i]
			}
			if ok && lengths[u][v] > want {
				t.Fatalf("%q, but cells %d and %d, apart by %v, have distance %v, above %v", said, u, v, apart, lengths[u][v].Steps(), want.Steps())
			}
			// Where all edges weigh One, that is exactly how much less they are hidden.
			if ok && len(apart) > 0 && s.allOne() && strings.Contains(said, "times easier") && lengths[u][v] < min(want, s.overAbsent()) {
				t.Fatalf("%q, but cells %d and %d, apart by %v, have distance %v", said, u, v, apart, lengths[u][v].Steps())
			}
			if cap < math.MaxInt && lengths[u][v] < weighted.Infinite && lengths[u][v] > weighted.One.Repeated(cap) {
				t.Fatalf("%q, but two cells have distance %v", said, lengths[u][v].Steps())
			}
		}
	}
}

// allOne says whether all edges between cells weigh One.
func (s scene) allOne() bool {
	for _, row := range s.edge {
		for _, w := range row {
			if w > 0 && w != weighted.One {
				return false
			}
		}
	}
	return true
}

// overAbsent returns the length of the shortest way there can be over "not in the file".
func (s scene) overAbsent() weighted.Weight {
	least := weighted.Infinite / 4
	for _, w := range s.absent {
		if w > 0 {
			least = min(least, w)
		}
	}
	return 2 * least
}

// answersApart returns the weights by which two cells differ in each part; ok says that each
// is that of a secret pair.
func (s scene) answersApart(u, v int) (apart []weighted.Weight, ok bool) {
	for _, x := range s.secrets {
		a, b := s.local(x, u), s.local(x, v)
		if a == b {
			continue
		}
		w := x.edge[a][b]
		if w == 0 {
			return nil, false
		}
		apart = append(apart, w)
	}
	return apart, true
}

func TestWeightValues(t *testing.T) {
	w := 3 * weighted.One / 2
	if w.Rat().Cmp(big.NewRat(3, 2)) != 0 || w.Steps() != 1.5 {
		t.Errorf("one and a half is %s and %g", w.Rat(), w.Steps())
	}
}
