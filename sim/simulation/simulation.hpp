#pragma once

#include "sim/base/body_target.hpp"
#include "sim/diagnostics/diagnostics.hpp"
#include "sim/integrator.hpp"
#include "sim/simulation/body_edit.hpp"
#include "sim/simulation/checked_settings.hpp"
#include "sim/simulation/checkpoint.hpp"
#include "sim/simulation/settings.hpp"
#include "sim/solver.hpp"
#include "sim/state/bodies_on_device.hpp"
#include "sim/state/state_reading.hpp"
#include "sim/system.hpp"

#include <atomic>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace orrery {

enum class TimeDirection { forwards, backwards };

// How the ranks of a simulation come to do the same: all make the same calls, or the first one
// makes them and the others follow it.
enum class RankCalls { by_all, by_first };

struct RankOrder;

// The work of one rank among many in a step.
struct RankWork {
    std::uint64_t bodies = 0;
    double work = 0;                // terms summed
    std::uint64_t moved = 0;        // bodies that went to other ranks
    Traffic traffic = {};           // since the beginning
    std::uint64_t memory_bytes = 0; // for bodies and scratch
};
// The largest work of a rank over the mean.
double imbalance(std::span<const RankWork> ranks);

// Bodies, a solver, an integrator and a clock.
//
// The state is double-buffered: a step computes the next state beside the complete one and then
// swaps the two. So the complete state can be drawn, saved or measured from another thread at any
// time while a step of seconds is in flight, and a cancelled step changed nothing.
//
// All members belong to one thread, but for those at the end, which may be called from any.
class Simulation {
public:
    // `ranks`: the processes that simulate the system together, which outlive this. Every one has a
    // share of the bodies, and loads, applies, evaluates, steps, measures and takes snapshots as
    // all do; then these give the same everywhere, but where they say what they give. Not edited,
    // restored or shown among many. By the first one: only that makes calls, and shows what
    // bring_picture has brought; the others follow().
    explicit Simulation(Workers::Priority priority = Workers::Priority::normal,
                        Communicator& ranks = one_process(), RankCalls calls = RankCalls::by_all);
    ~Simulation();

    // Replaces the system, of which a rank among many that all call gives its share, or all of it.
    // Values that `settings` leaves open (time step, softening) are taken from it. Throws as apply
    // does, and then the old system stays.
    void load(System system, const Settings& settings);
    // The same of the system that the settings name, in one process or as the first one among many:
    // each rank makes or reads its share where all can, else the first one all. Gives what rounding
    // a file's bodies changes (rounding_of_source), among many the largest within a share.
    ForceError load(const Settings& settings);

    // Changes algorithm, integrator, time step, precision, threads … of the running system; the
    // bodies stay where they are. settings.source, bodies and seed are not looked at: that is
    // load's business. Throws bad_input and changes nothing when an id is unknown, a number out of
    // range or a combination impossible. From a GPU that has been lost the bodies go on from the
    // last copy of them, taken about once a second, and the clock goes back to it: see loss().
    void apply(const Settings& settings);

    // Other bodies from here on; the clock stands where it does. Throws as `edited` does, or where
    // there is no memory for them, and then nothing has changed.
    void edit(const BodyEdit& edit);

    // The present moment, in microseconds where the host has the bodies; on a GPU they are copied.
    Checkpoint checkpoint() const;
    // On a GPU a recent moment that was copied beside the steps; null: there is none.
    std::shared_ptr<const Checkpoint> fetched_checkpoint() const { return checkpoint_.newest(); }

    // Goes on from that moment under `settings`; where they are its own, as if nothing had happened
    // since. Throws as apply does, and then nothing has changed.
    void restore(const Checkpoint& checkpoint, const Settings& settings);

