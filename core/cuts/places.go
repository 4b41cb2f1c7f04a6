package cuts

import (
	"math/big"

	"steward/core/domain"
	"steward/core/message"
	"steward/core/plan"
)

// Places are two columns with the latitude and the longitude of a place, in decimal degrees, and
// the grid that they are put on: squares of a step's width between public bounds. They become
// two columns of ranges, of which the secrets "grid" and "place" are made.
type Places struct {
	Latitude, Longitude      string // columns
	South, North, West, East string // the public bounds, plain decimals
	Step                     string // of the grid, in degrees
}

// Columns returns the two columns. It errors, saying what to do, where the bounds are no degrees,
// the wrong way round, or no whole number of steps apart.
func (p Places) Columns() (latitude, longitude plan.Column, err error) {
	if p.Latitude == "" || p.Longitude == "" || p.Latitude == p.Longitude {
		return latitude, longitude, message.Errorf("choose two different columns, one with the latitude and one with the longitude")
	}
	if latitude, err = p.axis(p.Latitude, p.South, p.North, latitudeWords, -90, 90); err != nil {
		return latitude, longitude, err
	}
	longitude, err = p.axis(p.Longitude, p.West, p.East, longitudeWords, -180, 360)
	return latitude, longitude, err
}

// axisWords are how the errors of one of the two axes are said.
type axisWords struct{ lowest, highest, beyond, wrong, steps string }

var (
	latitudeWords = axisWords{
		lowest: message.Key("the lowest latitude"), highest: message.Key("the highest latitude"),
		beyond: message.Key("the latitude goes from %d to %d degrees, but the bounds are %s and %s"), wrong: message.Key("the latitude: %w"),
		steps: message.Key("the latitude from %s to %s is not a whole number of steps of %s: widen the bounds, or choose another step"),
	}
	longitudeWords = axisWords{
		lowest: message.Key("the lowest longitude"), highest: message.Key("the highest longitude"),
		beyond: message.Key("the longitude goes from %d to %d degrees, but the bounds are %s and %s"), wrong: message.Key("the longitude: %w"),
		steps: message.Key("the longitude from %s to %s is not a whole number of steps of %s: widen the bounds, or choose another step"),
	}
)

func (p Places) axis(column, from, to string, says axisWords, least, most int64) (plan.Column, error) {
	c := plan.Column{Name: domain.AttributeName(column), Kind: domain.Ranges, Origin: domain.Typed}
	ends, err := Numbers([]string{from, to, p.Step}, []message.Text{message.Word(says.lowest), message.Word(says.highest), message.Word("the step")})
	if err != nil {
		return c, err
	}
	if ends[0].Cmp(big.NewRat(least, 1)) < 0 || ends[1].Cmp(big.NewRat(most, 1)) > 0 {
		return c, message.Errorf(says.beyond, least, most, from, to)
	}
	made, err := Even(from, to, p.Step, false)
	if err != nil {
		return c, message.Errorf(says.wrong, err)
	}
	if made.LastShorter() {
		return c, message.Errorf(says.steps, from, to, p.Step)
	}
	c.Ranges = made.Ranges(false)
	return c, nil
}
