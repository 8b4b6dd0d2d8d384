// What the lab module has for timing.
#include "bench/workload.h"

#include "table.h"

namespace qkv::bindings {
namespace {

struct Timed : Owned {
  const char* kind() const override { return "Workload"; }
  Timed(std::string_view kind, const std::vector<double>& sizes) : work(kind, sizes) {}
  Workload work;
};

/// Its inputs in order, then its output.
std::vector<Matrix> matrices_of(const Timed& t) {
  std::vector<Matrix> matrices = t.work.inputs();
  matrices.push_back(t.work.output());
  return matrices;
}

const bool added = add({
    {"workload", call<[](const std::string& kind, std::optional<std::vector<double>> sizes) {
       return std::make_unique<Timed>(kind, sizes.value_or(std::vector<double>()));
     },
                      "kind", "sizes">},
    {"own Workload.flops", call<[](const Timed& t) { return t.work.flops(); }, "workload">},
    {"own Workload.bytes", call<[](const Timed& t) { return t.work.bytes(); }, "workload">},
    {"get Workload.scratchBytes", call<[](const Timed& t) { return t.work.scratch_bytes(); }, "workload">},
    {"Workload.run", call<[](Timed& t, std::optional<int> times) { return t.work.run(times.value_or(1)); },
                          "workload", "times">},
    {"Workload.speed",
     call<[](const Timed& t, double ms, double peak_ms) { return t.work.speed(ms, peak_ms); }, "workload",
          "ms", "peakMs">},
    {"Workload.matrices", call<matrices_of, "workload">},
});

}  // namespace
}  // namespace qkv::bindings