    // From the next step on write_latest does not show a new state at once, but lets the bodies fly
    // there from the one before in this time. 0: no more. Not of bodies that ranks' GPUs have.
    void set_flight(Clock::duration duration);
    // Whoever reads sees that moment, or the present one, until `show_state`, while steps go on
    // behind it. Where a GPU has the bodies, the present one cannot be held.
    void show(const Checkpoint& checkpoint);
    void hold_picture();
    void show_state();

    // One step of dt (backwards when settings.reversed). On cancelled the bodies and the clock have
    // not changed; so also when it throws.
    Outcome step(std::stop_token stop = {});
    // The same, forwards or backwards whatever the settings say.
    Outcome step(TimeDirection direction, std::stop_token stop = {});

    // Whether the steps from here on are to know their energy, if the settings want it at all: with
    // a tree that takes a seventh of a step. At first they are.
    void measure_steps(bool measured) { steps_measured_ = measured; }

    // Brings the accelerations of the present state up to date, and its energy, if they are not;
    // step brings the accelerations by itself.
    Outcome evaluate(std::stop_token stop = {});

    // The structure that the solver built for the present state, evaluated anew if it has built
    // another since. Null: it has nothing to show, or was asked to stop.
    std::unique_ptr<InspectionReading> inspect(const InspectRequest& request,
                                               std::stop_token stop = {});

    // Of the system's bodies, on all ranks.
    std::size_t count() const { return ranks_.size() == 1 ? state_->local_count() : share_.all; }
    double time() const { return time_; }
    std::uint64_t steps() const { return steps_; } // taken since load
    // Of the next step, positive; adaptive: as far as known.
    double time_step() const {
        return time_step(settings_.reversed ? TimeDirection::backwards : TimeDirection::forwards);
    }
    double time_step(TimeDirection direction) const;
    double step_accuracy() const { return step_accuracy_; } // of an adaptive step; 0: it is fixed
    // That an adaptive one may grow to; else that very step.
    double largest_time_step() const { return settings_.time_step.value_or(system_->time_step); }
    double softening() const { return forces_.softening; }
    // That forces are computed in.
    const PeriodicBox& box() const { return forces_.box; }
    // By the system, where the settings leave it open.
    SuggestedDefaults suggested() const { return suggested_by(*system_); }
    const Settings& settings() const { return settings_; }
    const Catalogue& catalogue() const { return system()->catalogue; }
    // The system without the bodies themselves; another one after each load and edit. Of the bodies
    // that are shown.
    const std::shared_ptr<const System>& system() const {
        return picture_.system != nullptr ? picture_.system : system_;
    }
    std::size_t shown_count() const { return share_.shown.empty() ? count() : share_.shown.size(); }
    const Units& units() const { return system()->units; }
    const Viewpoint& viewpoint() const { return system()->viewpoint; }
    const SolverInfo& solver_info() const { return solver_->info(); }
    const Integrator& integrator() const { return *integrator_; }
    Workers& workers() { return *workers_; }

    // Timings of the last completed step or evaluation.
    const StepTimings& timings() const { return timings_; }

    // Energy, momentum … of the present state; nullopt while its accelerations are not known yet,
    // without settings.measure_energy, or after a step that was not to be measured. Without
    // potential for solvers that cannot give it, and without angular momentum in a periodic box.
    // Where space expands, energies are those of peculiar motions, said to be without potential
    // since their sum is not conserved.
    std::optional<Conserved> conserved() const;

    // The error of the present accelerations on `samples` bodies against the direct sum in double;
    // nullopt when cancelled. Evaluates first if need be.
    std::optional<ForceError> force_error(std::size_t samples, std::uint64_t seed,
                                          std::stop_token stop = {});

    // The GPU, as CUDA counts, that has the bodies to show; none: the host, as among many ranks
    // that a first one leads.
    std::optional<int> state_device() const { return leads() ? std::nullopt : state_->device(); }
    // How long it took to move the bodies there when apply last did; 0 when it never did.
    double move_milliseconds() const { return move_milliseconds_; }

