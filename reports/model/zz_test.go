package model_test

import (
	"encoding/json"
	"fmt"
	"steward/reports/model"
	"steward/reports/model/modeltest"
	"testing"
)

func TestZZ(t *testing.T) {
	d, err := model.New(modeltest.Release(t, modeltest.Sample(t)))
	if err != nil {
		t.Fatal(err)
	}
	for i := range d.Questions {
		d.Questions[i].Answers = d.Questions[i].Answers[:5]
		d.Questions[i].Picture.Panels = d.Questions[i].Picture.Panels[:1]
		d.Questions[i].Picture.Panels[0].Points = d.Questions[i].Picture.Panels[0].Points[:3]
	}
	b, _ := json.MarshalIndent(d, "", " ")
	fmt.Println(string(b))
}
