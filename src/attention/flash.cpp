#include "attention/flash.h"

#include <algorithm>
#include <cmath>

#include "attention/attention.h"
#include "numeric/buffer.h"
#include "numeric/exp.h"
#include "numeric/kernel.h"
#include "numeric/panels.h"
#include "numeric/simd.h"
#include "numeric/single_row.h"

namespace qkv {
namespace {

constexpr const char* kName = "flash_attention";

// 48 queries are whole tiles of 3, 4 and 6 rows; 192 keys whole panels of 8 and 12. The tile of scores takes
// 36 kB (first-level cache), the packed keys and values 96 kB at d_head 64 (second-level).
constexpr Index kQueries = 48, kKeys = 192;

struct Scratch {
  Panels keys, values;  // one block of each, packed
  Buffer scores;        // (kQueries, kKeys) or, for a single query, (1, m); and kGroup of room
  Buffer row_max;       // (n)  largest scaled score so far
  Buffer row_sum;       // (n)  sum of e^(score - row_max) so far
  size_t bytes() const {
    return keys.bytes() + values.bytes() + scores.bytes() + row_max.bytes() + row_sum.bytes();
  }
};

Scratch& scratch() {
  static Scratch& one = *new Scratch;
  return one;
}

/// One head's view of everything. Strides count floats.
struct Head {
  const float* q;
  Index q_stride;
  const float* k;
  Index k_stride;
  const float* v;
  Index v_stride;
  float* out;
  Index out_stride;
  Index n, m, d_head, d_v;
  float scale;
  Index behind;  // query i sees keys j ≤ i + behind; m if all
  Index window;  // of those, the last so many; 0 if all

