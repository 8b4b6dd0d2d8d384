# What a machine needs; part of ./lab.

# Debian's packages for building, and those that only tests need.
BUILD="g++ cmake ninja-build libeigen3-dev doctest-dev mmdebstrap bubblewrap"
TESTS="clang-format chromium firefox-esr webkit2gtk-driver xvfb xauth fonts-noto-cjk python3-numpy"

# need PACKAGE…: installs those that are missing, or says what to install and stops.
need() {
  local missing=()
  for package in "$@"; do
    [ "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing+=("$package")
  done
  [ ${#missing[@]} = 0 ] && return
  if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
    die "this machine lacks: ${missing[*]}
On Debian or Ubuntu, as root: apt-get install ${missing[*]}
Elsewhere: Node ≥ 20, a C++20 compiler, CMake, Ninja, Eigen 3.4, doctest and Emscripten ≥ 3.1.69 on PATH,
and for the tests Chromium and Firefox; then set QKV_NO_INSTALL=1."
  fi
  say "installing ${missing[*]}"
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}

install() {
  command -v node >/dev/null && node -e 'process.exit(+(parseInt(process.versions.node) < 20))' ||
    die "Node 20 or newer is needed: https://nodejs.org"
  [ "${QKV_NO_INSTALL:-}" ] || need "$@"
  if ! cmp -s package-lock.json node_modules/.lab-lock; then
    say "installing npm packages"
    npm ci --silent --no-audit --no-fund && cp package-lock.json node_modules/.lab-lock
  fi
}
