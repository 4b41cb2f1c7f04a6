package mechanism

import (
	"context"
)

func (q *preparedHaar) measured() measurement {
	k := len(q.cells.of)
	m := measurement{rows: listed(k, q)}
	m.answer = func(y []int64) []float64 { return q.problem.sum(q.cellsOf(y[:k], y[k:])) }
	return m
}

// sum answers the question on cells.
func (p Problem) sum(x []float64) []float64 {
	out := make([]float64, p.Workload.Len())
	p.Workload.Operator().ApplyFloat(out, x)
	return out
}

func (q *preparedNested) measured() measurement {
	m := measurement{rows: listed(len(q.cells.of), q)}
	m.answer = func(y []int64) []float64 {
		var rows [][]int64
		for _, g := range q.groups {
			rows, y = append(rows, y[:g.rows]), y[g.rows:]
		}
		x, err := q.cellsOf(context.Background(), rows, y)
		if err != nil {
			panic(err)
		}
		return q.problem.sum(x)
	}
	return m
}

func (q *preparedWaves) measured() measurement {
	k := len(q.cells.of)
	m := measurement{rows: listed(k, q)}
	m.answer = func(y []int64) []float64 { return q.problem.sum(q.cellsOf(y[:k], y[k:])) }
	return m
}

func (q *preparedProduct) measured() measurement {
	m := measurement{rows: listed(len(q.cells.of), q)}
	m.answer = func(y []int64) []float64 {
		var rows [][]int64
		for _, g := range q.groups {
			rows, y = append(rows, y[:g.rows]), y[g.rows:]
		}
		x, err := q.cellsOf(context.Background(), rows, y)
		if err != nil {
			panic(err)
		}
		return q.problem.sum(x)
	}
	return m
}
