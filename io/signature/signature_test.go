package signature

import (
	"bytes"
	"encoding/pem"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/crypto/ssh"
)

// drawn is what the keys of tests are made from: no chance at all.
func drawn(letter string) Keep { return Keep{Random: strings.NewReader(strings.Repeat(letter, 32))} }

// keepIn is a folder for a key of a test.
func keepIn(t *testing.T, letter string) Keep {
	t.Helper()
	k := drawn(letter)
	k.Dir = filepath.Join(t.TempDir(), "keys")
	return k
}

func own(t *testing.T, k Keep) *Signer {
	t.Helper()
	s, err := k.Own()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// A key is made once, in a file that only its owner can read, and is the same ever after.
func TestAKeyIsMadeOnce(t *testing.T) {
	k := keepIn(t, "a")
	first := own(t, k)
	info, err := os.Stat(k.Path())
	if err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Fatalf("the key's file: %v, %v", info.Mode(), err)
	}
	k.Random = nil
	if again := own(t, k); again.Fingerprint() != first.Fingerprint() {
		t.Error("the key is another one")
	}
	if public, is := k.Public(); !is || public.Line() != first.Line() || !strings.HasPrefix(first.Line(), "ssh-ed25519 AAAA") || !strings.HasPrefix(first.Fingerprint(), "SHA256:") {
		t.Errorf("the public key is %q", first.Line())
	}
	if parsed, err := ParseKey(first.Line()); err != nil || parsed.Fingerprint() != first.Fingerprint() {
		t.Errorf("read back: %v", err)
	}
	if runtime.GOOS == "windows" {
		return
	}
	if err := os.Chmod(k.Path(), 0o640); err != nil {
		t.Fatal(err)
	}
	if _, err := k.Own(); err == nil || !strings.Contains(err.Error(), "others can read") {
		t.Errorf("a key that others can read: %v", err)
	}
}

// A key that is locked takes its passphrase, and no other.
func TestALockedKey(t *testing.T) {
	k := keepIn(t, "b")
	first := own(t, k)
	if _, err := k.Lock("open sesame"); err != nil {
		t.Fatal(err)
	}
	if _, err := k.Own(); err == nil {
		t.Error("a locked key needs no passphrase")
	}
	asked := 0
	k.Passphrase = func(again bool) (string, bool) {
		asked++
		if again != (asked > 1) {
			t.Errorf("asked for the %dth time, again is %v", asked, again)
		}
		return []string{"wrong", "open sesame"}[min(asked, 2)-1], true
	}
	if s := own(t, k); s.Fingerprint() != first.Fingerprint() || asked != 2 {
		t.Errorf("asked %d times", asked)
	}
	if info, err := os.Stat(k.Path()); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("the locked key's file: %v", err)
	}
	k.Passphrase = func(again bool) (string, bool) { return "wrong", !again }
	if _, err := k.Own(); err == nil {
		t.Error("a wrong passphrase opens the key")
	}
}

// A key can be carried to another computer, and does not replace one that is there.
func TestAKeyIsCarried(t *testing.T) {
	from, to := keepIn(t, "c"), keepIn(t, "d")
	first := own(t, from)
	file := filepath.Join(t.TempDir(), "key")
	if err := from.Export(file); err != nil {
		t.Fatal(err)
	}
	if err := from.Export(file); err == nil {
		t.Error("an export replaces a file")
	}
	if _, err := to.Import(file); err != nil {
		t.Fatal(err)
	}
	if s := own(t, to); s.Fingerprint() != first.Fingerprint() {
		t.Error("another key arrived")
	}
	other := keepIn(t, "e")
	was := own(t, other)
	if _, err := other.Import(file); err == nil || own(t, other).Fingerprint() != was.Fingerprint() {
		t.Errorf("an import replaces a key: %v", err)
	}
}

