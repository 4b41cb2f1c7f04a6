package disk

import (
	"strings"
	"testing"
)

const mounted = `22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
30 22 0:40 / /home rw,relatime shared:2 - nfs4 server:/home rw,vers=4.2,local_lock=none
31 22 0:41 / /old rw,relatime shared:3 - nfs server:/old rw,vers=3,nolock
32 22 0:42 / /mnt/our\040share rw - cifs //server/share rw,vers=3.1.1
33 22 0:43 / /mnt/far rw - fuse.sshfs me@far: rw,user_id=0
34 30 8:2 / /home/me rw - ext4 /dev/sdb1 rw
35 22 0:44 / /mnt/none rw - cifs //server/none rw,nobrl
36 22 0:45 / /mnt/loop rw - fuse.ntfs-3g /dev/sdc rw
37 22 0:46 / /over rw - ext4 /dev/sdd rw
38 22 0:47 / /over rw - 9p host rw
39 22 0:48 / /mnt/half rw - nfs server:/half rw,local_lock=flock
nonsense
`

// Network folders are taken where other computers see their locks, and no others; what is on this computer always.
func TestLocksOnNetworkFolders(t *testing.T) {
	mounts := mountsIn(mounted)
	for path, want := range map[string]string{
		"/var/ledgers": "", "/home/you/ledgers": "", "/home/me/ledgers": "", "/mnt/our share/ledgers": "", "/mnt/loop/x": "", "/oldest": "",
		"/old/ledgers": "nfs", "/old": "nfs", "/mnt/far/x": "fuse.sshfs", "/mnt/none/x": "cifs", "/over/x": "9p", "/mnt/half/x": "nfs",
	} {
		m, found := holding(mounts, path)
		if !found || m.unlocked([2]int{6, 1}) != (want != "") || want != "" && m.kind != want {
			t.Errorf("%s lies on %+v, refused %v, want %q", path, m, m.unlocked([2]int{6, 1}), want)
		}
	}
	if m, _ := holding(mounts, "/mnt/our share/x"); !m.unlocked([2]int{5, 4}) || m.unlocked([2]int{5, 5}) {
		t.Error("locks of SMB are seen from version 5.5 of Linux on")
	}
	if err := OS.Locks(t.TempDir()); err != nil {
		t.Errorf("a folder of this computer: %v", err)
	}
	if said := (&UnlockedError{"/mnt/far/x", "fuse.sshfs"}).Error(); !strings.Contains(said, "--ledgers") || !strings.Contains(said, "fuse.sshfs") {
		t.Error(said)
	}
}
