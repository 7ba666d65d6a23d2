#include "app/race/divergence.hpp"

#include "sim/base/error.hpp"

#include <array>
#include <chrono>
#include <cmath>
#include <condition_variable>

namespace orrery {
namespace {

constexpr std::chrono::milliseconds between_looks(150);

// Racers that step by turns are at one time for a moment only; so often it is tried to meet it.
constexpr int max_tries = 12;

// Sums of other steps differ in their last bits.
bool at_one_time(double a, double b) {
    return std::abs(a - b) <= 1e-9 * std::max({std::abs(a), std::abs(b), 1e-9});
}

} // namespace

double relative_distance(const VectorArray<double>& first, const VectorArray<double>& second) {
    const auto count = static_cast<double>(first.size());
    std::array<double, 3> centre{};
    const std::array<const HostArray<double>*, 3> a{&first.x, &first.y, &first.z};
    const std::array<const HostArray<double>*, 3> b{&second.x, &second.y, &second.z};
    double apart = 0;
    double size = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        for (std::size_t i = 0; i < first.size(); ++i) {
            centre[axis] += (*a[axis])[i] / count;
        }
        for (std::size_t i = 0; i < first.size(); ++i) {
            apart += std::pow((*a[axis])[i] - (*b[axis])[i], 2);
            size += std::pow((*a[axis])[i] - centre[axis], 2);
        }
    }
    return size > 0 ? std::sqrt(apart / size) : 0;
}

Divergence::Divergence(std::vector<Reader> racers, std::size_t count, Looks looks)
    : racers_(std::move(racers)), request_{.position = true}, newest_(racers_.size()) {
    const std::size_t read = std::min(count, max_bodies_read);
    for (std::size_t k = 0; k < read; ++k) {
        request_.bodies.push_back(k * count / read);
    }
    if (looks == Looks::when_told) {
        return;
    }
    thread_ = std::jthread([this](const std::stop_token& stop) {
        std::mutex idle;
        std::condition_variable_any never;
        std::unique_lock lock(idle);
        while (!stop.stop_requested()) {
            try {
                look(stop);
            } catch (const Error&) {
                return; // a GPU is lost: its simulation says so
            }
            never.wait_for(lock, stop, between_looks, [] { return false; });
        }
    });
}

void Divergence::look(const std::stop_token& stop) {
    for (std::size_t k = 1; k < racers_.size(); ++k) {
        std::optional<double> apart;
        for (int attempt = 0; attempt < max_tries && !apart && !stop.stop_requested(); ++attempt) {
            const BodyValues other = racers_[k](request_);
            const BodyValues first = racers_[0](request_);
            const bool same_bodies = first.position.size() == other.position.size();
            if (same_bodies && at_one_time(first.time, other.time)) {
                apart = relative_distance(first.position, other.position);
            } else {
                std::this_thread::yield();
            }
        }
        const std::lock_guard lock(mutex_);
        newest_[k] = apart;
    }
}

std::vector<std::optional<double>> Divergence::newest() const {
    const std::lock_guard lock(mutex_);
    return newest_;
}

} // namespace orrery
