package result

import (
	"strings"
	"testing"

	"steward/core/choice"
	"steward/core/cluster"
	"steward/core/domain"
	"steward/core/message"
	"steward/core/noise"
	"steward/core/plan"
	"steward/core/synthetic"
)

func TestPercentile(t *testing.T) {
	for text, want := range map[string]string{
		"": "median", "50": "median", "50.0": "median", "1": "1st percentile", "2": "2nd percentile", "3": "3rd percentile", "4": "4th percentile",
		"11": "11th percentile", "12": "12th percentile", "13": "13th percentile", "21": "21st percentile", "90": "90th percentile", "99.9": "99.9th percentile",
	} {
		if got := Percentile(text); got.String() != want {
			t.Errorf("%q is called %q, want %q", text, got, want)
		}
	}
}

func TestSayOfAChoice(t *testing.T) {
	median := Choice{Asked: plan.Choice{Kind: string(choice.Percentile), Column: "age", By: []domain.AttributeName{"sex"}}}
	common := Choice{Asked: plan.Choice{Kind: string(choice.MostCommon), Column: "town"}}
	best := Choice{Asked: plan.Choice{Kind: string(choice.Best), Title: "Best offer", Column: "town"}}
	for _, c := range []struct {
		of   Choice
		v    Chosen
		want string
	}{
		{median, Chosen{Key: []string{"F"}, Option: "37", Low: "35", High: "39"}, "The median of age for sex F is 37; 19 times in 20 it lies from 35 to 39."},
		{median, Chosen{Key: []string{"F"}, Option: "37", Low: "37", High: "37"}, "The median of age for sex F is 37; 19 times in 20 it is."},
		{common, Chosen{Option: "North"}, "The most common value of town is North."},
		{best, Chosen{Option: "coast"}, "Best offer: coast."},
	} {
		if got := c.of.Say(c.v); got.String() != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// A chance is never said to be certain.
func TestChancesAreNeverCertain(t *testing.T) {
	c := Choice{Asked: plan.Choice{Kind: string(choice.MostCommon)}, Quality: choice.Quality{MeasuredOn: message.Verbatim("last year"), Right: 1}}
	for right, want := range map[float64]string{1: "right more than 99 times in 100", 0.996: "right more than 99 times", 0.994: "right 99 times in 100", 0.5: "right 50 times in 100"} {
		c.Quality.Right = right
		if got := strings.Join(message.English(c.Sentences(message.Verbatim("people"))), " "); !strings.Contains(got, want) || !strings.Contains(got, "last year") {
			t.Errorf("%v: %q does not say %q", right, got, want)
		}
	}
}

// A coordinate is written with as many digits as its error leaves of it.
func TestPlace(t *testing.T) {
	for _, c := range []struct {
		x, err float64
		want   string
	}{{34.1234, 0.5, "34.12"}, {34.1234, 4, "34.1"}, {34.1234, 40, "34"}, {21345.6, 900, "21346"}, {0.123456789, 1e-9, "0.123457"}, {2, 0, "2.00"}} {
		if got := Place(c.x, c.err); got != c.want {
			t.Errorf("%v ± %v is written %q, want %q", c.x, c.err, got, c.want)
		}
	}
}

// A group says how many are in it and where it lies; one that is too small says so.
func TestSayOfAGroup(t *testing.T) {
	c := Clustering{Axes: []Axis{{Name: "age"}, {Name: "place"}}, Rounds: 2, Groups: []cluster.Group{
		{Centre: []float64{34.25, 1}, Error: []float64{0.5, 1}, Near: []string{"", "North"}, Tidied: 340, SizeError: 12, Kept: true},
	}}
	if got := c.Say(0, message.Verbatim("people")).String(); !strings.HasPrefix(got, "Group 1: 340 people (± 8.1), with the mean age 34.25 ± 0.34") || !strings.Contains(got, "near “North”") || !strings.HasSuffix(got, "too small for its noise, so its centre means little.") {
		t.Errorf("it says %q", got)
	}
	certain := c
	certain.Groups = []cluster.Group{{Centre: []float64{34.25, 1}, Error: []float64{0, 0}, Near: []string{"", "North"}, Tidied: 340}}
	if got := certain.Say(0, message.Verbatim("people")).String(); got != "Group 1: 340 people (exact), with the mean age 34.25 exact, place 1.00 exact, near “North”." {
		t.Errorf("it says %q", got)
	}
	if got := c.Sentences(message.Verbatim("people")); !c.InRounds() || !strings.Contains(got[0].String(), "in 2 rounds") || !strings.Contains(got[0].String(), "before the last round") {
		t.Errorf("it says %q", got)
	}
	c.Rounds, c.Table = 0, "blocks of 4"
	if got := c.Sentences(message.Verbatim("people")); c.InRounds() || !strings.Contains(got[0].String(), "blocks of neighbouring values") {
		t.Errorf("it says %q", got)
	}
	c.Quality = cluster.Quality{MeasuredOn: message.Verbatim("last year"), Trials: 5, Within: 1.5, Best: 1.25}
	if got := c.Sentences(message.Verbatim("people")); !strings.Contains(got[len(got)-1].String(), "20 per cent farther") {
		t.Errorf("it says %q", got)
	}
}

// Records that stand for more people than there are of them say by how much to multiply.
func TestSayOfRecords(t *testing.T) {
	s := Synthetic{Count: 40, People: 240, Steps: []synthetic.Step{{Columns: []string{"town"}, Stated: noise.Stated{Scale: "8"}}, {Columns: []string{"town", "age"}, Stated: noise.Stated{Scale: "8"}, Chosen: true}}}
	for _, c := range []struct {
		count int
		known bool
		says  string
	}{{40, true, "which stand for 240 people: multiply counts by 6"}, {240, true, "as many as there are people, which is public knowledge"}, {240, false, "by a noisy count"}} {
		s.Count, s.Known = c.count, c.known
		if got := strings.Join(message.English(s.Sentences(message.Verbatim("people"))), " "); !strings.Contains(got, c.says) || !strings.Contains(got, "2 tables were measured with noise, 1 of them chosen") {
			t.Errorf("%d records: %q does not say %q", c.count, got, c.says)
		}
	}
	for want, step := range map[string]synthetic.Step{
		"number of people": {Stated: noise.Stated{Scale: "8"}, Numbers: 1}, "table over town, age": {Columns: []string{"town", "age"}, Stated: noise.Stated{Scale: "8"}},
		"town North, age 3": {Columns: []string{"town", "age"}, Cell: []string{"North", "3"}, Stated: noise.Stated{Scale: "8"}}, "20 records over town": {Columns: []string{"town"}, Numbers: 20},
	} {
		if got := StepWords(step); got.String() != want {
			t.Errorf("%+v is called %q, want %q", step, got, want)
		}
	}
}
