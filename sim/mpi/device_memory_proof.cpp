// Whether MPI can be given addresses in the memory of GPUs.
//
// Idea:   a library that says that it cannot is believed; one that says that it can, or nothing, is
//         put to the test, for it was wrong in releases of Open MPI. Two processes of this program
//         are started by mpirun on their own, and send each other small and larger messages from
//         GPU to GPU: if that crashes or brings other bytes, it was them alone.
// Source: Open MPI FAQ, "Running CUDA-aware Open MPI" (MPIX_Query_cuda_support); the test is ours.
//         Where somebody asks for it the test is made whatever the library says: below it UCX may
//         know of GPUs.
// Cost:   none where the library's no is believed; else what mpirun and CUDA take to start twice.

#include "sim/machine/device_memory.hpp"
#include "sim/machine/devices.hpp"
#include "sim/mpi/rank_session.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <dlfcn.h>
#include <fcntl.h>
#include <filesystem>
#include <numeric>
#include <spawn.h>
#include <string_view>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace orrery {
namespace {

constexpr std::chrono::seconds patience{30};

bool says_that_it_cannot() {
    using Query = int();
    auto* const query = reinterpret_cast<Query*>(dlsym(RTLD_DEFAULT, "MPIX_Query_cuda_support"));
    return query != nullptr && query() == 0;
}

// Without what a launcher has told this process: that is not the children's. They are both here, so
// Open MPI need not find ssh.
std::vector<std::string> environment_of_children() {
    constexpr std::array<std::string_view, 8> told{"OMPI_", "PMIX_", "PMI_",      "PRTE_",
                                                   "ORTE_", "HYDI_", "MPI_LOCAL", "SLURM_"};
    constexpr std::array<std::string_view, 7> chosen{
        "OMPI_ALLOW_RUN_AS_ROOT", "OMPI_MCA_btl",         "OMPI_MCA_pml",      "OMPI_MCA_mtl",
        "OMPI_MCA_rmaps_base_",   "OMPI_MCA_hwloc_base_", "OMPI_MCA_opal_cuda"};
    std::vector<std::string> kept{"OMPI_MCA_rmaps_base_oversubscribe=1", "OMPI_MCA_plm=isolated"};
    for (char** one = environ; *one != nullptr; ++one) {
        const std::string_view words(*one);
        const auto begins = [&](std::string_view start) { return words.starts_with(start); };
        if (std::ranges::none_of(told, begins) || std::ranges::any_of(chosen, begins)) {
            kept.emplace_back(words);
        }
    }
    return kept;
}

std::vector<char*> pointers(std::vector<std::string>& words) {
    std::vector<char*> all;
    for (std::string& word : words) {
        all.push_back(word.data());
    }
    all.push_back(nullptr);
    return all;
}

// What they say is nobody's business. Null: they could not be started.
pid_t started(std::vector<std::string> words, std::vector<std::string> environment) {
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        posix_spawn_file_actions_addopen(&files, stream, "/dev/null", O_RDWR, 0);
    }
    pid_t child = 0;
    const int outcome = posix_spawnp(&child, words.front().c_str(), &files, nullptr,
                                     pointers(words).data(), pointers(environment).data());
    posix_spawn_file_actions_destroy(&files);
    return outcome == 0 ? child : 0;
}

// Empty, or how it ended instead.
std::string end_of(pid_t child) {
    const auto start = std::chrono::steady_clock::now();
    int status = 0;
    while (waitpid(child, &status, WNOHANG) == 0) {
        if (std::chrono::steady_clock::now() - start > patience) {
            kill(child, SIGTERM);
            waitpid(child, &status, 0);
            return "its test took too long";
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return WIFEXITED(status) && WEXITSTATUS(status) == 0
               ? ""
               : std::string("its test failed: mpirun -n 2 orrery ") + prove_device_memory;
}

std::string tested_device_memory() {
    std::error_code unknown;
    const std::string program = std::filesystem::read_symlink("/proc/self/exe", unknown).string();
    if (unknown) {
        return "this program does not find itself";
    }
    const pid_t child =
        started({"mpirun", "-n", "2", program, prove_device_memory}, environment_of_children());
    return child == 0 ? "there is no mpirun to test it with" : end_of(child);
}

// Whether bytes go from GPU to GPU: the k-th rank's GPU has them all plus k.
bool brought(Communicator& ranks, int device, std::size_t bytes) {
    std::vector<unsigned char> own(bytes), other(bytes);
    std::iota(own.begin(), own.end(), static_cast<unsigned char>(ranks.rank()));
    const auto sent = device_memory(device, bytes), found = device_memory(device, bytes);
    copy_to_device(sent.get(), own.data(), bytes);
    copy_to_device(found.get(), other.data(), bytes);
    std::vector<std::span<const std::byte>> to(ranks.size());
    std::vector<std::span<std::byte>> from(ranks.size());
    const std::size_t partner = 1 - ranks.rank();
    to[partner] = {static_cast<const std::byte*>(sent.get()), bytes};
    from[partner] = {static_cast<std::byte*>(found.get()), bytes};
    ranks.all_to_all_v(to, from);
    copy_from_device(other.data(), found.get(), bytes);
    std::iota(own.begin(), own.end(), static_cast<unsigned char>(partner));
    return own == other;
}

} // namespace

std::string device_memory_unproved(bool believes_library) {
    if (const std::string why = mpi_unavailable(); !why.empty()) {
        return why;
    }
    if (believes_library && says_that_it_cannot()) {
        return mpi_library() + " was built without CUDA";
    }
    static const std::string fault = tested_device_memory();
    return fault.empty() ? fault : mpi_library() + ": " + fault;
}

int proving_device_memory() {
    constexpr std::array<std::size_t, 3> sizes{64, 16'384, std::size_t{4} << 20};
    try {
        RankSession session;
        Communicator& ranks = session.communicator();
        const std::vector<GpuDevice> gpus = gpu_devices();
        if (ranks.size() != 2 || gpus.empty()) {
            return 1;
        }
        const int device = gpus[session.local_rank() % gpus.size()].index;
        for (const std::size_t bytes : sizes) {
            if (!brought(ranks, device, bytes)) {
                session.end_all(1);
                return 1;
            }
        }
        return 0;
    } catch (const std::exception&) { // whoever asked looks at the status alone
        return 1;
    }
}

} // namespace orrery
