#!/bin/bash -eu
# Builds every fuzz target with the compilers, flags and engine of the fuzzing service, and packs
# its corpus. The engine is in C++, so the C++ compiler links. Options are those of libFuzzer.
cmake -S . -B "$WORK/build" -DBUILD_TESTING=ON -DGCVIEW_FUZZ=ON -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_C_COMPILER="$CC" -DCMAKE_C_FLAGS="$CFLAGS" \
    -DCMAKE_C_LINK_EXECUTABLE="$CXX $CXXFLAGS <LINK_FLAGS> <OBJECTS> -o <TARGET> <LINK_LIBRARIES>" \
    -DGCVIEW_FUZZ_ENGINE="$LIB_FUZZING_ENGINE"
for folder in tests/fuzz/corpus/*; do
    target=${folder##*/}
    cmake --build "$WORK/build" --parallel "$(nproc)" --target "fuzz_$target"
    cp "$WORK/build/tests/fuzz_$target" "$OUT"
    zip -qj "$OUT/fuzz_${target}_seed_corpus.zip" "$folder"/*
    printf '[libfuzzer]\nmax_len = 65536\ntimeout = 30\n' >"$OUT/fuzz_$target.options"
done
