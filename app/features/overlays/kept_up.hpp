#pragma once

#include "app/job.hpp"
#include "app/state/feature.hpp"
#include "render/camera.hpp"
#include "sim/inspection.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <thread>
#include <utility>

namespace orrery {

// What is seen over the bodies and takes longer than a frame to make: made on a thread of its own,
// a few times a second at most, of what is wanted then. A Maker's `make` gives a pointer or an
// optional; null: it was stopped, or there is nothing yet. It belongs to that thread while it
// makes.
template <class Wish, class Maker>
class KeptUp : public Feature {
public:
    void prepare_picture(Frame& frame) override {
        if (frame.in_film) { // which waits for it
            next_at_ = 0;
        }
        take(frame);
        want(frame);
        if (frame.in_film) {
            job_.finish();
            take(frame);
        }
    }
    FrameDemand demand(const AppState&) const override { return background_if(behind_); }
    bool lacks(const AppState&) const override { return behind_ && !shown_; }

protected:
    using Made = decltype(std::declval<Maker&>().make(std::declval<const SimulationThread&>(),
                                                      std::declval<const Wish&>(),
                                                      std::declval<const std::stop_token&>()));

    // Seconds between two of them; it rests so much longer than it works.
    KeptUp(double shortest_interval, double idle_share, const char* no_memory)
        : shortest_interval_(shortest_interval), idle_share_(idle_share), no_memory_(no_memory) {}

    virtual std::optional<Wish> wish(Frame& frame) = 0;             // unset: nothing
    virtual void show(Frame& frame, Made made, double seconds) = 0; // that it took
    // While nothing is wanted.
    virtual void clear(Frame&) {}
    // After what went wrong was said.
    virtual void give_up(AppState& app) = 0;

    // Something else is wanted than what is on screen.
    bool behind() const { return behind_; }
    // Of what the newest was made, or is being made.
    const Wish& made_of() const { return made_of_; }
    // The next one does not wait.
    void hurry() { next_at_ = 0; }

private:
    struct Result {
        Made made = {};
        double seconds = 0;
    };

    void take(Frame& frame) {
        if (!job_.finished()) {
            return;
        }
        Result result;
        if (attempt(
                frame.app, [&] { result = job_.take(); }, no_memory_)) {
            next_at_ = frame.app.now + 5; // a failure is not repeated in every frame
            give_up(frame.app);
            return;
        }
        next_at_ = frame.app.now +
                   std::max(shortest_interval_, result.made ? idle_share_ * result.seconds : 0);
        if (result.made) {
            show(frame, std::move(result.made), result.seconds);
            shown_ = true;
        } else {
            made_of_ = {};
        }
    }

    void want(Frame& frame) {
        const std::optional<Wish> wanted = wish(frame);
        behind_ = wanted && (job_.under_way() || *wanted != made_of_);
        if (!wanted) {
            made_of_ = {};
            shown_ = false;
            job_.cancel();
            if (!job_.under_way()) {
                maker_.reset(); // and its memory
            }
            clear(frame);
        } else if (behind_ && !job_.under_way() && frame.app.now >= next_at_) {
            made_of_ = *wanted;
            if (!maker_) {
                maker_ = std::make_unique<Maker>();
            }
            job_.start(
                [maker = maker_.get(), &simulation = frame.app.simulation,
                 wanted = *wanted](const std::stop_token& stop) {
                    const Clock::time_point start = Clock::now();
                    Made made = maker->make(simulation, wanted, stop);
                    return Result{std::move(made), milliseconds_since(start) / 1000};
                },
                Workers::Priority::background);
        }
    }

    const double shortest_interval_, idle_share_;
    const char* const no_memory_;
    Wish made_of_;
    bool behind_ = false, shown_ = false;
    double next_at_ = 0; // seconds since the window opened
    std::unique_ptr<Maker> maker_;
    Job<Result> job_; // last: uses the maker
};

// A quarter of the cores: the simulation wants them all.
inline int cores_for_overlays() {
    return std::max(static_cast<int>(std::thread::hardware_concurrency()) / 4, 1);
}

// The camera's centre and the height that it sees there, rounded: they change by steps.
struct SeenPart {
    glm::dvec3 centre{0, 0, 0};
    double height = 0;
    bool operator==(const SeenPart&) const = default;
};
SeenPart seen_part(const Camera& camera);

// Leaves of the cells those that can be told apart in there: the larger ones are lines across the
// picture, the smaller ones dots.
void keep_seen_cells(Inspection& inspection, const SeenPart& seen);

// A cube that is seen whole, around what the camera looks at; and the axis that it looks along.
struct SeenCube {
    glm::dvec3 centre{0, 0, 0};
    double half = 0; // of a side
    glm::length_t axis = 2;
    bool operator==(const SeenCube&) const = default;
};
SeenCube seen_cube(const Camera& camera);

// Leaves of each cell, and of those that a walk takes, what is in the cube.
void cut_to(Inspection& inspection, const SeenCube& cube);
// Leaves those that a plane across its axis cuts, flat: through the group that walks, else beside
// the cube's centre.
void cut_by_plane(Inspection& inspection, const SeenCube& cube);

} // namespace orrery
