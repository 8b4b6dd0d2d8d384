// What was learned, as any other model: to be run, looked into and kept in a file.
#pragma once

#include "io/model_file.h"
#include "train/trainer.h"

namespace qkv {

/// A copy of the trainer's model with its task's words; its metadata say what it learned: name, seed, steps.
LoadedModel trained_model(const Trainer& trainer);

}  // namespace qkv
