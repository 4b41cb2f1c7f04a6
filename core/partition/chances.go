package partition

import "math"

// negligible is the chance below which an interval counts for nothing.
const negligible = 1e-12

// Chances calls do for every interval that a partition of z can have, from its first entry to the one
// after its last, with the chance that a drawn partition has it. It is up to rounding in floating
// point and for public numbers only: it tells what draws are like of which there would have to be
// many. It errors as Draw does. O(p log p).
func (l *Law) Chances(z []int64, do func(from, to int, chance float64)) error {
	d, err := l.weigh(z)
	if err != nil {
		return err
	}
	d.reach(node{d.top, 0}, 1, do)
	return nil
}

// reach goes through a node that is looked at with a chance.
func (d *draw) reach(n node, chance float64, do func(from, to int, chance float64)) {
	if chance < negligible {
		return
	}
	first, second, both := d.halves(n)
	if n.level > 0 && !both {
		d.reach(first, chance, do)
		return
	}
	stays := 1.0
	if both {
		stays = min(d.whole(n).lo.over(d.sums[n.level][n.at].lo), 1)
	}
	do(n.at<<n.level, min((n.at+1)<<n.level, d.entries), chance*stays)
	if both {
		d.reach(first, chance*(1-stays), do)
		d.reach(second, chance*(1-stays), do)
	}
}

// over returns a/b in floating point, for b above zero.
func (a scaled) over(b scaled) float64 {
	if a.m == 0 || b.m == 0 {
		return 0
	}
	return math.Ldexp(float64(a.m)/float64(b.m), int(max(a.e-b.e, -2000)))
}
