#pragma once

#include "sim/lessons/m2l/translation_problem.hpp"

#include <memory>
#include <optional>
#include <span>
#include <string>

namespace orrery {

template <class Entry>
class Registry;

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
