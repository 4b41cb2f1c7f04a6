package columns

import (
	"math/big"
	"slices"
	"strings"

	"steward/core/domain"
	"steward/core/plan"
	"steward/gui/words"
)

// Places are two columns with the latitude and the longitude of a place, in decimal degrees, and
// the grid that they are put on: squares of a step's width between public bounds. They become
// two columns of ranges, of which the secrets "grid" and "place" are made.
type Places struct {
	Latitude, Longitude      string // columns
	South, North, West, East string // the public bounds, plain decimals
	Step                     string // of the grid, in degrees
}

// PlacesGuess returns the columns that by their names are a latitude and a longitude; "" for
// none.
func (s *Step) PlacesGuess() (latitude, longitude string) {
	for _, name := range s.columnNames() {
		switch key := strings.Trim(strings.ToLower(strings.Join(strings.Fields(name), " ")), " ."); {
		case latitude == "" && (key == "lat" || key == "y" || strings.Contains(key, "latitude") || strings.HasSuffix(key, "_lat")):
			latitude = name
		case longitude == "" && (key == "lon" || key == "lng" || key == "long" || key == "x" || strings.Contains(key, "longitude") || strings.HasSuffix(key, "_lon")):
			longitude = name
		}
	}
	if latitude == "" || longitude == "" {
		return "", ""
	}
	return latitude, longitude
}

// columnNames returns the columns of the open file, or of the plan while none is open.
func (s *Step) columnNames() []string {
	if s.of.File() != nil {
		return s.of.File().Header
	}
	var names []string
	for _, c := range s.of.Plan().Columns {
		names = append(names, string(c.Name))
	}
	return names
}

// Columns returns the two columns. It errors, saying what to do, where the bounds are no degrees,
// the wrong way round, or no whole number of steps apart.
func (p Places) Columns() (latitude, longitude plan.Column, err error) {
	if p.Latitude == "" || p.Longitude == "" || p.Latitude == p.Longitude {
		return latitude, longitude, words.Errorf("choose two different columns, one with the latitude and one with the longitude")
	}
	if latitude, err = p.axis(p.Latitude, p.South, p.North, latitudeWords, -90, 90); err != nil {
		return latitude, longitude, err
	}
	longitude, err = p.axis(p.Longitude, p.West, p.East, longitudeWords, -180, 360)
	return latitude, longitude, err
}

// axisWords are how the errors of one of the two axes are said, in English: each is a format that words
// knows.
type axisWords struct{ lowest, highest, beyond, wrong, steps string }

var (
	latitudeWords = axisWords{
		lowest: words.Key("the lowest latitude"), highest: words.Key("the highest latitude"),
		beyond: words.Key("the latitude goes from %d to %d degrees, but the bounds are %s and %s"), wrong: words.Key("the latitude: %w"),
		steps: words.Key("the latitude from %s to %s is not a whole number of steps of %s: widen the bounds, or choose another step"),
	}
	longitudeWords = axisWords{
		lowest: words.Key("the lowest longitude"), highest: words.Key("the highest longitude"),
		beyond: words.Key("the longitude goes from %d to %d degrees, but the bounds are %s and %s"), wrong: words.Key("the longitude: %w"),
		steps: words.Key("the longitude from %s to %s is not a whole number of steps of %s: widen the bounds, or choose another step"),
	}
)

func (p Places) axis(column, from, to string, says axisWords, least, most int64) (plan.Column, error) {
	c := plan.Column{Name: domain.AttributeName(column), Kind: domain.Ranges, Origin: domain.Typed}
	ends, err := plainNumbers([]string{from, to, p.Step}, []string{words.Text(says.lowest), words.Text(says.highest), words.T("the step")})
	if err != nil {
		return c, err
	}
	if ends[0].Cmp(big.NewRat(least, 1)) < 0 || ends[1].Cmp(big.NewRat(most, 1)) > 0 {
		return c, words.Errorf(says.beyond, least, most, words.Number(from), words.Number(to))
	}
	cuts, err := EvenCuts(from, to, p.Step, false)
	if err != nil {
		return c, words.Errorf(says.wrong, err)
	}
	if cuts.LastShorter() {
		return c, words.Errorf(says.steps, words.Number(from), words.Number(to), words.Number(p.Step))
	}
	c.Ranges = cuts.Ranges(false)
	return c, nil
}

// SetPlaces puts the two columns on the grid, publishing them where they are not. Their rules
// for blanks and others stay. It errors as Columns does.
func (s *Step) SetPlaces(p Places) error {
	latitude, longitude, err := p.Columns()
	if err != nil {
		return err
	}
	s.of.Edit(func(next *plan.Plan) {
		for _, c := range []plan.Column{latitude, longitude} {
			i := slices.IndexFunc(next.Columns, func(old plan.Column) bool { return old.Name == c.Name })
			if i < 0 {
				next.Columns = append(next.Columns, c)
				continue
			}
			next.Columns[i] = keepRules(c, next.Columns[i])
		}
		s.InSheetOrder(next)
	})
	return nil
}

// Kilometres says how far a step of degrees is from south to north: a degree is a 180th of half
// the earth's circumference, 20,004 km.
func Kilometres(step string) string {
	x, err := PlainNumber(step)
	if err != nil {
		return ""
	}
	km, _ := x.Float64()
	km *= 20004.0 / 180
	switch {
	case km >= 10:
		return words.T("%.0f", km)
	case km >= 1:
		return words.T("%.1f", km)
	}
	return words.T("%.2g", km)
}
