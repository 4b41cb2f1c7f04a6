package page

// Role says what a part of the document is, in the words of PDF (ISO 32000-1, 14.8.4).
type Role string

// The roles.
const (
	RoleDocument  Role = "Document"
	RoleTitle     Role = "H1"
	RolePart      Role = "H2"
	RoleSection   Role = "H3"
	RoleParagraph Role = "P"
	RoleTable     Role = "Table"
	RoleRow       Role = "TR"
	RoleHead      Role = "TH"
	RoleCell      Role = "TD"
	RoleFigure    Role = "Figure"
)

// Element is a part of the document, such as a paragraph or a row of a table. What stands on the pages
// belongs to one, or is decoration: lines, grounds, and what repeats on every page.
type Element struct {
	Role Role
	// Parent is the element that this one is part of, by its number; -1 for the document itself.
	Parent int
	// Alt says in words what a figure shows.
	Alt string
}

// decoration is the number of no element.
const decoration = -1

// Tagger is a Surface that wants to know what is being drawn: Begin says of which element, by its
// number, what is drawn until End, or that it is none where the number is negative.
type Tagger interface {
	Surface
	Begin(element int)
	End()
}

// begin begins an element within the present one; what it returns ends it.
func (s *sheet) begin(role Role, alt string) (end func()) {
	was := s.within
	s.within = s.add(role, max(was, 0), alt)
	return func() { s.within = was }
}

// add adds an element to the document.
func (s *sheet) add(role Role, parent int, alt string) int {
	s.elements = append(s.elements, Element{role, parent, alt})
	return len(s.elements) - 1
}

// owner returns the element that a mark belongs to. A line or a ground belongs to none, unless it is
// part of a figure, and a text that stands by itself is a paragraph.
func (s *sheet) owner(m mark) int {
	if s.framing {
		return decoration
	}
	role := s.elements[s.within].Role
	if role == RoleFigure {
		return s.within
	}
	if _, ok := m.(Text); !ok {
		return decoration
	}
	if role == RoleDocument || role == RoleTable || role == RoleRow {
		return s.add(RoleParagraph, 0, "")
	}
	return s.within
}

// roleOf returns the role of a text by its style.
func roleOf(st style) Role {
	switch {
	case st.bold && st.size >= 15:
		return RoleTitle
	case st.bold && st.size >= 12:
		return RolePart
	case st.bold && (st.color == blue || st.color == amber || st.size >= 10):
		return RoleSection
	}
	return RoleParagraph
}
