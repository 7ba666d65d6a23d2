// Communication between processes by MPI.
//
// Idea:   a rank sends each other one what it has for it, in parts that MPI's 31-bit counts can
//         hold, and waits for all of it at once. While it waits it does not spin for long: on a
//         machine with more ranks than processors the others need them.
// Source: MPI: A Message-Passing Interface Standard 3.1, chapters 3 and 5.

#include "sim/mpi/mpi_module.hpp"
#include "sim/base/error.hpp"

#include <mpi.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstring>
#include <thread>
#include <vector>

namespace orrery {
namespace {

void require(int outcome, const char* what) {
    if (outcome != MPI_SUCCESS) {
        std::array<char, MPI_MAX_ERROR_STRING> words{};
        int length = 0;
        MPI_Error_string(outcome, words.data(), &length);
        throw failure(std::string("MPI does not ") + what, words.data(),
                      "look at what the launcher and the other processes say");
    }
}

// Busy for as long as a message within a machine takes, then out of the others' way.
void wait_for(std::span<MPI_Request> requests) {
    using namespace std::chrono;
    constexpr nanoseconds spins = microseconds(30), yields = milliseconds(1);
    constexpr nanoseconds shortest_sleep = microseconds(20), longest_sleep = milliseconds(2);
    const auto start = steady_clock::now();
    for (;;) {
        int done = 0;
        require(MPI_Testall(static_cast<int>(requests.size()), requests.data(), &done,
                            MPI_STATUSES_IGNORE),
                "bring a message");
        if (done != 0) {
            return;
        }
        const auto waited = steady_clock::now() - start;
        if (waited > yields) {
            std::this_thread::sleep_for(
                std::clamp<nanoseconds>(waited / 50, shortest_sleep, longest_sleep));
        } else if (waited > spins) {
            std::this_thread::yield();
        }
    }
}

class Channel final : public MpiChannel {
public:
    // Takes over the communicator.
    Channel(MPI_Comm all, std::size_t most_bytes) : most_bytes_(most_bytes), all_(all) {
        require(MPI_Comm_set_errhandler(all_, MPI_ERRORS_RETURN), "hand over errors");
        int rank = 0, size = 0;
        MPI_Comm_rank(all_, &rank);
        MPI_Comm_size(all_, &size);
        rank_ = static_cast<std::size_t>(rank);
        size_ = static_cast<std::size_t>(size);
        // In the order of the ranks, as MPI keeps it where a sum may not be turned round.
        MPI_Op_create(add, 0, &sum_);
    }
    ~Channel() override {
        MPI_Op_free(&sum_);
        MPI_Comm_free(&all_);
    }

    std::size_t rank() const override { return rank_; }
    std::size_t size() const override { return size_; }

    void exchange(std::span<const std::span<const std::byte>> to,
                  std::span<const std::span<std::byte>> from) override {
        std::ranges::copy(to[rank_], from[rank_].begin()); // empty where a GPU has the rest
        std::vector<MPI_Request> requests;
        const auto in_parts = [&](std::size_t bytes, const auto& start) {
            for (std::size_t begin = 0; begin < bytes; begin += most_bytes_) {
                requests.emplace_back();
                start(begin, static_cast<int>(std::min(most_bytes_, bytes - begin)),
                      &requests.back());
            }
        };
        for (std::size_t step = 1; step < size_; ++step) { // not all to one rank at first
            const std::size_t source = (rank_ + size_ - step) % size_;
            in_parts(from[source].size(), [&](std::size_t begin, int bytes, MPI_Request* request) {
                require(MPI_Irecv(from[source].data() + begin, bytes, MPI_BYTE,
                                  static_cast<int>(source), tag, all_, request),
                        "receive");
            });
        }
        for (std::size_t step = 1; step < size_; ++step) {
            const std::size_t target = (rank_ + step) % size_;
            in_parts(to[target].size(), [&](std::size_t begin, int bytes, MPI_Request* request) {
                require(MPI_Isend(to[target].data() + begin, bytes, MPI_BYTE,
                                  static_cast<int>(target), tag, all_, request),
                        "send");
            });
        }
        wait_for(requests);
    }

