#pragma once

// Bodies and their law, as a scene makes them and a file holds them.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace orrery {
namespace [[gnu::visibility("default")]] library {

// One entry of each array for a body. Where space expands, momenta per mass instead of velocities.
struct Bodies {
    std::vector<double> x, y, z, vx, vy, vz, mass;
};

// Numbers that belong to a system: lengths, times and masses are in its own units.
struct Law {
    double time = 0;
    double gravity = 1;           // G in those units
    double softening = 0;         // Plummer's, a length
    double time_step = 1.0 / 128; // natural for the system
};

// A value: copies are independent.
class System {
public:
    // Throws Error where the arrays differ in length.
    explicit System(const Bodies& bodies, const Law& law = {});
    System(const System&);
    System(System&&) noexcept;
    System& operator=(System) noexcept;
    ~System();

    std::size_t count() const;
    Bodies bodies() const;
    Law law() const;
    std::string title() const;

private:
    friend class Simulation;
    friend System load(const std::string&, std::size_t, std::uint64_t);
    friend void save(const System&, const std::string&);
    struct Whole;
    explicit System(std::unique_ptr<Whole> whole);
    std::unique_ptr<Whole> whole_;
};

// A scene's id or a file's path. `bodies`: how many of them; 0: the scene's standard number, all of
// the file. Throws Error for a name that is neither, and for a file that is no good.
System load(const std::string& source, std::size_t bodies = 0, std::uint64_t seed = 1);

// In the format that the name's end asks for: `formats()`. A file of that name stays as it was
// where this one cannot be written.
void save(const System& system, const std::string& file);

} // namespace gnu::visibility("default")]]library
} // namespace orrery
