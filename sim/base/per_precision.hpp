#pragma once

#include <type_traits>

namespace orrery {

// One T for each precision, and access to one by code that knows its Real.
template <template <class> class T>
struct PerPrecision {
    T<float> fp32{};
    T<double> fp64{};

    template <class Real>
    auto& in() {
        return of<Real>(*this);
    }
    template <class Real>
    const auto& in() const {
        return of<Real>(*this);
    }

    // The same, with the other one given back: for memory that would lie idle.
    template <class Real>
    auto& only() {
        in<std::conditional_t<std::is_same_v<Real, float>, double, float>>() = {};
        return in<Real>();
    }

private:
    template <class Real, class Self>
    static auto& of(Self& self) {
        if constexpr (std::is_same_v<Real, float>) {
            return self.fp32;
        } else {
            return self.fp64;
        }
    }
};

} // namespace orrery
