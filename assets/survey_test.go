package assets_test

import (
	"fmt"

	"steward/core/seeded"
)

// This file makes up the people of the sample survey. Everything is drawn with whole
// numbers from one seeded generator, so that every machine makes the same people.

// surveySize is how many people answer.
const surveySize = 4812

// person is one made-up respondent. A blank answer is an empty text, or -1 for a number.
type person struct {
	id        string
	age       int // whole years, 0 to 95
	district  string
	smoker    string
	education string
	income    int // a month, in halves of the currency unit
	visits    int // last year, 0 to 30
}

// ageBands gives how common each single year of age is, by bands of five years from 0-4
// to 90-94, and last for 95 (and over): many in their thirties and fifties, fewer and fewer from 60 on.
var ageBands = []int{
	55, 60, 60, 57, 62, 66, 68, 67, 64, 62, 66, 68, 60, 50, 48, 35, 24, 14, 6, 5,
}

// district is a part of the made-up town.
type district struct {
	name   string
	size   int // relative
	income int // typical income, in hundredths of the town's
}

var districts = []district{
	{"Alderton", 96, 104}, {"Brookside", 134, 97}, {"Eastgate", 118, 88}, {"Fairview", 87, 119},
	{"Harbour", 171, 92}, {"Kingsmead", 109, 108}, {"Milbrook", 76, 95}, {"Northwick", 62, 101},
	{"Oakhurst", 45, 126}, {"Priory Hill", 38, 114}, {"Stonecross", 41, 86}, {"Westmarsh", 23, 90},
}

// educations are the levels finished, in their order.
var educations = []string{"none", "primary", "secondary", "vocational", "degree"}

// byAge is a list of weights or of one number, for everyone below an age.
type byAge struct {
	below   int
	numbers []int
}

// at returns the numbers for an age.
func at(table []byAge, age int) []int {
	for _, row := range table {
		if age < row.below {
			return row.numbers
		}
	}
	return table[len(table)-1].numbers
}

var (
	// educationWeights has a weight for each of educations.
	educationWeights = []byAge{
		{11, []int{1, 0, 0, 0, 0}},
		{16, []int{2, 98, 0, 0, 0}},
		{18, []int{1, 45, 54, 0, 0}},
		{22, []int{1, 7, 72, 20, 0}},
		{35, []int{1, 7, 27, 27, 38}},
		{50, []int{1, 10, 29, 30, 30}},
		{65, []int{2, 18, 33, 29, 18}},
		{80, []int{4, 32, 32, 22, 10}},
		{96, []int{8, 46, 27, 13, 6}},
	}
	// smokerWeights has weights for yes, no and not stated.
	smokerWeights = []byAge{
		{13, []int{0, 985, 15}},
		{16, []int{20, 950, 30}},
		{20, []int{110, 850, 40}},
		{25, []int{190, 770, 40}},
		{35, []int{230, 730, 40}},
		{45, []int{210, 750, 40}},
		{55, []int{190, 770, 40}},
		{65, []int{160, 800, 40}},
		{75, []int{100, 865, 35}},
		{96, []int{55, 910, 35}},
	}
	// incomeByAge has the typical income in hundredths of that of the same education,
	// and in 1,000 how many have none at all.
	incomeByAge = []byAge{
		{18, []int{20, 750}}, {22, []int{48, 250}}, {25, []int{70, 110}}, {35, []int{88, 60}},
		{45, []int{105, 55}}, {55, []int{110, 50}}, {65, []int{102, 70}}, {75, []int{72, 10}},
		{96, []int{64, 8}},
	}
	// visitsByAge has the typical number of visits, in hundredths.
	visitsByAge = []byAge{
		{5, []int{480}}, {15, []int{180}}, {25, []int{190}}, {45, []int{230}},
		{65, []int{340}}, {75, []int{500}}, {85, []int{660}}, {96, []int{780}},
	}
)

// incomeByEducation is the typical monthly income at each of educations.
var incomeByEducation = []int{1250, 1450, 1900, 2300, 3100}

// spread has the twentieths of a skewed distribution around 100: half the people are
// below 100, one in twenty is above 210.
var spread = []int{
	30, 48, 56, 63, 68, 74, 79, 84, 89, 95, 100, 106, 112, 119, 127, 135, 146, 159, 178, 210, 380,
}

