include(CMakeFindDependencyMacro)
find_dependency(Eigen3 NO_MODULE)
include(${CMAKE_CURRENT_LIST_DIR}/qkvTargets.cmake)
