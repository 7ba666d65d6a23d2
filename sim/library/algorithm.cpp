// Functions of the caller's as rows of the list of algorithms. A row makes its solver by a plain
// function, which can carry nothing along: there are as many of them as there may be rows.

#include "sim/library/translated.hpp"

#include "sim/solvers/typed_solver.hpp"

#include <orrery/algorithm.hpp>

#include <array>
#include <deque>
#include <memory>
#include <utility>

namespace orrery::library {

// Fills the private parts of Targets.
struct TargetsOf {
    template <class Real>
    static Targets<Real> request(const ForceRequest<Real>& asked, std::stop_token stop) {
        Targets<Real> targets;
        targets.count_ = asked.targets.count;
        targets.first_ = asked.targets_at.value_or(0);
        targets.among_sources_ = asked.targets_at.has_value();
        targets.add_ = asked.result.add;
        targets.x_ = asked.targets.x;
        targets.y_ = asked.targets.y;
        targets.z_ = asked.targets.z;
        targets.list_ = asked.list;
        targets.to_x_ = asked.result.x;
        targets.to_y_ = asked.result.y;
        targets.to_z_ = asked.result.z;
        targets.to_potential_ = asked.result.potential;
        targets.stop_ = std::move(stop);
        return targets;
    }
};

namespace {

constexpr std::size_t most_algorithms = 8;

struct OwnAlgorithm {
    AlgorithmFacts facts;
    Pull<float> in_single;
    Pull<double> in_double;
    SolverInfo info;
};

// A deque: the list of algorithms keeps pointers into it.
std::deque<OwnAlgorithm>& own_algorithms() {
    static std::deque<OwnAlgorithm> all;
    return all;
}

template <std::size_t place>
struct Called {
    template <class Real>
    Outcome run(const ForceRequest<Real>& request, Execution& execution) const {
        const OwnAlgorithm& own = own_algorithms()[place];
        const BodiesView<Real>& bodies = request.sources;
        const Sources<Real> sources{bodies.count,
                                    bodies.x,
                                    bodies.y,
                                    bodies.z,
                                    bodies.mass,
                                    static_cast<Real>(request.parameters.gravity),
                                    static_cast<Real>(request.parameters.softening)};
        const Targets<Real> targets = TargetsOf::request(request, execution.stop);
        if constexpr (std::is_same_v<Real, float>) {
            own.in_single(sources, targets);
        } else {
            own.in_double(sources, targets);
        }
        execution.computed(std::size_t{1}, std::size_t{1});
        return execution.stop.stop_requested() ? Outcome::cancelled : Outcome::complete;
    }
};

template <std::size_t place>
std::unique_ptr<Solver> made() {
    return std::make_unique<TypedSolver<Called<place>>>(own_algorithms()[place].info);
}

template <std::size_t... places>
constexpr auto makers(std::index_sequence<places...>) {
    return std::array{made<places>...};
}

} // namespace

void add_algorithm(const AlgorithmFacts& facts, Pull<float> in_single, Pull<double> in_double) {
    translated([&] {
        std::deque<OwnAlgorithm>& all = own_algorithms();
        if (all.size() == most_algorithms) {
            throw failure("there are " + std::to_string(most_algorithms) + " already", facts.id,
                          "");
        }
        OwnAlgorithm& own =
            all.emplace_back(OwnAlgorithm{facts, std::move(in_single), std::move(in_double), {}});
        own.info.id = own.facts.id.c_str();
        own.info.title = own.facts.title.c_str();
        own.info.family = "Own";
        own.info.idea = own.facts.idea.c_str();
        own.info.source = "a program that uses the library";
        own.info.is_direct = facts.is_direct;
        own.info.promised_error_fp32 = facts.promised_error_fp32;
        own.info.promised_error_fp64 = facts.promised_error_fp64;
        constexpr auto every = makers(std::make_index_sequence<most_algorithms>());
        try {
            register_solver({own.info, every[all.size() - 1]});
        } catch (...) {
            all.pop_back();
            throw;
        }
    });
}

} // namespace orrery::library
