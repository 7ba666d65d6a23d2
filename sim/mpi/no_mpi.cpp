// A build without MPI: one process, and a clear word where a launcher started more.

#include "sim/base/error.hpp"
#include "sim/mpi/rank_session.hpp"

namespace orrery {

struct RankSession::Mpi {};

std::string mpi_unavailable() {
    return "this build has no MPI";
}

std::string mpi_library() {
    return "";
}

std::string device_memory_unproved(bool) {
    return mpi_unavailable();
}

int proving_device_memory() {
    return 1;
}

// There is nobody to be left out.
std::unique_ptr<Communicator> first_ranks(Communicator&, std::size_t) {
    return nullptr;
}

RankSession::RankSession(std::size_t) {
    if (launched_processes() > 1) {
        throw bad_input("this build has no MPI, so each process would compute the same", "",
                        "build Orrery where MPI is installed (Debian: libopenmpi-dev), or start "
                        "it without a launcher");
    }
}

RankSession::~RankSession() = default;

Communicator& RankSession::communicator() {
    return one_process();
}

std::size_t RankSession::local_size() const {
    return 1;
}

std::size_t RankSession::local_rank() const {
    return 0;
}

void RankSession::end_all(int) {}

} // namespace orrery
