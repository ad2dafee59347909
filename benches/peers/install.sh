#!/bin/sh
# Fetches the peers: Coal 3 with its headers as Python wheels into benches/peers/peers, libccd and Bullet
# from Debian; for the matrix clang with its library and cmake from Debian, which build the engines whose sources cargo
# fetches. Run once; needs python3 with venv, and root for apt-get.
set -eu
cd "$(dirname "$0")"
python3 -m venv peers
peers/bin/pip install --quiet 'libcoal==3.0.3' cmeel-eigen
if ! [ -e /usr/include/ccd/ccd.h ]; then
    apt-get install -y libccd-dev
fi
if ! [ -e /usr/include/bullet/btBulletCollisionCommon.h ]; then
    apt-get install -y libbullet-dev
fi
if ! command -v clang++ >/dev/null || ! command -v cmake >/dev/null || ! ls /usr/lib/llvm-*/lib/libclang.so >/dev/null 2>&1; then
    apt-get install -y clang libclang-dev cmake
fi
echo "installed; now: cargo run --release --manifest-path benches/peers/Cargo.toml"
