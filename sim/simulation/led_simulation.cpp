// A simulation that the first of many ranks leads, as a window does: it tells the others what to
// do, and has their bodies brought to be shown.

#include "sim/body_arrays.hpp"
#include "sim/domain/shares.hpp"
#include "sim/domain/travel.hpp"
#include "sim/mesh/mesh_space.hpp"
#include "sim/simulation/load_source.hpp"
#include "sim/simulation/rank_orders.hpp"
#include "sim/simulation/simulation.hpp"
#include "sim/snapshots/session.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <numeric>
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

std::vector<Vector3> sum_of_ranks(const std::vector<Vector3>& own, Communicator& ranks) {
    std::vector<double> numbers;
    for (const Vector3& one : own) {
        numbers.insert(numbers.end(), {one.x, one.y, one.z});
    }
    ranks.all_reduce(numbers, Reduction::sum);
    std::vector<Vector3> sums(own.size());
    for (std::size_t k = 0; k < sums.size(); ++k) {
        sums[k] = {numbers[3 * k], numbers[3 * k + 1], numbers[3 * k + 2]};
    }
    return sums;
}

MeshBounds bounds_of_ranks(MeshBounds own, Communicator& ranks) {
    std::array edges{-own.low.x, -own.low.y, -own.low.z, own.high.x, own.high.y, own.high.z};
    ranks.all_reduce(edges, Reduction::greatest);
    own.low = {-edges[0], -edges[1], -edges[2]};
    own.high = {edges[3], edges[4], edges[5]};
    return own;
}

Vector3 entry(const VectorArray<double>& of, std::size_t i) {
    return {of.x[i], of.y[i], of.z[i]};
}

// Bodies that forces are measured on, wherever they are.
struct SharedTargets {
    std::vector<std::size_t> at; // among the own bodies, or behind them
    std::vector<Vector3> place, acceleration;

    // `numbers`: those of the own bodies. Collective.
    SharedTargets(const BodyValues& own, std::span<const std::uint64_t> numbers,
                  std::span<const std::size_t> targets, Communicator& ranks)
        : at(targets.size()), place(targets.size()), acceleration(targets.size()) {
        std::iota(at.begin(), at.end(), numbers.size());
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            if (const auto k = place_among(targets, numbers[i])) {
                at[*k] = i;
                place[*k] = entry(own.position, i);
                acceleration[*k] = entry(own.acceleration, i);
            }
        }
        place = sum_of_ranks(place, ranks);
        acceleration = sum_of_ranks(acceleration, ranks);
    }

    // The own bodies and, behind them, all targets without mass.
    Bodies<double> with_own(const BodyValues& own) const {
        const std::size_t here = own.mass.size();
        Bodies<double> bodies(here + place.size());
        const auto copy = [](const HostArray<double>& from, HostArray<double>& to) {
            std::copy(from.begin(), from.end(), to.begin());
        };
        copy(own.position.x, bodies.position.x);
        copy(own.position.y, bodies.position.y);
        copy(own.position.z, bodies.position.z);
        copy(own.mass, bodies.mass);
        for (std::size_t k = 0; k < place.size(); ++k) {
            bodies.position.x[here + k] = place[k].x;
            bodies.position.y[here + k] = place[k].y;
            bodies.position.z[here + k] = place[k].z;
            bodies.mass[here + k] = 0;
        }
        return bodies;
    }
};

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
        } catch (const std::exception& error) {
            const bool first_knows =
                order.kind == RankOrder::Kind::load_source || order.kind == RankOrder::Kind::save;
            first_knows ? void() : complain(error);
        }
    }
}

void Simulation::carry_out(const RankOrder& order) {
    switch (order.kind) {
    case RankOrder::Kind::load:
        load({}, order.settings);
        return;
    case RankOrder::Kind::load_source:
        load(order.settings);
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
    case RankOrder::Kind::save:
        save(order.file, order.settings, "");
        return;
    case RankOrder::Kind::end:
        return;
    }
}

