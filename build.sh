#!/usr/bin/env bash
# Builds everything into web/dist/: the engine as WebAssembly, with and without SIMD; then the bundles and the page.
# Works with Emscripten 3.1.6 (Debian 12) and newer. Sets up what is missing first.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
bash tests/setup.sh build

sources=(c/*.c c/*/*.c)

# Every public declaration starts with ATTENTION_API and has its name, and the parenthesis after it, on that line.
declarations=$(grep -h '^ATTENTION_API ' c/*.h c/*/*.h)
exports=$(sed -nE 's/^ATTENTION_API [^(]*[ *]([a-z0-9_]+)\(.*/_\1/p' <<<"$declarations" | LC_ALL=C sort)
if (($(wc -l <<<"$declarations") != $(wc -l <<<"$exports"))); then
  echo "build.sh: a declaration marked ATTENTION_API has no name( on its first line" >&2
  exit 1
fi

# What the element asks for: the walk and its random numbers, without what experiments and other programs ask for.
walk='status_name|tensor_name|spec_field|make_plan|plan_(bytes|floats|tensor)|spec_bytes|step|alibi_slope|exponential|tanh'
walk+='|relative_row|rope_(cos|sin)|t5_bucket|random_(size|seed|uniform|normal|keep)'
walk_exports=$(grep -xE "_attention_($walk)" <<<"$exports")

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
  emcc "${sources[@]}" "${flags[@]}" -sEXPORTED_FUNCTIONS="${2//$'\n'/,}" "${@:3}" -o "web/dist/$1.wasm"
  chmod 644 "web/dist/$1.wasm"
}

rm -rf web/dist
mkdir -p web/dist
# What has vectors can copy and fill memory itself.
compile attention-simd128 "$exports" -msimd128 -mbulk-memory &
simd128=$!
compile attention-walk "$walk_exports" -msimd128 -mbulk-memory
compile attention-scalar "$exports"
wait "$simd128"

node web/node/bundle.js
