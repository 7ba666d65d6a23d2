#pragma once

// Algorithms of the caller's own: they run in simulations, and are held to their promise, as
// Orrery's are.

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <utility>

namespace orrery {
namespace [[gnu::visibility("default")]] library {

// The bodies that pull, and the law. The arrays begin on 64-byte boundaries and are padded with
// zeros to whole 64-byte lines.
template <class Real>
struct Sources {
    std::size_t count = 0;
    const Real* x = nullptr;
    const Real* y = nullptr;
    const Real* z = nullptr;
    const Real* mass = nullptr;
    Real gravity = 1, softening = 0;
};

// The bodies that are pulled. Threads may set the pulls of different targets at once.
template <class Real>
class Targets {
public:
    std::size_t count() const { return count_; }
    std::array<Real, 3> position(std::size_t k) const {
        const std::size_t i = place(k);
        return {x_[i], y_[i], z_[i]};
    }
    // Whether target k is source j: a body does not pull itself.
    bool is_source(std::size_t k, std::size_t j) const {
        return among_sources_ && first_ + place(k) == j;
    }
    // The answer: phi_i = -G sum_j m_j / (|r_ij|^2 + softening^2)^(1/2).
    void pull(std::size_t k, const std::array<Real, 3>& acceleration, Real potential) const {
        store(to_x_, k, acceleration[0]);
        store(to_y_, k, acceleration[1]);
        store(to_z_, k, acceleration[2]);
        if (to_potential_ != nullptr) {
            store(to_potential_, k, potential);
        }
    }
    // Whoever computes for long looks here every few milliseconds and returns.
    bool stopped() const { return stop_.stop_requested(); }

private:
    friend struct TargetsOf;

    std::size_t place(std::size_t k) const { return list_ == nullptr ? k : list_[k]; }
    void store(Real* to, std::size_t k, Real value) const { to[k] = add_ ? to[k] + value : value; }

    std::size_t count_ = 0, first_ = 0;
    bool among_sources_ = false, add_ = false;
    const Real* x_ = nullptr;
    const Real* y_ = nullptr;
    const Real* z_ = nullptr;
    const std::uint32_t* list_ = nullptr;
    Real* to_x_ = nullptr;
    Real* to_y_ = nullptr;
    Real* to_z_ = nullptr;
    Real* to_potential_ = nullptr;
    std::stop_token stop_;
};

struct AlgorithmFacts {
    std::string id;    // "mine.sum"
    std::string title; // "My sum"
    std::string idea;  // one line
    // p99 of the relative error of accelerations, by precision.
    double promised_error_fp32 = 2e-6, promised_error_fp64 = 1e-13;
    bool is_direct = true; // sums over pairs, each of them
};

template <class Real>
using Pull = std::function<void(const Sources<Real>&, const Targets<Real>&)>;

// At the start of `main`, before anything else of this library is called; eight at most. Throws
// Error where it comes later, and for an id that is taken.
void add_algorithm(const AlgorithmFacts& facts, Pull<float> in_single, Pull<double> in_double);

// `method` can be called with both precisions: a lambda of (const auto& sources, const auto&
// targets).
template <class Method>
void add_algorithm(const AlgorithmFacts& facts, const Method& method) {
    add_algorithm(facts, Pull<float>(method), Pull<double>(method));
}

} // namespace gnu::visibility("default")]]library
} // namespace orrery
