// Compiles the SIMD loops once for every instruction set and lists those that run on this
// processor.

#include "sim/solvers/direct/simd_targets.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sim/solvers/direct/simd_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "sim/solvers/direct/simd_kernels.hpp"

#include <numbers>

// In this order: each uses those before it. They have no include guards, because each belongs into
// every instruction set's namespace.
// clang-format off
#include "sim/solvers/direct/simd_root_inl.hpp"
#include "sim/solvers/direct/simd_pair_inl.hpp"
#include "sim/solvers/direct/simd_pull_inl.hpp"
#include "sim/solvers/direct/simd_mutual_inl.hpp"
#include "sim/solvers/tree/simd_m2p_inl.hpp"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace orrery::HWY_NAMESPACE {

// In simd_box_kernels.cpp.
template <class Real>
void pull_in_box(const PulledInBox<Real>& pulled, const BoxBodiesView<Real>& bodies,
                 BodyRange sources, const BoxLaw<Real>& law, const AccelerationsView<Real>& result);

template <class Real>
SimdKernels<Real> kernels() {
    constexpr std::size_t vectors_in_tile = 256;
    return {pull<Real>, pull_in_box<Real>, mutual<Real>, m2p<Real>,
            vectors_in_tile * hn::Lanes(hn::ScalableTag<Real>())};
}

} // namespace orrery::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include <cstdint>
#include <vector>

namespace orrery {
namespace {

struct Compiled {
    std::int64_t target;
    InstructionSet set;
};

// From the widest vectors down.
std::vector<Compiled> compiled() {
    return {
#if HWY_TARGETS & HWY_AVX3
        {HWY_AVX3, {"AVX-512", {N_AVX3::kernels<float>(), N_AVX3::kernels<double>()}}},
#endif
#if HWY_TARGETS & HWY_AVX2
            {HWY_AVX2, {"AVX2", {N_AVX2::kernels<float>(), N_AVX2::kernels<double>()}}},
#endif
#if HWY_TARGETS & HWY_SSE4
            {HWY_SSE4, {"SSE4", {N_SSE4::kernels<float>(), N_SSE4::kernels<double>()}}},
#endif
#if HWY_TARGETS & HWY_NEON
            {HWY_NEON, {"NEON", {N_NEON::kernels<float>(), N_NEON::kernels<double>()}}},
#endif
            // The baseline of all processors of this kind; this file's last pass.
            {HWY_STATIC_TARGET,
             {"baseline", {HWY_NAMESPACE::kernels<float>(), HWY_NAMESPACE::kernels<double>()}}},
    };
}

bool runs_here(const Compiled& candidate) {
    return (candidate.target & (hwy::SupportedTargets() | HWY_STATIC_TARGET)) != 0;
}

std::vector<InstructionSet> available() {
    std::vector<InstructionSet> sets;
    std::int64_t listed = 0;
    for (const Compiled& candidate : compiled()) {
        if (runs_here(candidate) && (candidate.target & listed) == 0) {
            sets.push_back(candidate.set);
            listed |= candidate.target;
        }
    }
    return sets;
}

} // namespace

std::span<const InstructionSet> instruction_sets() {
    static const std::vector<InstructionSet> sets = available();
    return sets;
}

SolverOption instruction_set_option() {
    SolverOption option{.id = "isa",
                        .title = "Instruction set",
                        .tooltip =
                            "The widest vectors this processor has, or narrower ones to compare",
                        .minimum = 0,
                        .maximum = static_cast<double>(instruction_sets().size()),
                        .default_value = 0,
                        .choices = {"best"}};
    for (const InstructionSet& set : instruction_sets()) {
        option.choices.emplace_back(set.name);
    }
    for (const Compiled& candidate : compiled()) {
        if (!runs_here(candidate)) {
            option.unavailable_choices.emplace(candidate.set.name,
                                               "this processor does not have these instructions");
        }
    }
    return option;
}

const InstructionSet& chosen_instruction_set(const SolverInfo& info,
                                             const ForceParameters& parameters) {
    constexpr std::size_t isa = 0; // the first option of those who have it
    const std::size_t choice = parameters.options.choice(info, isa);
    const auto sets = instruction_sets();
    return choice == 0 ? sets.front() : sets[choice - 1];
}

} // namespace orrery

#endif // HWY_ONCE
