@echo off
rem Adds Steward to this user's Start menu and opens .steward files with it. No administrator
rem is needed, and uninstall.cmd takes all of it back.
setlocal
set "HERE=%~dp0"
if not exist "%HERE%Steward.exe" (
  echo Steward.exe is not beside this file. Unpack the whole folder first.
  exit /b 1
)
powershell -NoProfile -ExecutionPolicy Bypass -Command "$s=(New-Object -ComObject WScript.Shell).CreateShortcut([Environment]::GetFolderPath('Programs')+'\Steward.lnk');$s.TargetPath='%HERE%Steward.exe';$s.WorkingDirectory='%HERE%';$s.Save()" || exit /b 1
reg add "HKCU\Software\Classes\.steward" /ve /d "Steward.Project" /f >nul || exit /b 1
reg add "HKCU\Software\Classes\Steward.Project" /ve /d "Steward project" /f >nul || exit /b 1
reg add "HKCU\Software\Classes\Steward.Project\DefaultIcon" /ve /d "\"%HERE%Steward.exe\",0" /f >nul || exit /b 1
reg add "HKCU\Software\Classes\Steward.Project\shell\open\command" /ve /d "\"%HERE%Steward.exe\" window \"%%1\"" /f >nul || exit /b 1
echo Steward is in your Start menu, and .steward projects open with it.