    void reduce(std::span<double> numbers, Reduction reduction) override {
        const std::size_t most = most_bytes_ / sizeof(double);
        for (std::size_t begin = 0; begin < numbers.size(); begin += most) {
            const std::size_t count = std::min(most, numbers.size() - begin);
            MPI_Request request{};
            require(MPI_Iallreduce(MPI_IN_PLACE, numbers.data() + begin, static_cast<int>(count),
                                   MPI_DOUBLE, reduction == Reduction::sum ? sum_ : MPI_MAX, all_,
                                   &request),
                    "reduce");
            wait_for({&request, 1});
        }
    }

    std::unique_ptr<MpiChannel> first(std::size_t count) const override {
        MPI_Comm part = MPI_COMM_NULL;
        require(MPI_Comm_split(all_, rank_ < count ? 0 : MPI_UNDEFINED, 0, &part),
                "give some processes a channel of their own");
        return part == MPI_COMM_NULL ? nullptr : std::make_unique<Channel>(part, most_bytes_);
    }

private:
    static void add(void* first, void* sum, int* count, MPI_Datatype*) {
        const auto* const before = static_cast<const double*>(first);
        auto* const total = static_cast<double*>(sum);
        for (int i = 0; i < *count; ++i) {
            total[i] = before[i] + total[i];
        }
    }

    static constexpr int tag = 1;

    std::size_t most_bytes_;
    MPI_Comm all_ = MPI_COMM_NULL;
    MPI_Op sum_ = MPI_OP_NULL;
    std::size_t rank_ = 0, size_ = 1;
};

std::string name() {
    std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> words{};
    int length = 0;
    MPI_Get_library_version(words.data(), &length);
    const std::string all(words.data());
    return all.substr(0, all.find_first_of(",\n"));
}

// Signals stay away from threads that begin while it lives: MPI's own would end the program by one
// that it is to be stopped by in order.
class NoSignals {
public:
    NoSignals() {
        sigset_t all;
        sigfillset(&all);
        pthread_sigmask(SIG_BLOCK, &all, &before_);
    }
    NoSignals(const NoSignals&) = delete;
    NoSignals& operator=(const NoSignals&) = delete;
    ~NoSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

private:
    sigset_t before_{};
};

class Processes final : public MpiProcesses {
public:
    explicit Processes(std::size_t most_bytes) : most_bytes_(most_bytes) {
        int threads = 0;
        {
            const NoSignals in_its_threads;
            require(MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &threads), "start");
        }
        if (threads < MPI_THREAD_SERIALIZED) { // a window's simulation has a thread of its own
            throw failure("MPI does not work for any thread", name(),
                          "take a library that was built with threads");
        }
        MPI_Comm here = MPI_COMM_NULL;
        MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here);
        MPI_Comm_size(here, &local_size_);
        MPI_Comm_rank(here, &local_rank_);
        MPI_Comm_free(&here);
    }
    ~Processes() override { MPI_Finalize(); }

    std::unique_ptr<MpiChannel> all() const override {
        MPI_Comm all = MPI_COMM_NULL;
        require(MPI_Comm_dup(MPI_COMM_WORLD, &all), "give processes a channel of their own");
        return std::make_unique<Channel>(all, most_bytes_);
    }
    std::size_t local_size() const override { return static_cast<std::size_t>(local_size_); }
    std::size_t local_rank() const override { return static_cast<std::size_t>(local_rank_); }
    void end_all(int code) const override { MPI_Abort(MPI_COMM_WORLD, code); }

private:
    std::size_t most_bytes_;
    int local_size_ = 1, local_rank_ = 0;
};

std::unique_ptr<MpiProcesses> start(std::size_t most_bytes) {
    return std::make_unique<Processes>(most_bytes);
}

} // namespace
} // namespace orrery

extern "C" {
// Found by its name.
[[gnu::visibility("default")]] extern const orrery::MpiModule orrery_mpi_module;
const orrery::MpiModule orrery_mpi_module{orrery::name, orrery::start};
}
