// Which form of gpu_sliced_m2l.cuh translates, and how its work is shared out; and the forms in
// single precision.
#include "sim/solvers/fmm/gpu_sliced_m2l.cuh"

#include <algorithm>
#include <array>

namespace orrery {
namespace sliced_m2l {
namespace {

// About how many instructions a pair takes that leaves this degree, and a slice's sums.
double instructions(int degree) {
    const double products = (degree + 1.0) * (degree + 2) * (degree + 3) * (degree + 4) / 24;
    return products + 2 * slice_size(degree) + 30;
}
double instructions_of_sums(int degree) {
    return 5 * slice_size(degree) + 20;
}

// All pairs, in runs of the same work.
std::array<SlicePairs, warps> shared_pairs(int order) {
    const auto work = [order](int local, int moments) {
        return instructions(order - local - moments) +
               (moments == 0 ? instructions_of_sums(order - local) : 0);
    };
    double all = 0;
    for (int local = 0; local <= order; ++local) {
        for (int moments = 0; local + moments <= order; ++moments) {
            all += work(local, moments);
        }
    }
    std::array<SlicePairs, warps> pairs{};
    double done = 0;
    int warp = -1;
    for (int local = 0; local <= order; ++local) {
        for (int moments = 0; local + moments <= order; ++moments) {
            const double own = work(local, moments);
            const int due = std::min(int((done + 0.5 * own) * warps / all), warps - 1);
            if (due > warp) {
                warp = due;
                pairs[std::size_t(warp)] = {local, moments, 0};
            }
            ++pairs[std::size_t(warp)].count;
            done += own;
        }
    }
    return pairs;
}

// Whether a source for each lane is more than a block may have.
template <class Real>
bool is_short_of_memory(int order) {
    const int numbers = shared_numbers(order, int(warp_size));
    return std::size_t(numbers) * sizeof(Real) > most_shared_memory();
}

} // namespace

template void translate_in_form<8, 32>(DeviceQueue&, const SliceTask<float>&);
template void translate_in_form<10, 32>(DeviceQueue&, const SliceTask<float>&);

} // namespace sliced_m2l

template <class Real>
void translate_slices(DeviceQueue& queue, const TranslationTask<Real>& all, int order) {
    using namespace sliced_m2l;
    SliceTask<Real> task{all, order, slice_tables<Real>(order), {}};
    const std::array<SlicePairs, warps> pairs = shared_pairs(order);
    std::copy(pairs.begin(), pairs.end(), task.pairs);
    if constexpr ((max_order<Real>) > 10) {
        if (order > 10 || is_short_of_memory<Real>(order)) {
            return translate_in_form<max_order<Real>, 16>(queue, task);
        }
    }
    if (order > 8) {
        return translate_in_form<10, int(warp_size)>(queue, task);
    }
    translate_in_form<8, int(warp_size)>(queue, task);
}

template void translate_slices(DeviceQueue&, const TranslationTask<float>&, int);
template void translate_slices(DeviceQueue&, const TranslationTask<double>&, int);

} // namespace orrery
