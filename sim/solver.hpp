#pragma once

#include "sim/base/error.hpp"
#include "sim/bodies.hpp"
#include "sim/communicator.hpp"
#include "sim/force_request.hpp"
#include "sim/inspection.hpp"
#include "sim/machine/workers.hpp"
#include "sim/sharing.hpp"
#include "sim/solver_options.hpp"
#include "sim/step_timings.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace orrery {

class DeviceQueue;

// The memory that a solver's bodies and results are in: the host's, or that of one GPU, from which
// a solver of several GPUs fetches what the others need.
enum class Space { host, device, several_devices };

// Finished, or stopped early because the stop token asked for it (the results are then unusable).
enum class Outcome { complete, cancelled };

// The part of an algorithm's work that several GPUs can share: targets, each of which one of them
// sums up; or pairs, of which each of them adds up some for all targets.
enum class SharedBy { targets, pairs };

// Everything the rest of the program knows of an algorithm: the menu, sliders, `orrery list`,
// contract tests, benchmark and plots all read it.
struct SolverInfo {
    const char* id;          // "cpu.simd"
    const char* title;       // "SIMD, one thread"
    const char* family = ""; // "CPU direct": groups and colours it
    const char* idea;        // one line
    const char* source;      // paper or book, section
    const char* complexity = "N^2";
    Space space = Space::host;
    bool has_double = true;
    bool has_potential = true;
    bool has_jerk = false;
    bool periodic = false; // can compute in a PeriodicBox; else refuses it
    bool is_direct = true; // sums over pairs, each of them; else far bodies are taken together
    bool conserves_momentum = false; // forces come in equal and opposite pairs, to rounding
    bool repeatable = true; // the same bits in every run; not where sums depend on what ends first
    bool multithreaded = false;
    bool counts_interactions = false; // body by body, which differ; else each meets all others
    bool sorts_bodies = false;        // and gains where they are sorted already: Solver::order
    bool inspectable = false;         // builds what can be looked at: Solver::inspect
    // Asks the other ranks of Execution::communicator for what it must know of their bodies. For
    // others all bodies go round: RankedSolver.
    bool knows_ranks = false;
    // p99 of |a - a_true| / |a_true| in open space; where there is a `promise`, with the default
    // options.
    double promised_error_fp32 = 2e-6;
    double promised_error_fp64 = 1e-13;
    // For the roofline and percentages of the peak. Operations of an interaction by the field's
    // count, whatever a method really executes; and what its own design asks of memory for one, in
    // single precision: 16 bytes of a source over the targets that share the fetch (in registers, a
    // warp, a tile) plus sums it writes on the way. Caches may serve what is asked for.
    double flops_per_interaction = 20;
    double bytes_per_interaction = 16;
    std::vector<SolverOption> options = {};
    // If the promise follows the options: the error promised with these.
    double (*promise)(const SolverInfo& info, const ResolvedOptions& options, Precision precision,
                      const PeriodicBox& box) = nullptr;

    // In a box relative to the typical force at least. Infinite: nothing is promised there.
    double promised_error(Precision precision, const ResolvedOptions& options = {},
                          const PeriodicBox& box = {}) const;

    // Null for an id that it does not have.
    const SolverOption* find_option(std::string_view option) const;
    // Whether an option means something beside the values of the others.
    bool in_effect(const SolverOption& option, const OptionValues& values) const;
};

// a_i = G sum_j m_j r_ij / (|r_ij|^2 + softening^2)^(3/2); softening 0 is allowed, and bodies at
// one point then exert no force on each other. phi_i = -G sum_{j != i} m_j / (|r_ij|^2 +
// softening^2)^(1/2).
struct ForceParameters {
    double gravity = 1.0;
    double softening = 0.0;
    PeriodicBox box = {}; // else open: for solvers that are SolverInfo::periodic
    ResolvedOptions options = {};

    bool operator==(const ForceParameters&) const = default;
};

