package plan

import (
	"reflect"
	"slices"
	"sync"

	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/mechanism"
	"steward/core/optimum"
	"steward/core/plan/secret"
	"steward/core/policy"
)

// Memory remembers what the known facts of the plans compiled last tie together, which can
// take a second to work out. A plan that differs in something else only is then compiled at
// once, on the same domain, policy and facts. The zero value is ready, and several goroutines
// may use it at once.
type Memory struct {
	// Optima are the best strategies of questions, which depend on what is secret only. Memories may
	// share them; nil means that this one has its own.
	Optima *optimum.Memory
	own    optimum.Memory

	mu   sync.Mutex
	kept []remembered // the newest last
	// public are the numbers of the file that was counted last, publicOf is the file.
	public   map[string]mechanism.StandIn // by CellsKey
	publicOf Fingerprint
}

func (m *Memory) optima() *optimum.Memory {
	if m.Optima != nil {
		return m.Optima
	}
	return &m.own
}

// keepPublic remembers the numbers of a public file by the key of their columns, in the place of
// those of an earlier one.
func (m *Memory) keepPublic(file Fingerprint, public map[string]mechanism.StandIn) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.public, m.publicOf = public, file
}

// publicCounts returns the numbers of a file by the key of their columns, none where they are not
// remembered.
func (m *Memory) publicCounts(file *Fingerprint, of string) mechanism.StandIn {
	if file == nil {
		return mechanism.StandIn{}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.publicOf != *file {
		return mechanism.StandIn{}
	}
	return m.public[of]
}

// mostRemembered is how many sets of facts are remembered, so that undoing takes no time.
const mostRemembered = 6

// remembered is what came of the facts of a plan.
type remembered struct {
	of     basis
	domain *domain.Domain
	policy *policy.Policy
	facts  constraint.Facts
	tied   constraint.Multiplier
	err    error
}

// basis is the parts of a plan that decide what its facts tie together.
type basis struct {
	columns    []Column
	impossible []domain.Combination
	group      *Answers
	slotted    bool
	secrets    secret.Secrets
	facts      Facts
}

func basisOf(p Plan) basis {
	return basis{p.Columns, p.Impossible, p.Group, p.Slotted(), p.Secrets, p.Facts}
}

// Compile is the function Compile, but for facts that are remembered.
func (m *Memory) Compile(p Plan) (*Compiled, error) { return compile(p, m) }

// Tied returns what the facts of a plan tie together under its secrets, of which it need not say
// more than its columns, secrets, rows, weights and facts. On any issue with these it errors with
// *Incomplete.
func (m *Memory) Tied(p Plan) (constraint.Multiplier, error) {
	c := &compiler{out: &Compiled{Plan: p, memory: m}}
	if c.columns(p) && c.secrets(p) && c.facts(p) && len(c.issues) == 0 {
		tied := c.out.tied
		tied.Factor = max(tied.Factor, 1)
		return tied, nil
	}
	return constraint.Multiplier{}, &Incomplete{Issues: c.issues}
}

// Ready reports whether the plan's facts need no working out: it states nothing but the number
// of people, or what they tie together is remembered.
func (m *Memory) Ready(p Plan) bool {
	if len(p.Facts.Stated) == 0 {
		return true
	}
	_, known := m.recall(p)
	return known
}

func (m *Memory) recall(p Plan) (remembered, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	of := basisOf(p)
	i := slices.IndexFunc(m.kept, func(r remembered) bool { return reflect.DeepEqual(r.of, of) })
	if i < 0 {
		return remembered{}, false
	}
	return m.kept[i], true
}

func (m *Memory) keep(r remembered) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if n := len(m.kept); n >= mostRemembered {
		m.kept = slices.Clone(m.kept[n-mostRemembered+1:])
	}
	m.kept = append(m.kept, r)
}
