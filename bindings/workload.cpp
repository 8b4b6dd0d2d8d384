// The part of the table for timing; only full modules have it.
#include "bench/workload.h"

#include <emscripten/bind.h>

#include "owned.h"

namespace qkv::bindings {
namespace {

struct OwnedWorkload : Owned {
  OwnedWorkload(std::string_view kind, const std::vector<double>& sizes) : work(kind, sizes) {}
  Workload work;
};

size_t make_workload(const val& kind, const val& sizes) {
  return guarded(
      [&] { return give_away(std::make_unique<OwnedWorkload>(to_text(kind, "kind"), to_numbers(sizes))); });
}
double run_workload(size_t handle, double times) {
  return guarded(
      [&] { return static_cast<double>(owned<OwnedWorkload>(handle).work.run(static_cast<int>(times))); });
}
double workload_flops(size_t handle) { return owned<OwnedWorkload>(handle).work.flops(); }
double workload_bytes(size_t handle) { return owned<OwnedWorkload>(handle).work.bytes(); }
double workload_scratch(size_t handle) { return owned<OwnedWorkload>(handle).work.scratch_bytes(); }
val workload_speed(size_t handle, double ms, double peak_ms) {
  const Workload::Speed speed = owned<OwnedWorkload>(handle).work.speed(ms, peak_ms);
  val object = val::object();
  object.set("flopsPerSecond", speed.flops_per_second);
  object.set("peak", speed.peak);
  object.set("peakShare", speed.peak_share);
  object.set("intensity", speed.intensity);
  object.set("bytesPerSecond", speed.bytes_per_second);
  object.set("nsPerNumber", speed.ns_per_number);
  return object;
}
/// Its inputs in order, then its output.
val workload_matrices(size_t handle) {
  return guarded([&] {
    const Workload& work = owned<OwnedWorkload>(handle).work;
    val array = val::array();
    for (const Matrix& input : work.inputs()) array.call<void>("push", from_matrix(input));
    array.call<void>("push", from_matrix(work.output()));
    return array;
  });
}

}  // namespace

EMSCRIPTEN_BINDINGS(qkv_workload) {
  using namespace emscripten;
  function("makeWorkload", &make_workload);
  function("runWorkload", &run_workload);
  function("workloadFlops", &workload_flops);
  function("workloadBytes", &workload_bytes);
  function("workloadScratch", &workload_scratch);
  function("workloadSpeed", &workload_speed);
  function("workloadMatrices", &workload_matrices);
}

}  // namespace qkv::bindings
