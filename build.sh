#!/usr/bin/env bash
# Builds everything into web/dist/: the engine as WebAssembly with and without SIMD, then the bundles and the pages.
# Works with Emscripten 3.1.6 (Debian 12) and newer. Installs missing tools first.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
bash web/build/setup.sh build
node web/build/site-address.js # refuses a wrong SITE_ADDRESS while the last build is still there

# The walk: forward, every stage to be read. Enough for the start of the page, and for the element.
walk=(c/*.c c/stages/*.c c/simd/*.c c/random/*.c)
# Gradients, models that learn, and the fast paths as well.
whole=("${walk[@]}" c/learn/*.c c/model/*.c c/fused/*.c)

flags=(
  -std=c11
  # Kernels use SIMD types explicitly. Auto-vectorization and partial redundancy elimination make them larger, not faster.
  -fno-vectorize -fno-slp-vectorize -mllvm -enable-pre=false
  -Wall -Wextra -Wconversion -Wshadow -Wstrict-prototypes
  -ffp-contract=off # the same bits everywhere: no fused multiply-add, and never -ffast-math
  -fno-math-errno   # compiles sqrt to one instruction
  # Exported is what the headers mark with ATTENTION_API.
  -fvisibility=hidden -Wl,--export-dynamic
  --no-entry -sSTANDALONE_WASM -Wl,--export=__heap_base # JavaScript allocates from there on
  -sTOTAL_STACK=65536 -sINITIAL_MEMORY=1MB -sALLOW_MEMORY_GROWTH=1 -sMAXIMUM_MEMORY=4GB
)
# Every engine with SIMD also supports these older extensions, which make the code smaller. With them, optimisation above -Os
# makes it larger, not faster.
simd=(-Os -msimd128 -mbulk-memory -msign-ext -mnontrapping-fptoint)
# Without SIMD, vectors are structs of four floats: -Os would keep them in memory, which is many times slower.
scalar=(-O2)

# compile NAME INPUT...: compiles sources with more flags to web/dist/NAME.wasm.
compile() {
  emcc "${flags[@]}" "${@:2}" -o "web/dist/$1.wasm"
  chmod 644 "web/dist/$1.wasm"
}

rm -rf web/dist
mkdir -p web/dist
echo "compiling the engine's C code to WebAssembly: with SIMD, without, and for the page's start"
compile attention-simd128 "${simd[@]}" "${whole[@]}" &
simd128=$!
compile attention-scalar "${scalar[@]}" "${whole[@]}"
wait "$simd128"
compile attention-walk "${simd[@]}" "${walk[@]}"

echo "bundling the page, the element and the package; writing the documentation"
node web/build/bundle.js
node web/build/up-to-date.js --record
