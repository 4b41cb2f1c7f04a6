package optimum

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"sync"

	"steward/core/limits"

	"gonum.org/v1/gonum/mat"
)

// Memory remembers what was found out by public numbers ([Recall]), so that the same is not worked out again: solutions,
// strategies that were searched for, scales at a budget. It changes no result. The zero Memory is empty; a nil one
// remembers nothing. It is safe for concurrent use.
type Memory struct {
	mutex sync.Mutex
	found map[[sha256.Size]byte]any // by the digest of the question
	// weight is how many numbers are remembered, about.
	weight int
}

type sharedKey struct{}

// Share returns a context under which all memories, even nil ones, are m: for work that is begun many
// times over from nothing, such as commands that are run by one program.
func Share(ctx context.Context, m *Memory) context.Context {
	return context.WithValue(ctx, sharedKey{}, m)
}

// under returns the memory to use under a context.
func (m *Memory) under(ctx context.Context) *Memory {
	if shared, ok := ctx.Value(sharedKey{}).(*Memory); ok {
		return shared
	}
	return m
}

// mostNumbers is how many numbers are remembered, and lightest what a finding counts for of which that is not known: there are at most 256
// of these, or 64 of the largest. Others count for least at least.
const (
	mostNumbers = 64 * limits.MaxDenseCells * limits.MaxDenseCells
	lightest    = mostNumbers / 256
	least       = lightest / 64
)

// Recall returns what find finds, from memory where that was found for the same question, which has to say all
// that the finding depends on. Nobody may change what is returned.
func Recall[T any](ctx context.Context, m *Memory, question string, find func() (T, error)) (T, error) {
	return recall(ctx, m, func() string { return question }, func(T) bool { return true }, find)
}

// recall is Recall of findings that will do; it finds again what was found and will not.
func recall[T any](ctx context.Context, m *Memory, question func() string, does func(T) bool, find func() (T, error)) (T, error) {
	if m = m.under(ctx); m == nil {
		return find()
	}
	key := sha256.Sum256([]byte(question()))
	m.mutex.Lock()
	before, known := m.found[key].(T)
	m.mutex.Unlock()
	if known && does(before) {
		return before, nil
	}
	now, err := find()
	if err == nil {
		m.remember(key, now)
	}
	return now, err
}

// remember keeps a finding, and forgets all others where they are too many.
func (m *Memory) remember(key [sha256.Size]byte, finding any) {
	weight := lightest
	if matrix, ok := finding.(interface{ numbers() int }); ok {
		weight = max(least, matrix.numbers())
	}
	m.mutex.Lock()
	defer m.mutex.Unlock()
	if m.found == nil || m.weight+weight > mostNumbers {
		m.found, m.weight = make(map[[sha256.Size]byte]any), 0
	}
	m.found[key] = finding
	m.weight += weight
}

// Solve is q.Solve, from memory where the same problem was solved with the same gap. The solution's
// X is the caller's own.
func (m *Memory) Solve(ctx context.Context, q *Problem, gap float64, most int) (Solution, error) {
	s, err := recall(ctx, m, func() string { return q.question(gap, most) }, func(Solution) bool { return true },
		func() (Solution, error) { return q.Solve(ctx, gap, most) })
	return s.clone(), err
}

func (s Solution) numbers() int {
	if s.X == nil {
		return 0
	}
	return s.X.SymmetricDim() * s.X.SymmetricDim()
}

func (s Solution) clone() Solution {
	if s.X != nil {
		x := mat.NewSymDense(s.X.SymmetricDim(), nil)
		x.CopySym(s.X)
		s.X = x
	}
	return s
}

// Scale is Scale, from memory where the scales for the same costs and loads were worked out to the same gap. All that it is given is what it
// depends on, and the question is all of that. The Scales are the caller's own.
func (m *Memory) Scale(ctx context.Context, law Law, costs []float64, loads [][]float64, gap float64, most int) Scaling {
	found, _ := recall(ctx, m, func() string { return scaleQuestion(law, costs, loads, gap, most) }, func(Scaling) bool { return true },
		func() (Scaling, error) { return Scale(law, costs, loads, gap, most), nil })
	found.Scales = slices.Clone(found.Scales)
	return found
}

func (s Scaling) numbers() int { return len(s.Scales) }

// scaleQuestion writes what scales are asked for, every list with its length.
func scaleQuestion(law Law, costs []float64, loads [][]float64, gap float64, most int) string {
	words := make([]byte, 0, 8*(5+len(costs)+len(loads)*(len(costs)+1)))
	put := func(v uint64) { words = binary.LittleEndian.AppendUint64(words, v) }
	list := func(numbers []float64) {
		put(uint64(len(numbers)))
		for _, v := range numbers {
			put(math.Float64bits(v))
		}
	}
	put(uint64(law))
	put(math.Float64bits(gap))
	put(uint64(most))
	put(uint64(len(loads)))
	list(costs)
	for _, l := range loads {
		list(l)
	}
	return "scales " + string(words)
}

// Search is q.Search, from memory where the same problem was searched with the same starts, which name
// tells apart: they are asked for only where it was not. What was given up is searched again where a
// rival is far enough above it. Nobody may change the Rows.
func (m *Memory) Search(ctx context.Context, q *Problem, name string, starts func() ([]*mat.Dense, error), rival float64) (Laplace, error) {
	return m.search(ctx, q, name, starts, rival, mostSteps)
}

// Further is Search from where another search ended, for questions and edges of which those of this one are more: few steps are left to
// take.
func (m *Memory) Further(ctx context.Context, q *Problem, name string, start func() ([]*mat.Dense, error), rival float64) (Laplace, error) {
	return m.search(ctx, q, name+" further", start, rival, furtherSteps)
}

func (m *Memory) search(ctx context.Context, q *Problem, name string, starts func() ([]*mat.Dense, error), rival float64, steps int) (Laplace, error) {
	question := func() string { return fmt.Sprint(q.question(math.Inf(1), 0), name, q.cells, q.root) }
	found, err := recall(ctx, m, question, func(s searched) bool { return s.settles(rival) }, func() (searched, error) {
		list, err := starts()
		if err != nil {
			return searched{}, err
		}
		return q.search(ctx, list, rival, steps)
	})
	return found.against(rival), err
}

func (s searched) numbers() int {
	if s.found.Rows == nil {
		return 0
	}
	rows, columns := s.found.Rows.Dims()
	return rows * columns
}

// question is what a problem and how it is solved come to.
func (q *Problem) question(gap float64, most int) string {
	n := len(q.cells)
	words := make([]byte, 0, 8*(3+n*(n+1)/2+3*len(q.edges)))
	put := func(v uint64) { words = binary.LittleEndian.AppendUint64(words, v) }
	put(math.Float64bits(gap))
	put(uint64(most))
	put(uint64(n))
	for i := range n {
		for j := i; j < n; j++ {
			put(math.Float64bits(q.gram.At(i, j)))
		}
	}
	for _, e := range q.edges {
		put(uint64(e.u))
		put(uint64(e.v))
		put(math.Float64bits(e.weight))
	}
	return string(words)
}
