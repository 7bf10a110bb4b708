#!/bin/sh
# Builds Ratsu.app and a disk image of it: ./installer/macos/build_dmg.sh
# Needs macOS 12 or newer with Xcode's command line tools and Python 3.11 or newer. Not run by the authors so far: see
# docs/installing.md. The application is signed ad hoc; handing it to others without a warning takes an Apple developer's
# certificate: SIGNING_IDENTITY="Developer ID Application: ..." and notarytool afterwards.
set -eu
cd -- "$(dirname -- "$0")/../.."
python3 -m installer.packing.build
version=$(python3 -c 'from installer.packing.places import version; print(version())')
pictures=build/package/icons
build/package/venv/bin/python -m installer.packing.icons "$pictures"

iconset=build/package/ratsu.iconset
rm -rf "$iconset" && mkdir -p "$iconset"
for size in 16 32 128 256; do
    cp "$pictures/$size.png" "$iconset/icon_${size}x${size}.png"
    cp "$pictures/$((size * 2)).png" "$iconset/icon_${size}x${size}@2x.png"
done
cp "$pictures/512.png" "$iconset/icon_512x512.png"

app=build/package/dmg/Ratsu.app
rm -rf build/package/dmg && mkdir -p "$app/Contents/MacOS" "$app/Contents/Resources"
cp -R build/package/frozen/ratsu/. "$app/Contents/MacOS/"
iconutil -c icns -o "$app/Contents/Resources/ratsu.icns" "$iconset"
sed "s/@VERSION@/$version/" installer/macos/Info.plist > "$app/Contents/Info.plist"
codesign --force --deep --sign "${SIGNING_IDENTITY:--}" "$app"
ln -s /Applications build/package/dmg/Applications
mkdir -p dist
hdiutil create -volname "Ratsu $version" -srcfolder build/package/dmg -format UDZO -ov "dist/ratsu-$version-macos-$(uname -m).dmg"
ls -l dist
