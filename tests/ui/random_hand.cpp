#include "tests/ui/random_hand.hpp"
#include "app/state/window_requests.hpp"

#include "app/state/actions.hpp"
#include "sim/base/error.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <fstream>
#include <utility>

namespace orrery {

namespace fs = std::filesystem;
using namespace std::string_literals;

namespace {

constexpr std::size_t remembered_acts = 60;
// More would be legal, and only slow: a sanitizer's build is to see many acts.
constexpr std::size_t most_bodies = 16'384;

constexpr double most_pixels = 2e6; // of a picture that is saved

bool ends_the_run(const std::string& id) {
    return id == "file.quit";
}

void write(const fs::path& file, const std::string& text) {
    std::ofstream(file, std::ios::binary) << text;
}

std::string many_bodies() {
    std::string text = "x,y,z,vx,vy,vz,mass\n";
    for (int i = 0; i < 300; ++i) {
        text += fmt::format("{},{},{},0,0,0,0.01\n", i % 7, i % 11, i / 10.0);
    }
    return text;
}

} // namespace

RandomHand::RandomHand(std::uint64_t seed, fs::path folder)
    : random_(seed), folder_(std::move(folder)) {
    const std::string head = "x,y,z,vx,vy,vz,mass\n";
    write(folder_ / "two.csv", head + "0,0,0,0,0,0,1\n1,0,0,0,1,0,1\n");
    write(folder_ / "many.csv", many_bodies());
    write(folder_ / "one.csv", head + "0,0,0,0,0,0,1\n");
    write(folder_ / "together.csv", head + "0,0,0,0,0,0,1\n0,0,0,0,0,0,1\n");
    write(folder_ / "far.csv", head + "1e30,0,0,0,0,0,1e20\n-1e30,0,0,0,0,0,1e-20\n");
    write(folder_ / "massless.csv", head + "0,0,0,0,0,0,0\n1,0,0,0,1,0,0\n");
    write(folder_ / "words.csv", head + "0,0,nonsense\n");
    write(folder_ / "infinite.csv", head + "inf,0,0,0,0,0,1\nnan,0,0,0,0,0,1\n");
    write(folder_ / "empty.csv", "");
    write(folder_ / "empty.orrery", "");
    write(folder_ / "noise.orrery", "ORRERY\0\1\2\3 and nothing else"s);
    write(folder_ / "noise.png", "no picture");
    write(folder_ / "noise.tipsy", std::string(40, '\xFE'));
    fs::create_directory(folder_ / "folder.csv");
}

std::size_t RandomHand::below(std::size_t count) {
    return static_cast<std::size_t>(random_() % count);
}

void RandomHand::note(std::string words) {
    const std::lock_guard lock(mutex_);
    acts_.push_back(fmt::format("frame {}: {}", frame_, std::move(words)));
    if (acts_.size() > remembered_acts) {
        acts_.pop_front();
    }
}

std::string RandomHand::last_acts() const {
    const std::lock_guard lock(mutex_);
    std::string text;
    for (const std::string& act : acts_) {
        text += act + "\n";
    }
    return text;
}

void RandomHand::act(AppState& app, const Outside& outside) {
    ++frame_;
    width_ = std::max(1.0F, ImGui::GetIO().DisplaySize.x);
    height_ = std::max(1.0F, ImGui::GetIO().DisplaySize.y);
    keep_small(app);
    if (frame_ % 512 == 0) {
        sweep_folder();
    }
    if (steps_.empty()) {
        begin_gesture(app, outside);
    }
    if (!steps_.empty()) {
        const Step step = std::move(steps_.front());
        steps_.pop_front();
        step();
    }
}

void RandomHand::begin_gesture(AppState& app, const Outside& outside) {
    const std::pair<std::size_t, Step> gestures[] = {
        {24, [&] { press_key_of_an_action(app); }},
        {14, [&] { run_action(app); }},
        {18, [&] { choose_value(app); }},
        {30, [&] { use_mouse(); }},
        {6, [&] { type_into_palette(app); }},
        {5, [&] { type_anything(); }},
        {3, [&] { hold_a_key(); }},
        {3, [&] { drop_file(outside); }},
        {3, [&] { resize(outside); }},
        {1, [&] { save_session(); }},
        {4, [&] { steps_.insert(steps_.end(), 1 + below(12), Step([] {})); }},
    };
    std::size_t total = 0;
    for (const auto& [weight, begin] : gestures) {
        total += weight;
    }
    std::size_t chosen = below(total);
    for (const auto& [weight, begin] : gestures) {
        if (chosen < weight) {
            begin();
            return;
        }
        chosen -= weight;
    }
}

// As a quick hand does: down in one frame, up in the next.
void RandomHand::press(int chord) {
    const auto send = [chord](bool down) {
        ImGuiIO& io = ImGui::GetIO();
        for (const int modifier : {ImGuiMod_Ctrl, ImGuiMod_Shift, ImGuiMod_Alt}) {
            if ((chord & modifier) != 0) {
                io.AddKeyEvent(static_cast<ImGuiKey>(modifier), down);
            }
        }
        io.AddKeyEvent(static_cast<ImGuiKey>(chord & ~ImGuiMod_Mask_), down);
    };
    steps_.emplace_back([send] { send(true); });
    steps_.emplace_back([send] { send(false); });
}

void RandomHand::press_key_of_an_action(const AppState& app) {
    const Action& action = one_of(app.actions.all());
    if (action.key.empty() || ends_the_run(action.id)) {
        return;
    }
    note("key " + action.shortcut + " (" + action.id + ")");
    if (action.key.character != 0) {
        steps_.emplace_back(
            [sign = action.key.character] { ImGui::GetIO().AddInputCharacter(sign); });
    } else {
        press(action.key.chord);
    }
}

void RandomHand::run_action(AppState& app) {
    const Action& action = one_of(app.actions.all());
    if (!ends_the_run(action.id)) {
        note("action " + action.id);
        app.actions.run(action.id);
    }
}

void RandomHand::choose_value(AppState& app) {
    const Choice& choice = one_of(app.actions.choices());
    const std::vector<Choice::Option> options = choice.options();
    std::string value = options.empty() || below(4) == 0 ? choice.example : one_of(options).value;
    if (value.empty() || (choice.check && below(3) == 0)) {
        value = random_text();
    }
    note("choice " + choice.id + " " + value);
    app.actions.run(Command{choice.id, value});
}

std::string RandomHand::random_text() {
    constexpr const char* texts[] = {"64",        "1k",
                                     "1/64",      "2",
                                     "0",         "-1",
                                     "1e9",       "1e-9",
                                     "nan",       "inf",
                                     "0.5",       "12.5",
                                     "-3",        "1e300",
                                     "all",       "unlimited",
                                     "off",       "on",
                                     "3 7.5",     "0 0.1",
                                     "100 1",     "7",
                                     "?",         "cpu.tree cpu.simd",
                                     "1/0",       "0.01",
                                     "1e-300",    "90",
                                     "64 1k",     "ü∞",
                                     " ",         "suggested",
                                     "-1e9",      "3600",
                                     "0.1",       "1 1 1",
                                     "euler rk4", "fp32 fp64",
                                     "320x240",   "kepler euler rk4",
                                     "8200x24",   "solar_system cpu.aos cpu.soa"};
    return one_of(texts);
}

// In words, as the palette and --do take them.
std::string RandomHand::random_command(const AppState& app) {
    if (below(2) == 0) {
        return one_of(app.actions.all()).label;
    }
    const Choice& choice = one_of(app.actions.choices());
    const std::vector<Choice::Option> options = choice.options();
    return choice.kind + " " +
           (options.empty() || below(3) == 0 ? random_text() : one_of(options).value);
}

void RandomHand::move_to(float x, float y) {
    steps_.emplace_back([x, y] { ImGui::GetIO().AddMousePosEvent(x, y); });
}

void RandomHand::click(int button, int times) {
    for (int i = 0; i < times; ++i) {
        steps_.emplace_back([button] { ImGui::GetIO().AddMouseButtonEvent(button, true); });
        steps_.emplace_back([button] { ImGui::GetIO().AddMouseButtonEvent(button, false); });
    }
}

void RandomHand::drag(int button, int modifier) {
    const auto hold = [modifier](bool down) {
        if (modifier != 0) {
            ImGui::GetIO().AddKeyEvent(static_cast<ImGuiKey>(modifier), down);
        }
    };
    steps_.emplace_back([hold, button] {
        hold(true);
        ImGui::GetIO().AddMouseButtonEvent(button, true);
    });
    for (std::size_t i = 0, count = 1 + below(8); i < count; ++i) {
        move_to(share() * width_, share() * height_);
    }
    steps_.emplace_back([hold, button] {
        ImGui::GetIO().AddMouseButtonEvent(button, false);
        hold(false);
    });
}

void RandomHand::use_mouse() {
    constexpr float outside = 0.02F; // of the window
    const auto place = [&](float length) {
        return (share() * (1 + 2 * outside) - outside) * length;
    };
    const float x = place(width_);
    const float y = place(height_);
    move_to(x, y);
    const int button = below(4) == 0 ? static_cast<int>(below(3)) : 0;
    switch (below(8)) {
    case 0:
    case 1:
    case 2:
        note(fmt::format("click of {} at {:.0f},{:.0f}", button, x, y));
        click(button, 1);
        break;
    case 3:
        note(fmt::format("double click at {:.0f},{:.0f}", x, y));
        click(button, 2);
        break;
    case 4:
    case 5:
        note(fmt::format("drag of {} from {:.0f},{:.0f}", button, x, y));
        drag(button, below(3) == 0 ? ImGuiMod_Shift : 0);
        break;
    case 6: {
        const float notches = static_cast<float>(below(21)) - 10;
        note(fmt::format("wheel {} at {:.0f},{:.0f}", notches, x, y));
        steps_.emplace_back([notches] { ImGui::GetIO().AddMouseWheelEvent(0, notches); });
        break;
    }
    default:
        note(fmt::format("mouse at {:.0f},{:.0f}", x, y));
    }
}

void RandomHand::type(const std::string& text) {
    // Two letters a frame, as a quick hand's.
    for (std::size_t at = 0; at < text.size(); at += 2) {
        steps_.emplace_back([part = text.substr(at, 2)] {
            for (const char sign : part) {
                ImGui::GetIO().AddInputCharacter(static_cast<unsigned char>(sign));
            }
        });
    }
}

void RandomHand::type_into_palette(const AppState& app) {
    const std::string words = random_command(app);
    if (words == app.actions.find("file.quit").label) {
        return;
    }
    note("Ctrl+K, " + words);
    press(ImGuiMod_Ctrl | ImGuiKey_K);
    type(words);
    press(below(5) == 0 ? ImGuiKey_Escape : ImGuiKey_Enter);
}

void RandomHand::type_anything() {
    constexpr ImGuiKey keys[] = {ImGuiKey_Enter,   ImGuiKey_Escape,     ImGuiKey_Backspace,
                                 ImGuiKey_Delete,  ImGuiKey_Tab,        ImGuiKey_LeftArrow,
                                 ImGuiKey_UpArrow, ImGuiKey_RightArrow, ImGuiKey_DownArrow,
                                 ImGuiKey_Space,   ImGuiKey_Home,       ImGuiKey_KeypadAdd};
    if (below(2) == 0) {
        const ImGuiKey key = one_of(keys);
        note(std::string("key ") + ImGui::GetKeyName(key));
        press(key);
        return;
    }
    const std::string text = random_text();
    note("types " + text);
    type(text);
    if (below(2) == 0) {
        press(ImGuiKey_Enter);
    }
}

void RandomHand::hold_a_key() {
    constexpr ImGuiKey keys[] = {ImGuiKey_W, ImGuiKey_A, ImGuiKey_S,
                                 ImGuiKey_D, ImGuiKey_Q, ImGuiKey_E};
    const ImGuiKey key = one_of(keys);
    note(std::string("holds ") + ImGui::GetKeyName(key));
    steps_.emplace_back([key] { ImGui::GetIO().AddKeyEvent(key, true); });
    steps_.insert(steps_.end(), 1 + below(20), Step([] {}));
    steps_.emplace_back([key] { ImGui::GetIO().AddKeyEvent(key, false); });
}

void RandomHand::drop_file(const Outside& outside) {
    std::vector<fs::path> files{folder_ / "absent.csv", "/dev/null"};
    for (const fs::directory_entry& entry : fs::directory_iterator(folder_)) {
        files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    const fs::path file = one_of(files);
    note("drops " + file.filename().string());
    outside.drop(file);
}

void RandomHand::resize(const Outside& outside) {
    constexpr Extent sizes[] = {{960, 540}, {1280, 720}, {640, 360}, {400, 300},
                                {64, 64},   {1, 1},      {300, 900}, {1000, 120}};
    const Extent size = one_of(sizes);
    note(fmt::format("resize {}x{}", size.width, size.height));
    outside.resize(size);
}

void RandomHand::save_session() {
    note("Ctrl+S, Enter");
    press(ImGuiMod_Ctrl | ImGuiKey_S);
    steps_.insert(steps_.end(), 2, Step([] {}));
    press(ImGuiKey_Enter);
}

void RandomHand::keep_small(AppState& app) {
    if (app.settings.bodies > most_bodies) {
        app.settings.bodies = 1024;
    }
    TakePicture* const picture = app.requests.newest<TakePicture>();
    if (picture != nullptr &&
        static_cast<double>(picture->size.height) * picture->size.width > most_pixels) {
        picture->size = {8200, 24}; // still one that is drawn in parts
    }
    app.desktop_dialogs = false; // which no hand of ours would close
    app.view.ui_scale = std::min(app.view.ui_scale, 2.0F);
}

// Removes the files that the window has saved, but for the newest.
void RandomHand::sweep_folder() {
    const auto old = fs::file_time_type::clock::now() - std::chrono::seconds(30);
    for (const fs::directory_entry& entry : fs::directory_iterator(folder_)) {
        std::error_code gone;
        if (entry.path().filename().string().starts_with("orrery-") && entry.is_regular_file() &&
            entry.last_write_time(gone) < old) {
            fs::remove(entry.path(), gone);
        }
    }
}

} // namespace orrery
