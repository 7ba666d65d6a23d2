#include "sim/sharing.hpp"

#include "sim/base/error.hpp"
#include "sim/base/words.hpp"

#include <array>
#include <vector>

namespace orrery {
namespace {

constexpr std::array modes{
    SharingMode{Sharing::none, "none", "One GPU", "One GPU does all the work.", ""},
    SharingMode{Sharing::threads, "threads", "A thread per GPU",
                "Each GPU has a CPU thread; positions pass through page-locked host memory.",
                "Wilt, The CUDA Handbook (2013), 14.8"},
    SharingMode{Sharing::single_thread, "single_thread", "One thread for all GPUs",
                "One CPU thread gives each GPU its work in turn; positions pass through the host.",
                "Wilt, The CUDA Handbook (2013), 14.9"},
    SharingMode{Sharing::peer, "peer", "GPU to GPU",
                "Positions go from GPU to GPU, part by part, while the parts before are summed.",
                "NVIDIA, CUDA C++ Programming Guide, peer-to-peer access"},
    SharingMode{Sharing::nccl, "nccl", "NCCL",
                "NCCL broadcasts positions and gathers results, by the best route in this machine.",
                "NVIDIA, NCCL User Guide"},
};

} // namespace

std::span<const SharingMode> sharing_modes() {
    return modes;
}

const SharingMode& sharing_mode(Sharing sharing) {
    return modes[static_cast<std::size_t>(sharing)];
}

Sharing find_sharing(std::string_view id) {
    std::vector<std::string> ids;
    for (const SharingMode& mode : modes) {
        if (mode.id == id) {
            return mode.sharing;
        }
        ids.emplace_back(mode.id);
    }
    throw bad_input("unknown way of sharing '" + std::string(id) + "'", "",
                    did_you_mean(id, ids, "orrery list sharing"));
}

} // namespace orrery
