// The same number for the same halo, while it grows and meets others.
//
// Idea:    its bodies vote by the haloes that they were in. The heaviest chooses first, so what two
//          haloes merge to has the number that most of its bodies bring along.
// Cost:    a pass over the members; four bytes for each body.

#include "sim/structure/halo_numbers.hpp"

#include <algorithm>
#include <span>
#include <utility>

namespace orrery {
namespace {

// The number that most of the votes name and that is free; 0: there is none.
std::uint32_t elected(std::vector<std::uint32_t>& votes, const std::vector<bool>& taken) {
    std::ranges::sort(votes);
    std::uint32_t best = 0;
    std::ptrdiff_t most = 0;
    for (auto run = votes.begin(); run != votes.end();) {
        const auto end = std::upper_bound(run, votes.end(), *run);
        if (end - run > most && !taken[*run]) {
            most = end - run;
            best = *run;
        }
        run = end;
    }
    return best;
}

} // namespace

std::vector<std::uint32_t> HaloNumbers::of(const HaloList& list, std::size_t bodies) {
    if (of_body_.size() != bodies || list.haloes.empty()) {
        *this = {}; // also where time has gone back to before there were any
    }
    std::vector<std::uint32_t> numbers(list.haloes.size());
    std::vector<std::uint32_t> of_body(bodies);
    std::vector<bool> taken(given_ + 1U);
    for (std::size_t h = 0; h < numbers.size(); ++h) {
        const std::span<const std::uint32_t> members = list.groups.members_of(h);
        std::vector<std::uint32_t> votes;
        for (const std::uint32_t body : members) {
            if (!of_body_.empty() && of_body_[body] != 0) {
                votes.push_back(of_body_[body]);
            }
        }
        numbers[h] = elected(votes, taken);
        if (numbers[h] == 0) {
            numbers[h] = ++given_;
            taken.push_back(true);
        }
        taken[numbers[h]] = true;
        for (const std::uint32_t body : members) {
            of_body[body] = numbers[h];
        }
    }
    of_body_ = std::move(of_body);
    return numbers;
}

} // namespace orrery
