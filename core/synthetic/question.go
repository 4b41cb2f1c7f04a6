package synthetic

import (
	"maps"
	"math"
	"math/big"
	"math/bits"
	"slices"
	"strings"

	"steward/core/domain"
	"steward/core/limits"
	"steward/core/message"
)

// Method says how the data are measured.
type Method string

// The methods.
const (
	Automatic Method = ""      // Graph
	Graph     Method = "graph" // tables and a junction tree
	Weights   Method = "mwem"  // multiplicative weights over all cells
	Small     Method = "small" // a small data set drawn by its score
)

// Methods returns all methods.
func Methods() []Method { return []Method{Automatic, Graph, Weights, Small} }

// Question is what a steward asks for: records over some columns.
type Question struct {
	ID, Title string
	Columns   []domain.AttributeName
	// Tables are the columns of the tables that the records should answer well; nil means every two.
	Tables [][]domain.AttributeName
	Method Method
	// Rounds is how often Weights measures; 0 for as often as is thought best.
	Rounds int
	// Size is how many records Small draws; 0 for as many as can be told apart.
	Size int
	// Records is how many records are made; 0 for as many as there are people, as far as that is known
	// or measured, and at most limits.MaxSyntheticRecords.
	Records int64
}

// Sheet is a question over a domain.
type Sheet struct {
	question Question
	domain   *domain.Domain // projection to the columns
	sizes    []int
	tables   []columns // asked for, and for columns in none of them their own
	// candidates may be measured by a graphical model, and root is the mean of root of the asked ones.
	candidates []candidate
	root       float64
	zeros      []zero
}

// candidate is a table over several columns that may be measured.
type candidate struct {
	over  columns
	table int // the number of one asked for that has its columns
}

// zero is combinations that cannot occur.
type zero struct {
	over  columns
	empty []bool // by cell over the columns
}

// New makes the sheet of a question over the published columns. It errors when the question does not
// fit them, naming it and what to do.
func New(q Question, published *domain.Domain) (*Sheet, error) {
	s, err := build(q, published)
	if err != nil {
		return nil, message.Errorf("%q: %w", q.Title, err)
	}
	return s, nil
}

func build(q Question, published *domain.Domain) (*Sheet, error) {
	switch {
	case len(q.Columns) == 0:
		return nil, message.Errorf("it names no column: choose at least one")
	case len(q.Columns) > limits.MaxSyntheticColumns:
		return nil, message.Errorf("it has %d columns, more than %d: leave some out", len(q.Columns), limits.MaxSyntheticColumns)
	case !slices.Contains(Methods(), q.Method):
		return nil, message.Errorf("unknown method %q: use %q, %q or %q, or leave it empty for the usual one", q.Method, Graph, Weights, Small)
	case q.Records < 0 || q.Records > limits.MaxSyntheticRecords:
		return nil, message.Errorf("%d records are asked for: use 1 to %d, or 0 for as many as there are people", q.Records, limits.MaxSyntheticRecords)
	case q.Rounds < 0 || q.Rounds > limits.MaxSyntheticRounds:
		return nil, message.Errorf("%d rounds are asked for: use 1 to %d, or 0 to leave the number to Steward", q.Rounds, limits.MaxSyntheticRounds)
	case q.Rounds > 0 && q.Method != Weights:
		return nil, message.Errorf("rounds are for the method %q only: leave them out", Weights)
	case q.Size != 0 && q.Method != Small:
		return nil, message.Errorf("a size is for the method %q only: leave it out", Small)
	}
	for i, name := range q.Columns {
		if slices.Contains(q.Columns[:i], name) {
			return nil, message.Errorf("it names the column %q twice: remove one", name)
		}
	}
	d, err := published.Project(q.Columns)
	if err != nil {
		return nil, err
	}
	s := &Sheet{question: q, domain: d}
	for _, a := range d.Attributes() {
		s.sizes = append(s.sizes, a.Size())
	}
	if err := s.chooseTables(); err != nil {
		return nil, err
	}
	if err := s.structuralZeros(); err != nil {
		return nil, err
	}
	return s, s.fits()
}

