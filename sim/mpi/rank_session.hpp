#pragma once

#include "sim/communicator.hpp"

#include <cstddef>
#include <memory>
#include <string>

namespace orrery {

// How many processes a launcher (mpirun, srun) says that it has started this one with, by the
// environment; 1: there is none.
std::size_t launched_processes();

// Why this program cannot speak with other processes here; empty where it can. Opens MPI.
std::string mpi_unavailable();

// Empty, or why MPI cannot be given the memory of GPUs: where the library itself says that it
// cannot, if it is believed, and else what a small message between two child processes showed. That
// takes seconds, and is kept. This process is none the worse for it.
std::string device_memory_unproved(bool believes_library = true);
// The only word of a command line that has this program be such a child; and what it does: its exit
// status.
inline constexpr const char* prove_device_memory = "--prove-device-memory";
int proving_device_memory();

// "Open MPI v4.1.4"; empty where there is none.
std::string mpi_library();

// Those of the ranks of a session that come before `count`, on their own; null on all others.
// Collective.
std::unique_ptr<Communicator> first_ranks(Communicator& ranks, std::size_t count);

// The processes that a launcher started together, while it lives. Made once in a program, before
// its threads. Throws failure where MPI does not start, and bad_input where there is none or it is
// not the launcher's.
class RankSession {
public:
    // Messages of more than so many bytes go in parts: MPI counts them with 31 bits.
    static constexpr std::size_t largest_message = std::size_t{1} << 30;

    explicit RankSession(std::size_t most_bytes = largest_message);
    RankSession(const RankSession&) = delete;
    RankSession& operator=(const RankSession&) = delete;
    ~RankSession();

    Communicator& communicator();
    std::size_t local_size() const; // how many of them are on this machine,
    std::size_t local_rank() const; // and which of these this one is

    // Ends all processes, the launcher's word for it included. Where nobody else is there, does
    // nothing.
    void end_all(int code);

private:
    struct Mpi;
    std::unique_ptr<Mpi> mpi_;
};

} // namespace orrery
