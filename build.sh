#!/usr/bin/env bash
# Builds everything into web/dist/: the engine as WebAssembly with and without SIMD, then the bundles and the pages.
# Works with Emscripten 3.1.6 (Debian 12) and newer. Installs missing tools first.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
bash web/build/setup.sh build

sources=(c/*.c c/*/*.c)

# exports HEADER...: prints the functions that headers declare, as Emscripten's EXPORTED_FUNCTIONS: _a,_b,... Every public
# declaration starts with ATTENTION_API, and its name and opening parenthesis are on the same line.
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
walk=$(exports c/attention.h c/random/*.h)
whole=$(exports c/*.h c/*/*.h)

kernels=(
  -std=c11 -DNDEBUG
  # Kernels use SIMD types explicitly. Auto-vectorization, optimisation above -Os and partial redundancy elimination make
  # them larger, not faster.
  -Os -fno-vectorize -fno-slp-vectorize -mllvm -enable-pre=false
  -Wall -Wextra -Wconversion -Wshadow -Wstrict-prototypes
  -ffp-contract=off # the same bits everywhere: no fused multiply-add, and never -ffast-math
  -fno-math-errno   # compiles sqrt to one instruction
)
flags=(
  "${kernels[@]}"
  --no-entry -sSTANDALONE_WASM -Wl,--export=__heap_base # JavaScript allocates from there on
  -sTOTAL_STACK=65536 -sINITIAL_MEMORY=1MB -sALLOW_MEMORY_GROWTH=1 -sMAXIMUM_MEMORY=4GB
)

# compile NAME EXPORTS INPUT...: compiles or links sources, objects and flags to web/dist/NAME.wasm.
compile() {
  emcc "${flags[@]}" -sEXPORTED_FUNCTIONS="$2" "${@:3}" -o "web/dist/$1.wasm"
  # Makes the code smaller; kernels stay as fast.
  "$(em-config BINARYEN_ROOT)/bin/wasm-opt" -all -Oz --converge "web/dist/$1.wasm" -o "web/dist/$1.wasm"
  chmod 644 "web/dist/$1.wasm"
}

# The build without SIMD. Sources that use the vectors of simd/vec.h are compiled with -O2: -Os would keep vectors, here
# structs of four floats, in memory: many times slower.
compile_scalar() {
  local objects=web/dist/scalar use_vectors=() others=() includes
  includes=$(emcc -MM "${sources[@]}")
  includes=${includes//$'\\\n'/} # one line for each source
  for source in "${sources[@]}"; do
    if grep -q " $source .*/vec\.h" <<<"$includes"; then use_vectors+=("$PWD/$source"); else others+=("$PWD/$source"); fi
  done
  mkdir "$objects"
  (cd "$objects" && emcc -c "${kernels[@]/-Os/-O2}" "${use_vectors[@]}" && emcc -c "${kernels[@]}" "${others[@]}")
  compile attention-scalar "$whole" "$objects"/*.o
  rm -r "$objects"
}

# The build with relaxed SIMD (fused multiply-add). It needs LLVM 19: from a newer Emscripten, or from Debian next to an
# older Emscripten, whose wasm-opt cannot read relaxed SIMD. This build is optional and in a file of its own, so that all
# others work without LLVM 19.
compile_relaxed() {
  local objects=web/dist/relaxed
  if emcc --version | grep -qE '^emcc .* (3\.1\.[7-9][0-9]|[4-9]\.)'; then
    compile attention-relaxed "$whole" "${sources[@]}" "${simd[@]}" -mrelaxed-simd
  elif command -v clang-19 >/dev/null && command -v wasm-ld-19 >/dev/null; then
    mkdir "$objects"
    for source in "${sources[@]}"; do
      clang-19 --target=wasm32-unknown-emscripten --sysroot="$(em-config CACHE)/sysroot" "${kernels[@]}" "${simd[@]}" \
        -mrelaxed-simd -c "$source" -o "$objects/${source//\//-}.o"
    done
    local names=${whole//_attention/--export=attention}
    # shellcheck disable=SC2086
    wasm-ld-19 --no-entry --strip-all --export=__heap_base ${names//,/ } -z stack-size=65536 --initial-memory=1048576 \
      --max-memory=4294967296 "$objects"/*.o -o web/dist/attention-relaxed.wasm
    chmod 644 web/dist/attention-relaxed.wasm
    rm -r "$objects"
  else
    echo "build.sh: no relaxed build, which is opt-in: it needs LLVM 19 (apt-get install clang-19 lld-19)"
  fi
}

# Every engine with SIMD also supports these older extensions, which make the code smaller.
simd=(-msimd128 -mbulk-memory -msign-ext -mnontrapping-fptoint)

rm -rf web/dist
mkdir -p web/dist
echo "compiling the engine's C code to WebAssembly: with SIMD, without, and for the page's start"
compile attention-simd128 "$whole" "${sources[@]}" "${simd[@]}" &
simd128=$!
compile_scalar
wait "$simd128"
compile_relaxed
compile attention-walk "$walk" "${sources[@]}" "${simd[@]}" # forward only, without the fast paths: for the start of the page, and for the element

echo "bundling the page, the element and the package; writing the documentation"
node web/build/bundle.js
node web/build/up-to-date.js --record
