#include "sim/mesh/fourier_transform.hpp"

#include "sim/base/error.hpp"
#include "sim/state/host_array.hpp"

#include <fftw3.h>

#include <algorithm>
#include <cassert>
#include <mutex>
#include <type_traits>
#include <utility>

namespace orrery {
namespace {

// FFTW's functions for one precision.
template <class Real>
struct Fftw;

template <>
struct Fftw<float> {
    using Plan = fftwf_plan;
    using Complex = fftwf_complex;
    static constexpr auto plane_forward = fftwf_plan_dft_r2c_2d;
    static constexpr auto plane_backward = fftwf_plan_dft_c2r_2d;
    static constexpr auto lines = fftwf_plan_many_dft;
    static constexpr auto run_forward = fftwf_execute_dft_r2c;
    static constexpr auto run_backward = fftwf_execute_dft_c2r;
    static constexpr auto run_lines = fftwf_execute_dft;
    static constexpr auto destroy = fftwf_destroy_plan;
};

template <>
struct Fftw<double> {
    using Plan = fftw_plan;
    using Complex = fftw_complex;
    static constexpr auto plane_forward = fftw_plan_dft_r2c_2d;
    static constexpr auto plane_backward = fftw_plan_dft_c2r_2d;
    static constexpr auto lines = fftw_plan_many_dft;
    static constexpr auto run_forward = fftw_execute_dft_r2c;
    static constexpr auto run_backward = fftw_execute_dft_c2r;
    static constexpr auto run_lines = fftw_execute_dft;
    static constexpr auto destroy = fftw_destroy_plan;
};

// FFTW plans for one thread of the process at a time.
std::mutex& planning() {
    static std::mutex mutex;
    return mutex;
}

template <class Real>
struct DestroyPlan {
    using pointer = typename Fftw<Real>::Plan;
    void operator()(pointer plan) const {
        const std::lock_guard lock(planning());
        Fftw<Real>::destroy(plan);
    }
};
template <class Real>
using PlanOwner =
    std::unique_ptr<std::remove_pointer_t<typename Fftw<Real>::Plan>, DestroyPlan<Real>>;

template <class Real>
auto* fftw_complex_of(std::complex<Real>* numbers) {
    return reinterpret_cast<typename Fftw<Real>::Complex*>(numbers);
}

// Lines that are transformed side by side: a cache line or two of complex numbers.
constexpr std::size_t lines_at_once = 16;

// Estimated plans. Measured ones differ from run to run, and the last bits with them, for a few
// percent of the time. Planes begin wherever the sizes put them, so alignment is not assumed.
constexpr unsigned plane_flags = FFTW_ESTIMATE | FFTW_UNALIGNED;
constexpr unsigned line_flags = FFTW_ESTIMATE;

} // namespace

std::string fourier_transform_unavailable() {
    return "";
}

template <class Real>
struct FourierTransform<Real>::Plans {
    PlanOwner<Real> plane_forward, plane_backward;
    PlanOwner<Real> lines_forward, lines_backward;
};

template <class Real>
FourierTransform<Real>::FourierTransform(std::array<std::size_t, 3> cells, Workers& workers)
    : cells_(cells), workers_(&workers), plans_(std::make_unique<Plans>()) {
    assert(field_size() > 0);
    const auto [n0, n1, n2] = cells;
    HostArray<Real> plane(n1 * n2);
    HostArray<std::complex<Real>> plane_spectrum(n1 * (n2 / 2 + 1));
    HostArray<std::complex<Real>> lines(n0 * lines_at_once);
    auto* const spectrum_at = fftw_complex_of<Real>(plane_spectrum.data());
    auto* const lines_at = fftw_complex_of<Real>(lines.data());
    const int width = static_cast<int>(n2);
    const int height = static_cast<int>(n1);
    const int length = static_cast<int>(n0);
    const auto planned_lines = [&](int sign) {
        constexpr int count = lines_at_once;
        return Fftw<Real>::lines(1, &length, count, lines_at, nullptr, count, 1, lines_at, nullptr,
                                 count, 1, sign, line_flags);
    };
    {
        const std::lock_guard lock(planning());
        plans_->plane_forward.reset(
            Fftw<Real>::plane_forward(height, width, plane.data(), spectrum_at, plane_flags));
        plans_->plane_backward.reset(
            Fftw<Real>::plane_backward(height, width, spectrum_at, plane.data(), plane_flags));
        plans_->lines_forward.reset(planned_lines(FFTW_FORWARD));
        plans_->lines_backward.reset(planned_lines(FFTW_BACKWARD));
    }
    for (const PlanOwner<Real>* plan : {&plans_->plane_forward, &plans_->plane_backward,
                                        &plans_->lines_forward, &plans_->lines_backward}) {
        if (*plan == nullptr) {
            throw failure("FFTW cannot plan a transform of " + std::to_string(n0) + " x " +
                              std::to_string(n1) + " x " + std::to_string(n2) + " cells",
                          "FFTW", "Choose fewer cells.");
        }
    }
}

template <class Real>
FourierTransform<Real>::FourierTransform(FourierTransform&&) noexcept = default;
template <class Real>
FourierTransform<Real>& FourierTransform<Real>::operator=(FourierTransform&&) noexcept = default;
template <class Real>
FourierTransform<Real>::~FourierTransform() = default;

template <class Real>
Outcome FourierTransform<Real>::lines(std::span<std::complex<Real>> spectrum, bool forward,
                                      const std::stop_token& stop) {
    const std::size_t length = cells_[0];
    const std::size_t lines = spectrum.size() / length;
    constexpr std::size_t lines_a_task = 8 * lines_at_once;
    const auto plan = (forward ? plans_->lines_forward : plans_->lines_backward).get();
    workers_->for_ranges(lines, lines_a_task, [&](std::size_t begin, std::size_t end) {
        HostArray<std::complex<Real>> side_by_side(length * lines_at_once);
        auto* const buffer = fftw_complex_of<Real>(side_by_side.data());
        for (std::size_t line = begin; line < end && !stop.stop_requested();
             line += lines_at_once) {
            const std::size_t count = std::min(lines_at_once, end - line);
            std::complex<Real>* const at = spectrum.data() + line;
            for (std::size_t i = 0; i < length; ++i) {
                std::copy_n(at + i * lines, count, side_by_side.data() + i * lines_at_once);
            }
            Fftw<Real>::run_lines(plan, buffer, buffer);
            for (std::size_t i = 0; i < length; ++i) {
                std::copy_n(side_by_side.data() + i * lines_at_once, count, at + i * lines);
            }
        }
    });
    return stop.stop_requested() ? Outcome::cancelled : Outcome::complete;
}

template <class Real>
Outcome FourierTransform<Real>::planes_forward(std::span<const Real> field,
                                               std::span<std::complex<Real>> spectrum,
                                               const std::stop_token& stop) {
    const std::size_t plane = cells_[1] * cells_[2];
    const std::size_t plane_spectrum = cells_[1] * (cells_[2] / 2 + 1);
    workers_->for_ranges(field.size() / plane, 1, [&](std::size_t i, std::size_t) {
        if (!stop.stop_requested()) {
            // From real to complex, out of place: FFTW only reads the field.
            Fftw<Real>::run_forward(plans_->plane_forward.get(),
                                    const_cast<Real*>(field.data()) + i * plane,
                                    fftw_complex_of<Real>(spectrum.data() + i * plane_spectrum));
        }
    });
    return stop.stop_requested() ? Outcome::cancelled : Outcome::complete;
}

template <class Real>
Outcome FourierTransform<Real>::planes_backward(std::span<std::complex<Real>> spectrum,
                                                std::span<Real> field,
                                                const std::stop_token& stop) {
    const std::size_t plane = cells_[1] * cells_[2];
    const std::size_t plane_spectrum = cells_[1] * (cells_[2] / 2 + 1);
    workers_->for_ranges(field.size() / plane, 1, [&](std::size_t i, std::size_t) {
        if (!stop.stop_requested()) {
            Fftw<Real>::run_backward(plans_->plane_backward.get(),
                                     fftw_complex_of<Real>(spectrum.data() + i * plane_spectrum),
                                     field.data() + i * plane);
        }
    });
    return stop.stop_requested() ? Outcome::cancelled : Outcome::complete;
}

template <class Real>
Outcome FourierTransform<Real>::forward(std::span<const Real> field,
                                        std::span<std::complex<Real>> spectrum,
                                        std::stop_token stop) {
    assert(field.size() == field_size() && spectrum.size() == spectrum_size());
    return planes_forward(field, spectrum, stop) == Outcome::cancelled
               ? Outcome::cancelled
               : lines(spectrum, true, stop);
}

template <class Real>
Outcome FourierTransform<Real>::backward(std::span<std::complex<Real>> spectrum,
                                         std::span<Real> field, std::stop_token stop) {
    assert(field.size() == field_size() && spectrum.size() == spectrum_size());
    return lines(spectrum, false, stop) == Outcome::cancelled
               ? Outcome::cancelled
               : planes_backward(spectrum, field, stop);
}

template class FourierTransform<float>;
template class FourierTransform<double>;

} // namespace orrery
