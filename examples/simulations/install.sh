#!/usr/bin/env bash
# What the C example needs beside a C compiler, on Debian.
set -euo pipefail
apt-get update -qq
apt-get install -y -qq libsundials-dev > /dev/null
