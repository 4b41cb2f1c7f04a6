package page

import (
	"gonum.org/v1/plot/vg"

	"steward/reports/chart"
	"steward/reports/model"
)

// The cover is one page: the text is set as large as it goes, the table of questions takes
// as many rows as fit, and charts take what is left. Only when the texts themselves are too
// long for a page, as with hundreds of disclosed groups, does the cover run on.
const (
	signatureHeight = 62.0
	columnGap       = 26.0
	boxPad          = 11.0
	fewestQuestions = 4
	leastPictures   = 112.0 // of charts with their titles and caption
	mostChart       = 165.0
)

// coverPage is the cover at one size of text.
type coverPage struct {
	*sheet
	text, heading, title style
	table                *table
	rows                 [][]cell
	// shown is how many of the rows are drawn; room is the height left for charts.
	shown int
	room  float64
	spill bool
}

// cover prints the page for the person who signs.
func (s *sheet) cover() {
	s.newPage()
	whom := s.in().Sayf("For the person who signs")
	if s.doc.Cover.ForReaders {
		whom = s.in().Sayf("For readers")
	}
	if s.doc.Cover.ToCheck {
		whom = s.doc.Kind
	}
	s.bookmark(whom, 0, 4)
	c := s.coverBest()
	c.headline()
	c.lead()
	if s.doc.Cover.ForReaders {
		c.published()
	}
	c.blocks()
	if !s.doc.Cover.ForReaders {
		c.published()
	}
	c.pictures()
	c.explained(s.doc.Cover.Errors, small)
	c.y += blockGap
	c.explained(s.doc.Cover.Never.Title, c.heading)
	for _, p := range s.doc.Cover.Never.Paragraphs {
		c.explained(p, c.text)
	}
	if s.doc.Cover.ToCheck {
		s.signature()
		return
	}
	c.settle()
}

// coverBest returns the cover in the largest text that leaves room for all questions and
// for charts; failing that, for the questions; failing that, in a middling size with as
// many questions as fit, or in the size that takes all texts.
func (s *sheet) coverBest() *coverPage {
	sizes := []float64{9.8, 9.3, 8.8, 8.3, 7.8}
	tried := make([]*coverPage, len(sizes))
	for i, size := range sizes {
		tried[i] = s.coverAt(size)
	}
	all := func(c *coverPage) bool { return !c.spill && c.shown == len(c.rows) }
	for _, wish := range []func(i int) bool{
		func(i int) bool { return all(tried[i]) && tried[i].room >= leastPictures && i <= 2 },
		func(i int) bool { return all(tried[i]) },
		func(i int) bool { return !tried[i].spill && i >= 2 },
	} {
		for i := range tried {
			if wish(i) {
				return tried[i]
			}
		}
	}
	return tried[len(tried)-1]
}

// coverAt measures the cover at a size of text.
func (s *sheet) coverAt(size float64) *coverPage {
	c := &coverPage{
		sheet:   s,
		text:    style{size: size, color: ink},
		heading: style{size: size + 0.9, bold: true, color: blue},
		title:   style{size: 20, bold: true, color: ink},
	}
	for c.title.size > 12 && len(s.wrap(plain(s.doc.Title), c.title, s.inner())) > 2 {
		c.title.size--
	}
	c.table, c.rows = c.questions()
	fixed := contentAt + c.fixedHeight()
	heights := make([]float64, len(c.rows))
	for i, row := range c.rows {
		_, heights[i] = c.table.broken(row)
	}
	room := s.bottom() - fixed
	for c.shown < len(c.rows) {
		more := 0.0
		if c.shown+1 < len(c.rows) {
			more = small.line() + 4 // for saying that there are more
		}
		if room-heights[c.shown]-more < 0 {
			break
		}
		room -= heights[c.shown]
		c.shown++
	}
	c.room = room
	c.spill = c.shown < min(fewestQuestions, len(c.rows))
	if c.spill {
		c.shown = min(fewestQuestions, len(c.rows))
	}
	return c
}

