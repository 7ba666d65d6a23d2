// Two bodies, a hundred steps.

#include "sim/scene.hpp"
#include "sim/simulation.hpp"

int main() {}
