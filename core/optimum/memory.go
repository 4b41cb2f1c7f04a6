package optimum

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"math"
	"sync"

	"gonum.org/v1/gonum/mat"
)

// Memory remembers solutions, which depend on questions and policy and on no budget, so that the
// same problem at another budget is not solved again, and what was searched for at a budget ([Recall]). The zero Memory is empty; a nil one
// remembers nothing. It is safe for concurrent use.
type Memory struct {
	mutex  sync.Mutex
	solved map[[sha256.Size]byte]Solution
	// searched are strategies with Laplace noise; nobody changes their Rows.
	searched map[[sha256.Size]byte]searched
	// found is what others found out by public numbers, by the digest of what they asked.
	found map[[sha256.Size]byte]any
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

// mostSolved is how many solutions are remembered.
const mostSolved = 64

// Solve is q.Solve, from memory where the same problem was solved with the same gap. The solution's
// X is the caller's own.
func (m *Memory) Solve(ctx context.Context, q *Problem, gap float64, most int) (Solution, error) {
	if m = m.under(ctx); m == nil {
		return q.Solve(ctx, gap, most)
	}
	key := q.key(gap, most)
	m.mutex.Lock()
	s, known := m.solved[key]
	m.mutex.Unlock()
	if known {
		return s.clone(), nil
	}
	s, err := q.Solve(ctx, gap, most)
	if err != nil {
		return s, err
	}
	m.mutex.Lock()
	defer m.mutex.Unlock()
	if m.solved == nil || len(m.solved) >= mostSolved {
		m.solved = make(map[[sha256.Size]byte]Solution)
	}
	m.solved[key] = s.clone()
	return s, nil
}

// mostFound is how many other findings are remembered, which are small.
const mostFound = 256

// Recall returns what find finds, from memory where that was found for the same question, which has to say all
// that the finding depends on. Nobody may change what is returned.
func Recall[T any](ctx context.Context, m *Memory, question string, find func() (T, error)) (T, error) {
	if m = m.under(ctx); m == nil {
		return find()
	}
	key := sha256.Sum256([]byte(question))
	m.mutex.Lock()
	before, known := m.found[key].(T)
	m.mutex.Unlock()
	if known {
		return before, nil
	}
	now, err := find()
	if err != nil {
		return now, err
	}
	m.mutex.Lock()
	defer m.mutex.Unlock()
	if m.found == nil || len(m.found) >= mostFound {
		m.found = make(map[[sha256.Size]byte]any)
	}
	m.found[key] = now
	return now, nil
}

func (s Solution) clone() Solution {
	if s.X != nil {
		x := mat.NewSymDense(s.X.SymmetricDim(), nil)
		x.CopySym(s.X)
		s.X = x
	}
	return s
}

// key identifies a problem and how it is solved.
func (q *Problem) key(gap float64, most int) (key [sha256.Size]byte) {
	h := sha256.New()
	var word [8]byte
	put := func(v uint64) {
		binary.LittleEndian.PutUint64(word[:], v)
		h.Write(word[:])
	}
	put(math.Float64bits(gap))
	put(uint64(most))
	put(uint64(len(q.cells)))
	for i := range q.cells {
		for j := i; j < len(q.cells); j++ {
			put(math.Float64bits(q.gram.At(i, j)))
		}
	}
	for _, e := range q.edges {
		put(uint64(e.u))
		put(uint64(e.v))
		put(math.Float64bits(e.weight))
	}
	h.Sum(key[:0])
	return key
}
