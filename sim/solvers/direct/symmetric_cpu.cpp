// Direct summation that computes each pair once and uses it twice: f_ji = -f_ij.
//
// Idea:    the bodies are cut into blocks. A pair of blocks is one task: its targets sit in
//          registers, its sources' accelerations are loaded, pulled the other way and stored. The
//          tasks are played like a tournament, in rounds in which every block appears once, so
//          tasks of a round never write to the same bodies: no locks, no atomics, no copies of the
//          result per thread.
// Source:  the "open question" of Wilt, "The CUDA Handbook" (2013), chapter 14; the schedule is the
//          circle method for round-robin tournaments (Kirkman 1850).
// Cost:    N^2/2 pairs of 19 vector instructions in float with AVX-512, against 15 for each of N^2
//          interactions; N/B rounds with a barrier each, B bodies a block.
// Memory:  none beyond the bodies.
// Targets: pairs serve both their bodies only where all bodies pull on each other. A range or a
// list
//          of targets, others, and results that are to be added to are summed one-sidedly, as by
//          cpu.simd_threads.
// Order:   fixed by the rounds, so the result does not depend on the number of threads.

#include "sim/solvers/direct/simd_kernels.hpp"
#include "sim/solvers/typed_solver.hpp"

#include <algorithm>

namespace orrery {
namespace {

// Enough blocks to share out among many threads, long enough to be worth a task.
std::size_t block_length(std::size_t count) {
    return std::clamp<std::size_t>(whole_lines(count / 32), 64, max_mutual_bodies);
}

struct BlockPair {
    std::size_t a, b;
};

// The pair at `table` in round `round` of a tournament of an even number of `players`: player 0
// stays, the others move one seat round the table.
BlockPair circle_pair(std::size_t players, std::size_t round, std::size_t table) {
    const std::size_t moving = players - 1;
    if (table == 0) {
        return {0, 1 + round % moving};
    }
    const std::size_t one = 1 + (round + table) % moving;
    const std::size_t other = 1 + (round + moving - table) % moving;
    return {std::min(one, other), std::max(one, other)};
}

template <class Real>
class SymmetricSum {
public:
    SymmetricSum(const SimdKernels<Real>& kernels, const ForceRequest<Real>& request,
                 Execution& execution)
        : kernels_(kernels), bodies_(request.sources),
          law_(request.parameters.softening, request.parameters.gravity), result_(request.result),
          execution_(execution), length_(block_length(bodies_.count)),
          blocks_((bodies_.count + length_ - 1) / length_) {}

    Outcome run() {
        each(blocks_, [this](std::size_t block) {
            clear(result_, range(block).first, range(block).last);
            const auto [first, last] = range(block);
            kernels_.pull({bodies_.part(first, last), first}, bodies_, range(block), law_,
                          result_.from(first));
        });
        // An odd number of blocks plays with an empty seat: whoever meets it rests.
        const std::size_t players = blocks_ + blocks_ % 2;
        for (std::size_t round = 0; round + 1 < players && !cancelled(); ++round) {
            each(players / 2, [&](std::size_t table) {
                const BlockPair pair = circle_pair(players, round, table);
                if (pair.b < blocks_) {
                    kernels_.mutual(bodies_, range(pair.a), range(pair.b), law_, result_);
                }
                execution_.computed(std::size_t{1}, players / 2 * (players - 1));
            });
        }
        each(blocks_, [this](std::size_t block) {
            scale(result_, range(block).first, range(block).last, law_.gravity);
        });
        return cancelled() ? Outcome::cancelled : Outcome::complete;
    }

private:
    bool cancelled() const { return execution_.stop.stop_requested(); }

    // Runs tasks 0 … count-1 on all workers, or skips what is left once asked to stop.
    template <class Task>
    void each(std::size_t count, const Task& task) {
        execution_.workers.for_ranges(count, 1, [&](std::size_t index, std::size_t) {
            if (!cancelled()) {
                task(index);
            }
        });
    }

    BodyRange range(std::size_t block) const {
        return {block * length_, std::min((block + 1) * length_, bodies_.count)};
    }

    const SimdKernels<Real>& kernels_;
    const BodiesView<Real>& bodies_;
    PairLaw<Real> law_;
    const AccelerationsView<Real>& result_;
    Execution& execution_;
    std::size_t length_; // of a block
    std::size_t blocks_;
};

class Symmetric {
public:
    static const SolverInfo info;

    template <class Real>
    Outcome run(const ForceRequest<Real>& request, Execution& execution) {
        const auto timer = timed("forces", execution.timings);
        const InstructionSet& set = chosen_instruction_set(info, request.parameters);
        const SimdKernels<Real>& kernels = set.kernels.in<Real>();
        if (!request.mutual() || request.result.add) {
            return sum_one_sided(kernels, request, execution, true);
        }
        return SymmetricSum<Real>(kernels, request, execution).run();
    }
};

const SolverInfo Symmetric::info{
    .id = "cpu.symmetric",
    .title = "Each pair once",
    .family = "CPU direct",
    .idea = "Newton's third law halves the pairs; a tournament of blocks keeps threads apart.",
    .source = "open question of Wilt, The CUDA Handbook (2013), ch. 14",
    .complexity = "N^2 / 2",
    .conserves_momentum = true,
    .multithreaded = true,
    .bytes_per_interaction = 40.0 / 1024, // two blocks and their sums, for all their pairs
    .options = {instruction_set_option()},
};

} // namespace

SolverEntry symmetric_solver() {
    return typed_entry<Symmetric>();
}

} // namespace orrery
