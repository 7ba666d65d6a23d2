#include "sim/base/wait_while.hpp"
#include "sim/device_carrier.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <chrono>

namespace orrery {
namespace {

class OneProcess final : public Communicator {
public:
    std::size_t rank() const override { return 0; }
    std::size_t size() const override { return 1; }

private:
    void exchange(std::span<const std::span<const std::byte>> to,
                  std::span<const std::span<std::byte>> from) override {
        assert(to.size() == 1 && from.size() == 1 && to[0].size() == from[0].size());
        std::ranges::copy(to[0], from[0].begin());
    }
    void reduce(std::span<double>, Reduction) override {}
};

double milliseconds_from(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
        .count();
}

} // namespace

OtherRankFailed::OtherRankFailed()
    : Error(ErrorKind::failed, "another process of this simulation failed", "",
            "see what it says") {}

void Communicator::all_to_all_v(std::span<const std::span<const std::byte>> to,
                                std::span<const std::span<std::byte>> from) {
    if (size() == 1) { // many threads may use one_process(): it counts nothing
        exchange(to, from);
        return;
    }
    const auto start = std::chrono::steady_clock::now();
    exchange(to, from);
    for (std::size_t k = 0; k < to.size(); ++k) {
        const bool goes = k != rank() && !to[k].empty();
        traffic_.bytes += goes ? to[k].size() : 0;
        traffic_.messages += goes ? 1 : 0;
    }
    traffic_.travel_milliseconds += milliseconds_from(start);
}

void Communicator::all_reduce(std::span<double> numbers, Reduction reduction) {
    if (size() == 1) {
        return;
    }
    const auto start = std::chrono::steady_clock::now();
    reduce(numbers, reduction);
    traffic_.bytes += numbers.size_bytes();
    ++traffic_.messages;
    traffic_.waiting_milliseconds += milliseconds_from(start);
}

WayOut Communicator::agree(WayOut own) {
    // Two equal numbers: no reduction of one number can be taken for this one.
    std::array<double, 2> worst{static_cast<double>(own), static_cast<double>(own)};
    try {
        all_reduce(worst, Reduction::greatest);
    } catch (const OtherRankFailed&) {
        return WayOut::failed;
    }
    return static_cast<WayOut>(static_cast<int>(worst[0]));
}

Communicator& one_process() {
    static OneProcess alone;
    return alone;
}

class ThreadRanks::Rank final : public Communicator, public DeviceCarrier {
public:
    Rank(ThreadRanks& all, std::size_t rank) : all_(all), rank_(rank) {}

    std::size_t rank() const override { return rank_; }
    std::size_t size() const override { return all_.shown_.size(); }
    std::string unproved(bool) override { return "these ranks are threads"; }

private:
    void exchange(std::span<const std::span<const std::byte>> to,
                  std::span<const std::span<std::byte>> from) override {
        assert(to.size() == size() && from.size() == size());
        all_.shown_[rank_] = {to, {}};
        meet([](const Shown& one) { return !one.to.empty(); });
        for (std::size_t k = 0; k < size(); ++k) {
            const std::span<const std::byte> sent = all_.shown_[k].to[rank_];
            assert(sent.size() == from[k].size());
            std::ranges::copy(sent, from[k].begin());
        }
        all_.meeting_.arrive_and_wait();
    }

    void reduce(std::span<double> numbers, Reduction reduction) override {
        all_.shown_[rank_] = {{}, numbers};
        meet([&](const Shown& one) {
            return one.to.empty() && one.numbers.size() == numbers.size();
        });
        const std::span<const double> first = all_.shown_[0].numbers;
        std::vector<double> reduced(first.begin(), first.end());
        for (std::size_t k = 1; k < size(); ++k) {
            for (std::size_t i = 0; i < reduced.size(); ++i) {
                const double next = all_.shown_[k].numbers[i];
                reduced[i] =
                    reduction == Reduction::sum ? reduced[i] + next : std::max(reduced[i], next);
            }
        }
        all_.meeting_.arrive_and_wait();
        std::ranges::copy(reduced, numbers.begin());
    }

    // All have made the same call; else one has failed between two of them, and has come here to
    // say so.
    template <class Same>
    void meet(const Same& same) {
        all_.meeting_.arrive_and_wait();
        if (!std::ranges::all_of(all_.shown_, same)) {
            all_.meeting_.arrive_and_wait();
            throw OtherRankFailed();
        }
    }

    ThreadRanks& all_;
    std::size_t rank_;
};

void ThreadRanks::Meeting::arrive_and_wait() {
    const std::size_t round = round_;
    if (++arrived_ < count_) {
        wait_while(round_, round);
        return;
    }
    arrived_ = 0;
    ++round_;
    round_.notify_all();
}

ThreadRanks::ThreadRanks(std::size_t count) : meeting_(count), shown_(count) {
    for (std::size_t k = 0; k < count; ++k) {
        ranks_.push_back(std::make_unique<Rank>(*this, k));
    }
}

} // namespace orrery
