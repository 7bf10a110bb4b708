#!/bin/sh
# Installs Ratsu for this user (no administrator needed): ./install.sh [PREFIX], by default ~/.local.
# Nothing outside PREFIX is touched; PREFIX/lib/ratsu/uninstall.sh takes it all away again.
set -eu
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
prefix=${1:-"$HOME/.local"}
mkdir -p "$prefix"
prefix=$(CDPATH= cd -- "$prefix" && pwd)
program="$prefix/lib/ratsu"
if [ -e "$program" ] && [ ! -f "$program/uninstall.sh" ]; then
    echo "install.sh: $program is there and is not a Ratsu installed by this script; move it away or choose another PREFIX." >&2
    exit 1
fi
mkdir -p "$prefix/lib" "$prefix/bin"
# Beside the old one first: an installation that is interrupted leaves the old one whole.
rm -rf "$program.new"
cp -R "$here/program" "$program.new"
cp "$here/uninstall.sh" "$program.new/uninstall.sh"
rm -rf "$program.old"
if [ -e "$program" ]; then mv "$program" "$program.old"; fi
mv "$program.new" "$program"
rm -rf "$program.old"
ln -sf ../lib/ratsu/ratsu "$prefix/bin/ratsu"
mkdir -p "$prefix/share"
cp -R "$here/share/." "$prefix/share/"
# A menu starts the program without the user's PATH.
sed -i "s|^Exec=ratsu|Exec=\"$prefix/bin/ratsu\"|; s|^TryExec=.*|TryExec=$prefix/bin/ratsu|" "$prefix/share/applications/ratsu.desktop"
for update in "update-desktop-database $prefix/share/applications" "update-mime-database $prefix/share/mime" \
    "gtk-update-icon-cache -q -t $prefix/share/icons/hicolor"; do
    command=${update%% *}
    if command -v "$command" > /dev/null 2>&1; then $update > /dev/null 2>&1 || true; fi
done
echo "Ratsu is installed: $prefix/bin/ratsu"
case ":$PATH:" in *":$prefix/bin:"*) ;; *) echo "($prefix/bin is not on your PATH; the menu entry works all the same.)" ;; esac
