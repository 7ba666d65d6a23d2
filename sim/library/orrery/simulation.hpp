#pragma once

// Bodies, an algorithm, an integrator and a clock.

#include <orrery/system.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <stop_token>
#include <string>

namespace orrery {
namespace [[gnu::visibility("default")]] library {

// By name, in words: {{"algorithm", "cpu.tree"}, {"precision", "fp32"}, {"theta", "0.5"}}. The
// names are those of `settings()` and of the algorithm's options.
using Settings = std::map<std::string, std::string>;

// What a system keeps, summed in double.
struct Conserved {
    double kinetic_energy = 0;
    double potential_energy = 0; // 0 where the algorithm gives none
    std::array<double, 3> momentum = {}, angular_momentum = {}, centre_of_mass = {};
    double energy() const { return kinetic_energy + potential_energy; }
};

// |a - a_true| / |a_true| of sampled bodies, against a direct sum in double.
struct ForceError {
    std::size_t samples = 0;
    double median = 0, p99 = 0, maximum = 0;
    double promised = 0; // p99, by the algorithm; infinite: nothing
};

// Belongs to one thread at a time; any number of them may exist. All throw Error.
class Simulation {
public:
    explicit Simulation(const System& system, const Settings& settings = {});
    Simulation(Simulation&&) noexcept;
    Simulation& operator=(Simulation&&) noexcept;
    ~Simulation();

    // So many steps; false where `stop` ended them before: the step in flight has changed nothing.
    bool step(std::size_t count = 1, const std::stop_token& stop = {});
    // Until the clock has reached that time; the last step is a whole one.
    bool run_until(double time, const std::stop_token& stop = {});

    std::size_t count() const; // of bodies
    double time() const;
    std::uint64_t steps() const; // taken so far

    // While it runs, too; those that belong to the bodies, as `seed`, are refused.
    void set(const std::string& name, const std::string& words);
    std::string get(const std::string& name) const;

    System now() const; // in double, in original order
    Conserved conserved();
    ForceError force_error(std::size_t samples = 1000, std::uint64_t seed = 1);
    // As `save` does, with the settings where the format holds them.
    void save(const std::string& file) const;

private:
    struct Engine;
    std::unique_ptr<Engine> engine_;
};

} // namespace gnu::visibility("default")]]library
} // namespace orrery
