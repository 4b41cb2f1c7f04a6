package policy

import (
	"fmt"
	"math/big"
	"strings"

	"steward/core/domain"
)

// blocks is a partition of the combinations of one or several columns: those in one block are
// secret from one another (the partition policy of He et al. 2014 section 3.1).
type blocks struct {
	attrs   []*domain.Attribute
	of      []int   // the block of each combination
	members [][]int // of each block
	says    string
}

// Partition returns the part that keeps the combinations of the columns inside each block
// secret from one another. block names the block of a combination, given by the indices of its
// values; what it is a partition by stands in says, such as "the region of a county". It errors
// when there are too many combinations.
func Partition(attrs []*domain.Attribute, block func(values []int) string, says string) (Part, error) {
	if err := countable(attrs); err != nil {
		return nil, err
	}
	p := &blocks{attrs: attrs, says: says}
	number := make(map[string]int)
	values := make([]int, len(attrs))
	n := newListed(attrs).Size()
	p.of = make([]int, n)
	for u := range n {
		rest := u
		for i := len(attrs) - 1; i >= 0; i-- {
			values[i] = rest % attrs[i].Size()
			rest /= attrs[i].Size()
		}
		name := block(values)
		b, seen := number[name]
		if !seen {
			b = len(p.members)
			number[name] = b
			p.members = append(p.members, nil)
		}
		p.of[u] = b
		p.members[b] = append(p.members[b], u)
	}
	return p, nil
}

// Coarser returns the groups of a column by a coarser list: of says to which of its values each
// answer belongs (the region of a county). It errors on values that of says nothing about.
func Coarser(a *domain.Attribute, of map[string]string) ([]Group, error) {
	var list []Group
	at := make(map[string]int)
	for v := range a.Regular() {
		name, ok := of[a.Label(v)]
		if !ok || strings.TrimSpace(name) == "" {
			return nil, fmt.Errorf("the coarser list does not say what %q of %q belongs to: add it", a.Label(v), a.Name())
		}
		i, seen := at[name]
		if !seen {
			i = len(list)
			at[name] = i
			list = append(list, Group{Name: name})
		}
		list[i].Values = append(list[i].Values, a.Label(v))
	}
	return list, nil
}

// UniformGrid returns the part that keeps the combinations inside each square of a uniform grid
// secret from one another: squares that are so many numbers (or steps of an ordered list) wide
// along each column, beginning at its lowest value. Special cells are squares of their own. It
// errors on columns without an order and on widths that are not above zero.
func UniformGrid(columns []Scaled) (Part, error) {
	attrs := make([]*domain.Attribute, len(columns))
	var widths []string
	for i, c := range columns {
		if !c.Attribute.HasOrder() {
			return nil, fmt.Errorf("the values of %q have no order, so no grid can be laid over them: declare it as an ordered list or leave it out", c.Attribute.Name())
		}
		if c.Scale == nil || c.Scale.Sign() <= 0 {
			return nil, fmt.Errorf("the width of the grid along %q must be a number above zero", c.Attribute.Name())
		}
		attrs[i] = c.Attribute
		widths = append(widths, fmt.Sprintf("%s of %q", plain(c.Scale), c.Attribute.Name()))
	}
	square := func(values []int) string {
		var b strings.Builder
		for i, v := range values {
			a := attrs[i]
			if v >= a.Regular() {
				fmt.Fprintf(&b, "%s;", a.Label(v))
				continue
			}
			along := new(big.Rat).SetFloat64(a.Positions(v) - a.Positions(0))
			along.Quo(along, columns[i].Scale)
			fmt.Fprintf(&b, "%s;", new(big.Int).Quo(along.Num(), along.Denom()))
		}
		return b.String()
	}
	return Partition(attrs, square, "squares of "+strings.Join(widths, " by "))
}

func (p *blocks) Attributes() []*domain.Attribute { return p.attrs }
func (p *blocks) Size() int                       { return len(p.of) }
func (p *blocks) Joined(u, v int) bool            { return u != v && p.of[u] == p.of[v] }

func (p *blocks) Neighbours(u int, yield func(v int) bool) {
	for _, v := range p.members[p.of[u]] {
		if v != u && !yield(v) {
			return
		}
	}
}

func (p *blocks) Distance(u, v int) (int, bool) {
	if u == v {
		return 0, true
	}
	return 1, p.of[u] == p.of[v]
}

func (p *blocks) Components() ([]int, int) { return p.of, len(p.members) }

// Project joins two combinations when any block holds some that look like them.
func (p *blocks) Project(keep []int) Part {
	seen := through(p.attrs, keep)
	attrs := make([]*domain.Attribute, len(keep))
	for i, k := range keep {
		attrs[i] = p.attrs[k]
	}
	q := newListed(attrs)
	looks := make([]int, 0, q.Size())
	for _, members := range p.members {
		looks = looks[:0]
		mark := make(map[int]bool)
		for _, u := range members {
			if v := seen(u); !mark[v] {
				mark[v] = true
				looks = append(looks, v)
			}
		}
		for i, v := range looks {
			for _, w := range looks[:i] {
				q.join(v, w, One)
			}
		}
	}
	return unweighted{&described{q, fmt.Sprintf("answers in %s inside the same of the %s", columnNames(attrs), p.says), fmt.Sprintf("%s: projection of a partition", columnNames(attrs))}}
}

func (p *blocks) Secret() string {
	return fmt.Sprintf("answers in %s inside the same of the %s", columnNames(p.attrs), p.says)
}

func (p *blocks) Expert() string {
	return fmt.Sprintf("%s: partition into %d blocks by %s", columnNames(p.attrs), len(p.members), p.says)
}

// described is a listed graph with words of its own.
type described struct {
	*listed
	secret, expert string
}

func (p *described) Project(keep []int) Part {
	return &described{p.projected(keep), p.secret, p.expert + ", projected"}
}
func (p *described) Secret() string { return p.secret }
func (p *described) Expert() string { return p.expert }
