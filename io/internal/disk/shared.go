package disk

import (
	"slices"
	"strings"

	"steward/core/message"
)

// UnlockedError is the error of a folder on a network whose locks other computers do not see: two of them could spend at once.
type UnlockedError struct{ Path, Kind string }

// Error says what to do.
func (e *UnlockedError) Error() string { return e.Said().String() }

// Said is what Error says.
func (e *UnlockedError) Said() message.Text {
	return message.Sprintf("%s is in a network folder (%s) whose locks other computers do not see, so two of them could spend the same budget at once: keep the accounts on this computer (--ledgers), or have the folder mounted with locks, by NFS or SMB", e.Path, e.Kind)
}

// mount is a file system as the system tells of it.
type mount struct {
	point, kind string
	options     []string
}

// mountsIn reads what Linux tells of its file systems (mountinfo(5)).
func mountsIn(text string) (out []mount) {
	for line := range strings.Lines(text) {
		before, after, ok := strings.Cut(strings.TrimSpace(line), " - ")
		first, last := strings.Fields(before), strings.Fields(after)
		if !ok || len(first) < 6 || len(last) < 3 {
			continue
		}
		out = append(out, mount{unescaped(first[4]), last[0], append(strings.Split(first[5], ","), strings.Split(last[2], ",")...)})
	}
	return out
}

// unescaped reads a path in which blanks stand as numbers.
func unescaped(path string) string {
	return strings.NewReplacer(`\040`, " ", `\011`, "\t", `\012`, "\n", `\134`, `\`).Replace(path)
}

// holding returns the file system that a path is on, the latest of those that are mounted deepest.
func holding(mounts []mount, path string) (mount, bool) {
	var best mount
	found := false
	for _, m := range mounts {
		at := strings.TrimSuffix(m.point, "/")
		if (path == at || strings.HasPrefix(path, at+"/")) && (!found || len(m.point) >= len(best.point)) {
			best, found = m, true
		}
	}
	return best, found
}

// unlocked reports whether other computers, or what else shares the folder, do not see the locks that are taken on it. kernel is the
// version of Linux, major and minor.
func (m mount) unlocked(kernel [2]int) bool {
	has := func(names ...string) bool {
		return slices.ContainsFunc(names, func(name string) bool { return slices.Contains(m.options, name) })
	}
	switch m.kind {
	case "nfs", "nfs4":
		return has("nolock", "local_lock=all", "local_lock=flock")
	case "cifs", "smb3":
		return has("nobrl") || kernel[0] < 5 || kernel[0] == 5 && kernel[1] < 5 // which knew these locks as its own only
	case "9p", "afs", "coda", "davfs", "ncpfs", "vboxsf", "smbfs":
		return true
	}
	name, remote := strings.CutPrefix(m.kind, "fuse.")
	return remote && slices.Contains([]string{"sshfs", "rclone", "davfs2", "gvfsd-fuse", "s3fs", "google-drive-ocamlfuse", "onedriver", "vmhgfs-fuse", "curlftpfs"}, name)
}
