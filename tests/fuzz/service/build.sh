#!/bin/bash -eu
# Builds every fuzz target with the compiler, flags and engine of the service, and packs its corpus.
cmake -S . -B "$WORK/build" -DBUILD_TESTING=ON -DGCVIEW_FUZZ=ON -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_C_COMPILER="$CC" -DCMAKE_C_FLAGS="$CFLAGS" \
    -DGCVIEW_FUZZ_ENGINE="$LIB_FUZZING_ENGINE"
for folder in tests/fuzz/corpus/*; do
    target=${folder##*/}
    cmake --build "$WORK/build" --parallel "$(nproc)" --target "fuzz_$target"
    cp "$WORK/build/tests/fuzz_$target" "$OUT"
    zip -qj "$OUT/fuzz_${target}_seed_corpus.zip" "$folder"/*
done