// The resources of a solver. A long computation asks `stop` every few milliseconds.
struct Execution {
    std::stop_token stop;
    Workers& workers;
    StepTimings& timings;
    // The queue of the GPU that has the bodies, which is the calling thread's current one; null if
    // the host has them.
    DeviceQueue* queue = nullptr;
    // Told how much of an evaluation has been computed; may be null.
    StepProgress* progress = nullptr;
    // GPUs to share the work, the one that has the bodies first; may name one twice. Empty: all of
    // them, or one twice where it is alone.
    std::span<const int> devices = {};
    // The processes that simulate the same system, each a share of its bodies.
    Communicator& communicator = one_process();

    template <class Number>
    void computed(Number part, Number whole) const {
        if (progress != nullptr) {
            progress->add(part, whole);
        }
    }
    void evaluation_ended() const {
        if (progress != nullptr) {
            progress->evaluation_ended();
        }
    }
};

// Answers one question: how does every target accelerate? In two calls: prepare() makes of the
// sources what evaluations need, a tree with its moments, and evaluate() sums for some targets, as
// often as wanted. Knows nothing of time steps. Keeps scratch memory between calls; not shared
// between threads.
class Solver {
public:
    virtual ~Solver() = default;

    virtual const SolverInfo& info() const = 0;

    // Prepares any number of sources, none included, in a box that it can compute in (require_box).
    // They and the parameters stay as they are until the last evaluation, and all calls are given
    // the same queue. Cancelled: nothing is prepared. On a GPU a part of it may be put into the
    // queue by the first evaluation.
    virtual Outcome prepare(const ForceSources<float>& sources, Execution& execution) = 0;
    virtual Outcome prepare(const ForceSources<double>& sources, Execution& execution) = 0;

    // How the sources prepared last pull on any number of targets, none included. Cancelled or not,
    // what was prepared is still there.
    //
    // Results   are set or added to, as AccelerationsView::add says; unusable after `cancelled`.
    // Aliasing  no array of the result may be one of the bodies', nor overlap another.
    // Numbers   are not checked: what is not finite in the bodies is not finite in the result
    //           either, and finding it is the caller's business (solve(), State::finish).
    // Ready     on return where the host has the bodies. On a GPU the work may only have been put
    //           into the queue: the result is there for what the queue is given next, and for the
    //           host when the queue has finished. Until then the bodies must stay as they are.
    // Timings   interactions become the number of ordered pairs that a direct sum evaluates or, for
    //           approximate methods, of terms evaluated: on return, but on a GPU terms are added
    //           when the queue finishes, as milliseconds are.
    // Errors    throws Error where memory or the GPU fails; the next prepare() starts afresh.
    virtual Outcome evaluate(const ForceTargets<float>& targets, Execution& execution) = 0;
    virtual Outcome evaluate(const ForceTargets<double>& targets, Execution& execution) = 0;

    // Both.
    template <class Real>
    Outcome accelerations(const ForceRequest<Real>& request, Execution& execution) {
        return prepare(request, execution) == Outcome::cancelled ? Outcome::cancelled
                                                                 : evaluate(request, execution);
    }

    // The order in which the sources were sorted, after a complete evaluation: entry k is the index
    // of the k-th of them. In the memory that SolverInfo::space names, and valid until others are
    // prepared; null where nothing was sorted.
    virtual const std::uint32_t* order() const { return nullptr; }

    // The structure that the last complete evaluation built, to be looked at; null if there is
    // none. Bodies are named by their index among the sources. Takes a moment: what takes time is
    // the reading's, on any thread, and the next evaluation does not wait for it.
    virtual std::unique_ptr<InspectionReading> inspect(const InspectRequest&) { return nullptr; }

    // Scratch memory held now, in bytes.
    virtual std::size_t scratch_bytes() const { return 0; }
};

