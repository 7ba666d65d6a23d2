#include "sim/mpi/rank_session.hpp"

#include <charconv>
#include <cstdlib>
#include <cstring>

namespace orrery {

// Open MPI, MPICH and its kin, and Slurm, whose word counts where a step was started for MPI alone:
// a shell within an allocation has SLURM_NTASKS, too.
std::size_t launched_processes() {
    const bool slurm_step =
        std::getenv("PMI_RANK") != nullptr || std::getenv("PMIX_RANK") != nullptr;
    for (const char* const name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_NTASKS"}) {
        const char* const value = std::getenv(name);
        if (value == nullptr || (std::strcmp(name, "SLURM_NTASKS") == 0 && !slurm_step)) {
            continue;
        }
        std::size_t size = 0;
        const auto end = value + std::strlen(value);
        if (std::from_chars(value, end, size).ptr == end && size > 0) {
            return size;
        }
    }
    return 1;
}

} // namespace orrery
