#include "app/window/first_choice.hpp"

#include "sim/base/error.hpp"

namespace orrery {

FirstChoice::FirstChoice(const Settings& settings, const OpenChoice& open, std::size_t bodies) {
    const std::vector<std::string> algorithms =
        open.algorithms.empty() ? std::vector{settings.algorithm} : open.algorithms;
    result_.start([wanted = settings, algorithms, open, bodies](const std::stop_token& stop) {
        try {
            const Settings wishes = with_wish_of_scene(wanted, algorithms);
            return open.bodies ? choose_bodies(wishes, algorithms, open.memory, stop)
                               : choose_algorithm(wishes, algorithms, bodies, open.memory, stop);
        } catch (const Error&) {
            return MachineChoice{};
        }
    });
}

} // namespace orrery
