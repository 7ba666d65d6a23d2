#include "app/window/session_files.hpp"

#include "app/state/source_choice.hpp"
#include "app/window/user_files.hpp"
#include "sim/base/error.hpp"
#include "sim/simulation/fitted_settings.hpp"
#include "sim/snapshots/session.hpp"

#include <fmt/format.h>

#include <chrono>
#include <exception>
#include <new>
#include <utility>

namespace orrery {

namespace fs = std::filesystem;

namespace {

using Numbers = std::map<std::string, double, std::less<>>;

template <class Result>
bool ready(const std::future<Result>& future) {
    return future.valid() && future.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

// The numbers of a pose and what they are called; `name` as in "view_3_".
template <class Pose, class Use>
void for_pose_numbers(Pose& pose, const std::string& name, const Use& use) {
    use(name + "centre_x", pose.centre.x);
    use(name + "centre_y", pose.centre.y);
    use(name + "centre_z", pose.centre.z);
    use(name + "orientation_w", pose.orientation.w);
    use(name + "orientation_x", pose.orientation.x);
    use(name + "orientation_y", pose.orientation.y);
    use(name + "orientation_z", pose.orientation.z);
    use(name + "distance", pose.distance);
}

void keep_pose(Numbers& numbers, const std::string& name, const CameraPose& pose) {
    for_pose_numbers(pose, name,
                     [&](const std::string& key, double value) { numbers[key] = value; });
}

// nullopt unless all of its numbers are there.
std::optional<CameraPose> kept_pose(const Numbers& numbers, const std::string& name) {
    CameraPose pose;
    bool whole = true;
    for_pose_numbers(pose, name, [&](const std::string& key, double& value) {
        const auto found = numbers.find(key);
        whole = whole && found != numbers.end();
        value = whole ? found->second : 0;
    });
    return whole && pose.distance > 0 ? std::optional(pose) : std::nullopt;
}

std::string view_name(std::size_t slot) {
    return fmt::format("view_{}_", slot + 1);
}

Numbers camera_numbers(const AppState& app) {
    Numbers numbers;
    keep_pose(numbers, "", app.camera.pose());
    for (std::size_t slot = 0; slot < app.bookmarks.size(); ++slot) {
        if (app.bookmarks[slot]) {
            keep_pose(numbers, view_name(slot), *app.bookmarks[slot]);
        }
    }
    return numbers;
}

void restore_camera(AppState& app, const Numbers& numbers) {
    if (const std::optional<CameraPose> pose = kept_pose(numbers, "")) {
        app.pending.pose = *pose;
    }
    for (std::size_t slot = 0; slot < app.bookmarks.size(); ++slot) {
        app.bookmarks[slot] = kept_pose(numbers, view_name(slot));
    }
}

} // namespace

bool is_session_file(const fs::path& file) {
    return file.extension() == ".orrery";
}

void SessionFiles::save(const fs::path& file, const AppState& app) {
    saving_ = std::async(std::launch::async, [file, &simulation = app.simulation,
                                              settings = app.status.settings,
                                              camera = camera_numbers(app)] {
        try {
            write_session(file, {simulation.snapshot(), settings, camera});
            return Saved{file, std::nullopt};
        } catch (const Error& error) {
            return Saved{file, error};
        } catch (const std::bad_alloc&) {
            return Saved{file, failure("there is not enough memory to save the bodies",
                                       file.string(), "use fewer bodies")};
        }
    });
}

void SessionFiles::open(const fs::path& file, Change change) {
    opening_ = std::async(std::launch::async, [file, change = std::move(change)] {
        Opened opened{file, std::nullopt, {}, {}, ""};
        std::optional<Session> session;
        try {
            session = read_session(file);
        } catch (const std::exception&) {
            return opened;
        }
        opened.camera = std::move(session->camera);
        try {
            if (change) {
                opened.settings = change(session->settings);
                return opened;
            }
        } catch (const Error& error) {
            opened.refused = error.what();
        }
        FittedSettings fit = fitted(session->settings);
        opened.settings = std::move(fit.settings);
        opened.notes = std::move(fit.changes);
        return opened;
    });
}

std::optional<fs::path> SessionFiles::poll(AppState& app) {
    if (ready(opening_)) {
        const Opened opened = opening_.get();
        if (opened.settings) {
            app.settings = *opened.settings;
            restore_camera(app, opened.camera);
            for (const std::string& note : opened.notes) {
                app.say(note);
            }
            if (!opened.refused.empty()) {
                app.say(opened.refused, true);
            }
        } else {
            // The simulation will not be able to read it either, and tells why.
            choose_source(app.settings, opened.file.string());
        }
    }
    if (!ready(saving_)) {
        return std::nullopt;
    }
    const Saved saved = saving_.get();
    if (saved.error) {
        app.say(saved.error->what(), true);
        return std::nullopt;
    }
    remember_file(app.recent_files, saved.file);
    app.say("Saved " + saved.file.string());
    return saved.file;
}

void SessionFiles::finish_saving() {
    if (saving_.valid()) {
        saving_.wait();
    }
}

} // namespace orrery
