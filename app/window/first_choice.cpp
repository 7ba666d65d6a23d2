#include "app/window/first_choice.hpp"

#include "app/language/spoken_language.hpp"

#include "sim/base/error.hpp"

#include <chrono>
#include <utility>

namespace orrery {

FirstChoice::FirstChoice(const Settings& settings, const OpenChoice& open, std::size_t bodies) {
    std::promise<MachineChoice> promise;
    result_ = promise.get_future();
    const std::vector<std::string> algorithms =
        open.algorithms.empty() ? std::vector{settings.algorithm} : open.algorithms;
    thread_ = std::jthread([wanted = settings, algorithms, open, bodies, language = spoken(),
                            promise = std::move(promise)](const std::stop_token& stop) mutable {
        const SpokenAsWell words_of_window(language);
        try {
            const Settings wishes = with_wish_of_scene(wanted, algorithms);
            promise.set_value(
                open.bodies ? choose_bodies(wishes, algorithms, open.memory, stop)
                            : choose_algorithm(wishes, algorithms, bodies, open.memory, stop));
        } catch (const Error&) {
            promise.set_value({});
        }
    });
}

std::optional<MachineChoice> FirstChoice::take_result() {
    if (!result_.valid() ||
        result_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) {
        return std::nullopt;
    }
    return result_.get();
}

} // namespace orrery
