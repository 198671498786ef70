# Sourced by what runs the image with podman. `podman_settings FOLDER` puts settings there that work in most places, also in a container.
podman_settings() {
    # runc works in more places than crun, and limits may only be lowered where the caller may not raise them.
    cat >"$1/containers.conf" <<'CONF'
[containers]
default_ulimits = ["nofile=1024:1024", "nproc=1000:1000"]
[engine]
runtime = "runc"
[network]
network_backend = "netavark"
CONF
    export CONTAINERS_CONF=$1/containers.conf
}
# The key of the state tokens, in a folder that the server's user may read and nobody else.
podman_key() { # FOLDER
    mkdir "$1"
    head -c 32 /dev/urandom | base64 >"$1/token-key"
    chown -R 65532:65532 "$1"
    chmod 750 "$1" && chmod 440 "$1/token-key"
}
# Starts a container as restricted as the Deployment asks. Arguments: the folder of the key, what `podman run` gets beside that, the image.
podman_restricted() {
    local keys=$1
    shift
    podman run --detach --env-file deploy/base/settings.env --env TABULEIRO_TOKEN_KEY_FILE=/etc/tabuleiro/keys/token-key \
        --volume "$keys:/etc/tabuleiro/keys:ro" --read-only --read-only-tmpfs=false --cap-drop=all \
        --security-opt=no-new-privileges --user 65532:65532 --memory 256m --cpus 1 "$@" >/dev/null
}
podman_address() { podman inspect --format '{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}' "$1"; }
