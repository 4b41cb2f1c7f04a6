package policy

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"steward/core/domain"
	"steward/core/policy/distance"
	"steward/core/policy/weighted"
	"steward/core/seeded"
)

// drawDegrees draws a column of degrees between two bounds: whole numbers, or ranges between
// quarters of degrees that sometimes go all the way and sometimes have open ends.
func drawDegrees(t *rapid.T, name domain.AttributeName, lo, hi int64, most int) *domain.Attribute {
	rules := []domain.Rule{domain.OwnCell, domain.Refuse, domain.Refuse}
	opts := domain.Options{
		Origin: domain.Typed,
		Blank:  domain.Special{Rule: rapid.SampledFrom(rules).Draw(t, "blank")},
		Other:  domain.Special{Rule: rapid.SampledFrom(rules).Draw(t, "other")},
	}
	n := rapid.IntRange(1, most).Draw(t, "values")
	if rapid.IntRange(0, 2).Draw(t, "points") == 0 {
		first := rapid.Int64Range(lo, hi-int64(n)).Draw(t, "first")
		return must(domain.NewWhole(name, first, first+int64(n)-1, opts))
	}
	cuts := rapid.SliceOfNDistinct(rapid.Int64Range(4*lo+1, 4*hi-1), n-1, n-1, rapid.ID).Draw(t, "cuts")
	ends := rapid.SliceOfNDistinct(rapid.Int64Range(4*lo, 4*hi), 2, 2, rapid.ID).Draw(t, "ends")
	if all := rapid.Bool().Draw(t, "all the way"); all || n > 1 && (slices.Min(cuts) <= slices.Min(ends) || slices.Max(cuts) >= slices.Max(ends)) {
		ends = []int64{4 * lo, 4 * hi}
	}
	cuts = append(cuts, ends...)
	slices.Sort(cuts)
	text := func(x int64) string { return big.NewRat(x, 4).FloatString(2) }
	ranges := make([]domain.Range, n)
	for i := range ranges {
		ranges[i] = domain.Range{From: text(cuts[i]), To: text(cuts[i+1])}
	}
	if rapid.IntRange(0, 4).Draw(t, "open below") == 0 && lo == -hi {
		ranges[0].From = ""
	}
	if rapid.IntRange(0, 4).Draw(t, "open above") == 0 && lo == -hi {
		ranges[n-1].To = ""
	}
	return must(domain.NewRanges(name, ranges, false, opts))
}

// drawLatitudes draws a latitude and a longitude; the longitudes go from -180 or from 0.
func drawLatitudes(t *rapid.T, most int) (latitude, longitude *domain.Attribute) {
	latitude = drawDegrees(t, "latitude", -90, 90, most)
	if rapid.Bool().Draw(t, "from 0") {
		return latitude, drawDegrees(t, "longitude", 0, 360, most)
	}
	return latitude, drawDegrees(t, "longitude", -180, 180, most)
}

func drawKilometres(t *rapid.T) *big.Rat {
	switch rapid.IntRange(0, 2).Draw(t, "size") {
	case 0:
		return big.NewRat(rapid.Int64Range(1, 4000).Draw(t, "kilometres"), 10)
	case 1:
		return big.NewRat(rapid.Int64Range(100, 4000).Draw(t, "kilometres"), 1)
	}
	return big.NewRat(rapid.Int64Range(4000, 21000).Draw(t, "kilometres"), 1)
}

// drawSphere draws a part over places, whose edges are read off it: that they are the right
// ones is tested by sampling.
func drawSphere(t *rapid.T, latitude, longitude *domain.Attribute) Part {
	if rapid.Bool().Draw(t, "graded") {
		unit := drawKilometres(t)
		least := new(big.Rat).Mul(unit, rapid.SampledFrom([]*big.Rat{big.NewRat(1, 1), big.NewRat(1, 20), big.NewRat(3, 1)}).Draw(t, "least"))
		return must(GradedKilometres(latitude, longitude, Grade{Unit: unit, AtLeast: least, Special: drawSpecial(t)}))
	}
	return must(WithinKilometres(latitude, longitude, drawKilometres(t), drawSpecial(t)))
}

// TestPlacesWithOthers compares everything that parts over places answer with their
// edges, and their projections with what is seen of these.
func TestPlacesWithOthers(t *testing.T) {
	seeded.Check(t, func(t *rapid.T) {
		latitude, longitude := drawLatitudes(t, seeded.Often(3, 4))
		p := drawSphere(t, latitude, longitude)
		switch rapid.IntRange(0, 5).Draw(t, "with another") {
		case 0:
			p = must(Union(p, drawSphere(t, latitude, longitude)))
		case 1:
			p = must(Intersection(p, drawSphere(t, latitude, longitude)))
		case 2:
			p = must(p.Weigh(big.NewRat(5, 3)))
		}
		s := secret{part: p, edge: readOff(p), exact: true}
		for u := range s.edge {
			for v := range u {
				if s.edge[u][v] != s.edge[v][u] {
					t.Fatalf("%s: %d and %d weigh %d there and %d back", p.Expert(), u, v, s.edge[u][v], s.edge[v][u])
				}
			}
		}
		checkPart(t, s)
		checkProjection(t, s, []int{0})
		checkProjection(t, s, []int{1})
	})
}

