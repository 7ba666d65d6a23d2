// Every method of the Gauss transform. A new one is a file beside this one and a line here like its
// neighbours.

#include "sim/gauss/gauss_method.hpp"

#include "sim/base/error.hpp"
#include "sim/gauss/cell_list.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>

namespace orrery {

void list_gauss_methods(Registry<GaussMethod>& list) {
    // clang-format off
    extern const GaussMethod automatic_gauss;     list.add(automatic_gauss);
    extern const GaussMethod direct_gauss;        list.add(direct_gauss);
    extern const GaussMethod cells_gauss;         list.add(cells_gauss);
    extern const GaussMethod plane_wave_gauss;    list.add(plane_wave_gauss);
    // clang-format on
    list_cuda_gauss_methods(list);
}

namespace {

Registry<GaussMethod>& registry() {
    static Registry<GaussMethod> all(
        {.noun = "method",
         .listing = "orrery density --help",
         .name = [](const GaussMethod& method) { return std::string_view(method.id); },
         .fill = list_gauss_methods});
    return all;
}

std::string in_short(double number) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%g", number);
    return text.data();
}

} // namespace

std::span<const GaussMethod> gauss_methods() {
    return registry().all();
}

void register_gauss_method(const GaussMethod& method) {
    registry().add(method);
}

const GaussMethod& find_gauss_method(std::string_view id) {
    return registry().find(id);
}

Error impossible_width(double sigma) {
    return bad_input("a width of " + in_short(sigma) + " is not possible", "sigma",
                     "give a positive number near the distances of the bodies");
}

template <class Real>
bool gauss_transform(const GaussMethod& method, const GaussSum<Real>& sum, GaussWork& work) {
    constexpr bool is_single = sizeof(Real) == sizeof(float);
    const auto as_real = static_cast<Real>(sum.sigma);
    if (!std::isfinite(as_real) || !(as_real * as_real >= std::numeric_limits<Real>::min())) {
        throw impossible_width(sum.sigma);
    }
    const double least = method.min_error(is_single ? Precision::fp32 : Precision::fp64);
    if (!(sum.error >= least && sum.error <= 0.1)) {
        throw bad_input("an error of " + in_short(sum.error) + " is not possible", method.id,
                        "the range is " + in_short(least) + " to 0.1" +
                            (is_single && sum.error < least ? ", or compute in fp64" : ""));
    }
    if (sum.device && method.on_processor()) {
        throw bad_input("the bodies are in the memory of a GPU", method.id,
                        "use a GPU method, or copy them");
    }
    if (sum.sources.size() == 0 || sum.targets.size() == 0) {
        std::fill(sum.densities.begin(), sum.densities.end(), Real(0));
        return true;
    }
    if (work.kept == nullptr) {
        GaussMemory of_this_call;
        GaussWork with_memory{work.workers, work.stop, work.timings, &of_this_call, true};
        return gauss_transform(method, sum, with_memory);
    }
    return method.sum(sum, bounds_of(sum, work), work);
}

template bool gauss_transform(const GaussMethod&, const GaussSum<float>&, GaussWork&);
template bool gauss_transform(const GaussMethod&, const GaussSum<double>&, GaussWork&);

} // namespace orrery
