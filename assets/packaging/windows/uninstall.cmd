@echo off
rem Takes back what install.cmd did. Projects, accounts and settings stay.
setlocal
powershell -NoProfile -ExecutionPolicy Bypass -Command "Remove-Item -ErrorAction SilentlyContinue ([Environment]::GetFolderPath('Programs')+'\Steward.lnk')"
reg delete "HKCU\Software\Classes\Steward.Project" /f >nul 2>&1
reg delete "HKCU\Software\Classes\.steward" /f >nul 2>&1
reg delete "HKCU\Software\Classes\Steward.Spreadsheet" /f >nul 2>&1
for %%E in (.xlsx .xlsm .xltx .xls .ods .ots .csv .tsv .tab) do reg delete "HKCU\Software\Classes\%%E\OpenWithProgids" /v Steward.Spreadsheet /f >nul 2>&1
echo Steward is no longer in your Start menu. Your projects and accounts are where they were.
