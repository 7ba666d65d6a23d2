#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace orrery {

// The heart of a fast multipole method on its own, as a lesson: multipole expansions of many cells
// are turned into local expansions of others (M2L). Two-dimensional, where an expansion is a
// polynomial in a complex number. About a source cell's centre s and a target cell's centre t,
//
//     sum over k of m_k / (z - s)^(k+1)   near t is   sum over n of l_n (z - t)^n,
//     l_n = sum over k of (-1)^n C(n+k, k) d^-(n+k+1) m_k,   d = t - s,   n, k < order
//
// Source: Cruz, Layton & Barba, "How to obtain efficient GPU kernels: an illustration using FMM and
//         FGT algorithms", Comput. Phys. Commun. 182 (2011), section 4.
struct TranslationProblem {
    // Sources of each target cell: the children of its parent's neighbours that do not touch it. In
    // a square without edges these are 27 for every cell.
    static constexpr std::size_t sources_of_cell = 27;

    int order = 0;
    std::size_t cells = 0;
    std::vector<std::uint32_t> sources;          // 27 of each cell, one cell after the other
    std::vector<std::complex<float>> distance;   // d of each, in sides of a cell
    std::vector<std::complex<float>> multipoles; // `order` of each cell

    std::size_t translations() const { return sources.size(); }
};

// All cells of a quadtree from its second level to `deepest` (3: 80 cells, 2,160 translations; 8:
// 2,359,152), with multipoles of bodies strewn over each cell. The same ones for the same order.
TranslationProblem make_translation_problem(int order, int deepest);

// l_0 ... of one cell by the definition, in double.
std::vector<std::complex<double>> local_expansion(const TranslationProblem& problem,
                                                  std::size_t cell);

} // namespace orrery
