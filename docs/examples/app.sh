#!/bin/sh
# What an app asks in the course of a game, in the order in which it asks it.
#
#     sh app.sh http://127.0.0.1:8000 frs
url=$1/v1/$2
ask() {
    curl -s -H 'Content-Type: application/json' -d "$2" "$url/$1"
    echo
}
# A player lays a play and announces its score. The app keeps the plays; the service keeps nothing.
ask score '{"before": [], "play": "8F CASA", "declared": 12}'
# The opponent challenges. The app shows the tiles to both before it asks, then one verdict.
ask spell '{"words": ["casă"]}'
ask judge '{"before": [], "play": "8F CASA", "contested": ["CASA"]}'
# The game is over: it is counted again from its record, then the racks are settled.
ask replay '{"players": ["Ana", "Bo"], "events": [
    {"type": "play", "play": "8F CASA", "declared": 12}, {"type": "challenge", "valid": true}, {"type": "pass"}]}'
ask settle '{"scores": [380, 350], "racks": ["", "CA"], "ended_by": "out", "player": 0}'
