// A simulation that the first of many ranks leads, as a window does: it tells the others what to
// do, and has their bodies brought to be shown.

#include "sim/body_arrays.hpp"
#include "sim/domain/travel.hpp"
#include "sim/mesh/mesh_space.hpp"
#include "sim/simulation/rank_orders.hpp"
#include "sim/simulation/simulation.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

namespace orrery {
namespace {

// Pictures come as often as a screen shows them, unless they would take more than a fifth of the
// time.
constexpr double milliseconds_between_pictures = 15;
constexpr double share_of_pictures = 0.2;

// The places of bodies among others that are in ascending order; those that are not there lack one.
template <class Number>
std::optional<std::size_t> place_among(std::span<const std::size_t> ascending, Number number) {
    const auto found = std::ranges::lower_bound(ascending, number);
    return found != ascending.end() && *found == number
               ? std::optional(static_cast<std::size_t>(found - ascending.begin()))
               : std::nullopt;
}

} // namespace

struct Simulation::ShownBody {
    std::uint64_t place; // among those that are shown
    std::array<float, 3> position, velocity, acceleration;
    float mass, interactions;
};

Simulation::Lead::Lead(const Simulation& simulation, const RankOrder& order) {
    if (simulation.leads() && !simulation.under_order_) {
        told_order(simulation.ranks_, order);
        under_order_ = &simulation.under_order_;
        *under_order_ = true;
    }
}

Simulation::Lead::~Lead() {
    if (under_order_ != nullptr) {
        *under_order_ = false;
    }
}

void Simulation::follow(const std::function<void(const std::exception&)>& complain) {
    for (;;) {
        const RankOrder order = told_order(ranks_, {});
        if (order.kind == RankOrder::Kind::end) {
            return;
        }
        try {
            carry_out(order);
        } catch (const OtherRankFailed&) { // which says why
        } catch (const Error& error) {
            if (error.kind() != ErrorKind::bad_input) { // that was bad for the first one, too
                complain(error);
            }
        } catch (const std::exception& error) {
            complain(error);
        }
    }
}

void Simulation::carry_out(const RankOrder& order) {
    switch (order.kind) {
    case RankOrder::Kind::load:
        load({}, order.settings);
        return;
    case RankOrder::Kind::apply:
        apply(order.settings);
        return;
    case RankOrder::Kind::evaluate:
        evaluate();
        return;
    case RankOrder::Kind::step:
        measure_steps(order.measured);
        step(order.backwards ? TimeDirection::backwards : TimeDirection::forwards);
        return;
    case RankOrder::Kind::conserved:
        conserved();
        return;
    case RankOrder::Kind::force_error:
        force_error(order.samples, order.seed);
        return;
    case RankOrder::Kind::picture:
        bring_picture();
        return;
    case RankOrder::Kind::work:
        rank_work();
        return;
    case RankOrder::Kind::snapshot:
        snapshot();
        return;
    case RankOrder::Kind::end:
        return;
    }
}

bool Simulation::picture_due(bool resting) const {
    if (!leads() || pictured_ == states_) {
        return false;
    }
    const double wait =
        std::max(milliseconds_between_pictures, picture_milliseconds_ / share_of_pictures);
    return resting || milliseconds_since(pictured_at_) >= wait;
}

std::vector<Simulation::ShownBody> Simulation::own_shown_bodies() const {
    const BodyValues own =
        state_
            ->begin_reading(
                {.position = true, .velocity = true, .mass = true, .acceleration = true})
            ->finish();
    std::vector<float> counts;
    if (wants_interactions()) {
        std::vector<float> written(4 * own.mass.size());
        state_->write({written.data(), own.mass.size()}, BodyScalar::interactions, {});
        for (std::size_t i = 3; i < written.size(); i += 4) {
            counts.push_back(written[i]);
        }
    }
    const auto at = [](const VectorArray<double>& of, std::size_t i) {
        return std::array{static_cast<float>(of.x[i]), static_cast<float>(of.y[i]),
                          static_cast<float>(of.z[i])};
    };
    // Those that are shown pull as all do.
    const double stands_for = static_cast<double>(share_.all) / static_cast<double>(shown_count());
    std::vector<ShownBody> bodies;
    for (std::size_t i = 0; i < own.mass.size(); ++i) {
        const auto place = share_.shown.empty()
                               ? std::optional<std::size_t>(share_.numbers[i])
                               : place_among<std::uint64_t>(share_.shown, share_.numbers[i]);
        if (place) {
            bodies.push_back({*place, at(own.position, i), at(own.velocity, i),
                              at(own.acceleration, i), static_cast<float>(stands_for * own.mass[i]),
                              counts.empty() ? 0 : counts[i]});
        }
    }
    return bodies;
}

Simulation::Shown
Simulation::gathered_picture(std::span<const std::vector<ShownBody>> of_ranks) const {
    const std::size_t count = shown_count();
    GatheredBodies all{.bodies = Bodies<float>(count),
                       .acceleration = VectorArray<float>(count),
                       .interactions = HostArray<float>(wants_interactions() ? count : 0),
                       .domains = HostArray<float>(count)};
    const auto put = [](VectorArray<float>& to, std::size_t i, const std::array<float, 3>& value) {
        to.x[i] = value[0];
        to.y[i] = value[1];
        to.z[i] = value[2];
    };
    for (std::size_t rank = 0; rank < of_ranks.size(); ++rank) {
        for (const ShownBody& body : of_ranks[rank]) {
            put(all.bodies.position, body.place, body.position);
            put(all.bodies.velocity, body.place, body.velocity);
            put(all.acceleration, body.place, body.acceleration);
            all.bodies.mass[body.place] = body.mass;
            all.domains[body.place] = static_cast<float>(rank);
            if (!all.interactions.empty()) {
                all.interactions[body.place] = body.interactions;
            }
        }
    }
    return {make_host_image(std::move(all)), time_, picture_.system};
}

void Simulation::bring_picture() {
    if (calls_ != RankCalls::by_first) {
        return;
    }
    const Lead lead(*this, {.kind = RankOrder::Kind::picture});
    const Clock::time_point start = Clock::now();
    std::vector<std::vector<ShownBody>> sent(ranks_.size());
    on_all(ranks_, [&] { sent.front() = own_shown_bodies(); });
    const auto found = exchanged(ranks_, sent);
    if (!leads()) {
        return;
    }
    Shown next = gathered_picture(found);
    if (system_ != pictured_system_) {
        System shown = *system_;
        if (!share_.shown.empty()) {
            keep_bodies(shown, share_.shown);
        }
        next.system = std::make_shared<const System>(std::move(shown));
        pictured_system_ = system_;
    }
    {
        const std::lock_guard lock(mutex_);
        picture_ = std::move(next);
        ++version_;
    }
    pictured_ = states_;
    picture_milliseconds_ = milliseconds_since(start);
    pictured_at_ = Clock::now();
}

// Each rank sums over its own bodies for all targets, its own or those of others, which have no
// mass here.
std::optional<ForceError> Simulation::force_error_of_ranks(std::size_t samples, std::uint64_t seed,
                                                           const std::stop_token& stop) {
    const Lead lead(*this,
                    {.kind = RankOrder::Kind::force_error, .samples = samples, .seed = seed});
    if (!forces_known() && evaluate(stop) == Outcome::cancelled) {
        return std::nullopt;
    }
    const BodyValues own =
        state_
            ->begin_reading(
                {.position = true, .velocity = true, .mass = true, .acceleration = true})
            ->finish();
    std::vector<std::size_t> targets = sample_bodies(share_.all, samples, seed);
    std::ranges::sort(targets);
    const std::size_t count = targets.size(), here = own.mass.size();
    std::vector<std::optional<std::size_t>> mine(count); // where they are among the own ones
    std::vector<double> places(3 * count), found(3 * count);
    for (std::size_t i = 0; i < here; ++i) {
        if (const auto k = place_among<std::uint64_t>(targets, share_.numbers[i])) {
            mine[*k] = i;
            const auto take = [&](std::vector<double>& to, const VectorArray<double>& from) {
                to[3 * *k] = from.x[i];
                to[3 * *k + 1] = from.y[i];
                to[3 * *k + 2] = from.z[i];
            };
            take(places, own.position);
            take(found, own.acceleration);
        }
    }
    ranks_.all_reduce(places, Reduction::sum);
    ranks_.all_reduce(found, Reduction::sum);
    Bodies<double> bodies(here + count);
    const auto copy = [&](const HostArray<double>& from, HostArray<double>& to) {
        std::copy(from.begin(), from.end(), to.begin());
    };
    copy(own.position.x, bodies.position.x);
    copy(own.position.y, bodies.position.y);
    copy(own.position.z, bodies.position.z);
    copy(own.mass, bodies.mass);
    std::vector<std::size_t> at(count);
    for (std::size_t k = 0; k < count; ++k) {
        at[k] = mine[k].value_or(here + k);
        bodies.position.x[here + k] = places[3 * k];
        bodies.position.y[here + k] = places[3 * k + 1];
        bodies.position.z[here + k] = places[3 * k + 2];
        bodies.mass[here + k] = 0;
    }
    ReferenceForces truth;
    const bool complete = agreed_on(ranks_, [&] {
        truth = reference_forces(view(bodies), at, forces_.gravity, forces_.softening, *workers_,
                                 stop, Precision::fp64, forces_.box);
        return truth.outcome == Outcome::complete;
    });
    if (!complete) {
        return std::nullopt;
    }
    std::vector<double> sums(3 * count);
    for (std::size_t k = 0; k < count; ++k) {
        const Vector3& part = truth.acceleration[k];
        sums[3 * k] = part.x;
        sums[3 * k + 1] = part.y;
        sums[3 * k + 2] = part.z;
    }
    ranks_.all_reduce(sums, Reduction::sum);
    const auto vectors = [&](const std::vector<double>& numbers) {
        std::vector<Vector3> all(count);
        for (std::size_t k = 0; k < count; ++k) {
            all[k] = {numbers[3 * k], numbers[3 * k + 1], numbers[3 * k + 2]};
        }
        return all;
    };
    ForceError error = orrery::force_error(vectors(found), vectors(sums), forces_.box);
    MeshBounds bounds = mesh_bounds(view(bodies), false, *workers_);
    std::array edges{-bounds.low.x, -bounds.low.y, -bounds.low.z,
                     bounds.high.x, bounds.high.y, bounds.high.z};
    ranks_.all_reduce(edges, Reduction::greatest);
    bounds.low = {-edges[0], -edges[1], -edges[2]};
    bounds.high = {edges[3], edges[4], edges[5]};
    const double least = least_promised_softening(solver_->info(), forces_, bounds, share_.all);
    error.promised_from = forces_.softening < least ? least : 0;
    return error;
}

} // namespace orrery