    // One sentence on how much simulated time the last apply lost with a GPU; empty: none.
    const std::string& loss() const { return loss_; }

    // Bytes of memory held for the bodies, where they are: state, working copy, solver scratch.
    std::size_t memory_bytes() const { return state_->memory_bytes() + solver_->scratch_bytes(); }

    // ---- from any thread, while a step may be in flight, and without making it wait ----

    // A number that changes whenever the complete state does.
    std::uint64_t version() const noexcept { return version_; }

    // How much of the step in flight has been computed, 0 … 1.
    double step_share() const noexcept { return progress_.share(); }

    struct Written {
        std::uint64_t version = 0;
        std::size_t count = 0;
        double time = 0;
        float scalar_low = 0,
              scalar_high = 1;          // 2nd and 98th percentile of the scalars, for the legend
        VectorArray<double> named = {}; // where those bodies are that were asked for by number
        bool flying = false;            // to where the newest state has them
    };
    // Writes the newest complete state, never a torn one, to a target in host memory or, where a
    // GPU has the bodies, on that GPU, in the order of the target's stream. If the system does not
    // fit, as one just loaded may not, writes as many bodies as do; `count` is their number.
    // Nothing, with version 0, to a target on a GPU that the bodies have just left. `named`: bodies
    // in original order whose positions the caller wants to know besides.
    Written write_latest(const BodyTarget& target, BodyScalar scalar,
                         std::span<const std::size_t> named = {}) const;

    // Reads what is requested of the newest complete state, and no more; nothing of bodies that are
    // not there, as may be of a system that has just been loaded. Positions are inside a periodic
    // box, as they are drawn; a snapshot has them as the state does.
    BodyValues read(const ReadRequest& request) const;
    // The newest complete state itself, where a GPU has it; nullopt: the host does.
    std::optional<BodiesOnDevice> on_device() const;

    // The newest complete state, with the steps and softening in force, to be saved. Among many
    // ranks the first gets the bodies, in original order, and the others none.
    System snapshot() const;
    // The same, of which each of many ranks gets its share (System::bodies_of_ranks).
    System snapshot_share() const;
    // Saves it as a session, of which each of many ranks writes its share. Throws as write_session.
    void save(const std::filesystem::path& file, const Settings& settings,
              const std::string& look) const;

    // ---- among many ranks ----

    Communicator& ranks() const { return ranks_; }
    // Which of the ranks on its machine this one is: where they compute on GPUs, each has its own.
    // At first its number among all.
    void set_place_on_machine(std::size_t place) { place_on_machine_ = place; }
    // Which of the system's bodies this rank has, by original index, in the order of `read`.
    HostArray<std::uint64_t> numbers() const { return state_->numbers(); }
    // What MPI is given by GPUs that have the bodies: device or host; automatic: nothing, for they
    // reach each other's memory. None: the host has the bodies.
    std::optional<MpiMemory> mpi_memory() const;
    // Of every rank, as it was in the last step.
    std::vector<RankWork> rank_work() const;

    // ---- among many ranks that the first one leads ----

    // On another rank: does what the first one does, until that is gone. `complain` is told what
    // went wrong here, of which the first one knows no more than that it did.
    void follow(const std::function<void(const std::exception&)>& complain);
    // Whether readers see an older state than the complete one, and it is time to change that.
    // `resting`: nothing else is to be done.
    bool picture_due(bool resting) const;
    // Has the bodies brought to the first rank, for readers: all of them, or a fair sample where
    // they are very many, with the mass of all.
    void bring_picture();
    // How many bodies a picture has at most, from the next load on.
    void show_at_most(std::size_t bodies) { most_shown_ = bodies; }

private:
    // Bodies as they go to the first rank to be shown.
    struct ShownBody;
    // Tells the other ranks, where they follow, and not in the midst of another order.
    class Lead {
    public:
        Lead(const Simulation& simulation, const RankOrder& order);
        Lead(const Lead&) = delete;
        Lead& operator=(const Lead&) = delete;
        ~Lead();

