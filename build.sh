#!/usr/bin/env bash
# Builds everything into web/dist/: the engine as WebAssembly, with and without SIMD; then the bundles and the page.
# Works with Emscripten 3.1.6 (Debian 12) and newer. Sets up what is missing first.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
bash tests/setup.sh build

sources=(c/*.c c/*/*.c)

# exports HEADER...: what they declare, for Emscripten. Every public declaration starts with ATTENTION_API and has its
# name, and the parenthesis after it, on that line.
exports() {
  local declarations names
  declarations=$(grep -h '^ATTENTION_API ' "$@")
  names=$(sed -nE 's/^ATTENTION_API [^(]*[ *]([a-z0-9_]+)\(.*/_\1/p' <<<"$declarations" | LC_ALL=C sort)
  if (($(wc -l <<<"$declarations") != $(wc -l <<<"$names"))); then
    echo "build.sh: a declaration marked ATTENTION_API has no name( on its first line" >&2
    exit 1
  fi
  echo "${names//$'\n'/,}"
}
walk=$(exports c/attention.h c/learn/*.h c/random/*.h)
whole=$(exports c/*.h c/*/*.h)

flags=(
  -std=c11 -DNDEBUG
  # Kernels say themselves what goes into lanes: more than -Os buys size and no speed.
  -Os -fno-vectorize -fno-slp-vectorize
  -Wall -Wextra -Wconversion -Wshadow -Wstrict-prototypes
  -ffp-contract=off # the same bits everywhere: no a·b + c in one rounding, and never -ffast-math
  -fno-math-errno   # a square root is one instruction
  --no-entry -sSTANDALONE_WASM -Wl,--export=__heap_base # memory from there on is JavaScript's to lay out
  -sTOTAL_STACK=65536 -sINITIAL_MEMORY=1MB -sALLOW_MEMORY_GROWTH=1 -sMAXIMUM_MEMORY=4GB
)

# compile NAME EXPORTS FLAG...
compile() {
  emcc "${sources[@]}" "${flags[@]}" -sEXPORTED_FUNCTIONS="$2" "${@:3}" -o "web/dist/$1.wasm"
  chmod 644 "web/dist/$1.wasm"
}

# What has vectors can copy and fill memory itself.
simd=(-msimd128 -mbulk-memory)

rm -rf web/dist
mkdir -p web/dist
compile attention-simd128 "$whole" "${simd[@]}" &
simd128=$!
compile attention-scalar "$whole"
wait "$simd128"
compile attention-walk "$walk" "${simd[@]}" # without the fast paths: what the page starts with, and the element

node web/node/bundle.js
