#include "attention/positional.h"

#include "numeric/kernel.h"
#include "numeric/real.h"
#include "numeric/simd.h"

namespace qkv {

Matrix sinusoidal_positions(Index n, Index d_model) {
  check(d_model % 2 == 0, "sinusoidal_positions", "d_model must be even, got %", {d_model});
  Matrix positions(n, d_model);
  for (Index i = 0; i < n; ++i)
    for (Index c = 0; c < d_model; c += 2) {
      const double angle =
          static_cast<double>(i) * power(10000.0, -static_cast<double>(c) / static_cast<double>(d_model));
      const SineCosine at = sine_cosine(angle);
      positions(i, c) = static_cast<float>(at.sine);
      positions(i, c + 1) = static_cast<float>(at.cosine);
    }
  return positions;
}

RopeTable rope_table(Index n, Index d_head, float theta, RopeLayout layout, Index start) {
  check(d_head > 0 && d_head % 2 == 0, "rope_table", "d_head must be even, got %", {d_head});
  RopeTable table{layout, Matrix(n, d_head), Matrix(n, d_head)};
  const Index pairs = d_head / 2;
  const bool interleaved = layout == RopeLayout::kInterleaved;
  for (Index c = 0; c < pairs; ++c) {
    // In double: at position 10,000 a float angle would be off in its third decimal.
    const double frequency =
        power(static_cast<double>(theta), -2.0 * static_cast<double>(c) / static_cast<double>(d_head));
    const Index first = interleaved ? 2 * c : c, second = interleaved ? 2 * c + 1 : c + pairs;
    for (Index i = 0; i < n; ++i) {
      const SineCosine turn = sine_cosine(static_cast<double>(start + i) * frequency);
      table.cosine(i, first) = table.cosine(i, second) = static_cast<float>(turn.cosine);
      table.sine(i, second) = static_cast<float>(turn.sine);
      table.sine(i, first) = -table.sine(i, second);
    }
  }
  return table;
}

namespace {

// x cos + partner sin, where the sine brings its sign. In the interleaved layout the partners are neighbours,
// so that four lanes hold two pairs; in the other, four pairs are two runs of four lanes.
void turn_row(float* row, Index width, const float* cosine, const float* sine, Index d_head,
              bool interleaved) {
  const Index pairs = d_head / 2;
  for (Index h = 0; h < width; h += d_head) {
    float* head = row + h;
    Index c = 0;
    if (interleaved) {
      for (; c + kLanes <= d_head; c += kLanes) {
        const f32x4 x = load(head + c);
        store(head + c, x * load(cosine + c) + swap_pairs(x) * load(sine + c));
      }
    } else {
      for (; c + kLanes <= pairs; c += kLanes) {
        const f32x4 a = load(head + c), b = load(head + pairs + c), cos = load(cosine + c),
                    sin = load(sine + pairs + c);
        store(head + c, a * cos - b * sin);
        store(head + pairs + c, a * sin + b * cos);
      }
    }
    const Index step = interleaved ? 2 : 1, partner = interleaved ? 1 : pairs,
                end = interleaved ? d_head : pairs;
    for (; c < end; c += step) {  // the last pair or pairs
      const float a = head[c], b = head[c + partner];
      head[c] = a * cosine[c] - b * sine[c + partner];
      head[c + partner] = a * sine[c + partner] + b * cosine[c];
    }
  }
}

}  // namespace

void apply_rope(Matrix& x, const RopeTable& table) {
  const Index d_head = table.cosine.cols(), n = table.cosine.rows();
  check(n > 0 && x.rows() % n == 0, "apply_rope", "the table must have a row for each of % positions, got %",
        {x.rows(), n});
  check(x.cols() % d_head == 0, "apply_rope", "x must be whole heads of % columns, got %",
        {d_head, x.cols()});
  for (Index i = 0; i < x.rows(); ++i)
    run_kernel<turn_row>(x.row(i).data(), x.cols(), table.cosine.row(i % n).data(),
                         table.sine.row(i % n).data(), d_head, table.layout == RopeLayout::kInterleaved);
}

}  // namespace qkv
