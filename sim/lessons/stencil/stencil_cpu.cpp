// cpu.plain and cpu.threads: derivatives as the formula says, and as a processor likes them.
//
// Idea:    Plain: one loop over all points, each with its eight neighbours. Threads: the innermost
//          loop goes along x over rows of eight neighbours, which lie side by side in vector
//          registers; along x itself a row is first copied with its periodic ends, so that
//          nothing in the loop asks where it is. A worker takes a few rows and goes up through the
//          planes: what it read for one plane is still in its cache for the next eight.
// Source:  Harris, "Finite Difference Methods in CUDA C/C++", part 1 (2013); blocking: Rivera &
//          Tseng, "Tiling Optimizations for 3D Scientific Computations", SC 2000.
// Cost:    12 operations and 8 bytes a point. Memory: two values a point.

#include "sim/lessons/host_copy.hpp"
#include "sim/lessons/stencil/stencil_variant.hpp"

namespace orrery {
namespace {

using Weights = std::array<float, stencil_reach>;

// What both have: the field, room for the derivative, and the workers that copy.
class CpuRun : public StencilRun {
public:
    explicit CpuRun(const StencilProblem& problem)
        : field_(problem.field), derivative_(problem.size()), cells_(problem.cells),
          weights_(stencil_weights(problem.cells)) {}

    double run(Axis axis, int passes) override {
        return seconds_on_host(passes, [&] { differentiate(axis); });
    }
    double copy(int passes) override {
        return seconds_on_host(passes, [&] { copy_by_all(field_, derivative_, workers_); });
    }
    std::vector<float> derivative() override { return derivative_; }

protected:
    virtual void differentiate(Axis axis) = 0;

    std::span<const float> field_;
    std::vector<float> derivative_;
    std::size_t cells_;
    Weights weights_;
    Workers workers_{0};
};

class PlainRun final : public CpuRun {
public:
    using CpuRun::CpuRun;

private:
    void differentiate(Axis axis) override {
        const std::size_t n = cells_;
        for (std::size_t z = 0; z < n; ++z) {
            for (std::size_t y = 0; y < n; ++y) {
                for (std::size_t x = 0; x < n; ++x) {
                    float sum = 0;
                    for (std::size_t k = 1; k <= stencil_reach; ++k) {
                        sum += weights_[k - 1] *
                               (value(axis, x, y, z, k) - value(axis, x, y, z, n - k));
                    }
                    derivative_[x + n * (y + n * z)] = sum;
                }
            }
        }
    }

    // The value so many cells further along an axis.
    float value(Axis axis, std::size_t x, std::size_t y, std::size_t z, std::size_t shift) const {
        const std::size_t n = cells_;
        std::size_t& along = axis == Axis::x ? x : axis == Axis::y ? y : z;
        along = along + shift < n ? along + shift : along + shift - n;
        return field_[x + n * (y + n * z)];
    }
};

class ThreadsRun final : public CpuRun {
public:
    using CpuRun::CpuRun;

private:
    static constexpr std::size_t rows = 8, planes = 64; // of a worker's piece

    void differentiate(Axis axis) override {
        const std::size_t n = cells_;
        const std::size_t across = (n + rows - 1) / rows;
        const std::size_t up = (n + planes - 1) / planes;
        workers_.for_ranges(across * up, 1, [&](std::size_t piece, std::size_t) {
            const std::size_t first_y = piece % across * rows;
            const std::size_t first_z = piece / across * planes;
            std::vector<float> padded(n + 2 * stencil_reach);
            for (std::size_t z = first_z; z < std::min(first_z + planes, n); ++z) {
                for (std::size_t y = first_y; y < std::min(first_y + rows, n); ++y) {
                    axis == Axis::x ? along_x(y, z, padded) : between_rows(axis, y, z);
                }
            }
        });
    }

    const float* row(std::size_t y, std::size_t z) const {
        return field_.data() + cells_ * (y + cells_ * z);
    }

    void along_x(std::size_t y, std::size_t z, std::vector<float>& padded) {
        const float* const from = row(y, z);
        std::copy(from + cells_ - stencil_reach, from + cells_, padded.begin());
        std::copy(from, from + cells_, padded.begin() + stencil_reach);
        std::copy(from, from + stencil_reach,
                  padded.begin() + stencil_reach + static_cast<std::ptrdiff_t>(cells_));
        const float* const centre = padded.data() + stencil_reach;
        combine({centre - 4, centre - 3, centre - 2, centre - 1, centre + 1, centre + 2, centre + 3,
                 centre + 4},
                y, z);
    }

    void between_rows(Axis axis, std::size_t y, std::size_t z) {
        const auto shifted = [&](std::size_t shift) { // by less than a side of the cube
            return axis == Axis::y ? row((y + shift) % cells_, z) : row(y, (z + shift) % cells_);
        };
        const std::size_t n = cells_;
        combine({shifted(n - 4), shifted(n - 3), shifted(n - 2), shifted(n - 1), shifted(1),
                 shifted(2), shifted(3), shifted(4)},
                y, z);
    }

    // One row of derivatives from eight rows: those before it, and those behind it.
    void combine(const std::array<const float*, 2 * stencil_reach>& from, std::size_t y,
                 std::size_t z) {
        float* const to = derivative_.data() + cells_ * (y + cells_ * z);
        const auto [m4, m3, m2, m1, p1, p2, p3, p4] = from;
        const auto [w1, w2, w3, w4] = weights_;
        for (std::size_t x = 0; x < cells_; ++x) {
            to[x] = w1 * (p1[x] - m1[x]) + w2 * (p2[x] - m2[x]) + w3 * (p3[x] - m3[x]) +
                    w4 * (p4[x] - m4[x]);
        }
    }
};

template <class Run>
std::unique_ptr<StencilRun> run_of(const StencilProblem& problem) {
    return std::make_unique<Run>(problem);
}

std::string always() {
    return {};
}

} // namespace

StencilVariant stencil_cpu_plain() {
    return {"cpu.plain", "Plain loop", "One thread, a point at a time with its eight neighbours",
            run_of<PlainRun>, always};
}

StencilVariant stencil_cpu_threads() {
    return {"cpu.threads", "All cores", "Rows in vector registers, blocks that stay in the cache",
            run_of<ThreadsRun>, always};
}

} // namespace orrery
