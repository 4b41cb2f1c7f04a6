package policy

import (
	"fmt"
	"math"
	"math/big"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"steward/core/domain"
)

// TestSecretsSayWhatIsJoined reads each part's sentence as a person would and checks that
// what it claims to be secret is joined, and that what it leaves out is not.
func TestSecretsSayWhatIsJoined(t *testing.T) {
	within := regexp.MustCompile(`(?:within|at most) ([0-9./]+)`)
	rapid.Check(t, func(t *rapid.T) {
		columns, s := drawAnyPart(t)
		said := s.part.Secret()
		for _, c := range columns {
			if !strings.Contains(said, fmt.Sprintf("%q", c.attr.Name())) {
				t.Fatalf("%q does not name the column %q", said, c.attr.Name())
			}
		}
		checkSpecialSaid(t, columns, s, said)
		if len(columns) > 1 {
			return // the sum of scaled differences is checked by the vectors
		}
		regular := columns[0].attr.Regular()
		for u := range regular {
			for v := range regular {
				want := u != v
				switch m := within.FindStringSubmatch(said); {
				case strings.HasPrefix(said, "any answer in"):
				case strings.HasPrefix(said, "answers in"):
					g := s.part.(*groups)
					want = want && g.names[g.of[u]] == g.names[g.of[v]]
					if !strings.Contains(said, g.names[g.of[u]]) {
						t.Fatalf("%q does not name the group of %d", said, u)
					}
				case m != nil && strings.HasPrefix(said, "an answer in"):
					threshold, ok := new(big.Rat).SetString(m[1])
					want = want && ok && columns[0].apart(u, v).Cmp(threshold) <= 0
				case m == nil || !strings.HasPrefix(said, "combinations of"):
					t.Fatalf("%q is no sentence that this test can read", said)
				default:
					want = s.joined[u][v] // of one scaled column
				}
				if got := s.part.Joined(u, v); got != want {
					t.Fatalf("%q, but %d and %d joined: %v", said, u, v, got)
				}
			}
		}
	})
}

// checkSpecialSaid checks that a sentence speaks of the special cells exactly when they are
// joined to every value although no group or complete secret says so.
func checkSpecialSaid(t *rapid.T, columns []column, s secret, said string) {
	for _, label := range []string{domain.BlankLabel, domain.OtherLabel} {
		want := false
		switch p := s.part.(type) {
		case *near:
			_, own := p.attr.Find(label)
			want = own && p.special == JoinAll
		case *nearTogether:
			for _, c := range columns {
				_, own := c.attr.Find(label)
				want = want || own && p.special == JoinAll
			}
		case *groups:
			v, own := p.attr.Find(label)
			want = own && p.joined[v] || own && p.names[p.of[v]] == label
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
			if _, all := x.part.(complete); all { // these share one clause
				secret = fmt.Sprintf("%q", x.part.Attributes()[0].Name())
			}
			if !strings.Contains(said.Secret, secret) || !strings.Contains(said.Expert, x.part.Expert()) {
				t.Fatalf("%q and %q leave out a part", said.Secret, said.Expert)
			}
		}
		if got, want := strings.Contains(said.Presence, "is hidden"), s.policy.Presence(); got != want {
			t.Fatalf("%q, but presence is secret: %v", said.Presence, want)
		}
		if got, want := strings.Contains(said.Expert, "absent vertex"), s.policy.Presence(); got != want {
			t.Fatalf("%q, but presence is secret: %v", said.Expert, want)
		}
		graph := s.withAbsent()
		_, count := sets(graph, func(v int) bool { return v < s.k && s.policy.Domain().Possible(v) })
		if got := len(said.Disclosed) > 0; got != (count > 1) {
			t.Fatalf("disclosed: %q, but there are %d components", said.Disclosed, count)
		}
		if s.policy.Domain().AllPossible() {
			checkTogether(t, s, said.Together)
		}
	})
}

// checkTogether reads off how many times less someone is held back who wants to tell two
// people apart in m answers, and compares it with their distance.
func checkTogether(t *rapid.T, s scene, said string) {
	n := len(s.policy.Parts())
	if n == 1 || s.together == 0 {
		if said != "" {
			t.Fatalf("%q is said of answers that cannot be taken apart", said)
		}
		return
	}
	c := 1
	switch m := regexp.MustCompile(`^Up to (\d+) answers .* m/(\d+) times less, rounded up`).FindStringSubmatch(said); {
	case said == "All answers of a person are hidden together.":
		c = n
	case m != nil && m[1] == m[2]:
		c, _ = strconv.Atoi(m[1])
	case !strings.HasPrefix(said, "Each answer is hidden by itself: ") || !strings.Contains(said, " m times less"):
		t.Fatalf("%q is no sentence that this test can read", said)
	}
	cap := math.MaxInt
	if m := regexp.MustCompile(`up to (\d+) times\.$`).FindStringSubmatch(said); m != nil {
		cap, _ = strconv.Atoi(m[1])
	}
	graph, furthest := s.withAbsent(), 0
	for u := range s.k {
		way := steps(graph, u)
		for v := range s.k {
			furthest = max(furthest, way[v])
			m, ok := s.answersApart(u, v)
			want := (m + c - 1) / c
			if s.policy.Presence() {
				want = min(want, 2)
			}
			if ok && way[v] != want {
				t.Fatalf("%q, but cells %d and %d, apart in %d answers, have distance %d", said, u, v, m, way[v])
			}
		}
	}
	if furthest > cap {
		t.Fatalf("%q, but two cells have distance %d", said, furthest)
	}
}

// answersApart counts the parts in which two cells differ; ok says that each differs by a
// secret pair.
func (s scene) answersApart(u, v int) (m int, ok bool) {
	d := s.policy.Domain()
	from, to := make([]int, len(d.Attributes())), make([]int, len(d.Attributes()))
	d.Values(from, u)
	d.Values(to, v)
	for i, x := range s.secrets {
		a, b := localOf(x.part, s.policy.at[i], from), localOf(x.part, s.policy.at[i], to)
		if a != b {
			m++
			if !x.joined[a][b] {
				return m, false
			}
		}
	}
	return m, true
}

func TestOdds(t *testing.T) {
	for _, c := range []struct {
		epsilon  float64
		distance Weight
		want     float64
	}{{0.5, 0, 1}, {0.5, One, 1.6487212707001282}, {0.5, 6 * One, 20.085536923187668}, {1, One / 2, 1.6487212707001282}} {
		if got := Odds(c.epsilon, c.distance); math.Abs(got/c.want-1) > 1e-12 {
			t.Errorf("epsilon %g, distance %g: odds shift by %g, want %g", c.epsilon, c.distance.Steps(), got, c.want)
		}
	}
	if got := Odds(0.5, Infinite); !math.IsInf(got, 1) {
		t.Errorf("odds shift by %g where nothing is promised, want infinity", got)
	}
}

func TestWeightValues(t *testing.T) {
	w := 3 * One / 2
	if w.Rat().Cmp(big.NewRat(3, 2)) != 0 || w.Steps() != 1.5 {
		t.Errorf("one and a half is %s and %g", w.Rat(), w.Steps())
	}
}

func TestPlain(t *testing.T) {
	for text, want := range map[string]string{
		"5": "5", "0.5": "0.5", "12.125": "12.125", "1000": "1000", "0.000000001": "0.000000001",
		"1/3": "1/3", "2/3": "2/3", "0.0000000001": "1/10000000000",
	} {
		r, ok := new(big.Rat).SetString(text)
		if got := plain(r); !ok || got != want {
			t.Errorf("%s is written %q, want %q", text, got, want)
		}
	}
}
