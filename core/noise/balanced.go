package noise

import (
	"math"
	"math/big"

	"steward/core/message"
)

// MaxBalanced is the most draws that may be told to add up to zero. With more there is next to nothing to be gained: independent
// draws of a known total are 3 % wider at 64.
const MaxBalanced = fewRows

// balanced is the law of several draws that add up to zero: that of as many independent draws from DLap(t), given that they do,
//
//	P(z) = a^(|z_1| + ... + |z_k|) / Z,  a = e^(-1/t),  z_1 + ... + z_k = 0.
//
// Its variance is not that of one draw: k-1 parts in k of it are. It is that of independent draws which vary as much about their mean
// as these do about nothing, so that whatever takes a mean off may go by it.
//
// One of them may be kept back: the others then are numbers that may add up to anything, the less likely the more it is.
//
// Or there are copies of each draw, some of which have the other sign. Then a draw alone has the law of one whose scale is divided by the
// number of copies.
type balanced struct {
	scale             Scale
	draws             int // all, with their copies
	keptBack          bool
	copies, opposite  int   // how often each draw is there, and how often with the other sign; one copy of one that is there alone
	each              Scale // of a draw without its copies
	group             int
	variance, meanAbs float64
}

// Balanced returns the law of so many draws of a scale that add up to zero (docs/mathematics.md, "Balanced noise"). Add
// and Fill then take as many numbers, no more and no fewer. It errors where there are fewer than two draws or more than MaxBalanced.
func Balanced(s Scale, draws int) (Law, error) { return newBalanced(s, draws, false) }

// BalancedCopies returns the law of so many draws that add up to zero, or of a single one, each of which is there several times: opposite times with the
// other sign, and otherwise as it is, the first time among them. It is that of as many independent draws of a scale as there are copies of all draws, given that they
// are copies and add up to zero. Add and Fill take all draws once, and then in the same order their copies, those with the other sign last. A table of two rows has the
// like if all sums of rows and columns are known: what one row gets the other one loses. It errors as Balanced does with so many draws.
func BalancedCopies(s Scale, draws, copies, opposite int) (Law, error) {
	if copies < 2 || opposite < 0 || opposite >= copies {
		return Law{}, message.Errorf("%d copies of each draw, %d of them with the other sign: there have to be two or more, and one without", copies, opposite)
	}
	s.must()
	by := big.NewRat(int64(copies), 1)
	each, err := NewScale(new(big.Rat).Quo(s.Rat(), by))
	if err != nil {
		return Law{}, err
	}
	if s, err = NewScale(new(big.Rat).Mul(each.Rat(), by)); err != nil {
		return Law{}, err
	}
	of := each.Law()
	if draws != 1 {
		if of, err = Balanced(each, draws); err != nil {
			return Law{}, err
		}
	}
	return Law{balanced{scale: s, draws: draws * copies, copies: copies, opposite: opposite, each: each, variance: float64(copies) * of.Variance(), meanAbs: of.MeanAbs()}}, nil
}

// BalancedButOne returns the law of all but one of so many draws that add up to zero, which Add and Fill then take: what is kept back
// stands for a number that is not published, such as how many people are not in a file.
func BalancedButOne(s Scale, draws int) (Law, error) { return newBalanced(s, draws, true) }

func newBalanced(s Scale, draws int, keptBack bool) (Law, error) {
	if draws < 2 || draws > MaxBalanced {
		return Law{}, message.Errorf("%d draws are to add up to zero: they have to be from 2 to %d", draws, MaxBalanced)
	}
	s.must()
	b := balanced{scale: s, draws: draws, keptBack: keptBack}
	b.variance, b.meanAbs = b.moments()
	return Law{b}, nil
}

// Balanced returns how many draws of the law add up to zero; 0 where draws are independent. One of them may be kept back.
func (l Law) Balanced() (draws int, keptBack bool) {
	if b, ok := l.of.(balanced); ok {
		return b.draws, b.keptBack
	}
	return 0, false
}

// Without returns the sums of draws that are zero, by the places of the draws among those that Add takes and how often each is counted; none where draws are
// independent or one of them is kept back.
func (l Law) Without() (sums []map[int]int64) {
	b, ok := l.of.(balanced)
	if !ok || b.keptBack {
		return nil
	}
	alone := b.alone()
	if alone > 1 {
		sum := make(map[int]int64)
		for i := range alone {
			sum[i] = 1
		}
		sums = append(sums, sum)
	}
	for at := alone; at < b.draws; at++ {
		sums = append(sums, map[int]int64{at % alone: -b.sign(at / alone), at: 1})
	}
	return sums
}

// InGroup returns the law of draws of their own: laws of two groups of draws, each of which adds up to zero, are not the same, however
// alike they are.
func (l Law) InGroup(group int) Law {
	if b, ok := l.of.(balanced); ok {
		b.group = group
		return Law{b}
	}
	return l
}