// chooseTables finds the tables that are asked for.
func (s *Sheet) chooseTables() error {
	q, covered := s.question, columns(0)
	add := func(t columns) error {
		if n := t.cells(s.sizes); n > limits.MaxSyntheticTableCells {
			return message.Errorf("the table over %s has %.0f combinations, more than %d: use coarser values, or name the tables that matter without this one", s.names(t), n, limits.MaxSyntheticTableCells)
		}
		s.tables, covered = append(s.tables, t), covered|t
		return nil
	}
	for _, names := range q.Tables {
		t := columns(0)
		for _, name := range names {
			j, ok := s.domain.Position(name)
			if !ok {
				return message.Errorf("it asks for a table over %q, which is not one of its columns: add the column or leave out the table", name)
			}
			t |= 1 << j
		}
		if t == 0 {
			return message.Errorf("it asks for a table without columns: name some")
		}
		if err := add(t); err != nil {
			return err
		}
	}
	if q.Tables == nil {
		for j := range s.sizes {
			for i := range j {
				if err := add(1<<i | 1<<j); err != nil {
					return err
				}
			}
		}
	}
	for j := range s.sizes {
		if !covered.has(j) {
			if err := add(1 << j); err != nil {
				return err
			}
		}
	}
	s.tables = sorted(s.tables)
	if n := len(s.tables); n > limits.MaxSyntheticTables {
		return message.Errorf("it asks for %d tables, more than %d: name those that matter, or leave out columns", n, limits.MaxSyntheticTables)
	}
	s.chooseCandidates()
	return nil
}

// chooseCandidates finds the tables that a graphical model may measure: those asked for over several
// columns, and those within them unless there are too many.
func (s *Sheet) chooseCandidates() {
	seen := make(map[columns]bool)
	for _, t := range s.tables {
		if bits.OnesCount64(uint64(t)) > 1 {
			seen[t] = true
			s.root += root(t, s.sizes)
		}
	}
	s.root /= max(float64(len(seen)), 1)
	all := maps.Clone(seen)
	for t := range seen {
		for part := t; part != 0 && len(all) <= limits.MaxSyntheticTables; part = (part - 1) & t {
			if bits.OnesCount64(uint64(part)) > 1 {
				all[part] = true
			}
		}
	}
	if len(all) > limits.MaxSyntheticTables {
		all = seen
	}
	for _, over := range slices.Sorted(maps.Keys(all)) {
		c := candidate{over, -1}
		for i, t := range s.tables {
			if over.within(t) && (c.table < 0 || t.cells(s.sizes) < s.tables[c.table].cells(s.sizes)) {
				c.table = i
			}
		}
		s.candidates = append(s.candidates, c)
	}
}

// share returns how much more a table costs when it is measured than those asked for do on average. To
// make the mean error of a number small all would cost the same, and to make that of all numbers of a
// table together small a table of more cells would cost more, with noise by which the square root of
// these and with Gaussian noise that of their square; the fourth root is between these.
func (s *Sheet) share(t columns) *big.Rat {
	return coarser(new(big.Rat).SetFloat64(root(t, s.sizes) / s.root))
}

// root returns the fourth root of the cells of a table.
func root(t columns, sizes []int) float64 { return math.Sqrt(math.Sqrt(t.cells(sizes))) }

// structuralZeros finds the combinations that cannot occur. Domain.Project has kept those whose
// columns are all there.
func (s *Sheet) structuralZeros() error {
	for _, c := range s.domain.Impossible() {
		z := zero{}
		in := make([][]bool, len(s.sizes))
		for name, labels := range c {
			j, _ := s.domain.Position(name)
			z.over |= 1 << j
			in[j] = make([]bool, s.sizes[j])
			for _, l := range labels {
				v, _ := s.domain.Attributes()[j].Find(l)
				in[j][v] = true
			}
		}
		if z.over.cells(s.sizes) > limits.MaxModelCells {
			return message.Errorf("the impossible combinations over %s are more than %d in total: declare them over fewer columns or coarser values", s.names(z.over), limits.MaxModelCells)
		}
		list := z.over.list()
		z.empty = make([]bool, int(z.over.cells(s.sizes)))
		for cell := range z.empty {
			rest, all := cell, true
			for i := len(list) - 1; i >= 0; i-- {
				n := s.sizes[list[i]]
				all = all && in[list[i]][rest%n]
				rest /= n
			}
			z.empty[cell] = all
		}
		s.zeros = append(s.zeros, z)
	}
	return nil
}