// A rank that cannot have its share lets all have what is wrong with it.
ForceError Simulation::load(const Settings& settings) {
    const Lead lead(*this, {.kind = RankOrder::Kind::load_source, .settings = settings});
    ForceError rounding;
    with_one_error(ranks_, [&] {
        System system;
        if (has_shares(settings, ranks_)) {
            system = load_source_file(settings, ranks_).system;
        } else {
            on_all(ranks_, [&] {
                system = ranks_.rank() == 0 ? load_source_file(settings).system : System();
            });
        }
        on_all(ranks_, [&] { rounding = rounding_of_source(system, settings, *workers_); });
        rounding.p99 = greatest_of(ranks_, rounding.p99);
        load(std::move(system), settings);
    });
    return rounding;
}

void Simulation::save(const std::filesystem::path& file, const Settings& settings,
                      const std::string& look) const {
    const Lead lead(*this,
                    {.kind = RankOrder::Kind::save, .settings = settings, .file = file.string()});
    with_one_error(ranks_, [&] {
        write_session(file, {snapshot_share(), settings, look}, ranks_);
    });
}

bool Simulation::picture_due(bool resting) const {
    if (!leads() || pictured_ == states_) {
        return false;
    }
    const double wait =
        std::max(milliseconds_between_pictures, picture_milliseconds_ / share_of_pictures);
    return resting || milliseconds_since(pictured_at_) >= wait;
}

BodyValues Simulation::own_values() const {
    return state_
        ->begin_reading({.position = true, .velocity = true, .mass = true, .acceleration = true})
        ->finish();
}

std::vector<Simulation::ShownBody> Simulation::own_shown_bodies() const {
    const BodyValues own = own_values();
    std::vector<float> counts;
    if (wants_interactions() && known_.interactions) {
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
    const HostArray<std::uint64_t> own_numbers = numbers();
    std::vector<ShownBody> bodies;
    for (std::size_t i = 0; i < own.mass.size(); ++i) {
        const auto place = share_.shown.empty() ? std::optional<std::size_t>(own_numbers[i])
                                                : place_among(share_.shown, own_numbers[i]);
        if (place) {
            // Those that are shown pull as all do.
            const double stands_for = share_.shown.empty() ? 1 : share_.stands_for[*place];
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
    GatheredBodies all{
        .bodies = Bodies<float>(count),
        .acceleration = VectorArray<float>(count),
        .interactions = HostArray<float>(wants_interactions() && known_.interactions ? count : 0),
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
    BodyValues own;
    HostArray<std::uint64_t> own_numbers;
    std::vector<std::size_t> targets;
    on_all(ranks_, [&] {
        own = own_values();
        own_numbers = numbers();
        targets = sample_bodies(share_.all, samples, seed);
        std::ranges::sort(targets);
    });
    const SharedTargets shared(own, {own_numbers.data(), own_numbers.size()}, targets, ranks_);
    Bodies<double> bodies;
    on_all(ranks_, [&] { bodies = shared.with_own(own); });
    ReferenceForces truth;
    const bool complete = agreed_on(ranks_, [&] {
        truth = reference_forces(view(bodies), shared.at, forces_.gravity, forces_.softening,
                                 *workers_, stop, Precision::fp64, forces_.box);
        return truth.outcome == Outcome::complete;
    });
    if (!complete) {
        return std::nullopt;
    }
    ForceError error = orrery::force_error(shared.acceleration,
                                           sum_of_ranks(truth.acceleration, ranks_), forces_.box);
    const double least = least_promised_softening(
        solver_->info(), forces_,
        bounds_of_ranks(mesh_bounds(view(bodies), false, *workers_), ranks_), share_.all);
    error.promised_from = forces_.softening < least ? least : 0;
    Masses masses = masses_of(own.mass);
    ranks_.all_reduce({&masses.heaviest, 1}, Reduction::greatest);
    ranks_.all_reduce({&masses.all, 1}, Reduction::sum);
    error.promise_factor = promise_factor(solver_->info(), settings_.precision, masses);
    return error;
}

} // namespace orrery
