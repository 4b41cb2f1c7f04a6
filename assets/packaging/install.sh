#!/bin/sh
# Puts Steward into this user's menu and opens .steward projects with it; no root is needed.
# The folder stays where it is and can be moved: run this again afterwards.
#   ./install.sh            adds it
#   ./install.sh --remove   takes it back; projects, accounts and settings stay
set -eu
here=$(cd "$(dirname "$0")" && pwd)
data=${XDG_DATA_HOME:-$HOME/.local/share}
id=org.steward.Steward

refresh() {
	! command -v update-desktop-database >/dev/null || update-desktop-database -q "$data/applications" || true
	! command -v update-mime-database >/dev/null || update-mime-database "$data/mime" || true
}

if [ "${1:-}" = --remove ]; then
	rm -f "$data/applications/$id.desktop" "$data/mime/packages/$id.xml"
	find "$data/icons/hicolor" -name "$id.*" -delete 2>/dev/null || true
	refresh
	echo "Steward is no longer in your menu. Your projects, accounts and settings are where they were."
	exit 0
fi
mkdir -p "$data/applications" "$data/mime/packages" "$data/icons"
# Exec takes a quoted path in which these four characters are escaped.
program=$(printf '%s' "$here/bin/steward" | sed 's/[\\"`$]/\\\\&/g')
awk -v program="$program" '/^Exec=/ { print "Exec=\"" program "\" window %f"; next } { print }' \
	"$here/share/applications/$id.desktop" >"$data/applications/$id.desktop"
cp "$here/share/mime/packages/$id.xml" "$data/mime/packages/"
cp -R "$here/share/icons/hicolor" "$data/icons/"
refresh
echo "Steward is in your menu."