// fixedHeight is what everything but the rows and the charts takes.
func (c *coverPage) fixedHeight() float64 {
	w := c.inner()
	h := c.textHeight(plain(c.doc.Title), c.title, w) + 3 + c.textHeight(plain(c.doc.Subtitle), small, w) + blockGap
	if imprint := c.doc.Cover.Imprint; imprint != "" {
		h += 3 + c.textHeight(plain(imprint), small, w)
	}
	h += c.leadHeight() + blockGap + 3
	h += max(c.columnHeight(0), c.columnHeight(1)) + blockGap
	h += c.heading.line() + c.table.headHeight() + c.togetherHeight() + blockGap
	h += c.textHeight(plain(c.doc.Cover.Errors), small, w) + blockGap
	h += c.heading.line()
	for _, p := range c.doc.Cover.Never.Paragraphs {
		h += c.textHeight(plain(p), c.text, w)
	}
	return h
}

// headline prints title and subtitle.
func (c *coverPage) headline() {
	c.explained(c.doc.Title, c.title)
	c.y += 3
	c.explained(c.doc.Subtitle, small)
	if imprint := c.doc.Cover.Imprint; imprint != "" {
		c.y += 3
		c.explained(imprint, small)
	}
	c.y += blockGap
}

// explained prints a text over the whole width.
func (c *coverPage) explained(text string, st style) {
	c.sheet.text(plain(text), st, side, c.inner())
}

func (c *coverPage) leadStyle() style { return style{size: c.text.size + 0.7, color: ink} }

func (c *coverPage) leadHeight() float64 {
	return c.textHeight(c.doc.Cover.Lead, c.leadStyle(), c.inner()-2*boxPad) + 2*boxPad - 3
}

// lead prints the box that says it all.
func (c *coverPage) lead() {
	high := c.leadHeight()
	c.ground(paleBlue, side, c.y, c.inner(), high)
	end := c.y + high
	c.y += boxPad - 2
	c.sheet.text(c.doc.Cover.Lead, c.leadStyle(), side+boxPad, c.inner()-2*boxPad)
	c.y = end + blockGap + 3
}

// half is the width of one of two columns.
func (c *coverPage) half() float64 { return (c.inner() - columnGap) / 2 }

// paragraph is what stands in a block below its heading; a bullet is marked by a dot and
// hangs from it.
type paragraph struct {
	phrase model.Phrase
	bullet bool
}

func paragraphs(b model.Block) (out []paragraph) {
	for i, p := range b.Paragraphs {
		out = append(out, paragraph{model.Phrase{{Text: p, Strong: b.Caution && i == 0}}, false})
	}
	for _, p := range b.Bullets {
		out = append(out, paragraph{plain(p), true})
	}
	for _, p := range b.After {
		out = append(out, paragraph{plain(p), false})
	}
	return out
}

// hang is how far a bullet's text stands from the left.
func (c *coverPage) hang(p paragraph) float64 {
	if !p.bullet {
		return 0
	}
	return c.measure("• ", c.text)
}

const betweenParagraphs = 2.0

func (c *coverPage) blockHeight(b model.Block, width float64) float64 {
	if b.Caution {
		width -= 2 * cautionPad
	}
	h := c.textHeight(plain(b.Title), c.heading, width)
	for _, p := range paragraphs(b) {
		h += c.textHeight(p.phrase, c.text, width-c.hang(p)) + betweenParagraphs
	}
	if b.Caution {
		h += 2 * cautionPad
	}
	return h
}

// cautionPad is the space inside the ground of what is not protected.
const cautionPad = 6.0

// columnHeight is that of every other block, one below the other.
func (c *coverPage) columnHeight(from int) float64 {
	h := 0.0
	for i := from; i < len(c.doc.Cover.Blocks); i += 2 {
		if h > 0 {
			h += blockGap
		}
		h += c.blockHeight(c.doc.Cover.Blocks[i], c.half())
	}
	return h
}

