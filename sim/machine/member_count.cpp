#include "sim/machine/member_count.hpp"

#include <algorithm>

namespace orrery {
namespace {

// A system is another one if it is so many times as large, or as small.
constexpr double another = 1.5;
// Fewer have to be faster by more than times differ by chance.
constexpr double clearly = 0.95;
// Other shares do not help where fewer take so many times as long.
constexpr double hopeless = 1.25;

bool is_another(std::size_t a, std::size_t b) {
    const auto [less, more] = std::minmax(a, b);
    return static_cast<double>(more) > another * static_cast<double>(less);
}

} // namespace

void MemberCount::learn(std::size_t size, double milliseconds) {
    if (is_another(size, size_)) {
        *this = MemberCount(members_);
        size_ = size;
    }
    if (decided_) {
        return;
    }
    const bool slow = ++evaluations_ > first_ones && milliseconds > hopeless * with_more_;
    slow_in_a_row_ = slow ? slow_in_a_row_ + 1 : 0;
    if (slow_in_a_row_ == far_slower) {
        tried_ = more_;
        decided_ = true;
        return;
    }
    if (evaluations_ <= settling) {
        return;
    }
    shortest_ = std::min(shortest_, milliseconds);
    if (evaluations_ < settling + counted) {
        return;
    }
    evaluations_ = 0;
    if (shortest_ > clearly * with_more_) {
        tried_ = more_;
        decided_ = true;
        return;
    }
    decided_ = tried_ == 1;
    more_ = tried_;
    tried_ = (tried_ + 1) / 2;
    with_more_ = shortest_;
    shortest_ = none;
}

} // namespace orrery
