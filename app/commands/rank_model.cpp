#include "app/commands/rank_model.hpp"

#include "sim/base/error.hpp"
#include "sim/domain/tree_exchange.hpp"
#include "sim/simulation/simulation.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <thread>

namespace orrery {
namespace {

// The least squares of y = c0 + c1 u + c2 v, by the normal equations.
std::array<double, 3> plane_through(const std::vector<std::array<double, 3>>& points) {
    std::array<std::array<double, 4>, 3> rows{};
    for (const auto& [u, v, y] : points) {
        const std::array<double, 4> terms{1, u, v, y};
        for (std::size_t i = 0; i < 3; ++i) {
            for (std::size_t j = 0; j < 4; ++j) {
                rows[i][j] += terms[i] * terms[j];
            }
        }
    }
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t k = 0; k < 3; ++k) {
            if (k == i || rows[i][i] == 0) {
                continue;
            }
            const double part = rows[k][i] / rows[i][i];
            for (std::size_t j = 0; j < 4; ++j) {
                rows[k][j] -= part * rows[i][j];
            }
        }
    }
    std::array<double, 3> solution{};
    for (std::size_t i = 0; i < 3; ++i) {
        solution[i] = rows[i][i] == 0 ? 0 : rows[i][3] / rows[i][i];
    }
    return solution;
}

double real(std::size_t count) {
    return static_cast<double>(count);
}

} // namespace

MeasuredParting measured_parting(const System& system, const Settings& settings,
                                 std::size_t ranks) {
    constexpr int steps = 4; // twice what domains serve for
    ThreadRanks all(ranks);
    std::vector<RankWork> before, after;
    double imbalance_then = 1;
    std::vector<std::exception_ptr> errors(ranks);
    const auto measure = [&](std::size_t rank) {
        Simulation simulation(Workers::Priority::normal, all.of(rank));
        simulation.load(system, settings);
        simulation.step(); // cuts by counts, then by work
        simulation.step();
        const std::vector<RankWork> first = simulation.rank_work();
        for (int step = 0; step < steps; ++step) {
            simulation.step();
        }
        const std::vector<RankWork> last = simulation.rank_work();
        if (rank == 0) {
            before = first;
            after = last;
            imbalance_then = imbalance(last);
        }
    };
    {
        std::vector<std::jthread> threads;
        for (std::size_t k = 0; k < ranks; ++k) {
            threads.emplace_back([&, k] {
                try {
                    measure(k);
                } catch (...) {
                    errors[k] = std::current_exception();
                }
            });
        }
    }
    for (const std::exception_ptr& error : errors) {
        if (error != nullptr) {
            std::rethrow_exception(error);
        }
    }
    MeasuredParting found{ranks, system.bodies.size()};
    for (std::size_t k = 0; k < ranks; ++k) {
        const Traffic &then = before[k].traffic, &now = after[k].traffic;
        found.bytes = std::max(found.bytes, static_cast<double>(now.bytes - then.bytes) / steps);
        found.messages =
            std::max(found.messages, static_cast<double>(now.messages - then.messages) / steps);
        found.terms += after[k].work / real(ranks);
    }
    found.imbalance = imbalance_then;
    return found;
}

double bytes_of_tops(double bodies_of_rank, std::size_t ranks, Precision precision) {
    constexpr double inner = 8.0 / 7; // nodes of an octree for each of its lowest
    constexpr double halves = 2.5;    // lowest ones for each that would be full
    const double full = std::min(real(top_nodes(ranks)), bodies_of_rank / bodies_together);
    const double node =
        precision == Precision::fp32 ? sizeof(EssentialNode<float>) : sizeof(EssentialNode<double>);
    const double demand = precision == Precision::fp32 ? 40 : 72;
    return inner * halves * full * (node + demand) * real(ranks - 1);
}

double RankModel::bytes(double bodies, double ranks) const {
    if (ranks <= 1) {
        return 0;
    }
    return bytes_of_tops(bodies / ranks, static_cast<std::size_t>(ranks), precision) +
           factor * std::pow(bodies / ranks, of_bodies) * std::pow(std::log2(ranks), of_doublings);
}

double RankModel::terms_of_body(double bodies) const {
    return std::max(1.0, terms + terms_by_log * std::log2(bodies));
}

RankModel fitted_model(const std::vector<MeasuredParting>& measured, Precision precision) {
    RankModel model;
    model.precision = precision;
    std::vector<std::array<double, 3>> bytes, terms, messages;
    for (const MeasuredParting& one : measured) {
        const double share = real(one.bodies) / real(one.ranks);
        terms.push_back(
            {std::log2(real(one.bodies)), 0, one.terms * real(one.ranks) / real(one.bodies)});
        model.imbalance = std::max(model.imbalance, one.imbalance);
        if (one.ranks > 1) {
            const double beside = one.bytes - bytes_of_tops(share, one.ranks, precision);
            bytes.push_back({std::log(share), std::log(std::log2(real(one.ranks))),
                             std::log(std::max(beside, 1.0))});
            messages.push_back({real(one.ranks - 1), 0, one.messages});
        }
    }
    const auto [constant, of_bodies, of_doublings] = plane_through(bytes);
    model.factor = std::exp(constant);
    model.of_bodies = of_bodies;
    model.of_doublings = of_doublings;
    const auto [alone, by_log, none] = plane_through(terms);
    model.terms = alone;
    model.terms_by_log = by_log;
    const auto [of_a_step, of_a_rank, neither] = plane_through(messages);
    model.messages = of_a_step;
    model.messages_by_rank = of_a_rank;
    for (const MeasuredParting& one : measured) {
        if (one.ranks > 1) {
            const double ratio = one.bytes / model.bytes(real(one.bodies), real(one.ranks));
            model.worst_misfit = std::max({model.worst_misfit, ratio, 1 / ratio});
        }
    }
    return model;
}

ModelledStep modelled_step(const RankModel& model, const ModelledMachine& machine, double bodies,
                           double ranks) {
    ModelledStep step{bodies, ranks};
    const double all = bodies * model.terms_of_body(bodies) / machine.terms_per_second;
    step.bytes = model.bytes(bodies, ranks);
    step.messages = ranks > 1 ? model.messages + model.messages_by_rank * (ranks - 1) : 0;
    step.computing = all / ranks * (ranks > 1 ? model.imbalance : 1);
    step.travelling = step.bytes / machine.bandwidth + step.messages * machine.latency;
    step.efficiency = all / (ranks * step.seconds());
    return step;
}

} // namespace orrery
