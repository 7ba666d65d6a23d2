#include "app/race/machine_shares.hpp"

#include "app/language/tr.hpp"
#include "sim/simulation/checked_settings.hpp"
#include "sim/solver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <thread>

namespace orrery {
namespace {

bool on_processor(const Settings& settings) {
    return find_solver(settings.algorithm).info.space == Space::host;
}

MachineShare share_of_cores(const Settings& settings, const Race& race, int racers, int cores) {
    MachineShare share;
    if (race.what == "threads") {
        share.words = tr_format("of {} cores", cores);
        return share;
    }
    share.threads = std::max(1, cores / racers);
    const int used = find_solver(settings.algorithm).info.multithreaded ? share.threads : 1;
    share.words = racers > cores ? tr_format("{} share {} {}", racers, cores,
                                             cores == 1 ? tr("core") : tr("cores"))
                                 : tr_format("{} of {} cores", used, cores);
    return share;
}

} // namespace

RaceMachine machine_for(const Settings& settings, std::size_t gpus) {
    const auto cores = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    return {settings.threads > 0 ? settings.threads : cores, static_cast<int>(gpus)};
}

std::vector<Settings> wanted_by_all(const Race& race, const Settings& settings) {
    std::vector<Settings> all;
    for (std::size_t k = 0; k < race.values.size(); ++k) {
        all.push_back(with_racer(settings, race, k));
    }
    return all;
}

int home_gpu(const Settings& settings) {
    const SolverInfo& info = find_solver(settings.algorithm).info;
    if (info.space == Space::host) { // which GPUs are named is of no interest, and may be wrong
        return -1;
    }
    return home_device(info, device_list(settings.devices)).value_or(-1);
}

std::vector<MachineShare> machine_shares(const std::vector<Settings>& racers, const Race& race,
                                         const RaceMachine& machine) {
    const auto on_cores =
        static_cast<int>(std::count_if(racers.begin(), racers.end(), on_processor));
    const int on_gpus = static_cast<int>(racers.size()) - on_cores;
    std::vector<MachineShare> shares;
    int gpu = 0;
    for (const Settings& racer : racers) {
        if (on_processor(racer)) {
            shares.push_back(share_of_cores(racer, race, on_cores, machine.cores));
            continue;
        }
        MachineShare share;
        const bool chosen =
            race.what == "device" || racer.sharing != Sharing::none || racer.devices != "all";
        if (!chosen && machine.gpus > 0) {
            const int mine = gpu++ % machine.gpus;
            share.devices = std::to_string(mine);
            share.words =
                fmt::format("GPU {}{}", mine, on_gpus > machine.gpus ? tr(", taking turns") : "");
        } else {
            share.words = on_gpus > 1 ? tr("GPUs, taking turns") : "GPU";
        }
        shares.push_back(std::move(share));
    }
    return shares;
}

} // namespace orrery