// Apart returns the law that each draw would have by itself: of draws that add up to zero, if nothing were known of the others.
func (l Law) Apart() Law {
	if b, ok := l.of.(balanced); ok {
		return b.scale.Law()
	}
	return l
}

// words are those of Laplace noise, told that it adds up to zero.
func (b balanced) words() Words {
	w := Laplace.Words()
	if b.keptBack {
		w.Symbol += ", z₀ = −Σz"
		w.Formula = message.Sprintf("P(z) ∝ a^(|z₁|+…+|z_k|+|z₁+…+z_k|) for whole numbers, with a = e^(−1/t); L1 sensitivity Δ, the sum among the numbers that change, spends Δ/t")
		w.Recompute = []message.Text{
			message.Sprintf("Noise that adds up to zero together with a number that is not published is not independent from row to row. The chance of z_1, ..., z_k together is proportional to a to the power |z_1| + ... + |z_k| + |z_1 + ... + z_k|, with a = exp(-1/t). An edge changes the rows, and it changes their sum: both changes count, so that a person who comes or leaves costs as much as one whose answer changes. With n = k + 1, the sum of m of the k rows has m (n - m)/(n - 1) times the variance of one of them; up to a scale of 64 its half-width is that of its exact law."),
		}
		return w
	}
	if b.copies > 1 {
		w.Symbol += ", z′ = ±z"
		w.Formula = message.Sprintf("P(z) ∝ a^(c|z₁|+…+c|z_k|) for whole numbers, each on c rows with one sign or the other, with a = e^(−1/t); z₁+…+z_k = 0 if k > 1; L1 sensitivity Δ of all rows spends Δ/t")
		w.Recompute = []message.Text{
			message.Sprintf("Where facts tell that what one number gains others gain or lose, their rows have the same noise, with one sign or the other: z_1, ..., z_k, each on c rows. It has the law of as many independent draws of discrete Laplace noise as there are rows, given that the c draws of each are the same but for their signs and, if k is above 1, that z_1 + ... + z_k = 0. The chance of z_1, ..., z_k together is proportional to a to the power c (|z_1| + ... + |z_k|), with a = exp(-1/t). Neighbouring files differ alike in the same rows, so that the noise makes up for it. If k is above 1 the sum of m of z_1, ..., z_k has m (k - m)/(k - 1) times the variance of one of them."),
		}
		return w
	}
	w.Symbol += ", Σz = 0"
	w.Formula = message.Sprintf("P(z) ∝ a^(|z₁|+…+|z_k|) for whole numbers that add up to zero, with a = e^(−1/t); L1 sensitivity Δ spends Δ/t")
	w.Recompute = []message.Text{
		message.Sprintf("Noise that adds up to zero is not independent from row to row. It has the law of as many independent draws of discrete Laplace noise, given that they add up to zero: the chance of z_1, ..., z_k together is proportional to a to the power |z_1| + ... + |z_k|, with a = exp(-1/t). An edge moves a person from one of the rows to another, so that it costs what it would with independent noise. The sum of m of the k rows has m (k - m)/(k - 1) times the variance of one of them; up to a scale of 64 its half-width is that of its exact law."),
	}
	return w
}

// alone returns how many draws there are without their copies.
func (b balanced) alone() int { return b.draws / max(b.copies, 1) }

// sign is that of a copy.
func (b balanced) sign(of int) int64 {
	if of >= b.copies-b.opposite && b.copies > 1 {
		return -1
	}
	return 1
}

// of returns the law of the draws without their copies.
func (b balanced) of() Law {
	if n := b.alone(); n > 1 {
		return Law{balanced{scale: b.each, draws: n, variance: b.variance / float64(b.copies)}}
	}
	return b.each.Law()
}

func (balanced) family() Family      { return Laplace }
func (b balanced) Rat() *big.Rat     { return b.scale.Rat() }
func (b balanced) Variance() float64 { return b.variance }
func (b balanced) MeanAbs() float64  { return b.meanAbs }

// Fill sets the entries of dst to draws that add up to zero. All but one are drawn, and the last makes up for them; it is accepted
// with the chance a^|z|, that of a magnitude which is no smaller, and else all are drawn again: about √(πk) times, whatever
// the scale. It is exact as Scale's Fill is.
func (b balanced) Fill(src Source, dst []int64) {
	b.must(dst)
	if scripted(src, b, nil, dst) {
		return
	}
	if b.copies > 1 {
		n := b.alone()
		b.of().Fill(src, dst[:n])
		for at := n; at < len(dst); at++ {
			dst[at] = b.sign(at/n) * dst[at%n]
		}
		return
	}
	r := stream{src: src}
	for {
		sum := int64(0)
		for i := range b.draws - 1 {
			dst[i] = r.laplace(b.scale)
			sum += dst[i]
		}
		if r.magnitude(b.scale) >= max(sum, -sum) {
			if !b.keptBack {
				dst[b.draws-1] = -sum
			}
			return
		}
	}
}

