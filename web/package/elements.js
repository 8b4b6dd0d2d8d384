// Registers every figure: for pages that write <qkv-anatomy></qkv-anatomy> themselves.
import '../figures/anatomy.js'
import '../figures/bench.js'
import '../figures/cost.js'
import '../figures/leak.js'
import '../figures/model.js'
import '../figures/train.js'
