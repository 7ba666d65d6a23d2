// The stand-in for Fourier transforms in a build without FFTW.

#include "sim/mesh/fourier_transform.hpp"

#include "sim/base/error.hpp"

namespace orrery {

std::string fourier_transform_unavailable() {
    return "this build has no FFTW";
}

template <class Real>
struct FourierTransform<Real>::Plans {};

template <class Real>
FourierTransform<Real>::FourierTransform(std::array<std::size_t, 3> cells, Workers& workers)
    : cells_(cells), workers_(&workers) {
    throw failure("Fourier transforms are not available", fourier_transform_unavailable(),
                  "Install FFTW (Debian: libfftw3-dev) and build again.");
}

template <class Real>
FourierTransform<Real>::FourierTransform(FourierTransform&&) noexcept = default;
template <class Real>
FourierTransform<Real>& FourierTransform<Real>::operator=(FourierTransform&&) noexcept = default;
template <class Real>
FourierTransform<Real>::~FourierTransform() = default;

template <class Real>
Outcome FourierTransform<Real>::forward(std::span<const Real>, std::span<std::complex<Real>>,
                                        std::stop_token) {
    return Outcome::cancelled;
}

template <class Real>
Outcome FourierTransform<Real>::backward(std::span<std::complex<Real>>, std::span<Real>,
                                         std::stop_token) {
    return Outcome::cancelled;
}

template <class Real>
Outcome FourierTransform<Real>::planes_forward(std::span<const Real>, std::span<std::complex<Real>>,
                                               const std::stop_token&) {
    return Outcome::cancelled;
}

template <class Real>
Outcome FourierTransform<Real>::planes_backward(std::span<std::complex<Real>>, std::span<Real>,
                                                const std::stop_token&) {
    return Outcome::cancelled;
}

template <class Real>
Outcome FourierTransform<Real>::lines(std::span<std::complex<Real>>, bool, const std::stop_token&) {
    return Outcome::cancelled;
}

template class FourierTransform<float>;
template class FourierTransform<double>;

} // namespace orrery