// place is a place in degrees.
type place struct{ latitude, longitude float64 }

// onSphere is the distance of two places on a sphere with a radius in kilometres.
func onSphere(a, b place, radius float64) float64 {
	hav := func(degrees float64) float64 { s := math.Sin(degrees * math.Pi / 360); return s * s }
	h := hav(a.latitude-b.latitude) + math.Cos(a.latitude*math.Pi/180)*math.Cos(b.latitude*math.Pi/180)*hav(a.longitude-b.longitude)
	return 2 * radius * math.Asin(math.Sqrt(min(h, 1)))
}

// geodesic is the distance of two places on the WGS 84 ellipsoid in kilometres by the
// inverse formula of Vincenty (1975), and false where its iteration does not settle, as for
// places nearly opposite.
func geodesic(p, q place) (float64, bool) {
	const a, f = 6378.137, 1 / 298.257223563
	b := a * (1 - f)
	rad := math.Pi / 180
	u1, u2 := math.Atan((1-f)*math.Tan(p.latitude*rad)), math.Atan((1-f)*math.Tan(q.latitude*rad))
	l := math.Remainder(q.longitude-p.longitude, 360) * rad
	s1, c1 := math.Sincos(u1)
	s2, c2 := math.Sincos(u2)
	lambda := l
	for range 200 {
		sl, cl := math.Sincos(lambda)
		ss := math.Hypot(c2*sl, c1*s2-s1*c2*cl)
		if ss < 1e-12 {
			return 0, s1*s2+c1*c2*cl > 0
		}
		cs := s1*s2 + c1*c2*cl
		sigma := math.Atan2(ss, cs)
		sa := c1 * c2 * sl / ss
		ca2 := 1 - sa*sa
		cm := 0.0
		if ca2 > 1e-15 {
			cm = cs - 2*s1*s2/ca2
		}
		c := f / 16 * ca2 * (4 + f*(4-3*ca2))
		before := lambda
		lambda = l + (1-c)*f*sa*(sigma+c*ss*(cm+c*cs*(2*cm*cm-1)))
		if math.Abs(lambda) > math.Pi {
			return 0, false
		}
		if math.Abs(lambda-before) > 1e-13 {
			continue
		}
		u := ca2 * (a*a - b*b) / (b * b)
		A := 1 + u/16384*(4096+u*(-768+u*(320-175*u)))
		B := u / 1024 * (256 + u*(-128+u*(74-47*u)))
		ds := B * ss * (cm + B/4*(cs*(2*cm*cm-1)-B/6*cm*(4*ss*ss-3)*(4*cm*cm-3)))
		return b * A * (sigma - ds), true
	}
	return 0, false
}

// reaches returns the degrees from which to which a value goes, open ends to limit.
func reaches(a *domain.Attribute, v int, limit float64) (lo, hi float64) {
	lo, hi = -limit, limit
	from, to := a.Ends(v)
	if from != nil {
		lo, _ = from.Float64()
	}
	if to != nil {
		hi, _ = to.Float64()
	}
	return lo, hi
}

// sample returns places of a declared combination, its corners among them, and how far any
// place in it is from the nearest of them at most, in degrees of a great circle.
func sample(latitude, longitude *domain.Attribute, u int) (out []place, coarse float64) {
	const n = 8
	south, north := reaches(latitude, u/longitude.Size(), 90)
	west, east := reaches(longitude, u%longitude.Size(), 180)
	for i := range n + 1 {
		for j := range n + 1 {
			out = append(out, place{south + (north-south)*float64(i)/n, west + (east-west)*float64(j)/n})
		}
	}
	return out, math.Hypot((north-south)/n, (east-west)/n) / 2
}

