package mechanism

import ("testing";"time";"os";"strconv")

func TestProbe(t *testing.T) {
	for _, c := range [][2]int{{16,1},{32,1},{16,2},{16,4},{32,4},{32,8}} {
		if m,_ := strconv.Atoi(os.Getenv("MAXN")); c[0] > m { continue }
		e := squareGrid(t, c[0], c[1], "0.001", nil)
		for _, id := range []string{"laplace","edge-laplace","privelet","nested-boxes","grid-lines"} {
			m, _ := ByID(id)
			if f := m.Check(e.scene.Problem); !f.OK() { t.Log(id, f.Reasons[0].Text); continue }
			s := time.Now()
			t.Logf("%s %s: %.2f %v", e.name, id, average(t, e, id), time.Since(s))
			if id=="grid-lines" || id=="nested-boxes" { q,_ := m.Prepare(t.Context(), e.scene.Problem); for _, n := range q.Noise() { t.Log("   ", n.What, n.Rows, n.Sensitivity, n.Scale.Float()) } }
		}
	}
}