// blocks prints the blocks in two columns, or all one below the other when they are too
// long for that.
func (c *coverPage) blocks() {
	list := c.doc.Cover.Blocks
	high := max(c.columnHeight(0), c.columnHeight(1))
	if c.y+high > c.bottom() {
		for _, b := range list {
			c.block(b, side, c.inner())
			c.y += blockGap
		}
		return
	}
	top := c.y
	for from := range 2 {
		c.y = top
		for i := from; i < len(list); i += 2 {
			c.block(list[i], side+float64(from)*(c.half()+columnGap), c.half())
			c.y += blockGap
		}
	}
	c.y = top + high + blockGap
}

// block prints a block; what is not protected stands on a ground of its own when it does
// not run over a page.
func (c *coverPage) block(b model.Block, x, width float64) {
	heading := c.heading
	if b.Caution {
		heading.color = amber
		if high := c.blockHeight(b, width); c.y+high <= c.bottom() {
			c.ground(paleAmber, x, c.y, width, high)
			c.rule(amberLine, 1.5, x, c.y+high, x+width)
		}
		c.y += cautionPad
		x, width = x+cautionPad, width-2*cautionPad
	}
	c.sheet.text(plain(b.Title), heading, x, width)
	for _, p := range paragraphs(b) {
		if p.bullet {
			c.need(c.text.line())
			c.say("•", c.text, x, c.baseline(c.text), fromLeft)
		}
		c.sheet.text(p.phrase, c.text, x+c.hang(p), width-c.hang(p))
		c.y += betweenParagraphs
	}
	if b.Caution {
		c.y += cautionPad
	}
}

// questions makes the table of what was published, and its rows.
func (c *coverPage) questions() (*table, [][]cell) {
	look := tableStyle{text: style{size: c.text.size - 0.3, color: ink}, pad: 2.6, gap: 12}
	words := model.Table{
		Head:    []string{c.in().Sayf("Question"), c.in().Sayf("Numbers"), c.second(), c.in().Sayf("Half are within"), c.in().Sayf("19 times in 20 within")},
		Numeric: []bool{false, true, true, true, true},
	}
	var rows [][]cell
	for _, l := range c.doc.Cover.Published {
		words.Rows = append(words.Rows, c.line(l))
		cells := texts(c.line(l))
		cells[0] = cell{phrase: model.Phrase{{Text: l.Question, Strong: true}}, below: l.Method}
		rows = append(rows, cells)
	}
	words.Rows = append(words.Rows, c.line(c.doc.Cover.Together))
	columns := c.fitted(look, c.inner(), words)
	t := table{columns: columns, look: look}
	columns[0].width += c.inner() - t.width()
	return &table{sheet: c.sheet, x: side, columns: columns, look: look}, rows
}

// second heads the column behind that of how many numbers there are.
func (c *coverPage) second() string {
	if c.doc.Cover.ForReaders {
		return c.in().Sayf("Too noisy to use")
	}
	return c.in().Sayf("Spent")
}

func (c *coverPage) line(l model.Line) []string {
	typically, within := l.Typically, l.Within
	if typically == "" && l.Method != "" {
		typically, within = c.in().Sayf("exact"), c.in().Sayf("exact")
	}
	if c.doc.Cover.ForReaders {
		return []string{l.Question, l.Numbers, l.Noisy, typically, within}
	}
	return []string{l.Question, l.Numbers, l.Spent, typically, within}
}

func (c *coverPage) together() []cell {
	cells := texts(c.line(c.doc.Cover.Together))
	for i := range cells {
		for k := range cells[i].phrase {
			cells[i].phrase[k].Strong = true
		}
	}
	return cells
}

