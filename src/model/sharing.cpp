#include "model/sharing.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "model/norm.h"
#include "numeric/gemm.h"

namespace qkv {
namespace {

constexpr const char* kName = "sharing";

/// The mean of each `times` neighbouring heads of `matrix` (…, heads × d_head); nothing of nothing.
Matrix mean_of_heads(const Matrix& matrix, Index n_kv_heads, Index times, Index d_head) {
  if (matrix.size() == 0) return matrix;
  Matrix mean = Matrix::Zero(matrix.rows(), n_kv_heads * d_head);
  for (Index h = 0; h < n_kv_heads * times; ++h)
    mean.middleCols(h / times * d_head, d_head) += matrix.middleCols(h * d_head, d_head);
  return mean / static_cast<float>(times);
}

void check_width(Index width, Index rank) {
  check(1 <= width && width <= rank, kName, "a latent of this model has 1 to % numbers, got %",
        {rank, width});
}

}  // namespace

Index cache_numbers(const Config& config) { return 2 * config.heads().kv_width(); }

Transformer merge_kv_heads(const Transformer& model, Index n_kv_heads) {
  const Config& c = model.config;
  check(n_kv_heads >= 1 && c.n_kv_heads % n_kv_heads == 0, kName,
        "% heads of keys and values cannot be merged to %", {c.n_kv_heads, n_kv_heads});
  Transformer merged = model;
  merged.config.n_kv_heads = n_kv_heads;
  const Index times = c.n_kv_heads / n_kv_heads;
  for (BlockParameters& block : merged.parameters.blocks) {
    MultiHeadParameters& p = block.attention;
    for (Matrix* matrix : {&p.w_k, &p.w_v, &p.b_k, &p.b_v})
      *matrix = mean_of_heads(*matrix, n_kv_heads, times, c.d_head);
  }
  return merged;
}

Latent latent_of(const MatrixRef& w_k, const MatrixRef& w_v, const MatrixRef& x) {
  check_shape(kName, "w_v", w_v, w_k.rows(), w_k.cols());
  Eigen::MatrixXd both(w_k.rows(), 2 * w_k.cols());
  both << w_k.cast<double>(), w_v.cast<double>();
  Eigen::MatrixXd kept = both;
  if (x.size() > 0) {
    check_shape(kName, "x", x, x.rows(), w_k.rows());
    kept = x.cast<double>() * both;
  }
  // Right singular vectors of `kept`: eigenvectors of its square, which is small whatever the data.
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(kept.transpose() * kept);
  const Index rank = std::min(both.rows(), both.cols());
  const Eigen::MatrixXd axes = solver.eigenvectors().rowwise().reverse().leftCols(rank);
  Latent latent{(both * axes).cast<float>(), axes.transpose().cast<float>(), {}};
  for (Index i = 0; i < rank; ++i)
    latent.spreads.push_back(std::sqrt(std::max(0.0, solver.eigenvalues()(both.cols() - 1 - i))));
  return latent;
}

std::vector<Latent> latents_of(const Transformer& model, std::span<const int32_t> ids, Index sequences) {
  check(sequences >= 1 && static_cast<Index>(ids.size()) % sequences == 0, kName,
        "% tokens are no % sequences of equal length", {ids.size(), sequences});
  const size_t n = ids.size() / static_cast<size_t>(sequences);
  const size_t layers = model.parameters.blocks.size();
  std::vector<Matrix> inputs(layers, Matrix(static_cast<Index>(ids.size()), model.config.d_model));
  for (Index s = 0; s < sequences; ++s) {
    const Forward run = forward(model, ids.subspan(static_cast<size_t>(s) * n, n), Trace::kAll);
    for (size_t l = 0; l < layers; ++l)
      inputs[l].middleRows(s * static_cast<Index>(n), static_cast<Index>(n)) = run.layers[l].norm_1;
  }
  std::vector<Latent> latents;
  for (size_t l = 0; l < layers; ++l) {
    const MultiHeadParameters& p = model.parameters.blocks[l].attention;
    latents.push_back(latent_of(p.w_k, p.w_v, inputs[l]));
  }
  return latents;
}

Transformer with_latent(const Transformer& model, const std::vector<Latent>& latents, Index width) {
  check(latents.size() == model.parameters.blocks.size(), kName, "there must be % latents, got %",
        {model.parameters.blocks.size(), latents.size()});
  Transformer narrow = model;
  for (size_t l = 0; l < latents.size(); ++l) {
    const Latent& latent = latents[l];
    check_width(width, latent.down.cols());
    const Matrix both = matmul(latent.down.leftCols(width), latent.up.topRows(width));
    MultiHeadParameters& p = narrow.parameters.blocks[l].attention;
    check_shape(kName, "a latent", both, p.w_k.rows(), 2 * p.w_k.cols());
    p.w_k = both.leftCols(p.w_k.cols());
    p.w_v = both.rightCols(p.w_v.cols());
  }
  return narrow;
}

AbsorbedScores absorbed_scores(const MatrixRef& q, const MatrixRef& c, const MatrixRef& up,
                               const RopeTable* rope) {
  check_shape(kName, "up", up, c.cols(), q.cols());
  Matrix asks = q, keys = matmul(c, up);
  if (rope) apply_rope(asks, *rope), apply_rope(keys, *rope);
  AbsorbedScores scores{matmul_transposed(asks, keys), matmul_transposed(matmul_transposed(asks, up), c),
                        0.0f};
  if (scores.rebuilt.size() > 0)
    scores.difference = (scores.rebuilt - scores.absorbed).cwiseAbs().maxCoeff<Eigen::PropagateNaN>();
  return scores;
}

AbsorbedScores absorbed_scores(const Transformer& model, const std::vector<Latent>& latents,
                               std::span<const int32_t> ids, Index layer, Index head, Index width,
                               bool rope) {
  const Config& c = model.config;
  check(0 <= layer && layer < c.n_layers && 0 <= head && head < c.n_heads &&
            latents.size() == model.parameters.blocks.size(),
        kName, "there is no head % in layer %", {head, layer});
  check(!rope || c.position == Position::kRope, kName, "this model has no RoPE");
  const auto l = static_cast<size_t>(layer);
  check_width(width, latents[l].down.cols());
  const Matrix x = forward(model, ids, Trace::kAll).layers[l].norm_1;
  const MultiHeadParameters& p = model.parameters.blocks[l].attention;
  const Matrix q = affine(x, p.w_q, p.b_q).middleCols(head * c.d_head, c.d_head);
  const Matrix latent = matmul(x, latents[l].down.leftCols(width));
  const std::optional<RopeTable> table = rope ? rope_of(c, x.rows(), 0) : std::nullopt;
  return absorbed_scores(q, latent,
                         latents[l].up.topRows(width).middleCols(c.heads().kv_of(head) * c.d_head, c.d_head),
                         table ? &*table : nullptr);
}

}  // namespace qkv
