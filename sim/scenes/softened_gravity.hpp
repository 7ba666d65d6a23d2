#pragma once

namespace orrery {

// The pull of a smooth mass distribution on bodies that feel Plummer-softened gravity, G = 1: sums
// over shells and rings. Equilibria built with the force law that the bodies will really feel do
// not breathe when the simulation starts.

struct ShellPull {
    double depth;   // minus the potential
    double inwards; // acceleration towards the centre
};

// At `radius` from the centre of a shell of mass 1. Closed form: -1 / sqrt(d^2 + softening^2)
// averaged over the shell's distances d = |radius - shell_radius| … radius + shell_radius.
ShellPull shell_pull(double radius, double shell_radius, double softening);

// Acceleration towards the centre, in the plane `height` above a ring of mass 1, at `radius` > 0
// from its axis. By complete elliptic integrals, from the arithmetic-geometric mean; Binney &
// Tremaine, Galactic Dynamics (2008), section 2.6.2. Softening adds to the height in squares.
double ring_pull(double radius, double ring_radius, double height, double softening);

} // namespace orrery
