# Sourced by the runs that need a server. `serve LOG FLAG…` starts one on a free port of the loopback and sets `address`; it ends with
# the script. Expects `root`; builds the server unless TABULEIRO_SERVER_PROGRAM names one that is built already, e.g. by the tests.
serve() {
    local log=$1 program=${TABULEIRO_SERVER_PROGRAM:-$root/target/debug/tabuleiro-server}
    shift
    [ -n "${TABULEIRO_SERVER_PROGRAM-}" ] || (cd "$root" && cargo build --quiet --locked -p tabuleiro-server)
    "$program" --listen 127.0.0.1:0 --drain-pause 0s "$@" 2>"$log" &
    server=$!
    trap 'kill "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true' EXIT
    address=
    for _ in $(seq 200); do
        address=$(grep -o 'addresses=\[127\.0\.0\.1:[0-9]*' "$log" | grep -o '127.*' || true)
        [ -n "$address" ] && return
        kill -0 "$server" 2>/dev/null || break
        sleep 0.1
    done
    echo "the server does not start:" >&2
    cat "$log" >&2
    exit 1
}
