#!/bin/sh
# Takes Ratsu away again; lies in PREFIX/lib/ratsu. Games, books and settings stay where they are.
set -eu
program=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
prefix=$(dirname -- "$(dirname -- "$program")")
if [ "$(basename -- "$program")" != ratsu ] || [ ! -x "$program/ratsu" ]; then
    echo "uninstall.sh: $program is not an installed Ratsu; nothing was removed." >&2
    exit 1
fi
rm -f "$prefix/share/applications/ratsu.desktop" "$prefix/share/metainfo/"*.ratsu.metainfo.xml \
    "$prefix/share/mime/packages/ratsu.xml" "$prefix/share/man/man1/ratsu.1.gz" "$prefix/share/man/man1/ratsu-"*.1.gz
find "$prefix/share/icons/hicolor" -name 'ratsu.png' -o -name 'ratsu.svg' 2> /dev/null | while read -r icon; do rm -f "$icon"; done
rm -rf "$prefix/share/doc/ratsu"
if [ -L "$prefix/bin/ratsu" ]; then rm -f "$prefix/bin/ratsu"; fi
rm -rf "$program"
for update in "update-desktop-database $prefix/share/applications" "update-mime-database $prefix/share/mime"; do
    command=${update%% *}
    if command -v "$command" > /dev/null 2>&1; then $update > /dev/null 2>&1 || true; fi
done
echo "Ratsu is removed. Your own things are kept; delete these folders if you want them gone too:"
echo "  ${XDG_DATA_HOME:-$HOME/.local/share}/ratsu    games, opening books, training"
echo "  ${XDG_CONFIG_HOME:-$HOME/.config}/ratsu    settings"
echo "  ${XDG_STATE_HOME:-$HOME/.local/state}/ratsu    journals of open games, logs"
