#pragma once

namespace orrery {

// What an error of E means, for every method alike. Two promises, each the stronger one somewhere:
//
// * in a medium of even density the sum is wrong by at most the part E of itself;
// * anywhere each body's term is wrong by at most pair_error(E) times its mass, so that the sum is
//   wrong by at most pair_error(E) times all mass. pair_error(E) is less than E/2.
//
// Both hold for a sum that leaves out what is farther away than the reach, in units of sigma: the
// distance beyond which there is the part E of an even medium's sum. The methods that approximate
// terms keep to pair_error.
double gauss_reach(double error);
double pair_error(double error);

} // namespace orrery
