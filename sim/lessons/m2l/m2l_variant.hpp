#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace orrery {

template <class Entry>
class Registry;

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

// Seconds of the two steps of a variant that writes what each translation gives and sums it up
// afterwards.
struct M2lSteps {
    double translation, reduction;
};

// One way to do all translations of a problem, with its data where it computes.
class M2lRun {
public:
    virtual ~M2lRun() = default;

    // Does all of them `passes` times, one right after the other; seconds of one, from its first
    // until the local expansions are complete.
    virtual double run(int passes) = 0;
    // All translations, then all sums, each by itself and likewise; nothing where sums are made
    // with the translations.
    virtual std::optional<M2lSteps> run_steps(int passes) = 0;
    // `order` of each cell, after run.
    virtual std::vector<std::complex<float>> locals() = 0;
};

struct M2lVariant {
    const char* id;
    const char* title;
    const char* idea;
    // Multiplications and additions of one translation, as this variant does them; a fused pair is
    // two.
    double (*operations)(int order);
    // Throws failure where there is no GPU for it, and bad_input for an order that it has not been
    // compiled for.
    std::unique_ptr<M2lRun> (*make)(const TranslationProblem& problem);
    // Empty, or why it cannot run here.
    std::string (*unavailable)();
};

// Orders that all variants are compiled for.
std::span<const int> m2l_orders();

std::span<const M2lVariant> m2l_variants();
// Throws bad_input for an id that none has.
const M2lVariant& find_m2l_variant(std::string_view id);

// The variants on GPUs; nothing in a build without CUDA.
void list_m2l_variants_on_gpus(Registry<M2lVariant>& list);

} // namespace orrery
