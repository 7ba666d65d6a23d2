#pragma once

#include "app/choice/machine_choice.hpp"
#include "app/job.hpp"
#include "app/state/app_state.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace orrery {

// What the command line left to the window.
struct OpenChoice {
    // Of which the fastest is to be taken; empty: it was named.
    std::vector<std::string> algorithms = {};
    bool bodies = false; // how many run smoothly
    ChoiceMemory memory = ChoiceMemory::not_used;
    // How long the choice is waited for. Then bodies move without it until it comes. The processor
    // is given three times as long: what it measures takes its time, but it compiles nothing first.
    Clock::duration patience = std::chrono::milliseconds(1500);
};

// What passes between the window and its simulation: wanted settings there; status, loads, notices
// and errors back. Touches no graphics.
class SimulationLink {
public:
    // `settings` are the first to be sent, with what is open in them chosen to suit the machine.
    SimulationLink(const Settings& settings, OpenChoice open);

    // From now on the simulation takes no step by itself, though it seems to run: whoever asks for
    // each step keeps time with it.
    void hold() { held_ = true; }

    // Once a frame: refreshes app.status and what comes with a load, and says what there is to say;
    // returns a new error.
    std::optional<Error> look(AppState& app);

    // Once a frame: sends app.settings where they are not those that were sent. The first ones wait
    // for the number of bodies, and for a session that is `opening`. Where only the algorithm is
    // open, bodies are loaded and shown meanwhile, and rest until it is chosen. Where the choice
    // takes long, the processor begins without it.
    void send_settings(AppState& app, bool opening);
    // Whether a choice is under way, and nothing moves without it.
    bool choosing() const { return choice_.under_way() && !meanwhile_; }

private:
    void take_load(AppState& app);
    void take_bodies(AppState& app, const SimulationStatus& before);
    void take_replaced(AppState& app);
    void seek(const Settings& settings, std::size_t bodies);
    bool chosen_by_user(Settings wanted) const;
    void take_choice(AppState& app);
    void await_choice(AppState& app);
    void take_suggestions(AppState& app);

    OpenChoice open_;
    Job<MachineChoice> choice_; // where it is not remembered, it takes up to a second; or half a
                                // minute, where a GPU's kernels have to be compiled first
    Clock::time_point choosing_since_;
    bool resting_ = false;   // the bodies, until it is found
    bool meanwhile_ = false; // they move without it until it is found
    Settings sent_;
    bool held_ = false;
    bool first_unsent_ = true;     // none sent yet: they wait for a measurement or a session
    double suggested_error_ = 0;   // of the system that is loaded; 0: none
    SuggestedErrors taken_errors_; // that were set for it
    std::uint64_t seen_error_ = 0;
    std::uint64_t seen_notice_ = 0;
    bool promises_ = true;    // the algorithm, some accuracy
    std::string seen_source_; // that the camera has been put in place for
};

} // namespace orrery
