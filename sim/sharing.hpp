#pragma once

#include <span>
#include <string>
#include <string_view>

namespace orrery {

// How several GPUs share the work of an algorithm: how positions and results travel between them,
// and who gives them their work. An axis of its own beside the algorithm.
enum class Sharing { none, threads, single_thread, peer, nccl };

// A way to share, as the rest of the program knows it.
struct SharingMode {
    Sharing sharing;
    const char* id;    // "peer": in Settings and files, and after --multi-gpu
    const char* title; // "GPU to GPU"
    const char* idea;  // one line
    const char* source;
};

// In the order of the lecture; not sharing is the first of them.
std::span<const SharingMode> sharing_modes();

const SharingMode& sharing_mode(Sharing sharing);
// Throws bad_input for an id that no mode has, naming the nearest ones.
Sharing find_sharing(std::string_view id);

// Empty, or why GPUs cannot share so on this machine. The answer is kept.
std::string sharing_unavailable(Sharing sharing);

} // namespace orrery
