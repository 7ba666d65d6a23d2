// Orrery: gravitating bodies, in a window or from the command line. This is one of the three places
// that catch errors; the simulation thread and the panels' file actions are the others.

#include "app/command_line.hpp"
#include "sim/base/atomic_file.hpp"
#include "sim/base/error.hpp"
#include "sim/lessons/hermite/hermite_transform.hpp"
#include "sim/mpi/rank_session.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <exception>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <vector>

namespace {

using orrery::ExitCode;
using Session = std::optional<orrery::RankSession>;

// Says it and, of many processes, ends them all. What all have met the first one says, which ends
// the others while they wait; what one alone has met it says itself.
int report(Session& session, ExitCode code, const char* sentence) {
    const std::size_t rank = session ? session->communicator().rank() : 0;
    if (rank == 0) {
        std::fprintf(stderr, "orrery: %s\n", sentence);
    } else {
        const std::size_t turn = std::min<std::size_t>(rank, 20);
        std::this_thread::sleep_for(std::chrono::milliseconds(1000 + turn * 100));
        std::fprintf(stderr, "orrery: rank %zu: %s\n", rank, sentence);
    }
    if (session) {
        session->end_all(static_cast<int>(code));
    }
    return static_cast<int>(code);
}

ExitCode run(Session& session, const std::vector<std::string>& words) {
    session.emplace();
    orrery::Communicator& ranks = session->communicator();
    if (ranks.rank() > 0 && std::freopen("/dev/null", "w", stdout) == nullptr) {
        throw orrery::failure("standard output cannot be closed", "", "");
    }
    return orrery::run_command_line(words, {ranks, session->local_size(), session->local_rank()});
}

} // namespace

int main(int count, char** words) {
    Session session;
    const auto fail = [&](ExitCode code, const char* sentence) {
        return report(session, code, sentence);
    };
    if (count == 2 && std::string_view(words[1]) == orrery::prove_device_memory) {
        return orrery::proving_device_memory();
    }
    std::signal(SIGXFSZ, SIG_IGN); // a file that may not grow is an error like a full disk
    try {
        orrery::register_gauss_method(orrery::hermite_gauss);
        const ExitCode code = run(session, {words + 1, words + count});
        if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
            throw orrery::cannot_write("-", errno);
        }
        return static_cast<int>(code);
    } catch (const orrery::OtherRankFailed& error) {
        // That rank says why, and ends this one.
        std::this_thread::sleep_for(std::chrono::seconds(5));
        return fail(ExitCode::failed, error.what());
    } catch (const orrery::Error& error) {
        const bool bad_input = error.kind() == orrery::ErrorKind::bad_input;
        return fail(bad_input ? ExitCode::bad_input : ExitCode::failed, error.what());
    } catch (const std::system_error& error) {
        // What could not be printed; files have errors of their own.
        const bool printing = std::ferror(stdout) != 0;
        return fail(ExitCode::failed, printing
                                          ? orrery::cannot_write("-", error.code().value()).what()
                                          : error.what());
    } catch (const std::bad_alloc&) {
        return fail(ExitCode::failed, "not enough memory; use fewer --bodies");
    } catch (const std::exception& error) {
        return fail(ExitCode::failed, error.what());
    }
}
