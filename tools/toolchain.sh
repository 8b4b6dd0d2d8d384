#!/usr/bin/env bash
# Runs a command where a new enough Emscripten is:
#   tools/toolchain.sh emcmake cmake …
# an emcc ≥ 3.1.69 on PATH if there is one; else, on Debian or Ubuntu as root, a private Debian 13 root made once with
# mmdebstrap (about a minute, 2.5 GB) and entered with bubblewrap, with the project at its own path; else it says what
# to install. QKV_TOOLCHAIN names another folder for the root.
set -euo pipefail
minimum=3.1.69
root=${QKV_TOOLCHAIN:-${XDG_CACHE_HOME:-$HOME/.cache}/qkv-lab/toolchain}

new_enough() { # Debian's own 3.1.6 emits relaxed-SIMD opcodes that no engine accepts
  local version
  version=$(emcc --version 2>/dev/null | sed -n '1s/.* \([0-9]*\.[0-9]*\.[0-9]*\).*/\1/p')
  [ -n "$version" ] && [ "$(printf '%s\n' $minimum "$version" | sort -V | head -1)" = $minimum ]
}

if new_enough; then exec "$@"; fi

if [ ! -x "$root/usr/bin/emcc" ]; then
  if [ "$(id -u)" != 0 ] || ! { command -v mmdebstrap && command -v bwrap; } >/dev/null; then
    echo "toolchain: Emscripten $minimum or newer is needed and was not found on PATH." >&2
    echo "Install it (https://emscripten.org/docs/getting_started) or, on Debian or Ubuntu, run './lab setup' as root." >&2
    exit 1
  fi
  echo "toolchain: making a private Debian 13 with Emscripten in $root (about one minute)" >&2
  mkdir -p "$(dirname "$root")"
  rm -rf "$root.new"
  mmdebstrap --quiet --variant=apt --include=emscripten,cmake,ninja-build,libeigen3-dev,doctest-dev trixie "$root.new"
  mv "$root.new" "$root"
fi
# /tmp first: the project itself may lie in it.
exec bwrap --unsetenv NODE_EXTRA_CA_CERTS --bind "$root" / --dev /dev --proc /proc --tmpfs /tmp --bind "$PWD" "$PWD" \
  --chdir "$PWD" "$@"
