package strategy

// softFilter works out the total error of a soft strategy for a whole target in one walk along the
// cells: what SoftWeighted says, without covariances of single unknowns, in time linear in the
// number of tiles however wide boxes are against them. The search for shares uses it.
//
// The single cells make the cumulative counts a random walk. The state at the end of a tile is the
// cumulative count c there, the sum of all counts so far, the sum over the present ramp, and by
// level of blocks the sums over the present box and over the one before; a row is measured when its
// last box ends (Kalman 1960). The sum of the variances of the counts given all rows is the
// derivative of the logarithm of the normal equations' determinant by the precision of one more row for
// every count, at zero; the determinant is the product of the variances of what each row adds to
// those before it over its noise's, and the derivative of the state's covariance is carried along.
// In the same way the derivative by the precision of the single cells is the sum of their variances.
type softFilter struct {
	size         int
	covariance   []float64 // size × size, symmetric
	slope        []float64 // its derivative
	sum          float64   // the derivative of the determinant's logarithm
	gain, change []float64 // memory
	active       []bool    // sums that the present tile adds to
}

// The places in the state; levels follow, each with the sum over the present box and the one before.
const (
	atCount = iota
	atAll
	atRamp
	atLevels
)

// reset makes the state that of no cells, which is known.
func (f *softFilter) reset(levels int) {
	f.size = atLevels + 2*levels
	n := f.size * f.size
	if cap(f.covariance) < n {
		f.covariance, f.slope = make([]float64, n), make([]float64, n)
		f.gain, f.change, f.active = make([]float64, f.size), make([]float64, f.size), make([]bool, f.size)
	}
	f.covariance, f.slope = f.covariance[:n], f.slope[:n]
	f.gain, f.change, f.active = f.gain[:f.size], f.change[:f.size], f.active[:f.size]
	clear(f.covariance)
	clear(f.slope)
	f.sum = 0
	for i := range f.active {
		f.active[i] = i == atAll || i >= atLevels && (i-atLevels)%2 == 0
	}
}

// total returns the sum of the variances of a target's queries for one precision per group. The
// strategy has single cells, and the target is no list.
func (f *softFilter) total(s *Soft, precision []float64, target Target) float64 {
	f.reset(len(s.spec.Blocks))
	var cell, whole, ramp float64
	blocks := precision[len(precision)-len(s.spec.Blocks):] // the last groups
	for g, group := range s.groups {
		switch group.Kind {
		case Whole:
			whole = precision[g]
		case Level:
			cell = precision[g]
		case Ramp:
			ramp = precision[g]
		}
	}
	step := 1 / cell
	end, k := s.tiles.end, s.spec.Cells
	ramps := s.spec.Ramps
	at := make([]int, len(s.spec.Blocks)) // the box of each level
	for l, boxes := range s.spec.Blocks {
		if boxes[0].Last == 0 { // its sum is 0
			at[l] = 1
		}
	}
	for i := range end[1:] {
		f.active[atRamp] = len(ramps) > 0 && end[i] >= ramps[0].First-1
		f.walk(float64(end[i+1]-end[i]), step, target.kind == allCells)
		if f.active[atRamp] && end[i+1] == ramps[0].Last {
			f.measure(atRamp, -1, 1/ramp)
			f.forget(atRamp)
			ramps = ramps[1:]
		}
		for l, boxes := range s.spec.Blocks {
			if box := boxes[at[l]]; end[i+1] == min(box.Last, k) {
				sum := atLevels + 2*l
				f.beyond(sum, float64(box.Last-end[i+1]))
				if at[l] > 0 {
					f.measure(sum, sum+1, 1/blocks[l])
				}
				f.move(sum+1, sum)
				f.forget(sum)
				at[l]++
			}
		}
	}
	switch s.spec.Total {
	case TotalKnown:
		f.measure(atCount, -1, 0)
	case TotalMeasured:
		f.measure(atCount, -1, 1/whole)
	}
	switch target.kind {
	case allCells:
		return float64(k)*step + f.sum
	case allPrefixes:
		return f.sum
	}
	// Every range is a difference of two of k+1 counts, the first of them 0.
	return float64(k+1)*f.sum - f.covariance[atAll*f.size+atAll]
}