// TestPlacesAgainstSampling compares which places are joined, and how heavily, with the
// distances between many places in them: none within the distance may be missed, and those
// joined are no farther apart than the coarseness of the sample allows.
func TestPlacesAgainstSampling(t *testing.T) {
	var near, far int
	seeded.CheckUntil(t, func() bool { return near >= 50 && far >= 50 }, func(t *rapid.T) {
		latitude, longitude := drawLatitudes(t, 3)
		km := drawKilometres(t)
		within := must(WithinKilometres(latitude, longitude, km, OwnGroup))
		graded := must(GradedKilometres(latitude, longitude, Grade{Unit: km, AtLeast: new(big.Rat).Mul(km, big.NewRat(1, 500)), Special: OwnGroup}))
		limit, _ := km.Float64()
		for u := range within.Size() {
			for v := range u {
				if max(u/longitude.Size(), v/longitude.Size()) >= latitude.Regular() || max(u%longitude.Size(), v%longitude.Size()) >= longitude.Regular() {
					continue
				}
				least := math.Inf(1)
				from, a := sample(latitude, longitude, u)
				to, b := sample(latitude, longitude, v)
				for _, p := range from {
					for _, q := range to {
						least = min(least, onSphere(p, q, distance.EarthRadius))
					}
				}
				_, joined := within.Weight(u, v)
				if least <= limit && !joined {
					t.Fatalf("%s: %s and %s are not joined, though places in them are %v km apart", within.Expert(), vertexLabel(within.Attributes(), u), vertexLabel(within.Attributes(), v), least)
				}
				slack := (a + b) * math.Pi / 180 * distance.EarthRadius * (1 + 1e-9)
				if least-slack > limit*(1+1e-9)+1e-6 && joined {
					t.Fatalf("%s: %s and %s are joined, though places in them are at least %v km apart", within.Expert(), vertexLabel(within.Attributes(), u), vertexLabel(within.Attributes(), v), least-slack)
				}
				w, _ := graded.Weight(u, v)
				if got := w.Steps(); got > max(least/limit, 1.0/500)+1e-9 || got < max((least-slack)/limit, 1.0/500)-1e-5 {
					t.Fatalf("%s: %s and %s weigh %v, places in them are from %v to %v units apart", graded.Expert(), vertexLabel(within.Attributes(), u), vertexLabel(within.Attributes(), v), got, (least-slack)/limit, least/limit)
				}
				if joined {
					near++
				} else {
					far++
				}
			}
		}
	})
}

// TestPlacesOnTheEllipsoid compares points with their distances on the Earth's ellipsoid:
// those within the distance are joined, and none a part in 80 farther are.
func TestPlacesOnTheEllipsoid(t *testing.T) {
	latitude, longitude := must(domain.NewWhole("latitude", -90, 90, typed)), must(domain.NewWhole("longitude", -180, 179, typed))
	parts := make(map[int64]Part)
	for _, km := range []int64{120, 700, 2500, 9000} {
		parts[km] = must(WithinKilometres(latitude, longitude, big.NewRat(km, 1), ""))
	}
	joined, not, sparse := 0, 0, float64(seeded.Often(2, 1))
	seeded.CheckUntil(t, func() bool { return joined >= 1000 && not >= 1000 }, func(t *rapid.T) {
		km := rapid.SampledFrom([]int64{120, 700, 2500, 9000}).Draw(t, "kilometres")
		p := parts[km]
		from := place{float64(rapid.IntRange(-90, 90).Draw(t, "latitude")), float64(rapid.IntRange(-180, 179).Draw(t, "longitude"))}
		at := func(p place) int { return (int(p.latitude)+90)*360 + int(p.longitude) + 180 }
		for latitude := -90.0; latitude <= 90; latitude += 2 * sparse {
			for longitude := -180.0; longitude < 180; longitude += 3 * sparse {
				to := place{latitude, longitude}
				d, ok := geodesic(from, to)
				if !ok || from == to {
					continue
				}
				w, near := p.Weight(at(from), at(to))
				if near != (w == weighted.One && near) || d <= float64(km) && !near || d > float64(km)*81/80 && near {
					t.Fatalf("%v and %v are %v km apart; joined within %d: %v", from, to, d, km, near)
				}
				if near {
					joined++
				} else {
					not++
				}
			}
		}
	})
}

// TestGeodesicIsRight checks the formula that the test before goes by: a quarter of a
// meridian (10001.966 km on WGS 84), a degree of the equator, and Vincenty's line between
// Flinders Peak and Buninyon (54.972271 km).
func TestGeodesicIsRight(t *testing.T) {
	dms := func(d, m, s float64) float64 { return math.Copysign(math.Abs(d)+m/60+s/3600, d) }
	for _, c := range []struct {
		a, b place
		want float64
	}{
		{place{0, 0}, place{90, 0}, 10001.965729},
		{place{0, 0}, place{0, 1}, 111.319491},
		{place{dms(-37, 57, 3.72030), dms(144, 25, 29.52440)}, place{dms(-37, 39, 10.15610), dms(143, 55, 35.38390)}, 54.972271},
	} {
		if got, ok := geodesic(c.a, c.b); !ok || math.Abs(got-c.want) > 1e-5 {
			t.Errorf("%v to %v: %v km, want %v", c.a, c.b, got, c.want)
		}
	}
}

