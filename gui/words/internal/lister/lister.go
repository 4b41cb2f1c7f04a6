// Package lister lists the English texts that packages below the window write and that can reach
// a screen, as the keys that a catalogue of another language has them by (steward/gui/words): a
// format as it stands in the source; what is put together with + as one format with %s for what
// is no literal; a text that is added to another, or goes on in another, with %s where the other
// stands.
package lister

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A Text is one key, and where in the source it stands first.
type Text struct {
	Key  string
	File string
	Line int
}

// Texts lists the texts of the packages below some folders of the module at root, by file and line,
// each key once.
func Texts(root string, folders ...string) ([]Text, error) {
	var out []Text
	seen := make(map[string]bool)
	for _, folder := range folders {
		err := filepath.WalkDir(filepath.Join(root, folder), func(path string, d fs.DirEntry, err error) error {
			if err != nil || !d.IsDir() {
				return err
			}
			name, err := filepath.Rel(root, path)
			if err != nil {
				return err
			}
			if unseen.MatchString(filepath.ToSlash(name)) {
				return filepath.SkipDir
			}
			texts, err := ofPackage(path, filepath.ToSlash(name))
			for _, t := range texts {
				if !seen[t.Key] {
					seen[t.Key] = true
					out = append(out, t)
				}
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// unseen are the folders and files that are not listed: those whose texts are all messages; and those
// that write nothing for a screen: what tests share, words that
// are read in files and never written, markup, SQL, and the sheets of a release, which stay English.
var unseen = regexp.MustCompile(`(^|/)(testdata|modeltest|pagetest|publishtest)$|^core/(internal|seeded|noise/noisetest|mechanism/mechanismtest|plan/plantest|release/releasetest)$|/(disktest|sheettest)$|^core/linop$|` +
	`^core/domain/datenames\.go$|^io/(sheet|codebook)$|^io/counts/(duckdb|postgres|spark|plainly|dates|number|weight)\.go$|` +
	`^io/export/(readme|sheet[a-z]*|cross|choice|cluster|derived|synthetic|pack|rows|csv|name)\.go$`)

// onlyErrors are files of which the errors alone reach a screen.
var onlyErrors = regexp.MustCompile(`^io/counts/(query|digest|column|dialect)\.go$|^io/export/|^io/ledger/chain\.go$|` +
	`^reports/(page|pdf)/|^reports/model/(appendix|choice|columns|cover|document|graph|learn|names|new|outputs|pilot|question|sum|synthetic)\.go$`)

// onlySentences are files that hold names of fields and elements too: what has no blank in it is
// one of these.
var onlySentences = regexp.MustCompile(`^io/counts/result\.go$|^core/release/release\.go$`)

// ofPackage lists the texts of the files of one folder.
func ofPackage(path, name string) ([]Text, error) {
	set := token.NewFileSet()
	files, err := filepath.Glob(filepath.Join(path, "*.go"))
	if err != nil {
		return nil, err
	}
	parsed := make(map[string]*ast.File)
	l := &lister{set: set, constants: make(map[string]string)}
	above, err := filepath.Glob(filepath.Join(filepath.Dir(path), "*.go")) // whose constants families share
	if err != nil {
		return nil, err
	}
	for _, file := range above {
		f, err := parser.ParseFile(set, file, nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		l.remember(f, f.Name.Name+".")
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(set, file, nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		parsed[file] = f
		l.remember(f, "")
	}
	for _, file := range files {
		l.file = name + "/" + filepath.Base(file)
		if f := parsed[file]; f != nil && !unseen.MatchString(l.file) {
			l.errors, l.sentences = onlyErrors.MatchString(l.file), onlySentences.MatchString(l.file)
			l.walk(f)
		}
	}
	return l.texts, nil
}

// A lister walks over the files of a package.
type lister struct {
	set       *token.FileSet
	constants map[string]string // of the package, by name
	file      string
	errors    bool // list errors only
	sentences bool // list only what has a blank in it
	texts     []Text
}

// remember notes a package's constant texts, as they are called after a prefix.
func (l *lister) remember(f *ast.File, prefix string) {
	for _, d := range f.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.CONST {
			continue
		}
		for _, s := range g.Specs {
			v := s.(*ast.ValueSpec)
			for i, n := range v.Names {
				if i < len(v.Values) {
					if text, ok := constant(v.Values[i]); ok {
						l.constants[prefix+n.Name] = text
					}
				}
			}
		}
	}
}

// constant is the text of a literal, or of literals put together.
func constant(e ast.Expr) (string, bool) {
	switch x := e.(type) {
	case *ast.BasicLit:
		if x.Kind == token.STRING {
			s, err := strconv.Unquote(x.Value)
			return s, err == nil
		}
	case *ast.ParenExpr:
		return constant(x.X)
	case *ast.BinaryExpr:
		a, first := constant(x.X)
		b, second := constant(x.Y)
		return a + b, first && second && x.Op == token.ADD
	}
	return "", false
}

// add lists a key, where it has words, with what it is added to or goes on with.
func (l *lister) add(at ast.Node, key string) { l.exact(at, open(key)) }

// exact lists a key as it is, where it has words.
func (l *lister) exact(at ast.Node, key string) {
	if hasWords(key) && !slices.Contains(unsaid[l.file], key) {
		l.texts = append(l.texts, Text{key, l.file, l.set.Position(at.Pos()).Line})
	}
}

// open completes a key with what it is added to or goes on with.
func open(key string) string {
	if strings.HasPrefix(key, " ") || strings.HasPrefix(key, ",") || strings.HasPrefix(key, ";") || strings.HasPrefix(key, ":") || strings.HasPrefix(key, ". ") {
		key = "%s" + key
	}
	if strings.HasSuffix(key, " ") || strings.HasSuffix(key, "(") || strings.HasSuffix(key, "“") {
		key += "%s"
	}
	return key
}

var (
	verb       = regexp.MustCompile(`%[-+# 0]*(?:\[\d+\])?(?:\d+|\*)?(?:\.\d+)?(?:\[\d+\])?[a-zA-Z%]`)
	word       = regexp.MustCompile(`\p{L}{2,}`)
	identifier = regexp.MustCompile(`^[^ ]*[-_./<>#=\\$\[\]0-9][^ ]*$|^[a-z]+[A-Z]|^[A-Z]{2,}|^[a-z]$`)
	inner      = regexp.MustCompile(`^(account|mechanism|constraint|policy|tree|synthetic|workload|noise|domain|plan|counts|json): `)
)

// hasWords reports whether a key has something to translate: not a name of a field or a file, and
// not what only the programmer could read.
func hasWords(key string) bool {
	bare := verb.ReplaceAllString(key, "")
	return word.MatchString(bare) && !identifier.MatchString(key) && !inner.MatchString(key)
}

// silent are functions whose texts are looked for or stand in files.
var silent = regexp.MustCompile(`^(strings\.(Contains|HasPrefix|HasSuffix|Trim\w*|Cut\w*|Index|EqualFold|Replace\w*|NewReplacer|Split\w*|Fields\w*|Count)|regexp\.\w+|bytes\.\w+|filepath\.\w+|path\.\w+|slices\.\w+|json\.\w+|fmt\.Fprint\w*|io\.WriteString|panic)$`)

// walk lists the texts below a node.
func (l *lister) walk(n ast.Node) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch x := n.(type) {
		case *ast.ImportSpec, *ast.IndexExpr:
			return false
		case *ast.GenDecl:
			return x.Tok != token.VAR || !wordList(x)
		case *ast.Field:
			return x.Tag == nil
		case *ast.CaseClause:
			for _, s := range x.Body {
				l.walk(s)
			}
			return false
		case *ast.KeyValueExpr:
			l.walk(x.Value)
			return false
		case *ast.CallExpr:
			return l.call(x)
		case *ast.AssignStmt:
			if x.Tok == token.ADD_ASSIGN && len(x.Rhs) == 1 {
				if key, ok := l.key(x.Rhs[0]); ok {
					l.plain(x, "%s"+key)
					l.arguments(x.Rhs[0])
					return false
				}
			}
		case *ast.BinaryExpr:
			return l.binary(x)
		case *ast.BasicLit:
			if s, ok := constant(x); ok {
				l.plain(x, s)
			}
		}
		return true
	})
}

// wordList reports whether a declaration is of lists of words, which are looked for in files.
func wordList(d *ast.GenDecl) bool {
	for _, s := range d.Specs {
		v := s.(*ast.ValueSpec)
		for _, e := range v.Values {
			c, ok := e.(*ast.CompositeLit)
			if !ok {
				return false
			}
			of := c.Type
			if m, isMap := of.(*ast.MapType); isMap {
				of = m.Value
			} else if a, isList := of.(*ast.ArrayType); isList {
				of = a.Elt
			}
			if id, ok := of.(*ast.Ident); !ok || id.Name != "string" && id.Name != "bool" {
				return false
			}
		}
	}
	return len(d.Specs) > 0
}

// plain lists what is no error.
func (l *lister) plain(at ast.Node, key string) {
	if !l.errors && (!l.sentences || strings.Contains(strings.TrimSpace(key), " ")) {
		l.add(at, key)
	}
}

// name is how a function is called.
func name(f ast.Expr) string {
	switch x := f.(type) {
	case *ast.Ident:
		return x.Name
	case *ast.SelectorExpr:
		return name(x.X) + "." + x.Sel.Name
	}
	return ""
}

// call lists the texts of a call and reports whether to look further below it.
func (l *lister) call(x *ast.CallExpr) bool {
	called := name(x.Fun)
	switch {
	case called == "strings.Join" && len(x.Args) == 2:
		if sep, ok := constant(x.Args[1]); ok {
			l.plain(x, "%s"+sep+"%s")
		}
		l.walk(x.Args[0])
		return false
	case silent.MatchString(called):
		return false
	case called == "message.Errorf" || called == "message.New" || called == "message.Key":
		if key, ok := l.format(x.Args[0]); ok {
			l.exact(x, key)
		}
		l.rest(x.Args[1:])
		return false
	case called == "message.Sprintf":
		if key, ok := l.format(x.Args[0]); ok && !l.errors {
			l.exact(x, key)
		}
		l.rest(x.Args[1:])
		return false
	case called == "fmt.Sprintf":
		if key, ok := l.format(x.Args[0]); ok {
			l.plain(x, key)
		}
		l.rest(x.Args[1:])
		return false
	}
	return true
}

func (l *lister) rest(args []ast.Expr) {
	for _, a := range args {
		l.walk(a)
	}
}

// format is a format as written, what is no literal in it as %s.
func (l *lister) format(e ast.Expr) (string, bool) {
	if s, ok := constant(e); ok {
		return s, true
	}
	switch x := e.(type) {
	case *ast.Ident, *ast.SelectorExpr:
		s, ok := l.constants[name(e)]
		return s, ok
	case *ast.BinaryExpr:
		a, first := l.format(x.X)
		b, second := l.format(x.Y)
		if !first {
			a = "%s"
		}
		if !second {
			b = "%s"
		}
		return a + b, first || second
	case *ast.CallExpr:
		if called := name(x.Fun); called == "fmt.Sprintf" || called == "message.Sprintf" {
			return l.format(x.Args[0])
		}
	}
	return "", false
}

// binary lists texts that are put together.
func (l *lister) binary(x *ast.BinaryExpr) bool {
	switch x.Op {
	case token.EQL, token.NEQ, token.LSS, token.GTR, token.LEQ, token.GEQ:
		for _, side := range []ast.Expr{x.X, x.Y} {
			if _, ok := constant(side); !ok {
				l.walk(side)
			}
		}
		return false
	case token.ADD:
		key, ok := l.key(x)
		if !ok {
			return true
		}
		l.plain(x, key)
		l.arguments(x)
		return false
	}
	return true
}

// key is the format of an expression that a literal or a format is part of.
func (l *lister) key(e ast.Expr) (string, bool) {
	switch x := e.(type) {
	case *ast.BasicLit:
		s, ok := constant(x)
		return strings.ReplaceAll(s, "%", "%%"), ok
	case *ast.ParenExpr:
		return l.key(x.X)
	case *ast.Ident, *ast.SelectorExpr:
		s, ok := l.constants[name(e)]
		return s, ok
	case *ast.CallExpr:
		if called := name(x.Fun); called == "fmt.Sprintf" || called == "message.Sprintf" {
			return l.format(x.Args[0])
		}
	case *ast.BinaryExpr:
		if x.Op != token.ADD {
			return "", false
		}
		a, first := l.key(x.X)
		b, second := l.key(x.Y)
		if !first {
			a = "%s"
		}
		if !second {
			b = "%s"
		}
		return a + b, first || second
	}
	return "", false
}

// arguments lists the texts within what is no literal among parts that are put together.
func (l *lister) arguments(e ast.Expr) {
	switch x := e.(type) {
	case *ast.BasicLit, *ast.Ident, *ast.SelectorExpr:
	case *ast.ParenExpr:
		l.arguments(x.X)
	case *ast.BinaryExpr:
		l.arguments(x.X)
		l.arguments(x.Y)
	case *ast.CallExpr:
		if called := name(x.Fun); called == "fmt.Sprintf" || called == "message.Sprintf" {
			l.rest(x.Args[1:])
			return
		}
		l.walk(x)
	default:
		l.walk(e)
	}
}

// Verbs are the verbs of a format with the arguments that they are for, sorted: a translation has
// the same.
func Verbs(format string) []string {
	var out []string
	next := 1
	for _, m := range verbParts.FindAllStringSubmatch(format, -1) {
		if m[4] == "%" {
			continue
		}
		for _, index := range []string{m[1], m[3]} {
			if index != "" {
				next, _ = strconv.Atoi(index)
			}
		}
		out = append(out, strconv.Itoa(next)+m[2]+m[4])
		next++
	}
	slices.Sort(out)
	return slices.Compact(out)
}

var verbParts = regexp.MustCompile(`%[-+# 0]*(?:\[(\d+)\])?((?:\d+|\*)?(?:\.\d+)?)(?:\[(\d+)\])?([a-zA-Z%])`)
