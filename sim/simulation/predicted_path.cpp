// The way of one body ahead of it.
//
// Idea:    leapfrog (kick, drift, kick) with a step that is as short as the nearest pull asks for;
//          good enough for a line on the screen, and quick enough to follow a hand.
// Cost:    steps times bodies that pull; times their number again where they move.

#include "sim/simulation/predicted_path.hpp"

#include "sim/scenes/placement.hpp"

#include <algorithm>
#include <cmath>

namespace orrery {
namespace {

constexpr double share_of_orbit_time = 0.02; // that a step lasts
constexpr std::size_t max_steps = 6000;
constexpr double max_interactions = 4e7; // of a whole path

struct Mover {
    Vector3 position, velocity, acceleration;
    double mass = 0;
};

class Prediction {
public:
    Prediction(const PullingField& field, const EditForces& forces, const Mover& thrown)
        : forces_(forces), moving_(field.moves ? field.bodies.size() + 1 : 1) {
        movers_.push_back(thrown);
        for (std::size_t k = 0; k < field.bodies.size(); ++k) {
            const PhasePoint point = phase_point(field.bodies, k);
            movers_.push_back({point.position, point.velocity, {}, field.bodies.mass[k]});
        }
        accelerate();
    }

    const Vector3& place() const { return movers_.front().position; }
    double wanted_step() const {
        return rate_ > 0 ? share_of_orbit_time * 6.283185307 / std::sqrt(rate_) : 1e300;
    }
    double interactions() const {
        return static_cast<double>(moving_) * static_cast<double>(movers_.size());
    }

    void step(double dt) {
        for (std::size_t k = 0; k < moving_; ++k) {
            Mover& mover = movers_[k];
            mover.velocity = mover.velocity + (0.5 * dt) * mover.acceleration;
            mover.position = mover.position + dt * mover.velocity;
        }
        accelerate();
        for (std::size_t k = 0; k < moving_; ++k) {
            movers_[k].velocity = movers_[k].velocity + (0.5 * dt) * movers_[k].acceleration;
        }
    }

private:
    void accelerate() {
        rate_ = 0;
        for (std::size_t k = 0; k < moving_; ++k) {
            movers_[k].acceleration = {};
            for (std::size_t other = 0; other < movers_.size(); ++other) {
                if (other != k) {
                    pull(movers_[k], movers_[other]);
                }
            }
        }
    }

    void pull(Mover& body, const Mover& by) {
        const Vector3 way = by.position - body.position;
        const double squared = dot(way, way) + forces_.softening * forces_.softening;
        if (squared == 0) {
            return;
        }
        const double cubed = squared * std::sqrt(squared);
        body.acceleration = body.acceleration + (forces_.gravity * by.mass / cubed) * way;
        rate_ = std::max(rate_, forces_.gravity * (by.mass + body.mass) / cubed);
    }

    EditForces forces_;
    std::vector<Mover> movers_; // the thrown one first
    std::size_t moving_;        // of them
    double rate_ = 0;           // squared, at which the quickest orbit here turns
};

} // namespace

std::vector<Vector3> predicted_path(const PullingField& field, const EditForces& forces,
                                    const Vector3& position, const Vector3& velocity, double mass,
                                    double span, std::size_t places) {
    std::vector<Vector3> path{position};
    Prediction prediction(field, forces, {position, velocity, {}, mass});
    const double part = span / static_cast<double>(places);
    const double affordable =
        std::min(static_cast<double>(max_steps), max_interactions / prediction.interactions());
    const double shortest = span / std::max(affordable, 1.0);
    for (std::size_t place = 0; place < places; ++place) {
        const double wanted = std::clamp(prediction.wanted_step(), std::min(shortest, part), part);
        const double steps = std::ceil(part / wanted);
        for (double k = 0; k < steps; ++k) {
            prediction.step(part / steps);
        }
        path.push_back(prediction.place());
    }
    return path;
}

} // namespace orrery