// TestPlacesAcrossTheDateLine spells out the edges that a map cut at 180 degrees hides.
func TestPlacesAcrossTheDateLine(t *testing.T) {
	latitude := must(domain.NewRanges("latitude", []domain.Range{{From: "-90", To: "-89"}, {From: "-89", To: "0"}, {From: "0", To: "1"}}, false, typed))
	longitude := must(domain.NewRanges("longitude", []domain.Range{{From: "-180", To: "-90"}, {From: "-90", To: "90"}, {From: "90", To: "179"}, {From: "179", To: "180"}}, false, typed))
	p := must(WithinKilometres(latitude, longitude, rat("10"), ""))
	at := func(row, col int) int { return row*4 + col }
	for _, c := range []struct {
		u, v int
		want bool
		why  string
	}{
		{at(2, 0), at(2, 3), true, "180 degrees west is 180 degrees east"},
		{at(1, 0), at(2, 3), true, "and at the equator too"},
		{at(0, 0), at(0, 2), true, "all longitudes meet at the pole"},
		{at(0, 1), at(0, 3), true, "all longitudes meet at the pole"},
		{at(2, 1), at(2, 3), false, "89 degrees of the equator lie between"},
		{at(2, 0), at(2, 1), true, "neighbours touch"},
		{at(0, 0), at(2, 0), false, "89 degrees of latitude lie between"},
		{at(2, 0), at(2, 2), false, "a degree of the equator is 111 kilometres"},
	} {
		if _, joined := p.Weight(c.u, c.v); joined != c.want {
			t.Errorf("%s and %s joined: %v, but %s", vertexLabel(p.Attributes(), c.u), vertexLabel(p.Attributes(), c.v), joined, c.why)
		}
	}
	if _, n := p.Components(); n != 1 {
		t.Errorf("%d components, want 1", n)
	}
}

// TestPlaceRefusals checks what is refused, and the words.
func TestPlaceRefusals(t *testing.T) {
	degrees := func(name domain.AttributeName, lo, hi int64) *domain.Attribute {
		return must(domain.NewWhole(name, lo, hi, typed))
	}
	latitude, longitude := degrees("lat", -90, 90), degrees("lon", -180, 179)
	grade := Grade{Unit: rat("10"), AtLeast: rat("1"), Special: OwnGroup}
	within := func(a, b *domain.Attribute, km *big.Rat, s Special) error {
		_, err := WithinKilometres(a, b, km, s)
		return err
	}
	graded := func(a, b *domain.Attribute, g Grade) error {
		_, err := GradedKilometres(a, b, g)
		return err
	}
	for i, c := range []struct {
		err  error
		want []string
	}{
		{within(latitude, longitude, nil, ""), []string{"kilometres above zero"}},
		{within(latitude, longitude, rat("0"), ""), []string{"kilometres above zero"}},
		{within(latitude, latitude, rat("1"), ""), []string{`"lat"`, "two columns"}},
		{within(must(domain.NewOrdered("lat", []string{"a", "b"}, typed)), longitude, rat("1"), ""), []string{`"lat"`, "has no numbers"}},
		{within(degrees("lat", -91, 90), longitude, rat("1"), ""), []string{`"-91"`, "from -90 to 90"}},
		{within(degrees("lat", 0, 91), longitude, rat("1"), ""), []string{`"91"`, "from -90 to 90"}},
		{within(latitude, degrees("lon", -181, 0), rat("1"), ""), []string{`"-181"`, "-180 to 180"}},
		{within(latitude, degrees("lon", 0, 361), rat("1"), ""), []string{`"361"`, "0 to 360"}},
		{within(latitude, degrees("lon", -180, 200), rat("1"), ""), []string{`"lon"`, "more than once around"}},
		{within(latitude, must(domain.NewWhole("lon", 0, 9, own)), rat("1"), ""), []string{`"lon"`, string(OwnGroup)}},
		{within(latitude, longitude, rat("1"), "all"), []string{`"all"`}},
		{graded(latitude, longitude, Grade{Unit: rat("10")}), []string{"nearest ones count"}},
		{graded(latitude, longitude, Grade{AtLeast: rat("1")}), []string{"unit", "above zero"}},
		{graded(latitude, longitude, Grade{Unit: rat("10"), AtLeast: rat("0")}), []string{"above zero"}},
		{graded(latitude, longitude, Grade{Unit: rat("10000000"), AtLeast: rat("1")}), []string{"nearer pairs", "larger"}},
		{graded(degrees("lat", 0, 91), longitude, grade), []string{"from -90 to 90"}},
	} {
		t.Run(fmt.Sprint(i), func(t *testing.T) { wantError(t, c.err, c.want...) })
	}
}
