"""Conan's recipe: `conan create packaging/conan` in a checkout. It needs cargo on the PATH."""

import os
import re

from conan import ConanFile
from conan.tools.cmake import CMake, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load


class Interframe(ConanFile):
    name = "interframe"
    description = "Exact collision detection of moving bodies, with proofs"
    license = "MIT OR Apache-2.0"
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False]}
    default_options = {"shared": False}
    no_copy_source = True  # cargo compares paths and times: one folder of sources is built once

    @property
    def _checkout(self):
        return os.path.join(self.recipe_folder, "..", "..")

    def set_version(self):
        manifest = load(self, os.path.join(self._checkout, "Cargo.toml"))
        self.version = re.search(r'^version = "(.*)"', manifest, re.MULTILINE).group(1)

    def export_sources(self):
        for pattern in ["Cargo.*", "CMakeLists.txt", "LICENSE-*", "cbindgen.toml"]:
            copy(self, pattern, self._checkout, self.export_sources_folder, excludes="*/*")
        for folder in ["src", "include", "crates", "packaging", "benches", "tests", "ffi-tests"]:
            copy(self, f"{folder}/*", self._checkout, self.export_sources_folder, excludes="*/target/*")

    def configure(self):
        # The interface is C: neither C++'s standard nor its library matters.
        self.settings.rm_safe("compiler.cppstd")
        self.settings.rm_safe("compiler.libcxx")

    def layout(self):
        cmake_layout(self)

    def generate(self):
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["INTERFRAME_SHARED"] = bool(self.options.shared)
        toolchain.cache_variables["INTERFRAME_STATIC"] = not self.options.shared
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()

    def package_info(self):
        # The package brings its own CMake and pkg-config files.
        self.cpp_info.set_property("cmake_find_mode", "none")
        self.cpp_info.builddirs = ["lib/cmake/interframe"]
        self.cpp_info.libs = ["interframe"]
        if self.options.shared:
            self.cpp_info.defines = ["IFR_SHARED"]
        elif self.settings.os == "Windows":
            self.cpp_info.system_libs = ["kernel32", "ntdll", "userenv", "ws2_32", "dbghelp"]
        elif self.settings.os == "Macos":
            self.cpp_info.system_libs = ["m"]
        else:
            self.cpp_info.system_libs = ["pthread", "dl", "m"]
