; Inno Setup 6: the Windows installer. Called by build.ps1, which hands in Version and Root.
; Installs for one user without an administrator, or for all with one; what is the user's own is never touched.

#ifndef Version
  #error Call it through installer\windows\build.ps1
#endif

[Setup]
AppId={{6E2B7B0A-4C0D-4E0B-9B61-5A2D6C1F7A31}
AppName=Ratsu
AppVersion={#Version}
AppPublisher=The Ratsu team
DefaultDirName={autopf}\Ratsu
DefaultGroupName=Ratsu
DisableProgramGroupPage=yes
PrivilegesRequired=lowest
PrivilegesRequiredOverridesAllowed=dialog
LicenseFile={#Root}\LICENSE
OutputDir={#Root}\dist
OutputBaseFilename=ratsu-{#Version}-windows-x86_64-setup
SetupIconFile={#Root}\build\package\icons\ratsu.ico
UninstallDisplayIcon={app}\ratsu.exe
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
ChangesAssociations=yes
Compression=lzma2
SolidCompression=yes

[Languages]
Name: "english"; MessagesFile: "compiler:Default.isl"
Name: "finnish"; MessagesFile: "compiler:Languages\Finnish.isl"

[Tasks]
Name: desktopicon; Description: "{cm:CreateDesktopIcon}"; Flags: unchecked
Name: pgn; Description: "{cm:AssocFileExtension,Ratsu,.pgn}"

[InstallDelete]
; What an older version brought and this one does not would be loaded all the same.
Type: filesandordirs; Name: "{app}\_internal"

[Files]
Source: "{#Root}\build\package\frozen\ratsu\*"; DestDir: "{app}"; Flags: recursesubdirs ignoreversion

[Icons]
Name: "{group}\Ratsu"; Filename: "{app}\ratsuw.exe"
Name: "{autodesktop}\Ratsu"; Filename: "{app}\ratsuw.exe"; Tasks: desktopicon

[Registry]
Root: HKA; Subkey: "Software\Classes\.pgn\OpenWithProgids"; ValueType: string; ValueName: "Ratsu.pgn"; ValueData: ""; Flags: uninsdeletevalue; Tasks: pgn
Root: HKA; Subkey: "Software\Classes\Ratsu.pgn"; ValueType: string; ValueData: "Chess games (PGN)"; Flags: uninsdeletekey; Tasks: pgn
Root: HKA; Subkey: "Software\Classes\Ratsu.pgn\DefaultIcon"; ValueType: string; ValueData: "{app}\ratsuw.exe,0"; Tasks: pgn
Root: HKA; Subkey: "Software\Classes\Ratsu.pgn\shell\open\command"; ValueType: string; ValueData: """{app}\ratsuw.exe"" ""%1"""; Tasks: pgn

[Run]
Filename: "{app}\ratsuw.exe"; Description: "{cm:LaunchProgram,Ratsu}"; Flags: nowait postinstall skipifsilent

[Messages]
english.UninstalledAll=%1 was removed. Your games, books and settings are kept in %%LOCALAPPDATA%%\ratsu.
finnish.UninstalledAll=%1 on poistettu. Pelisi, kirjasi ja asetuksesi ovat tallessa kansiossa %%LOCALAPPDATA%%\ratsu.
