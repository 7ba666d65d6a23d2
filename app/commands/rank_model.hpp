#pragma once

#include "sim/simulation/settings.hpp"
#include "sim/system.hpp"

#include <cstddef>
#include <stop_token>
#include <string>
#include <vector>

namespace orrery {

// A step of a system that was really parted among so many ranks: threads of this process, each with
// its share, which send what processes would. The busiest rank's, and the mean of the terms; of
// some steps, so that bodies that go to other ranks are counted.
struct MeasuredParting {
    std::size_t ranks = 0;
    std::size_t bodies = 0; // of all ranks
    double bytes = 0, messages = 0;
    double terms = 0;
    double imbalance = 1;
};
MeasuredParting measured_parting(const System& system, const Settings& settings, std::size_t ranks);

// About the bytes that a rank sends in an evaluation because all tell each other their trees' tops;
// so many bodies each.
double bytes_of_tops(double bodies_of_rank, std::size_t ranks, Precision precision);

// What partings say of others: beside the tops, bytes = a (bodies a rank)^x (log2 ranks)^y, and the
// terms of a body grow with the logarithm of the bodies.
//
// Idea:   what a rank must know of others grows like the surface of its domain, and with every
//         larger shell of far ranks about it: fitted by least squares to the logarithms.
struct RankModel {
    double factor = 0, of_bodies = 0, of_doublings = 0;
    double terms = 0, terms_by_log = 0;        // of a body, among 1 body and per doubling
    double imbalance = 1;                      // the worst that was measured
    double messages = 0, messages_by_rank = 0; // of a step, and for each other rank
    double worst_misfit = 1; // of bytes measured over modelled, or the other way round
    Precision precision = Precision::fp32;

    double bytes(double bodies, double ranks) const;
    double terms_of_body(double bodies) const;
};
RankModel fitted_model(const std::vector<MeasuredParting>& measured, Precision precision);

// The machine that a step is foretold for.
struct ModelledMachine {
    double terms_per_second = 1e9; // of one rank
    double latency = 2e-6;         // seconds of a message
    double bandwidth = 10e9;       // bytes a second of a rank
};

struct ModelledStep {
    double bodies = 0, ranks = 1;
    double bytes = 0, messages = 0;       // of a rank
    double computing = 0, travelling = 0; // seconds
    double seconds() const { return computing + travelling; }
    double efficiency = 1; // of one rank's time with the same bodies, over ranks times this
};
// Travel is not hidden behind the walk, as it is not.
ModelledStep modelled_step(const RankModel& model, const ModelledMachine& machine, double bodies,
                           double ranks);

} // namespace orrery
