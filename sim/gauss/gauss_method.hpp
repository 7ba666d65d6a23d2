#pragma once

#include "sim/base/error.hpp"
#include "sim/base/registry.hpp"
#include "sim/bodies.hpp"
#include "sim/gauss/gauss_load.hpp"
#include "sim/gauss/gauss_sum.hpp"

#include <span>
#include <string>
#include <string_view>

namespace orrery {

// A way to compute a Gauss transform. The list: sim/gauss/gauss_methods.cpp.
struct GaussMethod {
    const char* id;    // "cpu.gauss.cells"
    const char* title; // "Cells"
    const char* idea;  // a sentence

    // The smallest errors that may be asked for.
    double min_error_fp32;
    double min_error_fp64;

    bool automatic = false; // chooses among the others …
    bool lesson = false;    // … but for those to learn from

    // About how long it would take here, in seconds; infinite where it cannot.
    double (*seconds)(const GaussLoad& load);
    // Return false if they were stopped. Throw bad_input for what they cannot do.
    bool (*sum_fp32)(const GaussSum<float>& sum, const PointBounds& bounds, GaussWork& work);
    bool (*sum_fp64)(const GaussSum<double>& sum, const PointBounds& bounds, GaussWork& work);
    // Empty, or why there is none of it here. nullptr: it is everywhere.
    std::string (*why_unavailable)() = nullptr;

    std::string unavailable() const { return why_unavailable == nullptr ? "" : why_unavailable(); }
    template <class Real>
    bool sum(const GaussSum<Real>& sum, const PointBounds& bounds, GaussWork& work) const {
        if constexpr (sizeof(Real) == sizeof(float)) {
            return sum_fp32(sum, bounds, work);
        } else {
            return sum_fp64(sum, bounds, work);
        }
    }
    bool on_processor() const { return std::string_view(id).starts_with("cpu."); }
    double min_error(Precision precision) const {
        return precision == Precision::fp32 ? min_error_fp32 : min_error_fp64;
    }
};

std::span<const GaussMethod> gauss_methods();
// Adds one from outside; to be called before the list is first read.
void register_gauss_method(const GaussMethod& method);
// Adds those that need CUDA: gauss_methods_cuda.cpp, or gauss_methods_no_cuda.cpp, which has none.
void list_cuda_gauss_methods(Registry<GaussMethod>& list);

// Throws bad_input for a name that nothing has.
const GaussMethod& find_gauss_method(std::string_view id);

enum class GaussPlace { anywhere, processor, gpu };

// The one that should be quickest here: what `gauss` takes.
const GaussMethod& quickest_gauss_method(const GaussLoad& load,
                                         GaussPlace place = GaussPlace::anywhere);

// The error for a sigma that nothing can be computed from.
Error impossible_width(double sigma);

// Checks what is asked and computes it: false if it was stopped. Throws bad_input for a sigma, an
// error or positions that nothing can be computed from, and for what the method cannot do.
template <class Real>
bool gauss_transform(const GaussMethod& method, const GaussSum<Real>& sum, GaussWork& work);

// A width that shows structure where bodies are dense without showing single bodies: 1.5 times the
// mean distance of neighbours in the densest half, so that about fifty bodies make up a density
// there. 0 where all bodies are in one place.
double suggested_sigma(const PointsView<double>& bodies, Workers& workers);
// In a periodic box, where bodies begin evenly spread and fall together: half their mean distance,
// the same at all times.
double suggested_sigma_in(const PeriodicBox& box, std::size_t bodies);

} // namespace orrery
