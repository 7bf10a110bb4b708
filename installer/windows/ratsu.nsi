; NSIS 3: the installer for Windows, made on Linux by `python -m installer.foreign.windows_setup`, which hands in VERSION,
; PROGRAM (the folder with ratsuw.exe), ICON, LICENCE and OUT. It installs for one user, without an administrator; the user's
; games, books and settings are never touched. /S installs silently, /D=FOLDER (the last word) names the folder.
Unicode true
Target amd64-unicode
SetCompressor /SOLID lzma
RequestExecutionLevel user
Name "Ratsu"
OutFile "${OUT}"
InstallDir "$LOCALAPPDATA\Programs\Ratsu"
InstallDirRegKey HKCU "Software\Ratsu" "Folder"
VIProductVersion "${VERSION}.0"
VIAddVersionKey "ProductName" "Ratsu"
VIAddVersionKey "FileDescription" "Installs Ratsu"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "LegalCopyright" "The Ratsu team, GPL-3.0-or-later"

!include "MUI2.nsh"
!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_FINISHPAGE_RUN "$INSTDIR\ratsuw.exe"
!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\Ratsu"
!insertmacro MUI_PAGE_LICENSE "${LICENCE}"
!insertmacro MUI_PAGE_COMPONENTS
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "Finnish"

LangString Pgn ${LANG_ENGLISH} "Open PGN files with Ratsu"
LangString Pgn ${LANG_FINNISH} "Avaa PGN-tiedostot Ratsulla"
LangString Desktop ${LANG_ENGLISH} "Shortcut on the desktop"
LangString Desktop ${LANG_FINNISH} "Pikakuvake työpöydälle"
LangString Running ${LANG_ENGLISH} "Ratsu is running. Close it, also where another program uses it as an engine, and try again."
LangString Running ${LANG_FINNISH} "Ratsu on käynnissä. Sulje se, myös jos toinen ohjelma käyttää sitä moottorina, ja yritä uudelleen."
LangString Kept ${LANG_ENGLISH} "Ratsu was removed. Your games, books and settings are kept in $LOCALAPPDATA\ratsu."
LangString Kept ${LANG_FINNISH} "Ratsu on poistettu. Pelisi, kirjasi ja asetuksesi ovat tallessa kansiossa $LOCALAPPDATA\ratsu."

; Windows does not let a program be replaced while it runs; half of an installation would be left. /S ends with the code 2.
!macro StopIfRunning UN
Function ${UN}StopIfInUse
  Pop $1
  again:
  IfFileExists "$1" 0 free
  ClearErrors
  FileOpen $0 "$1" a
  IfErrors 0 close
  IfSilent quit
  MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "$(Running)" IDRETRY again
  quit:
  SetErrorLevel 2
  Quit
  close:
  FileClose $0
  free:
FunctionEnd
Function ${UN}StopIfRunning
  Push "$INSTDIR\ratsuw.exe"
  Call ${UN}StopIfInUse
  Push "$INSTDIR\ratsu.exe"
  Call ${UN}StopIfInUse
FunctionEnd
!macroend
!insertmacro StopIfRunning ""
!insertmacro StopIfRunning "un."

Section "Ratsu"
  SectionIn RO
  Call StopIfRunning
  ; Files of an older version that this one lacks would still be loaded.
  RMDir /r "$INSTDIR\_internal"
  SetOutPath "$INSTDIR"
  File /r "${PROGRAM}/*"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateShortcut "$SMPROGRAMS\Ratsu.lnk" "$INSTDIR\ratsuw.exe"
  WriteRegStr HKCU "Software\Ratsu" "Folder" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayName" "Ratsu"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayIcon" "$INSTDIR\ratsuw.exe"
  WriteRegStr HKCU "${UNINSTALL}" "Publisher" "The Ratsu team"
  WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${UNINSTALL}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${UNINSTALL}" "NoModify" 1
  WriteRegDWORD HKCU "${UNINSTALL}" "NoRepair" 1
SectionEnd

Section "$(Pgn)"
  WriteRegStr HKCU "Software\Classes\.pgn\OpenWithProgids" "Ratsu.pgn" ""
  ReadRegStr $0 HKCR ".pgn" ""
  StrCmp $0 "" 0 +2 ; another program that opens these files stays the first
  WriteRegStr HKCU "Software\Classes\.pgn" "" "Ratsu.pgn"
  WriteRegStr HKCU "Software\Classes\Ratsu.pgn" "" "Chess games (PGN)"
  WriteRegStr HKCU "Software\Classes\Ratsu.pgn\DefaultIcon" "" "$INSTDIR\ratsuw.exe,0"
  WriteRegStr HKCU "Software\Classes\Ratsu.pgn\shell\open\command" "" '"$INSTDIR\ratsuw.exe" "%1"'
  System::Call "shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)" ; file types have changed
SectionEnd

Section /o "$(Desktop)"
  CreateShortcut "$DESKTOP\Ratsu.lnk" "$INSTDIR\ratsuw.exe"
SectionEnd

Section "Uninstall"
  Call un.StopIfRunning
  RMDir /r "$INSTDIR\_internal"
  Delete "$INSTDIR\ratsu.exe"
  Delete "$INSTDIR\ratsuw.exe"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR" ; only if nothing else is in it
  Delete "$SMPROGRAMS\Ratsu.lnk"
  Delete "$DESKTOP\Ratsu.lnk"
  DeleteRegKey HKCU "${UNINSTALL}"
  DeleteRegKey HKCU "Software\Ratsu"
  DeleteRegKey HKCU "Software\Classes\Ratsu.pgn"
  DeleteRegValue HKCU "Software\Classes\.pgn\OpenWithProgids" "Ratsu.pgn"
  ReadRegStr $0 HKCU "Software\Classes\.pgn" ""
  StrCmp $0 "Ratsu.pgn" 0 +2
  DeleteRegValue HKCU "Software\Classes\.pgn" ""
  IfSilent +2
  MessageBox MB_OK "$(Kept)"
SectionEnd
