#!/bin/sh
# Starts Arbiter with a Python of this machine; start.py does the rest. Linux and macOS.
cd "$(dirname "$0")" || exit 1
for python in python3.14 python3.13 python3.12 python3.11 python3; do
    if "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
        exec "$python" start.py "$@"
    fi
done
cat no-python.txt >&2
exit 1
