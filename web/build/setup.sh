#!/usr/bin/env bash
# Installs missing tools. Usage: web/build/setup.sh build|test|all|slow
#   build  npm packages and Emscripten
#   test   the above, native compilers, and one browser, Chromium
#   all    the above, CMake and pkg-config, the other browsers, fonts, and the packages of tests/bundlers and of web/examples
#   slow   as build, native compilers, and tools for the C code: valgrind, clang-tidy, cppcheck, LLVM
# As root it installs Debian packages through apt; otherwise it prints the command to run, and why.
# Commands are looked for in PATH, files below the folder that SETUP_ROOT names: by default the system's own.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

fail() {
  printf '%s\n' "$*" >&2
  exit 1
}

# a command or file pattern that shows the tool is installed : Debian package : why it is needed
needs=("emcc:emscripten:Emscripten compiles the C engine to WebAssembly")
compilers=(
  "gcc:gcc:tests compare the WebAssembly with native builds"
  "clang:clang:tests compare the WebAssembly with native builds"
  "/usr/include/stdio.h:libc6-dev:tests compare the WebAssembly with native builds"
  "/usr/lib/llvm-*/lib/clang/*/lib/linux/libclang_rt.asan-*.a:libclang-rt-dev:tests run native builds under sanitizers"
)
chromium=(
  "chromium:chromium:tests use the page in a real browser"
  "chromedriver:chromium-driver:tests use the page in a real browser"
)
browsers=(
  "firefox-esr:firefox-esr:tests use the page in a real browser"
  "WebKitWebDriver:webkit2gtk-driver:tests use the page in a real browser"
  "Xvfb:xvfb:WebKit needs a display"
  "xauth:xauth:WebKit needs a display"
  "/usr/share/texmf/fonts/opentype/public/lm-math/latinmodern-math.otf:fonts-lmodern:formulas need a math font"
  "/usr/share/fonts/truetype/dejavu/DejaVuMathTeXGyre.ttf:fonts-dejavu-extra:formulas need a math font"
  "/usr/share/fonts/truetype/noto/NotoSansDevanagari-Regular.ttf:fonts-noto-core:tests measure text in many scripts"
)
checkers=(
  "valgrind:valgrind:tests look for reads of uninitialised memory"
  "clang-tidy:clang-tidy:tests lint the C code"
  "cppcheck:cppcheck:tests lint the C code"
  "llvm-cov:llvm:tests measure coverage"
)
installers=(
  "cmake:cmake:a test installs the C library"
  "pkg-config:pkg-config:a test installs the C library"
)
case "${1:-}" in
  build) ;;
  test) needs+=("${compilers[@]}" "${chromium[@]}") ;;
  all) needs+=("${compilers[@]}" "${installers[@]}" "${chromium[@]}" "${browsers[@]}") ;;
  slow) needs+=("${compilers[@]}" "${checkers[@]}") ;;
  *) fail "usage: web/build/setup.sh build|test|all|slow" ;;
esac

is_there() {
  if [[ $1 == /* ]]; then compgen -G "${SETUP_ROOT-}$1" >/dev/null; else command -v "$1" >/dev/null; fi
}

command -v node >/dev/null || fail "Node 20 or newer is missing: install it from https://nodejs.org"
node -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)' || fail "Node 20 or newer is needed, this is $(node --version)"

packages=()
reasons=()
for need in "${needs[@]}"; do
  IFS=: read -r proof package reason <<<"$need"
  is_there "$proof" && continue
  packages+=("$package")
  [[ " ${reasons[*]-} " == *"$reason"* ]] || reasons+=("${reasons[*]:+; }$reason")
done

if ((${#packages[@]})); then
  install="apt-get install -y --no-install-recommends ${packages[*]}"
  why="missing: ${packages[*]} ($(printf '%s' "${reasons[@]}"))"
  command -v apt-get >/dev/null || fail "$why; this system has no apt-get to install them with"
  [[ $(id -u) -eq 0 ]] || fail "$why; run: sudo apt-get update && sudo $install"
  printf '%s; installing, which takes a minute or two\n' "$why"
  export DEBIAN_FRONTEND=noninteractive
  # shellcheck disable=SC2086
  { apt-get -qq update && apt-get -qq -o DPkg::Lock::Timeout=400 ${install#apt-get }; } >/dev/null ||
    fail "$why; apt could not install them: run apt-get update && $install"
fi

# install FOLDER WHY: installs its npm packages, unless the last installation is newer than the lock file.
install() (
  cd "$1"
  [[ node_modules/.package-lock.json -nt package-lock.json ]] && return
  printf 'installing npm packages: %s\n' "$2"
  npm ci --include=dev --ignore-scripts --no-audit --no-fund || fail "npm ci failed in $1: see above"
)
install . "the bundler, the libraries of the page, and the tests' tools"
if [[ $1 == all ]]; then
  install tests/bundlers "bundlers that the tests try the package with"
  install tests/bundlers/next "Next, with which the tests try it too"
  install web/examples/packages "what the guides for React, Vue and others need"
fi
