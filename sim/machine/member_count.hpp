#pragma once

#include <cstddef>
#include <limits>

namespace orrery {

// How many GPUs, or processes, of a group share the work of a system, as it is measured: of few
// bodies or cells sharing costs more than it saves. All at first; then half of them, and so on for
// as long as that is faster, and not for long where it is far slower. Anew when the system has
// become another.
class MemberCount {
public:
    explicit MemberCount(std::size_t members)
        : members_(members), tried_(members), more_(members) {}

    // For the next evaluation.
    std::size_t count() const { return tried_; }
    // How long an evaluation for so many bodies, or cells, took with as many.
    void learn(std::size_t size, double milliseconds);

    // Evaluations of a number that are not counted, as shares find their balance, and that are. So
    // many in a row that are far slower suffice, behind the first ones, which make room, too.
    static constexpr int settling = 6, counted = 4, first_ones = 2, far_slower = 2;

private:
    static constexpr double none = std::numeric_limits<double>::infinity();

    std::size_t members_;
    std::size_t tried_, more_; // now, and before
    double with_more_ = none;  // the shortest time of these
    double shortest_ = none;   // of those tried now
    int evaluations_ = 0;      // of those
    int slow_in_a_row_ = 0;
    bool decided_ = false;
    std::size_t size_ = 0;
};

} // namespace orrery
