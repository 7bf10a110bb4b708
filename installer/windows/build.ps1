# Builds the Windows installer: .\installer\windows\build.ps1
# Needs Python 3.11 or newer, the MSVC build tools, and Inno Setup 6 (iscc on the PATH). Not run by the authors so far: see
# docs/installing.md.
$ErrorActionPreference = "Stop"
$root = Resolve-Path (Join-Path $PSScriptRoot "..\..")
Set-Location $root
py -m installer.packing.build
if ($LASTEXITCODE -ne 0) { throw "Freezing failed." }
$version = py -c "from installer.packing.places import version; print(version())"
iscc "/DVersion=$version" "/DRoot=$root" installer\windows\ratsu.iss
if ($LASTEXITCODE -ne 0) { throw "Inno Setup failed." }
Get-ChildItem dist