    private:
        bool* under_order_ = nullptr; // null: nobody was told
    };

    // The part of the bodies that this rank has among many.
    struct Share {
        std::vector<std::size_t> shown; // original indices, ascending; empty: all
        std::vector<float> stands_for;  // how many bodies each of these does
        std::size_t all = 0;            // bodies of the system
        bool along_curve = false;       // domains have been cut,
        bool cut_by_work = false;       // and not by counts
        double work = 0, moved = 0;     // of the last step; bodies that went to other ranks
        // Domains are cut by the work of each rank, or by a GPU's time for it: the least of the
        // steps in these domains, but for the first ones.
        std::vector<double> costs = {};
        unsigned first_steps = 0; // that are still to come
        double imbalance = 1;     // the largest of them over the mean,
        double improved = 0;      // and before it was the reason to cut; 0: it was not
    };

    // The parts that new settings need. Null: the present one stays in use.
    struct Plan {
        Settings settings;
        CheckedSettings found;
        TimelineMark moment; // that the state is of
        std::optional<int> device =
            {}; // the GPU on which the solver wants the bodies; none: the host
        std::vector<int> members = {}; // GPUs that may have a share each of many bodies
        bool forces_changed = true;
        std::unique_ptr<Workers> workers = {};
        std::unique_ptr<Solver> solver = {};
        std::unique_ptr<State> state = {};
        std::shared_ptr<const State> copy = {};    // of a new state on a GPU
        std::shared_ptr<const System> system = {}; // a new one, without its bodies
        std::string loss = {}; // what it means that the moment is not the present one
    };

    // The image that readers see, where it is not the complete state.
    struct Shown {
        std::shared_ptr<const State> image; // null: the complete state
        double time = 0;
        std::shared_ptr<const System> system = {}; // that the image is of
    };

    std::unique_ptr<StateReading> begin_reading(const ReadRequest& request) const;
    // The image for readers; call with the mutex held, which alone keeps a complete state there.
    Shown shown() const;
    Flight flight_now() const;

    // Checks `settings` and makes what they need and is not there yet.
    Plan plan(const Settings& settings, const SuggestedDefaults& scales) const;
    Plan planned_by_all(const Settings& settings, const SuggestedDefaults& scales) const;
    void choose_mpi_memory(MpiMemory wanted, const std::optional<int>& gpu) const;
    // Takes over what was planned.
    void adopt(Plan plan) noexcept;

    // The present bodies or, when they leave a GPU that is lost, the last ones that were kept.
    Bodies<double> bodies_to_move(Plan& plan);
    // Makes the new state of a plan, of other bodies, where its solver wants them.
    static void move_to(Bodies<double> bodies, Plan& plan);
    // The present moment without its bodies.
    Checkpoint moment() const;
    // While a GPU has the bodies: has them copied, if the last copy is old.
    void keep_checkpoint();

