#include "cost/cost.h"

#include <cmath>

#include "numeric/real.h"

namespace qkv {

double attention_flops(double n, double d_head) { return 4.0 * n * n * d_head; }

double score_table_bytes(double n) { return 4.0 * n * n; }

double flops_per_second(double flops, double milliseconds) { return flops * 1000.0 / milliseconds; }

double quadratic_through(double n_0, double time_0, double n) { return time_0 * (n / n_0) * (n / n_0); }

PowerLaw fit_power_law(std::span<const double> x, std::span<const double> y) {
  constexpr const char* who = "fit_power_law";
  check(x.size() == y.size() && x.size() >= 2, who, "needs at least two points, as many x as y");
  const double count = static_cast<double>(x.size());
  double sum_x = 0, sum_y = 0, sum_xx = 0, sum_xy = 0;
  for (size_t i = 0; i < x.size(); ++i) {
    check(x[i] > 0 && y[i] > 0, who, "x and y must be positive");
    const double u = natural_log(x[i]), v = natural_log(y[i]);
    sum_x += u, sum_y += v, sum_xx += u * u, sum_xy += u * v;
  }
  const double spread = count * sum_xx - sum_x * sum_x;
  check(spread > 1e-12, who, "x must differ");
  const double exponent = (count * sum_xy - sum_x * sum_y) / spread;
  return {exponential((sum_y - exponent * sum_x) / count), exponent};
}

}  // namespace qkv
