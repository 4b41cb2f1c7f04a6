package pdf_test
import ("testing";"os";"fmt";"strings";"time";"steward/reports/pdf";"steward/reports/model";"steward/reports/model/modeltest";"steward/core/plan";"steward/core/domain";"steward/core/result")
func out(t *testing.T, name string, r *result.Release, o pdf.Options){ t.Helper(); t0:=time.Now(); d,err:=model.New(r); if err!=nil{t.Fatal(err)}; t1:=time.Now()
 f,_:=os.Create("/tmp/pdf/"+name+".pdf"); if err:=pdf.Write(f,d,o); err!=nil{t.Fatal(err)}; f.Close(); fmt.Println(name,t1.Sub(t0),time.Since(t1)) }
func TestZZ(t *testing.T){
 out(t,"sample",modeltest.Release(t, modeltest.Sample(t)),pdf.Options{})
 out(t,"letter",modeltest.Release(t, modeltest.Sample(t)),pdf.Options{PageSize:pdf.Letter})
 p:=modeltest.Sample(t); p.Secrets=plan.Secrets{Presence:true}; p.Budget=plan.Budget{Epsilon:"0.7"}; p.Questions=p.Questions[1:2]; p.Title=""
 r:=modeltest.Release(t,p); r.Ledger.SpentBefore="1/3"; r.Ledger.SpentAfter="31/30"; r.Ledger.Sequence=3; out(t,"one",r,pdf.Options{})
 // 200
 p=modeltest.Sample(t); base:=p.Questions; p.Questions=nil
 cols:=[][]domain.AttributeName{{"district"},{"smoker"},{"education"},{"income"},{"visits"},{"district","smoker"},{"income","smoker"},{"education","income"},{"age"}}
 for i:=range 200 { if i%10==9 { q:=base[i%3]; q.ID=fmt.Sprint(i); p.Questions=append(p.Questions,q); continue}; p.Questions=append(p.Questions, plan.Question{ID:fmt.Sprint(i),Title:fmt.Sprintf("Question %d about %v",i,cols[i%9]),Kind:"table",Columns:cols[i%9],Share:"1"}) }
 p.Budget=plan.Budget{Epsilon:"20",Limit:"20"}
 out(t,"many",modeltest.Release(t,p),pdf.Options{})
 // hostile
 p=modeltest.Sample(t)
 bad:=[]string{"=HYPERLINK(\"http://x\")","עברית ו-English 12","😀 people 👩‍👩‍👧","东京都","<b>&amp;</b>]]>","\u202Eevil\u202C","tab\there\x07",strings.Repeat("long ",59)+"e",strings.Repeat("W",300),"é e\u0301 ﬁ","عربي","(paren) \\ slash"}
 p.Columns[1].Values=bad; p.Columns[1].Readings=nil; p.DataSet=bad[8]; p.Title=bad[7]
 p.Columns[1].Name=domain.AttributeName(strings.Repeat("N",100)+" "+strings.Repeat("name ",39)); p.Questions[1].Columns[0]=domain.AttributeName(strings.TrimSpace(string(p.Columns[1].Name)))
 p.Columns[1].Name=p.Questions[1].Columns[0]
 p.Questions[0].Title=bad[1]; p.Questions[1].Title=bad[8]; p.Questions[2].Title="x 😀 "+bad[7]
 p.Questions=append(p.Questions, plan.Question{ID:"h",Title:"h",Kind:"table",Columns:p.Questions[1].Columns[:1]})
 out(t,"hostile",modeltest.Release(t,p),pdf.Options{})
 // groups & exact, 1000 answers
 p=modeltest.Sample(t); var vals []string; var gs []plan.Group; for i:=range 500 { vals=append(vals,fmt.Sprintf("Town %03d",i)); if i%2==0 { gs=append(gs,plan.Group{Name:fmt.Sprintf("Region %d",i/2)})}; gs[i/2].Values=append(gs[i/2].Values,vals[i]) }
 p.Columns=append(p.Columns, plan.Column{Name:"town",Kind:"list",Values:vals,Origin:"confirmed"}); p.Secrets.Columns=append(p.Secrets.Columns, plan.Secret{Columns:[]domain.AttributeName{"town"},Kind:plan.Groups,Groups:gs})
 p.Questions=append(p.Questions,plan.Question{ID:"t",Title:"Towns",Kind:"table",Columns:[]domain.AttributeName{"town"}},plan.Question{ID:"t2",Title:"Towns by smoking",Kind:"table",Columns:[]domain.AttributeName{"town","smoker"}})
 c,err:=plan.Compile(p); if err!=nil{t.Fatal(err)}; _ = c
 out(t,"groups",modeltest.Release(t,p),pdf.Options{})
 p.Agreed=c.Agree(); p.Budget.Limit="0.5"; out(t,"agreed",modeltest.Release(t,p),pdf.Options{})
}
