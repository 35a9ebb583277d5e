#!/bin/sh
# What macOS opens when it is pressed twice.
exec "$(dirname "$0")/start.sh" "$@"
