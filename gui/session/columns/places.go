package columns

import (
	"strings"

	"steward/core/cuts"
	"steward/core/plan"
	"steward/gui/words"
)

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
	return s.of.Plan().ColumnNames()
}

// SetPlaces puts the two columns on the grid, publishing them where they are not. Their rules
// for blanks and others stay. It errors as cuts.Places.Columns does.
func (s *Step) SetPlaces(p cuts.Places) error {
	latitude, longitude, err := p.Columns()
	if err != nil {
		return err
	}
	s.of.Edit(func(next *plan.Plan) {
		redeclare(next, latitude, longitude)
		s.InSheetOrder(next)
	})
	return nil
}

// Kilometres says how far a step of degrees is from south to north: a degree is a 180th of half
// the earth's circumference, 20,004 km.
func Kilometres(step string) string {
	x, err := cuts.Number(step)
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
