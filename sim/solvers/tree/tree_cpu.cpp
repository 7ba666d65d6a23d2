// Barnes and Hut's tree code on all cores.
//
//   a_i = sum over cells far enough away (their moments) + sum over bodies of the rest
//
// Idea:    a distant crowd pulls nearly as if it were in one place. Bodies are sorted along a
//          space-filling curve, so every cell of an octree is a run of bodies, and so is a group of
//          neighbours that share one walk through the tree. The walk collects what pulls on the
//          group: cells with their second moments, cells so far that their mass is enough, and
//          bodies. Points and bodies go through the direct sum's vector kernel. A cell is opened
//          where what it leaves out could exceed the error wanted.
// Source:  Barnes & Hut, Nature 324 (1986); Barnes, J. Comp. Phys. 87 (1990): groups with lists;
//          Salmon & Warren 1994, Springel 2005: opening by error (opening_criterion.hpp).
// Cost:    about N log N: at an error of 1e-3 each of a million bodies meets about 1,900
//          terms, cells of 38 vector instructions and pairs of 15.
// Memory:  about 80 bytes a body in float, and fixed lists for each thread.
// Order:   of each group's terms fixed by the tree, so the result does not depend on the number of
//          threads.

#include "sim/solvers/built_sum.hpp"
#include "sim/solvers/tree/tree_options.hpp"
#include "sim/solvers/tree/tree_sum.hpp"
#include "sim/solvers/typed_solver.hpp"

namespace orrery {
namespace {

const SolverInfo tree_info{
    .id = "cpu.tree",
    .title = "Barnes-Hut tree",
    .family = "CPU tree",
    .idea = "A distant crowd pulls like one body: cells of an octree stand for what is in them.",
    .source = "Barnes & Hut, Nature 324 (1986); Barnes, J. Comp. Phys. 87 (1990)",
    .complexity = "N log N",
    .is_direct = false,
    .multithreaded = true,
    .counts_interactions = true,
    .sorts_bodies = true,
    .inspectable = true,
    .knows_ranks = true,
    .promised_error_fp32 = 2e-3,
    .promised_error_fp64 = 2e-3,
    .options = tree_options(24),
    .promise = tree_promise,
};

// The whole law, of everything that there is.
template <class Real>
class OpenTreeSum : public TreeSum<Real> {
public:
    OpenTreeSum() : TreeSum<Real>(tree_info) {}
};

} // namespace

SolverEntry tree_solver() {
    return typed_entry<BuiltSum<OpenTreeSum>, tree_info>();
}

} // namespace orrery