// A signature is of one content and by one key; no byte of it can be another.
func TestSignaturesAreOfOneContent(t *testing.T) {
	s := own(t, keepIn(t, "f"))
	content := []byte("{\"version\": 3}\n")
	made, err := s.Sign(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	key, err := Check(made, bytes.NewReader(content))
	if err != nil || key.Fingerprint() != s.Fingerprint() {
		t.Fatalf("its own signature: %v", err)
	}
	for i := range content {
		changed := bytes.Clone(content)
		changed[i] ^= 1
		if _, err := Check(made, bytes.NewReader(changed)); err == nil {
			t.Errorf("byte %d of the content changed", i)
		}
	}
	for i := range made {
		changed := bytes.Clone(made)
		changed[i] ^= 1 << (i % 7)
		if changed[i] == '\n' || changed[i] == '\r' || made[i] == '\n' {
			continue // where lines end is no part of it
		}
		if key, err := Check(changed, bytes.NewReader(content)); err == nil && key.Fingerprint() == s.Fingerprint() {
			t.Errorf("byte %d, %q, of the signature changed to %q", i, made[i], changed[i])
		}
	}
}

// ssh-keygen takes our signatures, and we take its own.
func TestSignaturesAreThoseOfOpenSSH(t *testing.T) {
	keygen, err := exec.LookPath("ssh-keygen")
	if err != nil {
		t.Skip("ssh-keygen is not on the PATH")
	}
	k := keepIn(t, "g")
	s := own(t, k)
	dir := t.TempDir()
	path := func(name, content string) string {
		p := filepath.Join(dir, name)
		if err := os.WriteFile(p, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		return p
	}
	content := "a record\n"
	made, err := s.Sign(strings.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(keygen, "-Y", "verify", "-f", path("signers", "steward "+s.Line()+"\n"), "-I", "steward", "-n", Namespace, "-s", path("it.sig", string(made)))
	c.Stdin = strings.NewReader(content)
	if out, err := c.CombinedOutput(); err != nil {
		t.Errorf("ssh-keygen on our signature: %v\n%s", err, out)
	}
	record := path("record", content)
	if out, err := exec.Command(keygen, "-Y", "sign", "-f", k.Path(), "-n", Namespace, record).CombinedOutput(); err != nil {
		t.Fatalf("ssh-keygen: %v\n%s", err, out)
	}
	theirs, err := os.ReadFile(record + ".sig")
	if err != nil {
		t.Fatal(err)
	}
	if key, err := Check(theirs, strings.NewReader(content)); err != nil || key.Fingerprint() != s.Fingerprint() {
		t.Errorf("a signature of ssh-keygen's: %v", err)
	}
}

// What is trusted is a fingerprint, or the keys of a file.
func TestTrust(t *testing.T) {
	s := own(t, keepIn(t, "h"))
	file := filepath.Join(t.TempDir(), "keys.pub")
	if err := os.WriteFile(file, []byte("# those who sign\n"+s.Line()+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, what := range []string{file, s.Fingerprint()} {
		if trusted, err := Trust(what); err != nil || len(trusted) != 1 || trusted[0] != (Trusted{s.Fingerprint(), true}) {
			t.Errorf("%s: %+v, %v", what, trusted, err)
		}
	}
	if _, err := Trust(filepath.Join(t.TempDir(), "none")); err == nil {
		t.Error("a file that there is not is trusted")
	}
}

// A signature that was made for something else than a release is none.
func TestSignaturesAreForReleases(t *testing.T) {
	s := own(t, keepIn(t, "i"))
	made, err := s.Sign(strings.NewReader("it"))
	if err != nil {
		t.Fatal(err)
	}
	block, _ := pem.Decode(made)
	var b blob
	if err := ssh.Unmarshal(block.Bytes[len(magic):], &b); err != nil {
		t.Fatal(err)
	}
	b.Namespace = "file"
	other := armored(append([]byte(magic), ssh.Marshal(b)...))
	if _, err := Check(other, strings.NewReader("it")); err == nil || !strings.Contains(err.Error(), "and not for") {
		t.Errorf("a signature for a file: %v", err)
	}
}
