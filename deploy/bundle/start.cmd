@echo off
rem Starts Arbiter with a Python of this machine; start.py does the rest.
chcp 65001 >nul
pushd "%~dp0"
for %%v in (3.14 3.13 3.12 3.11) do (
    py -%%v -c "" >nul 2>nul && (
        py -%%v start.py %*
        goto end
    )
)
python -c "import sys; sys.exit(sys.version_info < (3, 11))" >nul 2>nul && (
    python start.py %*
    goto end
)
type no-python.txt
:end
popd
pause
