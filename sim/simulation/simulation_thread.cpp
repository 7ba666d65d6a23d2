#include "sim/simulation/simulation_thread.hpp"

#include "sim/simulation/load_source.hpp"

#include <algorithm>
#include <cmath>
#include <future>
#include <new>
#include <utility>

namespace orrery {
namespace {

constexpr std::size_t most_reports = 4096;

// Measuring energy and momentum costs a pass over the bodies; the plots need no more than this.
constexpr auto time_between_measurements = std::chrono::milliseconds(30);

bool same_system(const Settings& a, const Settings& b) {
    return a.source == b.source && a.bodies == b.bodies && a.seed == b.seed;
}

// Energies before and after such a change cannot be compared.
bool changes_energy(const Settings& a, const Settings& b) {
    return a.softening != b.softening;
}

Error as_error(const std::exception& exception) {
    if (const auto* error = dynamic_cast<const Error*>(&exception)) {
        return *error;
    }
    if (dynamic_cast<const std::bad_alloc*>(&exception) != nullptr) {
        return failure("there is not enough memory", "the simulation", "use fewer bodies");
    }
    return failure(exception.what(), "the simulation", "choose another algorithm or reset");
}

} // namespace

class SimulationThread::Implementation {
public:
    Implementation() : thread_([this](const std::stop_token& quit) { run(quit); }) {}

    ~Implementation() {
        thread_.request_stop();
        interrupt_and_wake([] {});
    }

    // Changes the mailbox by `change`, cancels what is in flight and wakes the thread.
    template <class Change>
    void interrupt_and_wake(const Change& change) {
        {
            const std::lock_guard lock(mutex_);
            change();
            interrupt_.request_stop();
        }
        wake_.notify_all();
    }

    // Like interrupt_and_wake, but lets the step in flight finish.
    template <class Change>
    void wake(const Change& change) {
        {
            const std::lock_guard lock(mutex_);
            change();
        }
        wake_.notify_all();
    }

    struct InspectOrder {
        InspectRequest request;
        std::promise<std::unique_ptr<InspectionReading>> answer;
    };

    struct Mailbox {
        std::optional<Settings> settings;
        Clock::time_point settings_sent;
        bool reset = false;
        std::deque<bool> single_steps; // true: backwards
        std::size_t verify_samples = 0;
        std::vector<InspectOrder> inspections;
    };

    mutable std::mutex mutex_; // guards everything down to `pacer_`
    std::condition_variable wake_;
    Mailbox mailbox_;
    std::stop_source interrupt_;
    SimulationStatus status_;
    Catalogue catalogue_;
    Units units_;
    Viewpoint viewpoint_;
    std::vector<StepReport> reports_;
    StepPacer pacer_;

    Simulation simulation_{Workers::Priority::background};

private:
    void run(const std::stop_token& quit);
    bool idle() const;
    Mailbox take_mail(const std::stop_token& quit);
    void apply(const Settings& wanted, Clock::time_point sent, bool reset);
    void load(const Settings& wanted);
    void single_step(bool backwards);
    void running_step();
    void count_while_paused();
    void verify(std::size_t samples);
    void answer(InspectOrder& order);
    void publish_progress(bool stepped);
    void stop_because(const Error& error);
    std::stop_token interruption() const {
        const std::lock_guard lock(mutex_);
        return interrupt_.get_token();
    }

    // Of the simulation's thread alone.
    Settings in_force_;
    bool loaded_ = false;
    bool evaluated_ = false; // since the last load: the initial energy is known
    Clock::time_point last_measurement_;

