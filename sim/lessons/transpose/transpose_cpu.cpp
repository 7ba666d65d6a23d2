// cpu.copy, cpu.naive and cpu.blocked: transposes on a processor.
//
// Idea:    a naive loop reads along rows and writes down columns: each entry that it writes lies in
//          a cache line of its own, and with rows of a power of two these lines fall into a few
//          sets of the cache, so that they are gone before their other entries come. Blocked: a
//          block of 32 x 32 entries goes through a small buffer, which the nearest cache holds;
//          lines are read whole and written whole. All cores share the blocks.
// Source:  Lam, Rothberg & Wolf, "The Cache Performance and Optimizations of Blocked Algorithms",
//          ASPLOS 1991 (copying a block, against conflicts).
// Cost:    no operations, 8 bytes an entry. Memory: two values an entry, 4 KB a worker.

#include "sim/lessons/host_copy.hpp"
#include "sim/lessons/transpose/transpose_variant.hpp"

#include "sim/base/registry.hpp"

#include <array>

namespace orrery {
namespace {

class CpuRun : public TransposeRun {
public:
    explicit CpuRun(const TransposeProblem& problem)
        : shape_(problem.shape), from_(problem.matrices), to_(problem.matrices.size()) {}

    double run(int passes) override {
        return seconds_on_host(passes, [&] { transpose(); });
    }
    double copy(int passes) override {
        return seconds_on_host(passes, [&] { copy_all(); });
    }
    std::vector<float> result() override { return to_; }

protected:
    virtual void transpose() = 0;
    void copy_all() { copy_by_all(from_, to_, workers_); }

    TransposeShape shape_;
    std::span<const float> from_;
    std::vector<float> to_;
    Workers workers_{0};
};

class CopyRun final : public CpuRun {
public:
    using CpuRun::CpuRun;

private:
    void transpose() override { copy_all(); }
};

class NaiveRun final : public CpuRun {
public:
    using CpuRun::CpuRun;

private:
    void transpose() override {
        const auto [planes, rows, columns] = shape_;
        for (std::size_t plane = 0; plane < planes; ++plane) {
            const float* const from = from_.data() + plane * rows * columns;
            float* const to = to_.data() + plane * rows * columns;
            for (std::size_t row = 0; row < rows; ++row) {
                for (std::size_t column = 0; column < columns; ++column) {
                    to[column * rows + row] = from[row * columns + column];
                }
            }
        }
    }
};

class BlockedRun final : public CpuRun {
public:
    using CpuRun::CpuRun;

private:
    static constexpr std::size_t side = 32; // of a block: two cache lines

    void transpose() override {
        const std::size_t across = (shape_.columns + side - 1) / side;
        const std::size_t down = (shape_.rows + side - 1) / side;
        constexpr std::size_t grain = 16;
        workers_.for_ranges(
            shape_.planes * down * across, grain, [&](std::size_t first, std::size_t last) {
                for (std::size_t block = first; block < last; ++block) {
                    transpose_block(block / across / down, block / across % down * side,
                                    block % across * side);
                }
            });
    }

    void transpose_block(std::size_t plane, std::size_t first_row, std::size_t first_column) {
        const auto [planes, rows, columns] = shape_;
        const std::size_t height = std::min(side, rows - first_row);
        const std::size_t width = std::min(side, columns - first_column);
        const std::size_t start = plane * rows * columns;
        const float* const from = from_.data() + start + first_row * columns + first_column;
        float* const to = to_.data() + start + first_column * rows + first_row;
        std::array<float, side * side> buffer; // transposed
        for (std::size_t row = 0; row < height; ++row) {
            for (std::size_t column = 0; column < width; ++column) {
                buffer[column * side + row] = from[row * columns + column];
            }
        }
        for (std::size_t column = 0; column < width; ++column) {
            std::copy_n(&buffer[column * side], height, to + column * rows);
        }
    }
};

template <class Run>
std::unique_ptr<TransposeRun> run_of(const TransposeProblem& problem) {
    return std::make_unique<Run>(problem);
}

std::string always() {
    return {};
}

} // namespace

void list_transpose_variants_on_cpus(Registry<TransposeVariant>& list) {
    list.add({"cpu.copy", "Copy", "All cores copy, as a measure", false, run_of<CopyRun>, always});
    list.add({"cpu.naive", "Plain loop", "One thread, read by rows, written by columns", true,
              run_of<NaiveRun>, always});
    list.add({"cpu.blocked", "Blocks", "All cores, blocks through a buffer in the cache", true,
              run_of<BlockedRun>, always});
}

} // namespace orrery
