@echo off
rem Adds Steward to this user's Start menu, opens .steward files with it and offers it for spreadsheets. No administrator
rem is needed, and uninstall.cmd takes all of it back.
setlocal
set "HERE=%~dp0"
if not exist "%HERE%Steward.exe" (
  echo Steward.exe is not beside this file. Unpack the whole folder first.
  exit /b 1
)
rem PowerShell reads the folder from the environment: its name may have an apostrophe in it.
powershell -NoProfile -ExecutionPolicy Bypass -Command "$s=(New-Object -ComObject WScript.Shell).CreateShortcut([Environment]::GetFolderPath('Programs')+'\Steward.lnk');$s.TargetPath=$env:HERE+'Steward.exe';$s.WorkingDirectory=$env:HERE;$s.Save()"
if errorlevel 1 goto failed
reg add "HKCU\Software\Classes\.steward" /ve /d "Steward.Project" /f >nul
if errorlevel 1 goto failed
reg add "HKCU\Software\Classes\Steward.Project" /ve /d "Steward project" /f >nul
if errorlevel 1 goto failed
reg add "HKCU\Software\Classes\Steward.Project\DefaultIcon" /ve /d "\"%HERE%Steward.exe\",0" /f >nul
if errorlevel 1 goto failed
reg add "HKCU\Software\Classes\Steward.Project\shell\open\command" /ve /d "\"%HERE%Steward.exe\" window \"%%1\"" /f >nul
if errorlevel 1 goto failed
rem Spreadsheets stay with the program that opens them; Steward is one of those that "Open with" offers.
reg add "HKCU\Software\Classes\Steward.Spreadsheet" /ve /d "Spreadsheet" /f >nul
if errorlevel 1 goto failed
reg add "HKCU\Software\Classes\Steward.Spreadsheet\shell\open" /v FriendlyAppName /d "Steward" /f >nul
if errorlevel 1 goto failed
reg add "HKCU\Software\Classes\Steward.Spreadsheet\shell\open\command" /ve /d "\"%HERE%Steward.exe\" window \"%%1\"" /f >nul
if errorlevel 1 goto failed
for %%E in (.xlsx .xlsm .xltx .xls .ods .ots .csv .tsv .tab) do (
  reg add "HKCU\Software\Classes\%%E\OpenWithProgids" /v Steward.Spreadsheet /d "" /f >nul
  if errorlevel 1 goto failed
)
echo Steward is in your Start menu, .steward projects open with it, and "Open with" offers it for spreadsheets.
exit /b 0

:failed
echo Steward could not be added; see above for what was refused. Steward.exe starts all the same.
exit /b 1
