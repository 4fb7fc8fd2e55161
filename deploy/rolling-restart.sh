#!/bin/sh
# rolling-restart.sh 4000 4001: restarts the processes on these ports, each only when the one before takes sales again. Stops
# at the first that does not within a minute: the others go on with the version they have.
set -eu
control="${HAPROXY_SOCKET:-/run/haproxy/admin.sock}"
haproxy() { echo "$1" | socat stdio "UNIX-CONNECT:$control"; }

# within SECONDS COMMAND…: runs a command until it succeeds.
within() {
    left="$1"
    shift
    until "$@"; do
        left=$((left - 1))
        [ "$left" -gt 0 ] || return 1
        sleep 1
    done
}
takes_sales() { curl -fsS -o /dev/null --max-time 5 "http://127.0.0.1:$1/healthz" 2>/dev/null; }
is_up() { haproxy 'show stat' | grep -q "^risiti,p$1,.*,UP,"; }

give_up() {
    echo "The process on $port does not take sales; see journalctl -u risiti@$port. Nothing after it was restarted." >&2
    exit 1
}
# However this ends, no process stays left out: HAProxy sends requests to it again as soon as it answers.
trap '[ -z "${port:-}" ] || haproxy "set server risiti/p$port state ready" >/dev/null' EXIT
trap 'exit 1' INT TERM

for port in "$@"; do
    # New requests go to the others; what this one has begun it finishes when it is stopped.
    haproxy "set server risiti/p$port state drain" >/dev/null
    systemctl restart "risiti@$port" || give_up
    within 60 takes_sales "$port" || give_up
    haproxy "set server risiti/p$port state ready" >/dev/null
    within 30 is_up "$port" || give_up
done
