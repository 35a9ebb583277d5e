@echo off
rem Starts Arbiter with a Python of this machine; start.py does the rest.
setlocal
chcp 65001 >nul
rem Nothing is fetched, not even a Python.
set "PYTHON_MANAGER_AUTOMATIC_INSTALL=false"
pushd "%~dp0"
set "python="
for %%v in (3.14 3.13 3.12 3.11) do call :try py -%%v
call :try python
if defined python goto start
type no-python.txt
set "ended=1"
goto end

:start
%python% start.py %*
set "ended=%errorlevel%"

:end
popd
rem A window that was opened by a double click stays, for its last words to be read.
if "%~1"=="" pause
exit /b %ended%

:try
if defined python exit /b
%* -c "import sys; sys.exit(sys.version_info < (3, 11))" >nul 2>nul
if not errorlevel 1 set "python=%*"
exit /b