// Add sets dst to counts with such draws.
func (b balanced) Add(src Source, counts, dst []int64) {
	mustMatch(counts, dst)
	b.must(dst)
	if scripted(src, b, counts, dst) {
		return
	}
	draws := make([]int64, len(dst))
	b.Fill(src, draws)
	for i, c := range counts {
		dst[i] = addSaturating(c, draws[i])
	}
	clear(draws)
}

func (b balanced) must(dst []int64) {
	taken := b.draws
	if b.keptBack {
		taken--
	}
	if len(dst) != taken {
		panic("noise: other numbers of draws cannot be told to add up to zero")
	}
}

// moments returns the variance and the mean size of a draw. With r = (1-a)/(1+a) and an angle u the characteristic function of
// DLap(t) is cos²u + r² sin²u where its argument is 2 arctan(r tan u), so that integrals of it over a circle are means over as few
// angles as it has powers (docs/mathematics.md).
func (b balanced) moments() (variance, size float64) {
	a, q := b.scale.Decay()
	k, r := float64(b.draws), q/(1+a)
	angles := b.draws + 2 // enough for powers up to k
	all, both, sines := 0.0, 0.0, 0.0
	for i := range angles {
		sin, cos := math.Sincos(math.Pi * float64(i) / float64(angles))
		sin, cos = sin*sin, cos*cos
		p := cos + r*r*sin
		less := math.Pow(p, k-2)
		all, both, sines = all+less*p, both+less*p*sin*cos, sines+less*sin
	}
	slope := 4 * a / (q * (1 + a))
	size = a * 2 / ((1 + a) * (1 + a)) * (k - 1) / k * (1/r - 2*r*sines/all)
	return k * slope * slope * both / all, size
}

// exactUpTo is the largest scale for which half-widths are those of the exact law: the work grows with it.
const exactUpTo = 64

// halfWidth is that of a sum of so many draws, none of which is a copy of another one. It is exact up to a scale: S draws out of k add up to s with a chance proportional to f_m(s) f_(k-m)(s), where f_m is the law
// of a sum of m independent draws. Beyond it is that of any weighted sum of Laplace noise.
func (b balanced) halfWidth(rows int, level float64) float64 {
	checkLevel(level)
	if b.copies > 1 {
		return b.of().HalfWidth(rows, level)
	}
	a, _ := b.scale.Decay()
	if all := float64(b.draws) * a; rows >= b.draws || 2*all*all <= 1-level {
		return 0 // all draws are zero with a chance of at least 1 - 2(ka)²
	}
	if b.scale.Float() > exactUpTo {
		part := float64(rows) * float64(b.draws-rows) / float64(b.draws)
		return Laplace.HalfWidth(math.Sqrt(part*b.variance), 1, level)
	}
	one, rest, whole := newFewLaw(rows, b.scale), newFewLaw(b.draws-rows, b.scale), newFewLaw(b.draws, b.scale)
	need := level * whole.at(0) * (1 + relativeSlack)
	within := one.at(0) * rest.at(0)
	h := int64(0)
	for within < need {
		h++
		more := 2 * one.at(h) * rest.at(h)
		if within+more == within { // the rest is rounding
			break
		}
		within += more
	}
	return float64(h)
}

// fewLaw is the law of the sum of n draws, by the finite sum of positive terms that fewTail adds up.
type fewLaw struct {
	n       int
	a, q    float64
	chances [fewRows]float64 // P(J = j)
}

func newFewLaw(n int, s Scale) *fewLaw {
	f := &fewLaw{n: n}
	f.a, f.q = s.Decay()
	p := math.Exp(-float64(n) * math.Log1p(f.a))
	for j := range n {
		f.chances[j] = p
		p *= float64(n+j) / float64(j+1) * f.a / (1 + f.a)
	}
	return f
}

// at returns the chance of k >= 0: the sum over j of P(J=j) C(k+n-1, n-1-j) q^(n-j) a^(k+j), from the last j up.
func (f *fewLaw) at(k int64) float64 {
	term := f.q * math.Pow(f.a, float64(k+int64(f.n)-1)) // but for P(J=j): that of j = n-1
	sum := 0.0
	for j := f.n - 1; j >= 0; j-- {
		sum += term * f.chances[j]
		chosen := float64(f.n - 1 - j)
		term *= (float64(k) + float64(f.n-1) - chosen) / (chosen + 1) * f.q / f.a
	}
	return sum
}
