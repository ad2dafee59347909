# Installs the libraries, the headers, the licences and the package files, all by relative paths, so that an
# installation can be moved. CMakeLists.txt includes this file.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/interframe")
set(license_dir "${CMAKE_INSTALL_DATADIR}/licenses/interframe")
configure_package_config_file(packaging/interframe-config.cmake.in interframe-config.cmake
    INSTALL_DESTINATION "${package_dir}" PATH_VARS CMAKE_INSTALL_INCLUDEDIR CMAKE_INSTALL_LIBDIR CMAKE_INSTALL_BINDIR)
write_basic_package_version_file(interframe-config-version.cmake COMPATIBILITY SameMinorVersion)

set(private_libraries)
foreach(library IN LISTS system_libraries)
    string(APPEND private_libraries " -l${library}")
endforeach()
foreach(kind INCLUDEDIR LIBDIR)
    if(IS_ABSOLUTE "${CMAKE_INSTALL_${kind}}")
        set(pc_${kind} "${CMAKE_INSTALL_${kind}}")
    else()
        set(pc_${kind} "\${prefix}/${CMAKE_INSTALL_${kind}}")
    endif()
endforeach()
file(RELATIVE_PATH pc_prefix "/prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/prefix")
configure_file(packaging/interframe.pc.in interframe.pc @ONLY)

install(DIRECTORY include/ DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install(FILES LICENSE-APACHE LICENSE-MIT DESTINATION "${license_dir}")
if(INTERFRAME_LICENSES) # of the linked crates: packaging/dist
    install(DIRECTORY "${INTERFRAME_LICENSES}/" DESTINATION "${license_dir}")
endif()
install(FILES "${PROJECT_BINARY_DIR}/interframe.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
install(FILES "${PROJECT_BINARY_DIR}/interframe-config.cmake" "${PROJECT_BINARY_DIR}/interframe-config-version.cmake"
    DESTINATION "${package_dir}")
if(INTERFRAME_STATIC)
    install(FILES "${lib}/${static_name}" DESTINATION "${CMAKE_INSTALL_LIBDIR}")
endif()
if(INTERFRAME_SHARED)
    if(WIN32)
        install(PROGRAMS "${lib}/${shared_file}" DESTINATION "${CMAKE_INSTALL_BINDIR}")
        install(FILES "${lib}/${implib_name}" DESTINATION "${CMAKE_INSTALL_LIBDIR}")
    else()
        foreach(name IN LISTS shared_names)
            install(PROGRAMS "${lib}/${name}" DESTINATION "${CMAKE_INSTALL_LIBDIR}")
        endforeach()
    endif()
endif()

# `cmake --install BUILD --strip`, and archives.
if(CMAKE_STRIP AND NOT WIN32)
    # Debug information of both; of the shared library also local symbols, which nothing links.
    install(CODE "
if(CMAKE_INSTALL_DO_STRIP)
    set(lib \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_LIBDIR}\")
    foreach(arguments \"-S;\${lib}/${static_name}\" \"-x;\${lib}/${shared_file}\")
        list(GET arguments 1 file)
        if(EXISTS \"\${file}\")
            execute_process(COMMAND \"${CMAKE_STRIP}\" \${arguments})
        endif()
    endforeach()
endif()")
endif()

if(is_top)
    add_custom_target(uninstall
        COMMAND ${CMAKE_COMMAND} -P "${PROJECT_SOURCE_DIR}/packaging/uninstall.cmake"
        WORKING_DIRECTORY "${PROJECT_BINARY_DIR}" COMMENT "Removing the files of install_manifest.txt")
    set(CPACK_GENERATOR TGZ)
    set(CPACK_STRIP_FILES ON)
    set(CPACK_PACKAGE_VENDOR "the interframe authors")
    include(CPack)
endif()
