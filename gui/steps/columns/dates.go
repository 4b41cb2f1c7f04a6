package columns

import (
	"fmt"
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"steward/core/domain"
	"steward/core/plan"
	"steward/gui/session/columns"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// datesEditor edits the periods that dates are put into.
type datesEditor struct {
	of      *columnEditor
	content *fyne.Container
	dates   plan.Dates

	period, order *forms.Picker
	first, last   *forms.Field
	spans         *forms.Field
	years         *forms.Field
	orders        fyne.CanvasObject
	count         *prose.Text
}

// dateOrders are the orders of dates as they are offered.
var dateOrders = []domain.DateOrder{domain.YearFirst, domain.DayFirst, domain.MonthFirst}

func newDatesEditor(of *columnEditor) *datesEditor {
	d := &datesEditor{of: of, count: prose.Caption("")}
	periods := domain.AllPeriods()
	d.period = forms.NewPicker(words.T("Choose the periods"), func(i int) {
		of.typed(func(c *plan.Column) { *c = c.InPeriods(periods[i]) })
	})
	d.period.SetList(len(periods), func(i int) string { return columns.PeriodWords(periods[i]) })
	d.order = forms.NewPicker(words.T("Say what dates begin with"), func(i int) {
		d.change(func(dates *plan.Dates) { dates.Order = dateOrders[i] })
	})
	d.order.SetList(len(dateOrders), func(i int) string { return columns.OrderWords(dateOrders[i]) })
	d.first = forms.NewField(words.T("First"), func(text string) string {
		d.change(func(dates *plan.Dates) { dates.First = text })
		return ""
	})
	d.last = forms.NewField(words.T("Last"), func(text string) string {
		d.change(func(dates *plan.Dates) { dates.Last = text })
		return ""
	})
	d.first.Wide, d.last.Wide = 130, 130
	d.spans = forms.NewLongField(words.T("One period on each line, such as 2019-01-01 to 2019-06-30, to 2018 or from 2020-07; after = its name, if it has one"), 6, forms.Taking(func(text string) error {
		spans, err := columns.ParseSpans(text)
		if err == nil {
			d.change(func(dates *plan.Dates) { dates.Spans = spans })
		}
		return err
	}))
	d.years = forms.NewField(words.T("Two-digit years count from"), forms.Taking(func(text string) error {
		from, err := columns.ParseYearsFrom(text)
		if err == nil {
			d.change(func(dates *plan.Dates) { dates.YearsFrom = from })
		}
		return err
	}))
	d.years.Wide = 130
	d.years.SetPlaceHolder(words.T("such as 1930"))
	d.orders = layouts.Fields(layouts.Gap, layouts.Labelled(words.T("Dates stored as text begin with"), layouts.Sized(d.order, 290)), d.years)
	d.content = layouts.Column(10, layouts.Fields(layouts.Gap, layouts.Labelled(words.T("Periods"), layouts.Sized(d.period, 250)), d.first, d.last), d.spans, d.orders, d.count)
	return d
}

func (d *datesEditor) fields() []*forms.Field {
	return []*forms.Field{d.first, d.last, d.spans, d.years}
}

// change puts other periods into the plan.
func (d *datesEditor) change(change func(*plan.Dates)) {
	d.of.typed(func(c *plan.Column) {
		next := plan.Dates{Period: domain.Months}
		if c.Dates != nil {
			next = *c.Dates // what the plan holds is not changed in place
		}
		change(&next)
		c.Dates = &next
	})
}

// show shows the periods of a column.
func (d *datesEditor) show(c plan.Column, another bool) {
	before := d.dates.Period
	d.dates = plan.Dates{}
	if c.Dates != nil {
		d.dates = *c.Dates
	}
	if another || before != d.dates.Period {
		for _, f := range d.fields() {
			f.Reset("")
		}
	}
	d.first.SetValue(d.dates.First)
	d.last.SetValue(d.dates.Last)
	d.spans.SetValue(columns.SpanLines(d.dates.Spans))
	d.years.SetValue("")
	if d.dates.YearsFrom > 0 {
		d.years.SetValue(fmt.Sprintf("%04d", d.dates.YearsFrom))
	}
	example := columns.PeriodExample(d.dates.Period)
	d.first.SetPlaceHolder(words.T("such as %s", example))
	d.last.SetPlaceHolder("")
	d.period.SetSelected(slices.Index(domain.AllPeriods(), d.dates.Period))
	d.order.SetSelected(slices.Index(dateOrders, d.dates.Order))
	listed := d.dates.Period == domain.Spans
	paint.Show(d.spans, listed)
	paint.Show(d.first, !listed)
	paint.Show(d.last, !listed)
	paint.Show(d.orders, d.dates.Period != domain.Hours)
	wording := columns.DatesWords(c)
	if years := columns.YearsWords(d.dates.YearsFrom); years != "" {
		wording = strings.TrimPrefix(wording+". "+years, ". ")
	}
	d.count.SetOrHide(wording)
}
