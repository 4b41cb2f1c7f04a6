package result

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"steward/core/accuracy"
	"steward/core/choice"
)

// Noun names what was chosen: "median of age", "90th percentile of age", "most common job".
func (c *Choice) Noun() string {
	switch choice.Kind(c.Asked.Kind) {
	case choice.Percentile:
		return Percentile(c.Asked.Percentile) + " of " + string(c.Asked.Column)
	case choice.MostCommon:
		return "most common value of " + string(c.Asked.Column)
	}
	return c.Asked.Title
}

// Percentile names a percentile as it is typed: "median", "90th percentile".
func Percentile(text string) string {
	if x, err := strconv.ParseFloat(text, 64); text == "" || err == nil && x == 50 {
		return "median"
	}
	return ordinal(text) + " percentile"
}

// ordinal writes "1st", "22nd", "11th", "99.9th".
func ordinal(n string) string {
	x, err := strconv.Atoi(n)
	if err == nil && x%100/10 != 1 {
		switch x % 10 {
		case 1:
			return n + "st"
		case 2:
			return n + "nd"
		case 3:
			return n + "rd"
		}
	}
	return n + "th"
}

// Say says one value: "The median of age for sex F is 37; 19 times in 20 it lies from 35 to 39."
func (c *Choice) Say(v Chosen) string {
	var groups []string
	for i, k := range v.Key {
		groups = append(groups, fmt.Sprintf("%s %s", c.Asked.By[i], k))
	}
	where := ""
	if len(groups) > 0 {
		where = " for " + strings.Join(groups, ", ")
	}
	text := fmt.Sprintf("The %s%s is %s", c.Noun(), where, v.Option)
	if choice.Kind(c.Asked.Kind) == choice.Best {
		text = fmt.Sprintf("%s%s: %s", c.Noun(), where, v.Option)
	}
	switch {
	case v.Low == "":
	case v.Low == v.High:
		text += "; 19 times in 20 it is"
	default:
		text += fmt.Sprintf("; 19 times in 20 it lies from %s to %s", v.Low, v.High)
	}
	return text + "."
}

// Sentences say how good the published values are, what they count being called counted.
func (c *Choice) Sentences(counted string) []string {
	kind, q, width := choice.Kind(c.Asked.Kind), c.Quality, c.Width
	var out []string
	fall := accuracy.People(q.Fall)
	switch kind {
	case choice.Percentile:
		if c.Tabled() {
			out = append(out, fmt.Sprintf("Each of the counts that decide it is off by at most %s %s, 39 times in 40.", fall, counted))
			break
		}
		out = append(out, fmt.Sprintf("19 times in 20, at most %s %s too many lie on one side of the published value, whatever the data.", fall, counted))
		if width > 0 {
			out = append(out, fmt.Sprintf("Ranks were averaged over %d values to either side, which hides small differences better; the value can be off by as many besides.", width))
		}
	case choice.MostCommon:
		out = append(out, fmt.Sprintf("19 times in 20, at most %s %s fewer have the published value than the most common one, whatever the data.", fall, counted))
	default:
		out = append(out, fmt.Sprintf("19 times in 20, the score of the published option is at most %s below the best, whatever the data.", fall))
	}
	if len(c.Asked.By) > 0 {
		alone := "That is for each group by itself: in one of fewer people the published value is mere chance."
		if kind == choice.Best {
			alone = "That is for each group by itself: in one whose best score is lower the published option is mere chance."
		}
		out = append(out, alone)
	}
	if q.MeasuredOn != "" {
		on := fmt.Sprintf("On %s it is right %s times in 100", q.MeasuredOn, percent(q.Right))
		switch kind {
		case choice.Percentile:
			on += fmt.Sprintf(", and off by %s on average", strconv.FormatFloat(q.Typical, 'g', 2, 64))
		default:
			on += fmt.Sprintf(", and %s below the best on average", accuracy.People(q.Typical))
		}
		out = append(out, on+"; your data may differ.")
	}
	return out
}

// Tabled reports whether it was read off a table of counts.
func (c *Choice) Tabled() bool { return strings.HasPrefix(c.Mechanism.ID, choice.TablePrefix) }

// percent writes a chance in hundredths, never as certain.
func percent(p float64) string {
	if p > 0.995 {
		return "more than 99"
	}
	return strconv.FormatFloat(math.Round(100*p), 'f', 0, 64)
}
