// Burrau's problem: masses 3, 4 and 5, at rest in the corners of a triangle with sides 3, 4 and 5.
//
// Idea:   each mass faces the side of its own length. After a dance of close encounters the
//         lightest is thrown out and the other two stay behind as a binary. Chaos: the true dance
//         has an encounter at 0.0004 of the triangle (t = 15.83), which no fixed step survives; a
//         softening of 0.1 blunts it so that this one does, and the lightest still leaves. Burrau's
//         own problem is `--softening 0 --adaptive 0.005 --precision fp64 --integrator pefrl`.
// Source: Burrau, "Numerische Berechnung eines Spezialfalles des Dreikörperproblems", Astron.
//         Nachr. 195 (1913); solved by Szebehely & Peters, AJ 72 (1967).
// Units:  G = 1. At rest; energy -769/60 without softening.

#include "sim/scene.hpp"
#include "sim/scenes/placement.hpp"

namespace orrery {
namespace {

System make(const SceneRequest&) {
    System system = named_bodies({{"mass 3", {{1, 3, 0}, {}}, 3},
                                  {"mass 4", {{-2, -1, 0}, {}}, 4},
                                  {"mass 5", {{1, -1, 0}, {}}, 5}});
    system.time_step = 1.0 / 512;
    system.softening = 0.1;
    system.viewpoint = {.distance = 9, .azimuth = -90, .elevation = 70};
    return system;
}

} // namespace

extern const Scene pythagorean_scene{
    .id = "pythagorean",
    .title = "Pythagorean three bodies",
    .idea = "Masses 3, 4, 5 fall from a 3-4-5 triangle, softened by 0.1: chaos, then an escape",
    .source = "Burrau 1913, Astron. Nachr. 195, 113",
    .standard_bodies = 3,
    .fixed_bodies = 3,
    .make = make,
    .random = false,
};

} // namespace orrery
