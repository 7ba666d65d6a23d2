#pragma once

#include "app/state/app_state.hpp"

#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <mutex>
#include <random>
#include <string>
#include <vector>

namespace orrery {

// A hand that does anything a user may do, by a seed: keys of the action table, mouse and wheel,
// typed words, dropped files, commands and choices. The same seed does the same frame by frame, as
// far as what can be done then is the same.
class RandomHand {
public:
    // Requests to a window from outside.
    struct Outside {
        std::function<void(Extent)> resize;
        std::function<void(const std::filesystem::path&)> drop;
    };

    // Files to be dropped are written into `folder`, and those that the window saves are found
    // there.
    RandomHand(std::uint64_t seed, std::filesystem::path folder);

    // Once a frame, before the window takes its input.
    void act(AppState& app, const Outside& outside);

    // The newest acts, one a line; from any thread.
    std::string last_acts() const;

private:
    using Step = std::function<void()>;

    void begin_gesture(AppState& app, const Outside& outside);
    void press_key_of_an_action(const AppState& app);
    void run_action(AppState& app);
    void choose_value(AppState& app);
    void use_mouse();
    void type_into_palette(const AppState& app);
    void type_anything();
    void hold_a_key();
    void drop_file(const Outside& outside);
    void resize(const Outside& outside);
    void save_session();

    void press(int chord);
    void type(const std::string& text);
    void click(int button, int times);
    void drag(int button, int modifier);
    void move_to(float x, float y);
    void keep_small(AppState& app);
    void sweep_folder();

    std::string random_command(const AppState& app);
    std::string random_text();
    std::size_t below(std::size_t count); // 0 … count - 1
    float share() { return static_cast<float>(below(10'001)) / 10'000; }
    template <class List>
    const auto& one_of(const List& list) {
        return list[below(std::size(list))];
    }
    void note(std::string words);

    std::mt19937_64 random_;
    const std::filesystem::path folder_;
    std::deque<Step> steps_; // one a frame
    std::uint64_t frame_ = 0;
    float width_ = 1, height_ = 1;
    mutable std::mutex mutex_;
    std::deque<std::string> acts_;
};

} // namespace orrery
