// What the model module has beside the head module: models that are loaded and run, what is counted in them, and costs.
#include "attention/linear_attention.h"
#include "attention/online_softmax.h"
#include "attention/patterns.h"
#include "attention/reach.h"
#include "cost/architecture.h"
#include "cost/cost.h"
#include "cost/generation.h"
#include "cost/traffic.h"
#include "io/asked.h"
#include "io/model_reader.h"
#include "model/sampler.h"
#include "numeric/gemm.h"
#include "numeric/tile.h"
#include "owned_model.h"

namespace qkv::bindings {
namespace {

/// A sequence being read token by token. It keeps its model alive.
struct Session : Owned {
  const char* kind() const override { return "Session"; }
  std::shared_ptr<LoadedModel> model;
  KvCache cache;
};

const Tokenizer& tokenizer_of(const Model& model) {
  if (!model.loaded->tokenizer) fail("model", "this model came without a tokenizer", {}, kNoTokenizer);
  return *model.loaded->tokenizer;
}

/// A model being read part by part.
struct Reader : Owned {
  const char* kind() const override { return "ModelReader"; }
  std::unique_ptr<ModelReader> reader;
};

std::unique_ptr<Reader> start_reading(uint64_t size, std::optional<std::string> format) {
  auto reading = std::make_unique<Reader>();
  reading->reader = std::make_unique<ModelReader>(size, format.value_or("auto"));
  return reading;
}

std::unique_ptr<Model> model_of(ModelReader& reader) {
  auto model = std::make_unique<Model>();
  model->loaded = std::make_shared<LoadedModel>(reader.take());
  return model;
}

void read_tokenizer(Model& model, const std::vector<uint8_t>& bytes) {
  model.loaded->tokenizer =
      read_llama2c_tokenizer(bytes, static_cast<size_t>(model.loaded->transformer.config.n_vocab));
}

/// A file that is in JavaScript's memory already, part by part as well: it is never here as a whole.
std::unique_ptr<Model> load(const val& files) {
  val weights = files["weights"];
  check(!is_absent(weights), "weights", "is missing");
  if (!weights["byteLength"].isNumber()) fail("weights", "must be an ArrayBuffer or a Uint8Array");
  if (weights.instanceof (val::global("ArrayBuffer"))) weights = val::global("Uint8Array").new_(weights);
  const val format = files["format"];
  ModelReader reader(static_cast<uint64_t>(weights["byteLength"].as<double>()),
                     is_absent(format) ? "auto" : to_text(format, "format"));
  for (auto part = reader.next(); part.size > 0; part = reader.next()) {
    const auto end = static_cast<double>(part.offset + part.size);
    reader.put(to_bytes(weights.call<val>("subarray", static_cast<double>(part.offset), end), "weights"));
  }
  auto model = model_of(reader);
  if (const val tokenizer = files["tokenizer"]; !is_absent(tokenizer))
    read_tokenizer(*model, to_bytes(tokenizer, "tokenizer"));
  return model;
}

std::unique_ptr<Session> start_session(const Model& model, const val& options) {
  const Index longest = model.loaded->transformer.config.max_tokens;
  const Index wanted =
      is_absent(options)
          ? longest
          : From<std::optional<Index>>::js(options["maxTokens"], "maxTokens").value_or(longest);
  check(wanted >= 1, "session", "maxTokens must be at least 1, got %", {wanted});
  auto session = std::make_unique<Session>();
  session->model = model.loaded;
  session->cache = make_kv_cache(model.loaded->transformer, wanted);
  return session;
}

/// Of a model by name, or of a config of ours.
Cost cost_of(const val& options) {
  check(!is_absent(options) && !is_absent(options["architecture"]), "architecture", "is missing");
  const val wanted = options["architecture"];
  const Architecture a = wanted.isString() ? architecture(to_text(wanted, "architecture"))
                                           : architecture_of(From<Config>::js(wanted, "architecture"));
  return cost(a, to_number(options["tokens"], "tokens"),
              From<std::optional<double>>::js(options["bytes"], "bytes").value_or(2));
}

/// { trace?, causal? }
ForwardOptions forward_options(const val& options) {
  ForwardOptions result;
  if (is_absent(options)) return result;
  result.trace = From<std::optional<Trace>>::js(options["trace"], "trace").value_or(Trace::kNone);
  result.causal = From<std::optional<bool>>::js(options["causal"], "causal");
  return result;
}

/// What linear attention holds after these tokens, and gives each of them.
val linear_attention(const Matrix& q, const Matrix& k, const Matrix& v) {
  LinearAttention linear(k.cols(), v.cols());
  val result = val::object();
  set(result, "output", to_js(linear.take(q, k, v)));
  set(result, "state", to_js(linear.state()));
  set(result, "features", to_js(linear.features()));
  return result;
}

/// The `number`-th draw of a seed, counted from 0: a text that is written again gets the same draws.
int32_t draw_at(const Matrix& probabilities, uint64_t seed, Index number) {
  Random random(seed);
  for (Index i = 0; i < number; ++i) random.uniform();
  return draw(probabilities, random);
}

/// One product of middling size with the present tile, for whoever times the tiles.
double try_tile() {
  static const Matrix& left = *new Matrix(Matrix::Ones(384, 96));
  static const Matrix& right = *new Matrix(Matrix::Ones(96, 96));
  static Matrix& product = *new Matrix(384, 96);
  gemm(left, right, product);
  return static_cast<double>(product(0, 0));
}

const bool added = add({
    {"headPattern", call<[](const Matrix& weights, const std::vector<int32_t>& ids,
                            std::optional<std::vector<int32_t>> answers) {
       return head_pattern(weights, ids, answers.value_or(std::vector<int32_t>()));
     },
                         "weights", "ids", "answers">},
    {"likeliest", call<[](const Matrix& logits, Index count, std::optional<float> temperature) {
       return likeliest(logits, count, temperature.value_or(1.0f));
     },
                       "logits", "count", "temperature">},
    {"samplingStages", call<sampling_stages, "logits", "steps">},
    {"draw", call<draw_at, "probabilities", "seed", "number">},
    {"takeTiles", call<[](const Matrix& scores, const Matrix& values, Index block,
                          const std::vector<int32_t>& order, std::optional<Rescale> rescale) {
       return take_tiles(scores, values, block, order, rescale.value_or(Rescale::kRight));
     },
                       "scores", "values", "block", "order", "rescale">},
    {"flashAttention", call<[](const Matrix& q, const Matrix& k, const Matrix& v, const val& options) {
       FlashOptions flash;
       if (!is_absent(options)) {
         flash.causal = From<std::optional<bool>>::js(options["causal"], "causal").value_or(false);
         flash.window = From<std::optional<Index>>::js(options["window"], "window");
       }
       return flash_attention(q, k, v, flash);
     },
                            "q", "k", "v", "options">},
    {"linearAttention", call<linear_attention, "q", "k", "v">},
    {"layersToReach", call<layers_to_reach, "mask">},
    {"rowDifferences", call<row_differences, "a", "b">},
    {"wholeTableTraffic", call<whole_table_traffic, "n", "d">},
    {"tiledTraffic", call<tiled_traffic, "n", "d", "block", "causal">},
    {"tokenWork", call<token_work, "n", "cached">},
    {"writingWork", call<writing_work, "n", "cached">},
    {"get architectures", call<[] {
       std::vector<std::string> names;
       for (const Architecture& a : architectures()) names.emplace_back(a.name);
       return names;
     }>},
    {"cost", call<cost_of, "options">},
    {"attentionFlops", call<attention_flops, "n", "dHead">},
    {"scoreTableBytes", call<score_table_bytes, "n">},
    {"quadraticThrough", call<quadratic_through, "n0", "time0", "n">},
    {"flopsPerSecond", call<flops_per_second, "flops", "milliseconds">},
    {"fitPowerLaw", call<fit_power_law, "x", "y">},
    {"llamaStyle", call<llama_style, "config">},
    {"get tile", call<[] {
       return format("% × %", {tile().rows, tile().width});
     }>},
    {"_tiles", call<[] { return static_cast<Index>(tiles().size()); }>},
    {"_useTile", call<use_tile, "index">},
    {"_tryTile", call<try_tile>},
    {"fileKind", call<[](const std::vector<uint8_t>& head, uint64_t size) { return file_kind(head, size); },
                      "head", "size">},
    {"modelReader", call<start_reading, "size", "format">},
    {"get ModelReader.next", call<[](const Reader& r) { return r.reader->next(); }, "reader">},
    {"get ModelReader.accepted", call<[](const Reader& r) { return r.reader->accepted(); }, "reader">},
    {"ModelReader.put",
     call<[](Reader& r, const std::vector<uint8_t>& part) { r.reader->put(part); }, "reader", "part">},
    {"ModelReader.model", call<[](Reader& r) { return model_of(*r.reader); }, "reader">},
    {"loadModel", call<load, "files">},
    {"Model.readTokenizer", call<read_tokenizer, "model", "bytes">},
    {"own Model.config", call<[](const Model& m) { return m.loaded->transformer.config; }, "model">},
    {"own Model.metadata", call<[](const Model& m) { return m.loaded->metadata; }, "model">},
    {"own Model.parameters",
     call<[](const Model& m) { return parameter_count(m.loaded->transformer.config); }, "model">},
    {"own Model.formats",
     call<[](const Model& m) { return formats_of(m.loaded->transformer.config); }, "model">},
    {"get Model.hasTokenizer", call<[](const Model& m) { return m.loaded->tokenizer != nullptr; }, "model">},
    {"Model.parameter", call<[](const Model& m, const std::string& name) {
       return parameter(m.loaded->transformer.config, m.loaded->transformer.parameters, name);
     },
                             "model", "name">},
    {"Model.encode",
     call<[](const Model& m, const std::string& text) { return tokenizer_of(m).encode(text); }, "model",
          "text">},
    {"Model.decode",
     call<[](const Model& m, const std::vector<int32_t>& ids) { return tokenizer_of(m).decode(ids); },
          "model", "ids">},
    {"Model.tokens",
     call<[](const Model& m, const std::vector<int32_t>& ids) { return tokenizer_of(m).tokens(ids); },
          "model", "ids">},
    {"Model.asked",
     call<[](const Model& m, const std::vector<int32_t>& ids) { return asked_places(*m.loaded, ids); },
          "model", "ids">},
    {"Model.forward", call<[](const Model& m, const std::vector<int32_t>& ids, const val& options) {
       return forward(m.loaded->transformer, ids, forward_options(options));
     },
                           "model", "ids", "options">},
    {"Model.session", call<start_session, "model", "options">},
    {"Session.feed", call<[](Session& s, const std::vector<int32_t>& ids) {
       return forward_next(s.model->transformer, ids, s.cache);
     },
                          "session", "ids">},
    {"get Session.length", call<[](const Session& s) { return s.cache.length; }, "session">},
    {"get Session.cacheBytes", call<[](const Session& s) { return s.cache.bytes(); }, "session">},
});

}  // namespace
}  // namespace qkv::bindings