// An algorithm whose work several GPUs share: what is true of it then, and how it is made.
struct SharedAlgorithm {
    SolverInfo info;
    SharedBy by;
    std::unique_ptr<Solver> (*make)(const SolverInfo& info, Sharing sharing);
};

// A row of the list of algorithms.
struct SolverEntry {
    const SolverInfo& info; // of one that shares nothing
    std::unique_ptr<Solver> (*make)();
    // Empty, or why it cannot run on this machine. Asked for each frame. nullptr: runs everywhere.
    std::string (*why_unavailable)() = nullptr;
    const SharedAlgorithm* shared = nullptr; // none: GPUs cannot share its work

    std::string unavailable() const { return why_unavailable == nullptr ? "" : why_unavailable(); }

    // With a wish to share: algorithms whose work cannot be shared pass it over.
    Sharing granted(Sharing wish) const { return shared == nullptr ? Sharing::none : wish; }
    const SolverInfo& info_with(Sharing wish) const {
        return granted(wish) == Sharing::none ? info : shared->info;
    }
    std::unique_ptr<Solver> make_with(Sharing wish) const {
        return granted(wish) == Sharing::none ? make() : shared->make(shared->info, wish);
    }
    std::string unavailable_with(Sharing wish) const;
};

// Every algorithm of this build, in the order of the lecture, and what was registered. The table of
// contents: sim/solvers/solvers.cpp.
std::span<const SolverEntry> solvers();

// Adds an algorithm from outside; to be called in main before anything looks at the list. Throws
// failure if it comes later or an algorithm has its id.
void register_solver(const SolverEntry& entry);

// Throws bad_input for an id that no solver has, naming the nearest ones.
const SolverEntry& find_solver(std::string_view id);
// Null where there is none.
const SolverEntry* known_solver(std::string_view id);

// The GPU, as CUDA counts, that is to have the bodies: the first of those in use. None: the host.
std::optional<int> home_device(const SolverInfo& info, std::span<const int> devices);

// Throws bad_input for a periodic box that an algorithm cannot compute in.
void require_box(const SolverInfo& info, const ForceParameters& parameters);

// Has `solver` answer a request in host memory, wherever it computes, and checks what it was given
// and what it gave: throws failure when a position, a source's mass or an acceleration is not a
// finite number. For a solver on GPUs everything is copied there and back: to ask once, not to
// simulate. The result is there on return.
template <class Real>
Outcome solve(Solver& solver, const ForceRequest<Real>& request, Execution& execution);

// A request in host memory, answered by a solver for GPUs: copies there and back, and is done on
// return.
template <class Real>
Outcome solve_on_device(Solver& solver, const ForceRequest<Real>& request, Execution& execution);

// The errors thrown then; `where`: an algorithm's id.
Error input_not_finite(const std::string& where);
Error acceleration_not_finite(const std::string& where);

template <class Real>
BodiesView<Real> view(const Bodies<Real>& bodies) {
    return {bodies.size(),
            bodies.position.x.data(),
            bodies.position.y.data(),
            bodies.position.z.data(),
            bodies.mass.data(),
            bodies.velocity.x.data(),
            bodies.velocity.y.data(),
            bodies.velocity.z.data()};
}

// Owned results, for callers outside a running simulation.
template <class Real>
struct Accelerations {
    VectorArray<Real> acceleration;
    HostArray<Real> potential;
    VectorArray<Real> jerk;
    HostArray<float> interactions;

    explicit Accelerations(std::size_t count, bool with_potential = false, bool with_jerk = false,
                           bool with_interactions = false)
        : acceleration(count), potential(with_potential ? count : 0), jerk(with_jerk ? count : 0),
          interactions(with_interactions ? count : 0) {}

    AccelerationsView<Real> view() {
        return {acceleration.x.data(), acceleration.y.data(), acceleration.z.data(),
                potential.data(),      jerk.x.data(),         jerk.y.data(),
                jerk.z.data(),         interactions.data()};
    }
};

} // namespace orrery