    // All that the next step begins with.
    bool forces_known() const {
        return known_.acceleration && (known_.jerk || !integrator_->needs_jerk);
    }
    bool energy_known() const { return known_.potential_energy || !wants_potential(); }
    bool wants_potential() const {
        return settings_.measure_energy && solver_->info().has_potential;
    }
    bool wants_interactions() const {
        return settings_.count_interactions && solver_->info().counts_interactions;
    }
    Execution execution_of(std::stop_token stop, StepTimings& timings) {
        return {std::move(stop), *workers_, timings, nullptr, &progress_, devices_, ranks_};
    }
    Outcome evaluate(Execution& execution);
    template <class Advance>
    Outcome advanced(const Evaluation& wanted, const Advance& advance);
    // Processes or GPUs have a share of the bodies each.
    bool in_domains() const { return ranks_.size() > 1 || !state_->members().empty(); }
    // Keeps the bodies in the order in which the solver sorts them.
    Outcome keep_order(Execution& execution, double dt);
    // In their domains, which are cut anew where they no longer serve.
    void keep_domains(Execution& execution, double drift);
    void cut_domains(Execution& execution, double drift = 0);
    void migrate(const Recut& recut, Execution& execution);
    void measure_work(const StepTimings& timings);
    void forget_work() noexcept; // that was measured
    // By the first rank to all: what there is to know of its system, their shares of the bodies,
    // and which of all are shown.
    void tell_system(System& system) const;
    void deal(System& system) const;
    void tell_shown(const System& system, Share& share) const;
    void carry_out(const RankOrder& order);
    BodyValues own_values() const;
    std::vector<ShownBody> own_shown_bodies() const;
    Shown gathered_picture(std::span<const std::vector<ShownBody>> of_ranks) const;
    std::optional<ForceError> force_error_of_ranks(std::size_t samples, std::uint64_t seed,
                                                   const std::stop_token& stop);
    bool leads() const { return calls_ == RankCalls::by_first && ranks_.rank() == 0; }
    Conserved of_all_ranks(const Conserved& own) const;
    void require_alone(const char* what) const;
    // Counts a change of the state, unless an image is held; call with the mutex held.
    void show_change() {
        ++states_;
        version_ += shown_.image == nullptr && !leads() ? 1 : 0;
    }
    Evaluation evaluation(Execution& execution, bool potential) {
        return {
            *solver_, forces_, execution, integrator_->needs_jerk, potential, wants_interactions()};
    }
    void update_adaptive_step();

    // Guards what readers on other threads see, which is all down to `forces_`: the simulation's
    // own thread takes it to change that.
    mutable std::mutex mutex_;
    std::unique_ptr<State> state_;
    double time_ = 0;
    std::shared_ptr<const System> system_; // as loaded or edited, without its bodies
    Shown shown_;                          // instead of the complete state
    Shown picture_;                        // likewise, of the bodies of all ranks
    struct {
        std::shared_ptr<const Departure> from; // the state before the complete one
        double time = 0;
    } departed_; // while bodies fly
    Clock::time_point flight_began_;
    Clock::duration flight_duration_{};
    std::atomic<std::uint64_t> version_ = 0;
    Settings settings_;
    ForceParameters forces_;

    Workers::Priority priority_;
    std::unique_ptr<Workers> workers_;
    std::unique_ptr<Solver> solver_;
    std::vector<int> devices_; // in use, as Execution names them
    Communicator& ranks_;      // that simulate this system
    RankCalls calls_;
    std::size_t place_on_machine_;
    mutable bool under_order_ = false; // what is called is part of something that all do
    Share share_;                      // of many
    std::size_t most_shown_ = std::size_t{1} << 21;
    std::uint64_t states_ = 0, pictured_ = 0;       // complete states, and that of the picture
    std::shared_ptr<const System> pictured_system_; // that the picture's is made of
    Clock::time_point pictured_at_;
    double picture_milliseconds_ = 0; // that the last one took
    const Integrator* integrator_ = nullptr;
    std::uint64_t steps_ = 0;
    StepTimings timings_;
    StepProgress progress_;
    bool evaluated_ahead_ = false; // by evaluate: the step that follows goes on counting
    double move_milliseconds_ = 0;
    CheckpointKeeper checkpoint_; // empty while the host has the bodies
    std::string loss_;

    // The known facts about the present forces on the complete state.
    KnownForces known_;
    bool steps_measured_ = true;
    double step_accuracy_ = 0;            // 0: the step is fixed
    double largest_acceleration_ = 0;     // while the step is adaptive
    std::optional<double> lightest_mass_; // above 0; known while it is needed for the step
    bool order_known_ = false;     // the solver evaluated the bodies as they lie, and nothing since
    std::uint64_t next_order_ = 0; // the step before which they are put in order again
};

} // namespace orrery