// drawSpread draws from spread, straight between its points.
func drawSpread(rng *seeded.Source) int {
	u := rng.IntN(100 * (len(spread) - 1))
	low, high := spread[u/100], spread[u/100+1]
	return low + (high-low)*(u%100)/100
}

// pick draws a place with chances in proportion to the weights.
func pick(rng *seeded.Source, weights []int) int {
	total := 0
	for _, w := range weights {
		total += w
	}
	u := rng.IntN(total)
	for i, w := range weights {
		if u < w {
			return i
		}
		u -= w
	}
	panic("the weights do not add up to their total")
}

// makePeople makes up everyone, in the order of their ids.
func makePeople() []person {
	rng := seeded.New(4812, 2026)
	people := make([]person, surveySize)
	for i := range people {
		people[i] = makePerson(rng, i+1)
	}
	leaveBlanks(rng, people)
	return people
}

func makePerson(rng *seeded.Source, number int) person {
	p := person{id: fmt.Sprintf("R-%04d", number), age: drawAge(rng)}
	home := drawDistrict(rng, p.age)
	education := pick(rng, at(educationWeights, p.age))
	p.district = home.name
	p.education = educations[education]
	p.smoker = []string{"yes", "no", "not stated"}[pick(rng, at(smokerWeights, p.age))]
	p.income = drawIncome(rng, p.age, incomeByEducation[education]*home.income/100)
	p.visits = drawVisits(rng, p)
	return p
}

func drawAge(rng *seeded.Source) int {
	weights := make([]int, 96)
	for age := range weights {
		weights[age] = ageBands[age/5]
	}
	return pick(rng, weights)
}

// drawDistrict draws where a person lives: young adults like Eastgate and the Harbour,
// older people Alderton and Oakhurst.
func drawDistrict(rng *seeded.Source, age int) district {
	weights := make([]int, len(districts))
	for i, d := range districts {
		weights[i] = d.size * 10
		young := d.name == "Eastgate" || d.name == "Harbour"
		old := d.name == "Alderton" || d.name == "Oakhurst"
		if age >= 18 && age < 35 && young || age >= 65 && old {
			weights[i] = d.size * 16
		}
	}
	return districts[pick(rng, weights)]
}

// drawIncome draws a monthly income in halves, or -1 where there is no answer: nobody
// under 16 is asked and one adult in eleven does not say. Most people round.
func drawIncome(rng *seeded.Source, age, typical int) int {
	numbers := at(incomeByAge, age)
	factor, none := numbers[0], numbers[1]
	amount := typical * factor / 100 * drawSpread(rng) / 100
	rounding := []int{50, 10, 1}[pick(rng, []int{70, 22, 8})]
	half := rng.IntN(2)
	switch {
	case age < 16 || rng.IntN(11) == 0:
		return -1
	case rng.IntN(1000) < none:
		return 0
	case rounding == 1:
		return 2*amount + half
	}
	return 2 * rounding * ((amount + rounding/2) / rounding)
}

// drawVisits draws how often a person came: some hardly ever, a few all the time, and
// smokers a fifth more often.
func drawVisits(rng *seeded.Source, p person) int {
	rate := at(visitsByAge, p.age)[0]
	if p.smoker == "yes" {
		rate = rate * 6 / 5
	}
	// The spread grows faster than itself, which lengthens its tail; sixty small chances
	// then make a whole number.
	often := drawSpread(rng)
	rate = rate * often / 100 * (often + 100) / 200
	visits := 0
	for range 60 {
		if rng.IntN(6000) < rate {
			visits++
		}
	}
	return min(visits, 30)
}

// leaveBlanks takes out some answers and puts in the odd ones that every survey has.
func leaveBlanks(rng *seeded.Source, people []person) {
	some := func(count int, change func(*person)) {
		for _, i := range rng.Perm(len(people))[:count] {
			change(&people[i])
		}
	}
	some(14, func(p *person) { p.age = -1 })
	some(3, func(p *person) { p.district = "" })
	some(9, func(p *person) { p.smoker = "" })
	some(21, func(p *person) { p.education = "" })
	some(17, func(p *person) { p.visits = -1 })
	some(1, func(p *person) { p.district = "unknown" })
	some(2, func(p *person) { p.smoker += " " }) // typed with a blank at the end
	some(1, func(p *person) { p.income = 2 * 48000 })
}
