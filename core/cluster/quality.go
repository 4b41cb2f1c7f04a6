package cluster

import (
	"context"
	"fmt"
	"math"
	"slices"

	"steward/core/histogram"
	"steward/core/inference"
	"steward/core/message"
	"steward/core/noise"
)

// Quality is how good groups are on public data, in the mean of trial releases. Distances count
// columns by their scales.
type Quality struct {
	// MeasuredOn names the public data; MadeUp says that they were made up, so that numbers are
	// good for comparing ways only.
	MeasuredOn message.Text
	MadeUp     bool
	// Within is the root of the mean squared distance of people from the nearest published centre,
	// and Best the same with the best centres that were found without noise.
	Within, Best float64
	// Centre is how far a published centre is from the mean of the people nearest to it, the root of
	// the mean square over people.
	Centre float64
	Trials int
	// ratio is the mean over public data sets of the squared distance, as a multiple of the best.
	ratio float64
}

// IsZero reports whether nothing was measured.
func (q Quality) IsZero() bool { return q.Trials == 0 }

// standIn is public numbers of people to try ways on.
type standIn struct {
	counts *histogram.Vector
	people *kmeans
	best   float64 // mean squared distance without noise
}

// standIns is what ways are tried on.
type standIns struct {
	list   []standIn
	source message.Text
	madeUp bool
}

// madeUp is how many people are made up where their number is not public.
const madeUp = 1000

// maxTried is the most cells that ways are tried on.
const maxTried = 1 << 20

// tryOn returns the stand-in of the problem, in proportion to the known number of people, or people
// made up in groups, in several ways; none where there are too many cells, or nobody in the stand-in.
func (p Problem) tryOn(ctx context.Context) (standIns, error) {
	c := p.Clustering
	s := standIns{}
	if c.cells > maxTried {
		return s, nil
	}
	if given := p.Cells.StandIn; !given.IsZero() && !given.MadeUp() {
		counts := given.Counts()
		if n, known := p.Cells.Facts.Total(); known {
			var err error
			if counts, err = inProportion(counts, n); err != nil {
				return s, err
			}
		}
		s.source = given.Source()
		return s, s.add(ctx, c, counts)
	}
	s.source, s.madeUp = message.Sprintf("made-up people in %d groups", c.question.Clusters), true
	for i := range madeUpKinds {
		counts, err := c.makeUp(i, int64(p.people()))
		if err == nil {
			err = s.add(ctx, c, counts)
		}
		if err != nil {
			return s, err
		}
	}
	return s, nil
}

// add adds people to try ways on.
func (s *standIns) add(ctx context.Context, c *Clustering, counts []int64) error {
	v, err := histogram.FromCounts(c.domain, counts)
	if err != nil {
		return err
	}
	people := make([]float64, len(counts))
	for cell, n := range counts {
		people[cell] = float64(n)
	}
	one := standIn{counts: v, people: c.newKmeans(people)}
	centres, err := one.people.usual(ctx)
	if err != nil || centres == nil {
		return err // nobody is there, or in too few places
	}
	one.best, _ = one.people.measure(centres)
	s.list = append(s.list, one)
	return nil
}

// measure returns the mean squared distance of people from the nearest centre, and that of these
// centres from the means of the people nearest to them.
func (k *kmeans) measure(centres []point) (within, off float64) {
	d := len(k.c.axes)
	sums, people, all := make([]float64, len(centres)*d), make([]float64, len(centres)), 0.0
	for i, w := range k.weight {
		at := k.at(i)
		g, far := k.c.nearest(at, centres)
		within += w * far
		people[g] += w
		all += w
		for j, x := range at {
			sums[g*d+j] += w * x
		}
	}
	mean := make(point, d)
	for g, n := range people {
		for j := range mean {
			mean[j] = sums[g*d+j] / n
		}
		if n > 0 {
			off += n * k.c.between(mean, centres[g])
		}
	}
	return within / all, off / all
}

// inProportion returns whole numbers that add up to n, in proportion to counts.
func inProportion(counts []int64, n int64) ([]int64, error) {
	sum := 0.0
	for _, x := range counts {
		sum += float64(x)
	}
	y := make([]float64, len(counts))
	for cell, x := range counts {
		y[cell] = float64(x) / max(sum, 1) * float64(n)
	}
	return inference.RoundToTotal(y, n)
}

// madeUpKinds is in how many ways people are made up: wide groups of equal sizes, narrow ones of unequal
// sizes, and the same elsewhere and narrower.
const madeUpKinds = 3

// makeUp makes up people in as many groups as are asked for, about centres drawn by randomness that
// anyone can repeat. A group is a tenth of each column's span wide, or less.
func (c *Clustering) makeUp(kind int, people int64) ([]int64, error) {
	src := noise.NewTrial(fmt.Sprintf("made-up groups %d of %s", kind, c.question.Title))
	uniform := func() float64 { return float64(src.Uint64()>>11) / (1 << 53) }
	width := []float64{0.1, 0.07, 0.05}[kind]
	centres := make([]point, c.question.Clusters)
	sizes := make([]float64, len(centres))
	for g := range centres {
		centres[g] = make(point, len(c.axes))
		for j := range centres[g] {
			centres[g][j] = uniform() * float64(c.axes[j].most())
		}
		if sizes[g] = 1; kind > 0 {
			sizes[g] = float64(g + 1)
		}
	}
	weights := make([]float64, c.cells)
	sum := 0.0
	for cell := range weights {
		if c.kindOf(cell) != 0 {
			continue
		}
		for g, m := range centres {
			off := 0.0
			for j := range c.axes {
				off += square((float64(c.at(cell, j)) - m[j]) / max(width*float64(c.axes[j].most()), 0.5))
			}
			weights[cell] += sizes[g] * math.Exp(-off/2)
		}
		sum += weights[cell]
	}
	for cell := range weights {
		weights[cell] *= float64(people) / sum
	}
	return inference.RoundToTotal(weights, people)
}

// try releases a way on stand-ins again and again.
func (p *Prepared) try(ctx context.Context, s standIns, trials int) error {
	c := p.problem.Clustering
	each := max(trials/len(s.list), 1)
	q := Quality{MeasuredOn: s.source, MadeUp: s.madeUp, Trials: each * len(s.list)}
	src := noise.NewTrial("trials of groups of " + c.question.Title)
	all := float64(q.Trials)
	for _, one := range s.list {
		for range each {
			out, err := p.release(ctx, one.counts, src, false)
			if err != nil {
				return err
			}
			within, off := one.people.measure(out.centres)
			q.Within, q.Centre, q.Best = q.Within+within/all, q.Centre+off/all, q.Best+one.best/all
			q.ratio += (within + 1e-9) / (one.best + 1e-9) / all
		}
	}
	q.Within, q.Centre, q.Best = math.Sqrt(q.Within), math.Sqrt(q.Centre), math.Sqrt(q.Best)
	if !finite(q.Within, q.Centre, q.ratio) {
		return message.Errorf("%q: groups of %s cannot be measured", c.question.Title, s.source)
	}
	p.quality = q
	return nil
}

// order puts groups in the order of their centres, by the first column, then the next.
func (f *Found) order() {
	slices.SortStableFunc(f.Groups, func(a, b Group) int { return slices.Compare(a.Centre, b.Centre) })
}