// walk goes over a tile of so many cells with steps of a variance. A row for each of its counts, of
// precision next to nothing, takes its own part of the covariance; with cells, it is the steps'
// variance that changes instead.
func (f *softFilter) walk(length, step float64, cells bool) {
	first := length * (length + 1) / 2                // the sum of 1, …, length
	squares := first * (2*length + 1) / 3             // of their squares
	cubes := first * first                            // of their third powers
	fourth := squares * (3*length*(length+1) - 1) / 5 // and of their fourth
	n := f.size
	f.spread(f.covariance, length)
	f.spread(f.slope, length)
	if cells {
		f.steps(f.slope, step*-step, [3]float64{length, first, squares})
	} else {
		// The count after i cells of the tile has with a sum that the tile adds to as much more
		// covariance than the count at the beginning as i·(length+1/2) - i²/2 steps.
		half := length + 0.5
		mixed, own := half*squares-cubes/2, half*half*squares-half*cubes+fourth/4
		a := f.gain
		for i := range a {
			a[i] = f.covariance[i*n+atCount]
		}
		f.sum += length*a[atCount] + step*first
		for i, x := range a {
			for j, y := range a {
				f.slope[i*n+j] -= length * x * y
			}
			f.add(f.slope, i, atCount, -step*first*x)
			for j, active := range f.active {
				if active {
					f.add(f.slope, i, j, -step*squares*x)
				}
			}
		}
		f.steps(f.slope, -step*step, [3]float64{squares, mixed, own})
	}
	f.steps(f.covariance, step, [3]float64{length, first, squares})
}

// add adds v to an entry and to the one across the diagonal; to one on the diagonal twice.
func (f *softFilter) add(m []float64, i, j int, v float64) {
	m[i*f.size+j] += v
	m[j*f.size+i] += v
}

// spread adds so many times the count to all active sums.
func (f *softFilter) spread(m []float64, times float64) {
	n := f.size
	count := m[atCount*n : (atCount+1)*n]
	for i, active := range f.active {
		if !active {
			continue
		}
		row := m[i*n : (i+1)*n]
		for j, v := range count {
			row[j] += times * v
		}
	}
	for i := range n {
		row := m[i*n : (i+1)*n]
		for j, active := range f.active {
			if active {
				row[j] += times * row[atCount]
			}
		}
	}
}

// steps adds times the first number to the count's entry, the second to those of the count with
// active sums, and the third to those of active sums.
func (f *softFilter) steps(m []float64, times float64, of [3]float64) {
	n := f.size
	m[atCount*n+atCount] += times * of[0]
	for i, active := range f.active {
		if !active {
			continue
		}
		f.add(m, i, atCount, times*of[1])
		for j, other := range f.active {
			if other {
				m[i*n+j] += times * of[2]
			}
		}
	}
}

// beyond adds so many times the count to a sum.
func (f *softFilter) beyond(sum int, times float64) {
	if times == 0 {
		return
	}
	n := f.size
	for _, m := range [][]float64{f.covariance, f.slope} {
		for j := range n {
			m[sum*n+j] += times * m[atCount*n+j]
		}
		for i := range n {
			m[i*n+sum] += times * m[i*n+atCount]
		}
	}
}

// measure takes a row in: an entry of the state, less another one unless that is negative, with
// noise of a variance.
func (f *softFilter) measure(plus, minus int, noise float64) {
	n := f.size
	gain, change := f.gain, f.change
	for i := range n {
		gain[i], change[i] = f.covariance[i*n+plus], f.slope[i*n+plus]
		if minus >= 0 {
			gain[i] -= f.covariance[i*n+minus]
			change[i] -= f.slope[i*n+minus]
		}
	}
	own, moved := gain[plus]+noise, change[plus]
	if minus >= 0 {
		own -= gain[minus]
		moved -= change[minus]
	}
	if !(own > 0) {
		return // it was known
	}
	f.sum += moved / own
	for i := range n {
		x := gain[i] / own
		y := (change[i] - x*moved) / own
		covariance, slope := f.covariance[i*n:(i+1)*n], f.slope[i*n:(i+1)*n]
		for j, v := range gain {
			covariance[j] -= x * v
			slope[j] -= y*v + x*change[j]
		}
	}
}

// move makes an entry of the state a copy of another.
func (f *softFilter) move(to, from int) {
	n := f.size
	for _, m := range [][]float64{f.covariance, f.slope} {
		copy(m[to*n:(to+1)*n], m[from*n:(from+1)*n])
		for i := range n {
			m[i*n+to] = m[i*n+from]
		}
	}
}

// forget makes an entry of the state zero, which is known.
func (f *softFilter) forget(i int) {
	n := f.size
	for _, m := range [][]float64{f.covariance, f.slope} {
		clear(m[i*n : (i+1)*n])
		for j := range n {
			m[j*n+i] = 0
		}
	}
}