// pilots are the rows of what was spent before on noisy counts.
func (c *coverPage) pilots() (rows [][]cell) {
	for _, l := range c.doc.Cover.Pilots {
		cells := texts([]string{c.in().Sayf("Before: %s", l.Question), "", l.Spent, "", ""})
		cells[0].below = l.Method
		rows = append(rows, cells)
	}
	return rows
}

func (c *coverPage) togetherHeight() float64 {
	_, h := c.table.broken(c.together())
	for _, row := range c.pilots() {
		_, more := c.table.broken(row)
		h += more
	}
	return h
}

// published prints the table of questions.
func (c *coverPage) published() {
	c.need(c.heading.line() + c.table.headHeight() + 40)
	title := c.in().Sayf("What was published")
	if c.doc.Cover.ToCheck {
		title = c.in().Sayf("What is to be published")
	}
	c.explained(title, c.heading)
	c.table.heading()
	for _, row := range c.rows[:c.shown] {
		c.table.row(row...)
	}
	if more := len(c.rows) - c.shown; more > 0 {
		c.y += 3
		c.explained(c.in().Sayf("and %d more, on the pages that follow", more), small)
	}
	c.table.row(c.together()...)
	for _, row := range c.pilots() {
		c.table.row(row...)
	}
	c.y += blockGap
}

// pictures fills the room that is left with the charts of the first questions.
func (c *coverPage) pictures() {
	if c.spill || c.room < leastPictures {
		return
	}
	drawn := c.depicted()
	if len(drawn) == 0 {
		return
	}
	width := (c.inner() - columnGap*float64(len(drawn)-1)) / float64(len(drawn))
	caption := c.textHeight(plain(c.doc.PictureCaption), small, c.inner())
	name := style{size: c.text.size - 0.6, bold: true, color: ink}
	high := min(c.room-caption-name.line()-6, mostChart)
	for i, q := range drawn {
		x := side + float64(i)*(width+columnGap)
		c.say(c.cut(chart.Printable(q.Title), name, width), name, x, c.baseline(name), fromLeft)
		c.y += name.line()
		results := chart.Results{Picture: q.Picture}
		best := min(high, max(float64(results.Height(vg.Length(width), c.paper())), leastPictures-40))
		if err := c.chart(&results, c.in().Sayf("Chart of “%s”", q.Title), x, width, best); err != nil {
			c.failed = err
		}
		c.y -= name.line()
	}
	c.y += name.line() + high + 2
	c.explained(c.doc.PictureCaption, small)
}

// depicted returns the questions whose charts stand on the cover: the first two of one
// panel, or the first at all.
func (c *coverPage) depicted() []*model.Question {
	var simple, any []*model.Question
	for i := range c.doc.Questions {
		q := &c.doc.Questions[i]
		if drawnPoints(q.Picture) < 3 {
			continue
		}
		any = append(any, q)
		if len(q.Picture.Panels) == 1 {
			simple = append(simple, q)
		}
	}
	if len(simple) > 0 {
		return simple[:min(len(simple), 2)]
	}
	return any[:min(len(any), 1)]
}

// signed prints what is signed besides the cover, with the lines to sign on at the foot of the last page.
func (s *sheet) signed() {
	if len(s.doc.Signed) == 0 {
		return
	}
	s.newPage()
	for i := range s.doc.Signed {
		s.section(&s.doc.Signed[i])
	}
	s.signature()
}

// signature prints the lines to sign on, at the foot of the page.
func (s *sheet) signature() {
	s.need(signatureHeight)
	s.y = max(s.y, s.bottom()-18)
	x, gap := side, 24.0
	room := s.inner() - gap*float64(len(s.doc.Cover.Signature)-1)
	parts := []float64{0.4, 0.38, 0.22}
	for i, name := range s.doc.Cover.Signature {
		width := room * parts[min(i, len(parts)-1)]
		s.rule(ink, 0.7, x, s.y, x+width)
		s.say(name, small, x, s.y+12, fromLeft)
		x += width + gap
	}
	s.y += 16
	s.settle()
}
