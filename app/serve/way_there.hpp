#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <optional>

namespace orrery {

// How long a short message takes to a viewer and back, asked for about once a second while nothing
// else is under way.
class WayThere {
public:
    using Time = std::chrono::steady_clock::time_point;

    bool is_to_be_asked(Time now) const { return !asked_ && (heard_ == 0 || now - last_ > pause); }
    void ask(Time now) { asked_ = now; }
    // An echo that nobody asked for counts for nothing.
    void hear(Time now) {
        if (asked_) {
            const std::chrono::duration<double, std::milli> passed = now - *asked_;
            last_ = now;
            ways_[heard_++ % ways_.size()] = passed.count();
            asked_.reset();
        }
    }
    // Half of the last few took longer, as machines and pages have other things to do, too: so do
    // frames, however small. 0: none has been heard.
    double milliseconds() const {
        const auto known = static_cast<std::ptrdiff_t>(std::min(heard_, ways_.size()));
        std::array<double, 7> sorted = ways_;
        std::sort(sorted.begin(), sorted.begin() + known);
        return sorted.at(static_cast<std::size_t>(known) / 2);
    }

private:
    static constexpr std::chrono::seconds pause{1};

    std::optional<Time> asked_; // for what has not come
    Time last_;
    std::array<double, 7> ways_{};
    std::size_t heard_ = 0;
};

} // namespace orrery