// fits errors where the method, or any, cannot work on so many combinations.
func (s *Sheet) fits() error {
	all := of(indices(len(s.sizes))).cells(s.sizes)
	switch s.question.Method {
	case Weights:
		if all > limits.MaxSyntheticCells {
			return message.Errorf("multiplicative weights work on all combinations of values one by one, and its columns have %.3g million of them, more than %d: make the records from tables, or use coarser values or fewer columns", all/1e6, limits.MaxSyntheticCells)
		}
		if s.domain.PossibleCells() == 0 {
			return message.Errorf("all its combinations are declared impossible")
		}
	case Small:
		if all > limits.MaxSyntheticCells {
			return message.Errorf("the small data set is drawn from all there are, and its columns have %.3g combinations, far too many: use the method %q", all, Graph)
		}
		k := s.domain.PossibleCells()
		if k == 0 {
			return message.Errorf("all its combinations are declared impossible")
		}
		if _, ok := multisets(k, max(s.question.Size, 1), limits.MaxSmallDataSets); !ok || s.question.Size < 0 {
			return message.Errorf("there are more than %d data sets of %d people over %d combinations of values, too many to choose from: ask for a smaller size, use coarser values, or the method %q", limits.MaxSmallDataSets, max(s.question.Size, 1), k, Graph)
		}
	default:
		if n := cellsOf(s.base(), s.sizes); n > 4*limits.MaxModelCells {
			return message.Errorf("impossible combinations tie columns together that have %.3g combinations, more than %d: declare fewer of them, or coarser values", n, 4*limits.MaxModelCells)
		}
	}
	return nil
}

// base returns the columns that a model has to hold together before anything is measured.
func (s *Sheet) base() []columns {
	var out []columns
	for j := range s.sizes {
		out = append(out, 1<<j)
	}
	for _, z := range s.zeros {
		out = append(out, z.over)
	}
	return out
}

// names writes the names of some columns.
func (s *Sheet) names(t columns) string {
	var out []string
	for _, j := range t.list() {
		out = append(out, string(s.domain.Attributes()[j].Name()))
	}
	return strings.Join(out, ", ")
}

// Domain returns the domain over the columns; its cells may be too many to number.
func (s *Sheet) Domain() *domain.Domain { return s.domain }

// Tables returns the columns of the tables that the records should answer well, in an order of its own.
func (s *Sheet) Tables() [][]domain.AttributeName {
	var out [][]domain.AttributeName
	for _, t := range s.tables {
		out = append(out, s.namesOf(t))
	}
	return out
}

func (s *Sheet) namesOf(t columns) []domain.AttributeName {
	var out []domain.AttributeName
	for _, j := range t.list() {
		out = append(out, s.domain.Attributes()[j].Name())
	}
	return out
}

// Counted returns the columns of the tables over which a release counts the data: the tables asked for,
// or all columns where the method looks at each combination.
func (s *Sheet) Counted() [][]domain.AttributeName {
	if s.eachCell() {
		return [][]domain.AttributeName{s.namesOf(of(indices(len(s.sizes))))}
	}
	return s.Tables()
}

// eachCell reports whether the method looks at each combination of all columns.
func (s *Sheet) eachCell() bool { return s.question.Method == Weights || s.question.Method == Small }

// largest returns the most columns of a table.
func (s *Sheet) largest() int {
	n := 0
	for _, t := range s.tables {
		n = max(n, bits.OnesCount64(uint64(t)))
	}
	return n
}

// multisets returns how many data sets of so many people over k cells there are; false where they are
// more than most.
func multisets(k, people, most int) (int, bool) {
	n := 1
	for i := 1; i <= people; i++ {
		n = n * (k - 1 + i) / i
		if n > most {
			return 0, false
		}
	}
	return n, true
}
