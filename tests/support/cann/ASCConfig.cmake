# Stands in for the CMake package of CANN: it makes the language ASC known to project().
get_filename_component(STANDIN_HOME "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
list(APPEND CMAKE_MODULE_PATH "${CMAKE_CURRENT_LIST_DIR}")
