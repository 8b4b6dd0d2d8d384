// A loaded model, as the tables of several modules know it.
#pragma once

#include "io/model_file.h"
#include "model/sampler.h"
#include "table.h"

namespace qkv::bindings {

struct Model : Owned {
  const char* kind() const override { return "Model"; }
  std::shared_ptr<LoadedModel> loaded;  // sessions keep it too
};

}  // namespace qkv::bindings
