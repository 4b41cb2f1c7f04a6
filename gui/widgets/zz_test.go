package widgets
import ("testing";"strings";"time")
func TestZZ(t *testing.T){ for _,s:=range []string{strings.Repeat("*",20000),strings.Repeat("*a",10000),strings.Repeat("**a*",5000),strings.Repeat(`\*`,10000), strings.Repeat("** *",5000)}{ a:=time.Now(); Marked(s); t.Log(len(s),time.Since(a))}}