    std::jthread thread_; // last: it uses all of the above
};

void SimulationThread::Implementation::run(const std::stop_token& quit) {
    lower_thread_priority();
    while (!quit.stop_requested()) {
        Mailbox mail = take_mail(quit);
        if (quit.stop_requested()) {
            return;
        }
        try {
            if (mail.settings || mail.reset) {
                apply(mail.settings.value_or(in_force_), mail.settings_sent, mail.reset);
                count_while_paused();
            }
            for (const bool backwards : mail.single_steps) {
                single_step(backwards);
            }
            if (mail.verify_samples != 0) {
                verify(mail.verify_samples);
            }
            for (InspectOrder& order : mail.inspections) {
                answer(order);
            }
            running_step();
        } catch (const std::exception& exception) {
            stop_because(as_error(exception));
        }
    }
}

// Nothing to do now; called with the mutex held.
bool SimulationThread::Implementation::idle() const {
    const bool mail = mailbox_.settings || mailbox_.reset || !mailbox_.single_steps.empty() ||
                      mailbox_.verify_samples != 0 || !mailbox_.inspections.empty();
    const Clock::time_point now = Clock::now();
    return !mail && !(loaded_ && in_force_.running && now >= pacer_.due(now));
}

SimulationThread::Implementation::Mailbox
SimulationThread::Implementation::take_mail(const std::stop_token& quit) {
    std::unique_lock lock(mutex_);
    while (idle() && !quit.stop_requested()) {
        if (loaded_ && in_force_.running) {
            wake_.wait_until(lock, pacer_.due(Clock::now()));
        } else {
            wake_.wait(lock);
        }
    }
    interrupt_ = std::stop_source();
    if (quit.stop_requested()) {
        interrupt_.request_stop();
    }
    return std::exchange(mailbox_, {});
}

void SimulationThread::Implementation::apply(const Settings& wanted, Clock::time_point sent,
                                             bool reset) {
    if (!loaded_ || reset || !same_system(wanted, in_force_)) {
        load(wanted);
    } else {
        simulation_.apply(wanted);
        const std::lock_guard lock(mutex_);
        if (changes_energy(wanted, in_force_)) {
            status_.initial.reset();
            evaluated_ = false;
        }
    }
    in_force_ = wanted;
    const std::lock_guard lock(mutex_);
    pacer_.set_pace(wanted.steps_per_second, Clock::now());
    status_.settings = wanted;
    status_.time_step = simulation_.time_step();
    status_.step_accuracy = simulation_.step_accuracy();
    status_.softening = simulation_.softening();
    status_.state_device = simulation_.state_device();
    status_.move_milliseconds = simulation_.move_milliseconds();
    status_.error.reset();
    if (!simulation_.loss().empty()) {
        status_.time = simulation_.time();
        status_.steps = simulation_.steps();
        status_.notice = simulation_.loss();
        ++status_.notice_serial;
    }
    if (!reset) {
        status_.last_switch_milliseconds = milliseconds_since(sent);
    }
}

void SimulationThread::Implementation::load(const Settings& wanted) {
    const auto loading = [this](bool value) {
        const std::lock_guard lock(mutex_);
        status_.loading = value;
    };
    loading(true);
    try {
        simulation_.load(load_source(wanted), wanted);
    } catch (...) {
        loading(false);
        throw;
    }
    loaded_ = true;
    evaluated_ = false;

    const std::lock_guard lock(mutex_);
    status_.loading = false;
    status_.loaded = true;
    status_.count = simulation_.count();
    status_.time = simulation_.time();
    status_.steps = 0;
    status_.initial.reset();
    status_.latest.reset();
    status_.verified.reset();
    status_.memory_bytes = simulation_.memory_bytes();
    status_.state_device = simulation_.state_device();
    ++status_.load_serial;
    catalogue_ = simulation_.catalogue();
    units_ = simulation_.units();
    viewpoint_ = simulation_.viewpoint();
    reports_.clear();
}

void SimulationThread::Implementation::single_step(bool backwards) {
    if (!loaded_) {
        return;
    }
    const TimeDirection direction = backwards ? TimeDirection::backwards : TimeDirection::forwards;
    if (simulation_.step(direction, interruption()) == Outcome::complete) {
        publish_progress(true);
    }
}

void SimulationThread::Implementation::running_step() {
    if (!loaded_ || !in_force_.running) {
        return;
    }
    {
        const std::lock_guard lock(mutex_);
        const Clock::time_point now = Clock::now();
        if (now < pacer_.due(now)) {
            return;
        }
        pacer_.begin(now);
        status_.stepping = true;
    }
    Outcome outcome = Outcome::complete;
    if (!evaluated_) {
        outcome = simulation_.evaluate(interruption());
        if (outcome == Outcome::complete) {
            evaluated_ = true;
            publish_progress(false);
        }
    }
    if (outcome == Outcome::complete) {
        outcome = simulation_.step(interruption());
    }
    if (outcome == Outcome::complete) {
        publish_progress(true);
    }
    const std::lock_guard lock(mutex_);
    status_.stepping = false;
}

// Interactions that colour the bodies are otherwise counted by the steps.
void SimulationThread::Implementation::count_while_paused() {
    if (in_force_.running || !in_force_.count_interactions ||
        !simulation_.solver_info().counts_interactions) {
        return;
    }
    if (simulation_.evaluate(interruption()) == Outcome::complete) {
        evaluated_ = true;
        publish_progress(false);
    }
}

void SimulationThread::Implementation::verify(std::size_t samples) {
    if (!loaded_) {
        return;
    }
    {
        const std::lock_guard lock(mutex_);
        status_.verifying = true;
    }
    std::optional<ForceError> error;
    try {
        error = simulation_.force_error(samples, simulation_.steps() + 1, interruption());
    } catch (...) {
        const std::lock_guard lock(mutex_);
        status_.verifying = false;
        throw;
    }
    const std::lock_guard lock(mutex_);
    status_.verifying = false;
    if (error) {
        status_.verified = VerifiedForces{*error, simulation_.settings()};
    }
}

// An order that is dropped, here or by an error, breaks its promise: whoever waits hears that.
void SimulationThread::Implementation::answer(InspectOrder& order) {
    if (loaded_) {
        order.answer.set_value(simulation_.inspect(order.request, interruption()));
    }
}

void SimulationThread::Implementation::publish_progress(bool stepped) {
    std::optional<Conserved> conserved;
    const bool first = !status_.initial.has_value(); // written by this thread only
    if (first || Clock::now() - last_measurement_ >= time_between_measurements) {
        conserved = simulation_.conserved();
        last_measurement_ = Clock::now();
    }
    StepReport report{Clock::now(),        simulation_.steps(),   simulation_.time(),
                      in_force_.algorithm, simulation_.timings(), conserved};

    const std::lock_guard lock(mutex_);
    status_.time = report.time;
    status_.steps = report.step;
    status_.time_step = simulation_.time_step();
    status_.step_accuracy = simulation_.step_accuracy();
    status_.memory_bytes = simulation_.memory_bytes();
    status_.state_device = simulation_.state_device();
    if (conserved) {
        if (!status_.initial) {
            status_.initial = conserved;
        }
        status_.latest = conserved;
    }
    if (!stepped) {
        return;
    }
    pacer_.took(std::chrono::duration_cast<Clock::duration>(
        std::chrono::duration<double, std::milli>(report.timings.total_milliseconds)));
    if (reports_.size() >= most_reports) {
        reports_.erase(reports_.begin(), reports_.begin() + most_reports / 2);
    }
    reports_.push_back(std::move(report));
}

// The last good state stays, on screen too; the simulation pauses until somebody decides.
void SimulationThread::Implementation::stop_because(const Error& error) {
    in_force_.running = false;
    const std::lock_guard lock(mutex_);
    status_.settings = in_force_;
    status_.stepping = false;
    status_.error = error;
    ++status_.error_serial;
}

SimulationThread::SimulationThread() : implementation_(std::make_unique<Implementation>()) {}
SimulationThread::~SimulationThread() = default;

void SimulationThread::set(const Settings& settings) {
    implementation_->interrupt_and_wake([&] {
        auto& mailbox = implementation_->mailbox_;
        if (!mailbox.settings) {
            mailbox.settings_sent = Clock::now();
        }
        mailbox.settings = settings;
    });
}

void SimulationThread::reset() {
    implementation_->interrupt_and_wake([&] { implementation_->mailbox_.reset = true; });
}

void SimulationThread::step_once(bool backwards) {
    implementation_->wake([&] { implementation_->mailbox_.single_steps.push_back(backwards); });
}

void SimulationThread::expect_drawing(const std::optional<DrawingTimes>& drawing) {
    const std::lock_guard lock(implementation_->mutex_);
    implementation_->pacer_.set_drawing(drawing);
}

void SimulationThread::verify(std::size_t samples) {
    implementation_->wake([&] { implementation_->mailbox_.verify_samples = samples; });
}

void SimulationThread::dismiss_error() {
    const std::lock_guard lock(implementation_->mutex_);
    implementation_->status_.error.reset();
}

SimulationStatus SimulationThread::status() const {
    const std::lock_guard lock(implementation_->mutex_);
    return implementation_->status_;
}

std::vector<StepReport> SimulationThread::take_reports() {
    const std::lock_guard lock(implementation_->mutex_);
    return std::exchange(implementation_->reports_, {});
}

std::uint64_t SimulationThread::version() const {
    return implementation_->simulation_.version();
}

Simulation::Written SimulationThread::write_latest(const BodyTarget& target, BodyScalar scalar,
                                                   std::span<const std::size_t> named) const {
    return implementation_->simulation_.write_latest(target, scalar, named);
}

BodyValues SimulationThread::read(const ReadRequest& request) const {
    return implementation_->simulation_.read(request);
}

System SimulationThread::snapshot() const {
    return implementation_->simulation_.snapshot();
}

std::unique_ptr<InspectionReading> SimulationThread::inspect(const InspectRequest& request,
                                                             const std::stop_token& stop) const {
    constexpr auto between_looks = std::chrono::milliseconds(20);
    Implementation::InspectOrder order{request, {}};
    auto answer = order.answer.get_future();
    implementation_->wake(
        [&] { implementation_->mailbox_.inspections.push_back(std::move(order)); });
    while (answer.wait_for(between_looks) != std::future_status::ready) {
        if (stop.stop_requested()) {
            return nullptr;
        }
    }
    try {
        return answer.get();
    } catch (const std::future_error&) { // nobody is there to answer any more
        return nullptr;
    }
}

Catalogue SimulationThread::catalogue() const {
    const std::lock_guard lock(implementation_->mutex_);
    return implementation_->catalogue_;
}

Units SimulationThread::units() const {
    const std::lock_guard lock(implementation_->mutex_);
    return implementation_->units_;
}

Viewpoint SimulationThread::viewpoint() const {
    const std::lock_guard lock(implementation_->mutex_);
    return implementation_->viewpoint_;
}

double VerifiedForces::promised_error() const {
    const SolverInfo& info = find_solver(settings.algorithm).info;
    return info.promised_error(settings.precision, {info, options_of(settings, info.id)});
}

} // namespace orrery
