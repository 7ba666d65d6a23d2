// The problem, and its variants in the order in which the lesson tells them.

#include "sim/lessons/m2l/m2l_variant.hpp"

#include "sim/base/registry.hpp"

#include <array>
#include <random>

namespace orrery {

M2lVariant m2l_cpu();
namespace {

constexpr int first_level = 2; // coarser ones have no cells that do not touch
constexpr int bodies_of_cell = 4;

// A level of cells in a square whose opposite edges meet.
struct Level {
    std::size_t first; // of its cells among all
    int side;          // cells in a row
    std::uint32_t cell(int column, int row) const {
        const int wrapped = (column + side) % side + (row + side) % side * side;
        return static_cast<std::uint32_t>(first) + static_cast<std::uint32_t>(wrapped);
    }
};

bool touches(int columns, int rows) {
    return columns >= -1 && columns <= 1 && rows >= -1 && rows <= 1;
}

void add_sources(TranslationProblem& problem, const Level& level, int column, int row) {
    // The parent's neighbourhood: six cells wide, beginning at an even one.
    const int left = column / 2 * 2 - 2;
    const int low = row / 2 * 2 - 2;
    for (int there = low; there < low + 6; ++there) {
        for (int across = left; across < left + 6; ++across) {
            if (touches(across - column, there - row)) {
                continue;
            }
            problem.sources.push_back(level.cell(across, there));
            problem.distance.emplace_back(static_cast<float>(column - across),
                                          static_cast<float>(row - there));
        }
    }
}

// m_k: the sum over a cell's bodies of mass (z - s)^k.
void add_multipoles(TranslationProblem& problem, std::mt19937& random) {
    std::uniform_real_distribution<double> place(-0.5, 0.5);
    std::vector<std::complex<double>> sums(static_cast<std::size_t>(problem.order));
    for (int body = 0; body < bodies_of_cell; ++body) {
        const double x = place(random);
        const std::complex<double> z(x, place(random));
        std::complex<double> power = 1.0 / bodies_of_cell;
        for (std::complex<double>& sum : sums) {
            sum += power;
            power *= z;
        }
    }
    for (const std::complex<double>& sum : sums) {
        problem.multipoles.emplace_back(sum);
    }
}

Registry<M2lVariant>& m2l_registry() {
    static Registry<M2lVariant> list(
        {"way to translate", "orrery help bench-m2l",
         [](const M2lVariant& variant) { return std::string_view(variant.id); },
         [](Registry<M2lVariant>& to) {
             to.add(m2l_cpu());
             list_m2l_variants_on_gpus(to);
         }});
    return list;
}

} // namespace

std::span<const int> m2l_orders() {
    static constexpr std::array orders{8, 12, 16};
    return orders;
}

std::span<const M2lVariant> m2l_variants() {
    return m2l_registry().all();
}

const M2lVariant& find_m2l_variant(std::string_view id) {
    return m2l_registry().find(id);
}

TranslationProblem make_translation_problem(int order, int deepest) {
    TranslationProblem problem;
    problem.order = order;
    std::mt19937 random(1);
    for (int depth = first_level; depth <= deepest; ++depth) {
        const Level level{problem.cells, 1 << depth};
        for (int row = 0; row < level.side; ++row) {
            for (int column = 0; column < level.side; ++column) {
                add_sources(problem, level, column, row);
                add_multipoles(problem, random);
                ++problem.cells;
            }
        }
    }
    return problem;
}

} // namespace orrery
