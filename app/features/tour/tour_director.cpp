#include "app/features/tour/tour_director.hpp"

#include "app/features/tour/tour.hpp"
#include "app/language/spoken_language.hpp"
#include "app/language/tr.hpp"
#include "app/state/body_edits.hpp"
#include "app/state/body_units.hpp"
#include "app/state/followed.hpp"
#include "sim/base/atomic_file.hpp"
#include "sim/base/error.hpp"
#include "sim/simulation/load_source.hpp"

#include <imgui.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <utility>

namespace orrery {

namespace fs = std::filesystem;

constexpr const char* usual_tour = "ladder";

bool TourPlayer::go_to(std::size_t position) {
    if (position >= tour_->steps.size()) {
        return false;
    }
    position_ = position;
    seconds_ = 0;
    ++entered_;
    goes_back_ = false;
    return true;
}

bool TourPlayer::is_over(std::optional<double> simulated) {
    if (step().end == StepEnd::wait) {
        return false;
    }
    if (!step().until) {
        return seconds_ >= step().seconds;
    }
    const bool reached = simulated && *simulated >= *step().until;
    goes_back_ = goes_back_ && (reached || !simulated);
    return reached && !goes_back_;
}

void TourPlayer::advance(double seconds, std::optional<double> simulated) {
    seconds_ += seconds;
    total_ += seconds;
    if (!is_over(simulated)) {
        return;
    }
    if (step().end == StepEnd::loop) {
        go_to(position_);
        goes_back_ = true;
    } else if (!next() && !(tour_->repeats && go_to(0))) {
        seconds_ = step().seconds; // the last one stays
    }
}

fs::path tour_file(const std::string& name_or_file, const fs::path& shipped) {
    std::error_code unreadable;
    if (fs::exists(name_or_file, unreadable) && !fs::is_directory(name_or_file, unreadable)) {
        return name_or_file;
    }
    const std::string name = name_or_file + ".toml";
    const fs::path in_language = spoken() == nullptr ? fs::path() : shipped / spoken()->id / name;
    for (const fs::path& file : {in_language, shipped / name}) {
        if (!file.empty() && fs::exists(file, unreadable)) {
            return file;
        }
    }
    return name_or_file;
}

// Changes that were not saved are kept when the window closes.
TourDirector::~TourDirector() {
    if (!editor_ || !editor_->changed()) {
        return;
    }
    try {
        std::fprintf(stderr, "orrery: changes to the tour that were not saved are in %s\n",
                     editor_->save_copy().c_str());
    } catch (const Error& error) {
        std::fprintf(stderr, "orrery: changes to the tour are lost: %s\n", error.what());
    }
}

void TourDirector::update(Frame& frame) {
    AppState& app = frame.app;
    try {
        take_moves(app);
    } catch (const Error& error) {
        app.say(error.what(), true);
    }
    // The clock of a step runs while its bodies do: not while they are loaded, nor in a pause.
    if (given_ && app.status.loaded && !app.status.loading &&
        (app.settings.running || frame.in_film)) {
        const bool in_force = same_system(app.settings, app.status.settings);
        player_->advance(frame.seconds, in_force ? std::optional(app.status.time) : std::nullopt);
    }
    enter_if_another(app);
    turn_drawings(app);
    rehearsal_.poll(app);
    refresh(app);
}

void TourDirector::take_moves(AppState& app) {
    if (const auto wanted = app.requests.take<GiveTour>()) {
        start(app, wanted->tour);
    }
    if (const auto wanted = app.requests.take<TourMove>()) {
        move(app, *wanted);
    }
    if (const auto step = app.requests.take<GoToStep>(); step && given_) {
        if (!player_->go_to(step->step)) {
            app.announce("tour", tr_format("The tour has {} steps", player_->tour()->steps.size()));
        }
    }
    if (app.requests.take<RehearseTour>()) {
        rehearsal_.start(player_ ? *player_->tour()
                                 : read_tour(tour_file(usual_tour, shipped_), app.actions),
                         declare_);
    }
    if (app.requests.take<RecordStep>()) {
        record(app);
    }
    take_edits(app);
}

void TourDirector::start(AppState& app, const std::string& name_or_file) {
    const fs::path file = tour_file(name_or_file, shipped_);
    const fs::path folder = file.parent_path();
    const bool comes_along = folder == shipped_ || folder.parent_path() == shipped_;
    const auto owner = comes_along ? TourEditor::Owner::program : TourEditor::Owner::user;
    TourEditor editor(file, owner, text_of_tour(file), app.actions);
    start(app, editor.tour());
    editor_ = std::move(editor);
}

void TourDirector::take_edits(AppState& app) {
    const auto edit = app.requests.take<TourEdit>();
    const bool save = app.requests.take<SaveTour>().has_value();
    if (!given_ || !editor_) {
        return;
    }
    if (edit) {
        const bool gone = edit->what == TourEdit::What::remove && edit->step == player_->position();
        position_ = editor_->edit(*edit, player_->position(), app.actions);
        player_->replace(editor_->tour(), position_);
        if (gone) {
            player_->go_to(position_);
        }
    }
    if (save) {
        app.announce("tour", tr_format("Saved {}", editor_->save().string()));
    }
}

void TourDirector::start(AppState& app, Tour tour) {
    player_.emplace(std::move(tour));
    editor_.reset();
    drawn_.clear();
    drawn_on_.reset();
    give(app);
}

void TourDirector::give(const AppState& app) {
    if (!given_) {
        layer_ = app.view.layer;
        keyframes_ = app.view.keyframes;
        source_ = app.settings.source;
    }
    given_ = true;
    entered_ = 0;
}

void TourDirector::move(AppState& app, TourMove move) {
    if (move == TourMove::start) {
        if (!player_) {
            start(app, usual_tour);
        } else if (!given_) {
            give(app);
        }
        return;
    }
    const std::size_t now = given_ ? player_->position() : 0;
    if (!given_ || (move == TourMove::previous && now == 0)) {
        return;
    }
    if (move == TourMove::leave) {
        leave(app);
    } else if (!player_->go_to(move == TourMove::next       ? now + 1
                               : move == TourMove::previous ? now - 1
                               : move == TourMove::first    ? 0
                                                            : player_->tour()->steps.size() - 1)) {
        app.announce("tour", "End of the tour. Esc stops it.");
    }
}

void TourDirector::leave(AppState& app) {
    given_ = false;
    app.view.frozen = false;
    app.undo.end_steps();
    app.view.layer = layer_;
    app.view.keyframes = app.settings.source == source_ ? keyframes_ : std::vector<CameraFlight>();
    app.view.chart_algorithms.clear();
    app.view.measures_error = false;
    app.view.lit_code.clear();
    app.announce("tour", "Tour stopped; F5 resumes");
}

void TourDirector::enter_if_another(AppState& app) {
    if (!given_ || entered_ == player_->entered()) {
        return;
    }
    const bool again = entered_ != 0 && position_ == player_->position();
    entered_ = player_->entered();
    position_ = player_->position();
    const Settings before = app.settings;
    for (const std::string& words : enter_step(app, *player_->tour(), position_, again)) {
        app.say(words, true);
    }
    const bool loads = again || !same_system(before, app.settings);
    app.undo.begin_step(app.settings, app.view, loads);
    take_back_edits(app, loads);
}

// Whoever goes back finds the bodies as no hand has touched them since, nor a later step. A step
// that begins anew has no edits yet.
void TourDirector::take_back_edits(AppState& app, bool begins_anew) {
    const std::size_t now = begins_anew ? 0 : app.catalogue.edits.size();
    const auto known = edits_before_.lower_bound(position_);
    const std::size_t stay = known == edits_before_.end() ? now : std::min(known->second, now);
    edits_before_.erase(known, edits_before_.end());
    edits_before_[position_] = stay;
    if (stay < now) {
        app.get<BodyEdits>().stay = stay;
    }
}

// As on slides: what is drawn on a step goes with it and is there again when its step is. A frozen
// picture keeps what is drawn on it.
void TourDirector::turn_drawings(AppState& app) {
    if (!given_ || app.view.frozen || drawn_on_ == position_) {
        return;
    }
    if (drawn_on_) {
        drawn_[*drawn_on_] = std::exchange(app.view.annotations.drawn, drawn_[position_]);
    }
    drawn_on_ = position_;
}

// Behind what the file holds, which its author may have changed since; all in another file where
// that is no tour any more.
std::string TourDirector::recorded_text(const Actions& actions) {
    auto& [tour, file, settings, look, done] = *recording_;
    std::error_code absent;
    if (tour.steps.size() > 1 && fs::exists(file, absent)) {
        try {
            std::string text = text_of_tour(file) + step_to_toml(tour.steps.back(), actions);
            static_cast<void>(read_tour_text(text, file, actions));
            return text;
        } catch (const Error&) { // what is there stays
            file = free_name(file);
        }
    }
    return tour_to_toml(tour, actions);
}

void TourDirector::record(AppState& app) {
    if (!recording_) {
        recording_.emplace();
        recording_->tour.title = tr("A tour");
        recording_->file = free_name("tour.toml");
        recording_->settings.source.clear(); // the first step says its scene
    }
    auto& [tour, file, settings, look, done] = *recording_;
    TourStep step;
    step.title = tr_format("Step {}", tour.steps.size() + 1);
    step.commands = commands_between(settings, look, app.settings, app.view);
    const std::vector<PastEdit>& edits = app.catalogue.edits;
    const bool loads = !same_system(settings, app.settings);
    for (done = loads || edits.size() < done ? 0 : done; done < edits.size(); ++done) {
        step.commands.push_back(spoken_command(app.actions, edits[done].words));
    }
    if (const Followed& followed = app.get<Followed>(); followed.what == Following::core) {
        step.commands.push_back({"camera.follow", "core"});
    } else if (followed.what == Following::body) {
        const std::string* const name = label_of(app.catalogue, followed.body);
        step.commands.push_back(
            {"camera.follow", name != nullptr
                                  ? *name
                                  : std::to_string(app.catalogue.numbers.at(followed.body) + 1)});
    }
    if (app.status.time > app.status.travel.first.time) {
        step.from = app.status.time;
    }
    const bool has_new = app.view.keyframes != look.keyframes && !app.view.keyframes.empty();
    step.views = has_new ? app.view.keyframes : std::vector{CameraFlight{app.camera.pose(), 1}};
    tour.steps.push_back(std::move(step));
    settings = app.settings;
    look = app.view;
    const std::string text = recorded_text(app.actions);
    AtomicFile out(file);
    out.write(std::string_view(text));
    out.commit();
    app.announce("tour", tr_format("Step {} added to {}", tour.steps.size(), file.string()));
}

void TourDirector::refresh(AppState& app) const {
    TourStatus& status = app.get<TourStatus>();
    status.given = given_;
    if (!given_) {
        return;
    }
    status.tour = player_->tour();
    status.position = player_->position();
    status.seconds = player_->seconds();
    status.seconds_in_step = player_->seconds_in_step();
    if (editor_) {
        status.editing.possible = true;
        status.editing.file = editor_->file().string();
        status.editing.changed = editor_->changed();
        status.editing.step = std::min(status.editing.step, status.tour->steps.size() - 1);
    } else {
        status.editing = {};
    }
}

const char* StepNumber::take(AppState& app) {
    constexpr double seconds_to_go_on = 3;
    constexpr std::size_t longest = 4;
    const ImGuiIO& io = ImGui::GetIO();
    if (!app.get<TourStatus>().given || io.WantTextInput || app.view.show_palette) {
        typed_.clear();
        return app.get<TourStatus>().given ? "0123456789" : "";
    }
    if (app.now - typed_at_ > seconds_to_go_on) {
        typed_.clear();
    }
    for (const ImWchar character : io.InputQueueCharacters) {
        if (character >= '0' && character <= '9' && typed_.size() < longest) {
            typed_ += static_cast<char>(character);
            typed_at_ = app.now;
            app.announce("tour", tr_format("Step {}: press Enter", typed_));
        }
    }
    const bool entered =
        ImGui::IsKeyPressed(ImGuiKey_Enter) || ImGui::IsKeyPressed(ImGuiKey_KeypadEnter);
    if (entered && !typed_.empty()) {
        const std::size_t number = std::stoul(typed_);
        app.requests.add(GoToStep{number == 0 ? 0 : number - 1});
        typed_.clear();
    }
    return "0123456789";
}

} // namespace orrery
