#pragma once

#include "app/state/look.hpp"
#include "render/body_light.hpp"
#include "render/over_picture.hpp"
#include "sim/simulation/body_trace.hpp"
#include "sim/state/state_reading.hpp"
#include "sim/system.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace orrery {

// Bodies that are told apart without a name.
inline constexpr std::size_t few_bodies = 64;

// Where the bodies of a system went that one can tell apart, and where they would go about the
// heaviest of them alone.
class Paths {
public:
    // Begins anew with another system. Paths are those of all of few bodies, of many those that
    // have a name; `time_step`: that is natural for it.
    void begin(const Catalogue& catalogue, std::size_t count, const Units& units, double time_step);

    // Whether there are such bodies.
    bool of_any() const { return !bodies_.empty(); }

    // The bodies are others of the same system; the trails of those that stay, stay. `here_now`:
    // where one that was there is.
    using HereNow = std::function<std::optional<std::size_t>(std::size_t body)>;
    void change_bodies(const Catalogue& catalogue, std::size_t count, const HereNow& here_now);

    // What to read of the simulation for `look`; of no bodies: nothing.
    ReadRequest wanted(const Look& look) const;
    // Whether nothing was read yet of what `look` shows.
    bool lack(const Look& look) const;

    // Takes what was read, or recorded step by step. Another moment is one more place of the
    // trails; an earlier one ends them there.
    void add(BodyValues values);
    void add(std::vector<TracePoint> way);

    // The lines as they are at `time`, for lights in the order of the system's runs.
    std::vector<LinePoint> lines(const Look& look, const std::vector<BodyLight>& lights,
                                 double time) const;

private:
    void add_moment(TracePoint moment);
    void choose_bodies(const Catalogue& catalogue, std::size_t count);
    void thin_out();
    void add_trails(std::vector<LinePoint>& lines, const std::vector<BodyLight>& lights,
                    double time, double length) const;
    void add_orbits(std::vector<LinePoint>& lines, const std::vector<BodyLight>& lights) const;

    std::vector<std::size_t> bodies_; // in original order
    double gravity_ = 1;
    double time_step_ = 0;
    std::vector<TracePoint> trail_; // of bodies_
    BodyValues newest_;
};

} // namespace orrery