  /// The first key that query i sees.
  Index from(Index i) const { return window == 0 ? 0 : std::max<Index>(0, i + behind + 1 - window); }
};

/// A tile of scores (rows, kKeys) with what it changes: turned into exponentials, and the rest into what it
/// would have been had this block's maximum been known before.
struct ScoreTile {
  float* scores;
  Index rows, columns;
  Index visible;  // of the first row; each next row sees one more, up to `columns`
  Index from;  // the first that the first row sees, one more for each next; far below 0 if none is too early
  bool causal;
  float scale;
  float* row_max;
  float* row_sum;
  float* out;
  Index out_stride, d_v;
};

/// Multiplies the visible scores by `scale`, hides what stands behind them to the end of a group, and returns
/// the largest.
inline float scale_scores(float* scores, Index from, Index visible, float scale) {
  // Scales are positive where there is a window, and -∞ stays what it is.
  for (Index j = 0; j < std::min(from, visible); ++j) scores[j] = -kInfinity;
  f32x4 first_max = splat(-kInfinity), second_max = first_max;
  Index j = 0;
  for (; j + kGroup <= visible; j += kGroup) {
    const f32x4 first = load(scores + j) * splat(scale), second = load(scores + j + kLanes) * splat(scale);
    store(scores + j, first);
    store(scores + j + kLanes, second);
    first_max = maximum(first_max, first);
    second_max = maximum(second_max, second);
  }
  float largest = largest_lane(maximum(first_max, second_max));
  if (j == visible) return largest;
  for (const Index end = j + kGroup; j < end; ++j) {
    scores[j] = j < visible ? scores[j] * scale : -kInfinity;
    largest = std::max(largest, scores[j]);
  }
  return largest;
}

void scale_row(float* row, Index d, float factor) {
  for (Index c = 0; c < d; c += kLanes)
    store_upto(row + c, load_upto(row + c, d - c, 0.0f) * splat(factor), d - c);
}

void online_softmax(const ScoreTile& t) {
  for (Index i = 0; i < t.rows; ++i) {
    float* scores = t.scores + i * kKeys;
    const Index visible = t.causal ? std::clamp<Index>(t.visible + i, 0, t.columns) : t.columns;
    const float before = t.row_max[i];
    const float now = std::max(before, scale_scores(scores, t.from + i, visible, t.scale));
    // Where every score so far is -∞ nothing may be subtracted: -∞ - (-∞) is no number.
    const float shift = now == -kInfinity ? 0.0f : now;
    const float sum = exponentiate_groups(scores, scores, visible, shift);
    for (Index j = (visible + kGroup - 1) / kGroup * kGroup; j < t.columns; ++j) scores[j] = 0.0f;
    if (now != before && before != -kInfinity) {
      const float smaller = exp_not_positive(splat(before - now))[0];
      t.row_sum[i] *= smaller;
      scale_row(t.out + i * t.out_stride, t.d_v, smaller);
    }
    t.row_max[i] = now;
    t.row_sum[i] += sum;
  }
}

void finish_rows(float* out, Index out_stride, Index rows, Index d_v, const float* row_sum) {
  for (Index i = 0; i < rows; ++i, out += out_stride) {
    const float sum = row_sum[i];
    if (sum == 0.0f) {  // saw nothing
      std::fill_n(out, d_v, 0.0f);
      continue;
    }
    scale_row(out, d_v, 1.0f / sum);
  }
}

/// How many keys of the block from j on are too early for query i, as ScoreTile::from has it.
Index too_early(const Head& h, Index i, Index j) {
  return h.window == 0 ? -h.n : i + h.behind + 1 - h.window - j;
}

// Keys outside, queries inside: each block of keys and values is packed once, and what is kept for a query
// between two blocks is its row of the output and two numbers.
void attend(const Head& h, Scratch& s) {
  float* const scores = s.scores.room_for(kQueries * kKeys + kGroup);
  float* const row_max = s.row_max.room_for(h.n);
  float* const row_sum = s.row_sum.room_for(h.n);
  std::fill_n(row_max, h.n, -kInfinity);
  std::fill_n(row_sum, h.n, 0.0f);
  if (h.window > 0)  // each row begins with another block
    for (Index i = 0; i < h.n; ++i) std::fill_n(h.out + i * h.out_stride, h.d_v, 0.0f);
  for (Index j = 0; j < h.m; j += kKeys) {
    const Index keys = std::min(kKeys, h.m - j);
    s.keys.pack(h.k + j * h.k_stride, h.k_stride, h.d_head, keys, true);
    s.values.pack(h.v + j * h.v_stride, h.v_stride, keys, h.d_v, false);
    const Index first = std::max<Index>(0, j - h.behind);  // the first query that sees any of these keys
    for (Index i = first; i < h.n; i += kQueries) {
      if (h.from(i) >= j + keys) break;  // these keys are too early for all queries from here on
      const Index rows = std::min(kQueries, h.n - i);
      const Index visible = i + h.behind + 1 - j;  // for row i; the last row sees rows - 1 more
      const Index columns = std::min(keys, visible + rows - 1);
      float* out = h.out + i * h.out_stride;
      s.keys.multiply(h.q + i * h.q_stride, h.q_stride, rows, h.d_head, s.keys.whole_panels(columns), scores,
                      kKeys, false);
      run_kernel<online_softmax>(ScoreTile{scores, rows, columns, visible, too_early(h, i, j),
                                           visible < columns, h.scale, row_max + i, row_sum + i, out,
                                           h.out_stride, h.d_v});
      s.values.multiply(scores, kKeys, rows, columns, h.d_v, out, h.out_stride, j > 0 || h.window > 0);
    }
  }
  for (Index i = 0; i < h.n; i += kQueries)
    run_kernel<finish_rows>(h.out + i * h.out_stride, h.out_stride, std::min(kQueries, h.n - i), h.d_v,
                            row_sum + i);
}

/// One query over all keys that it sees: a dot product for each, one softmax, one weighted sum, each read where it lies.
void attend_alone(Head h, Scratch& s) {
  const Index from = h.from(0);
  h.k += from * h.k_stride, h.v += from * h.v_stride, h.m -= from;
  float* const scores = s.scores.room_for(h.m + kGroup);
  multiply_row_transposed(h.q, h.d_head, h.k, h.k_stride, h.m, scores, false);
  float row_max = -kInfinity, row_sum = 0.0f;
  run_kernel<online_softmax>(
      ScoreTile{scores, 1, h.m, h.m, -1, false, h.scale, &row_max, &row_sum, h.out, h.out_stride, h.d_v});
  multiply_row(scores, h.m, h.v, h.v_stride, h.d_v, h.out, false);
  run_kernel<finish_rows>(h.out, h.out_stride, Index{1}, h.d_v, &row_sum);
}

/// Each query over nothing but what it sees: where a value is NaN or ∞, a tile would add 0 × NaN of the others.
void attend_one_by_one(const Head& all, Scratch& s) {
  for (Index i = 0; i < all.n; ++i) {
    Head one = all;
    one.q += i * all.q_stride, one.out += i * all.out_stride;
    one.n = 1, one.m = std::min(all.m, i + all.behind + 1), one.behind = one.m - 1;
    attend_alone(one, s);
  }
}

}  // namespace

Matrix flash_attention(const MatrixRef& q, const MatrixRef& k, const MatrixRef& v,
                       const FlashOptions& options) {
  const Index n = q.rows(), m = k.rows();
  const HeadShape heads = head_shape(kName, q, k, options.n_heads, options.n_kv_heads);
  check(v.cols() % heads.n_kv_heads == 0, kName, "v must be n_kv_heads = % equal heads, got % columns",
        {heads.n_kv_heads, v.cols()});
  check_shape(kName, "v", v, m, v.cols());
  const Index d_head = heads.d_head, d_v = v.cols() / heads.n_kv_heads;
  check(!options.causal || n <= m, kName,
        "with a causal mask there must be as many keys as queries, got % and %", {m, n});
  check(!options.window || (options.causal && *options.window >= 1), kName,
        "a window needs a causal mask and at least 1 position, got %", {options.window.value_or(0)});
  const float scale = attention_scale(options.scale, d_head);
  check(!options.window || scale > 0, kName, "with a window the scale must be positive, got %", {scale});
  Matrix out(n, heads.n_heads * d_v);
  if (m == 0) out.setZero();
  if (m == 0 || n == 0) return out;

  for (Index h = 0; h < heads.n_heads; ++h) {
    const Index kv = heads.kv_of(h);
    const Head head{q.data() + h * d_head,
                    q.outerStride(),
                    k.data() + kv * d_head,
                    k.outerStride(),
                    v.data() + kv * d_v,
                    v.outerStride(),
                    out.data() + h * d_v,
                    out.outerStride(),
                    n,
                    m,
                    d_head,
                    d_v,
                    scale,
                    options.causal ? m - n : m,
                    options.window.value_or(0)};
    if (n == 1)
      attend_alone(head, scratch());
    else if (options.causal && !v.middleCols(kv * d_v, d_v).allFinite())
      attend_one_by_one(head, scratch());
    else
      attend(head, scratch());
  }
  return out;
}

size_t flash_scratch_bytes() { return scratch().bytes(); }
void free_flash_scratch() { scratch() = Scratch(); }

}  // namespace qkv
