package mechanism

import (
	"slices"

	"steward/core/constraint"
	"steward/core/histogram"
	"steward/core/noise"
)

// KnownSets are sets of cells, each possible cell in one, whose sums are all public.
type KnownSets struct {
	KnownSums
	Sizes []int // cells of each
	// Stated are the sums that facts tell, -1 for those that a release brings.
	Stated []int64
	// Blocks have all cells: each set by itself, or cells of several sets of two.
	Blocks []Block
}

// Block is what noise is drawn for together: so many numbers that add up to something public, or a single one, each of which is the change of
// several cells, of the last of these with the other sign.
type Block struct {
	// Cells has one cell for each number, then another one for each in the same order, and so on.
	Cells            []int
	Copies, Opposite int // how many cells of each number, and how many of the other sign
}

// Numbers is how many numbers it has.
func (b Block) Numbers() int { return len(b.Cells) / b.Copies }

// KnownSets returns the finest sets of cells whose sums are all public which the known sums and the facts make by dividing sets in two one
// after another: of sums that lie within one another or apart, such as the levels of a hierarchy, what each has beside those within it. A
// fact that cuts several sets divides none of them; if all of these have two cells it may make blocks of them, and otherwise Task.Condition takes it. There are
// none where some cell is in no such set, and where some set would have more cells than noise can be drawn for together.
func (p Problem) KnownSets(c ComponentCells) KnownSets {
	k := &dividing{set: make([]int, len(c.Of))}
	known := p.Known(c)
	for cell, n := range c.Of {
		if k.set[cell] = n; n >= 0 && known.Count == 0 {
			k.set[cell] = 0
		} else if n >= 0 {
			k.set[cell] = known.Set[cell]
		}
		if n >= 0 {
			for len(k.parts) <= k.set[cell] {
				k.parts = append(k.parts, part{total: -1, public: known.Count > 0})
			}
			k.parts[k.set[cell]].cells++
		}
	}
	if n, hasTotal := p.Facts.Total(); hasTotal && len(k.parts) == 1 {
		k.parts[0].total = n
	}
	var sums []constraint.Sum
	if p.KnowsSums() && !p.PeopleOnly {
		if sums = slices.Clone(p.Facts.Sums(p.Workload.Domain())); p.Workload.Domain().PossibleCells() > noise.MaxBalanced*(len(sums)+len(k.parts)) {
			return KnownSets{} // each sum divides one set at most, so that some would have too many cells
		}
		slices.SortStableFunc(sums, func(a, b constraint.Sum) int { return len(a.Cells) - len(b.Cells) }) // small sets have the least noise
		for range maxRounds {
			divided := false
			for _, s := range sums {
				divided = k.divide(s.Cells, s.Total) || divided
			}
			if !divided {
				break
			}
		}
	}
	out := k.sets()
	out.setBlocks(sums)
	return out
}

// setBlocks gathers what noise is drawn for together.
func (k *KnownSets) setBlocks(sums []constraint.Sum) {
	if k.Count == 0 {
		return
	}
	members := make([][]int, k.Count)
	for cell, set := range k.Set {
		if set >= 0 {
			members[set] = append(members[set], cell)
		}
	}
	t := newTwins(k, members)
	if len(t.cells) == 0 {
		sums = nil
	}
	for range maxRounds {
		joined := false
		for _, s := range sums {
			joined = t.join(s) || joined
		}
		if !joined {
			break
		}
	}
	for _, s := range sums {
		t.gather(s)
	}
	k.Blocks = t.blocks()
	for _, cells := range members {
		if len(cells) != 2 {
			k.Blocks = append(k.Blocks, Block{Cells: cells, Copies: 1})
		}
	}
}

// maxRounds is how often facts are gone through at most: one that cuts several sets may divide none of them but the last, once others have.
const maxRounds = 8

// dividing are sets on the way.
type dividing struct {
	set   []int // per cell, -1 for impossible ones
	parts []part
	held  tally
}

// tally adds up, by set or by number, what a sum holds of it.
type tally struct {
	sums []int
	held []bool
	seen []int // those that are held, in the order in which they were found
}

// of returns how much cells add to each of n, which the next call overwrites; what a cell adds to a negative one is left out.
func (t *tally) of(n int, cells []int32, each func(cell int32) (to, add int)) []int {
	for _, at := range t.seen {
		t.sums[at], t.held[at] = 0, false
	}
	t.seen = t.seen[:0]
	if more := n - len(t.sums); more > 0 {
		t.sums, t.held = append(t.sums, make([]int, more)...), append(t.held, make([]bool, more)...)
	}
	for _, cell := range cells {
		to, add := each(cell)
		if to < 0 {
			continue
		}
		if !t.held[to] {
			t.held[to], t.seen = true, append(t.seen, to)
		}
		t.sums[to] += add
	}
	return t.sums
}

type part struct {
	cells  int
	total  int64 // -1 where it is not known yet
	public bool
}

// divide takes into account that the sum of some possible cells is public, and reports whether it tells anything: a set is divided by it
// where it is the only one of which the cells are a part and all of the others they hold have public sums. What is left over of it then has a public
// sum if the whole has.
func (k *dividing) divide(cells []int32, total int64) bool {
	held := k.held.of(len(k.parts), cells, func(cell int32) (int, int) { return k.set[cell], 1 })
	cut, open, several := -1, -1, false
	rest := total // what the cut set has of the total, or the open one
	for _, set := range k.held.seen {
		n := held[set]
		switch own := k.parts[set]; {
		case n < own.cells:
			several = several || cut >= 0
			cut = set
		case !own.public:
			several = several || open >= 0
			open = set
		case own.total < 0 || rest < 0:
			rest = -1
		default:
			rest -= own.total
		}
	}
	switch {
	case several || cut >= 0 && open >= 0:
		return false
	case open >= 0:
		k.parts[open].public, k.parts[open].total = true, rest
		return true
	case cut < 0:
		return false
	}
	inside := part{cells: held[cut], total: rest, public: true}
	from := &k.parts[cut]
	if from.cells -= inside.cells; from.total >= 0 && rest >= 0 {
		from.total -= rest
	} else {
		from.total = -1
	}
	for _, cell := range cells {
		if k.set[cell] == cut {
			k.set[cell] = len(k.parts)
		}
	}
	k.parts = append(k.parts, inside)
	return true
}

// sets numbers the sets by their first cells; none where the sum of one is not public.
func (k *dividing) sets() KnownSets {
	var out KnownSets
	at := make(map[int]int)
	out.Set = k.set
	for cell, set := range k.set {
		if set < 0 {
			continue
		}
		if !k.parts[set].public {
			return KnownSets{}
		}
		if _, seen := at[set]; !seen {
			at[set] = out.Count
			out.Count++
			out.Sizes, out.Stated = append(out.Sizes, k.parts[set].cells), append(out.Stated, k.parts[set].total)
		}
		out.Set[cell] = at[set]
	}
	return out
}

// Values returns the sums: what is stated where it is, which a release finds true of the counts before anything is spent, and otherwise the
// known sums of a data vector.
func (k KnownSets) Values(counts *histogram.Vector) []int64 {
	sums := k.KnownSums.Values(counts)
	for s, n := range k.Stated {
		if n >= 0 {
			sums[s] = n
		}
	}
	return sums
}
