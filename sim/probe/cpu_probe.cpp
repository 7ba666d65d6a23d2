// The CPU's peaks: memory by order, width and threads, and arithmetic by instruction set.
//
// Method: threads begin together and work until a fixed time is over, asking the clock after every
//         portion of some hundred microseconds; their rates are added. So a sample takes the same
//         time on every machine, and a thread that is late does not spoil the others' figures. The
//         best of several samples counts: others' work on the machine can only lower them.
// Memory: a matrix of four times the last-level cache, so that rows come from DRAM. Its rows are
//         4 KiB, a page: down a column, each element needs a cache line and an address translation
//         of its own. (Lines may survive in the cache until the next column; that is the CPU's
//         good right, and what it saves shows.)

#include "sim/machine/machine.hpp"
#include "sim/probe/cpu_kernels.hpp"
#include "sim/probe/probe_parts.hpp"
#include "sim/step_timings.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <ctime>
#include <latch>
#include <memory>
#include <new>
#include <thread>

#include <unistd.h>

namespace orrery {
namespace {

using namespace std::chrono_literals;

struct CpuProbeScope {
    std::size_t matrix_bytes;
    std::chrono::duration<double> sample;
    int repeats;
    std::vector<int> threads;
    std::vector<Access> accesses;
};

// Seconds in which the calling thread had a processor.
double thread_seconds() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

// The work that threads did in a second, the seconds that they were at it, and in how many of
// those they had a processor.
struct Work {
    double rate = 0, elapsed = 0, served = 0;
};

// The sums over `threads`. portion(thread) does a portion of the thread's work and tells how much
// that was.
template <class DoPortion>
Work work_of(int threads, std::chrono::duration<double> time, const DoPortion& portion) {
    std::latch start(threads);
    std::vector<Work> of_threads(static_cast<std::size_t>(threads));
    const auto work = [&](int thread) {
        double done = 0;
        start.arrive_and_wait();
        const double served = thread_seconds();
        const auto began = Clock::now();
        std::chrono::duration<double> elapsed{};
        while (elapsed < time) {
            done += portion(thread);
            elapsed = Clock::now() - began;
        }
        of_threads[static_cast<std::size_t>(thread)] = {done / elapsed.count(), elapsed.count(),
                                                        thread_seconds() - served};
    };
    {
        std::vector<std::jthread> others;
        for (int thread = 1; thread < threads; ++thread) {
            others.emplace_back(work, thread);
        }
        work(0);
    }
    Work all;
    for (const Work& one : of_threads) {
        all.rate += one.rate;
        all.elapsed += one.elapsed;
        all.served += one.served;
    }
    return all;
}

// 1, 2, 4 … and all.
std::vector<int> thread_counts(int all, bool quick) {
    std::vector<int> counts;
    for (int count = 1; count < all; count *= quick ? 4 : 2) {
        counts.push_back(count);
    }
    counts.push_back(all);
    return counts;
}

std::size_t matrix_bytes(bool quick) {
    constexpr std::size_t mebibyte = 1 << 20;
    const long cache = sysconf(_SC_LEVEL3_CACHE_SIZE); // 0 or -1: not told
    const std::size_t wanted = 4 * static_cast<std::size_t>(std::max(cache, 0L));
    const std::size_t most = quick ? 128 * mebibyte : 512 * mebibyte;
    const std::size_t memory = machine().available_memory;
    std::size_t bytes = std::clamp(std::bit_ceil(wanted), 64 * mebibyte, most);
    while (memory != 0 && bytes > memory / 4 && bytes > mebibyte) {
        bytes /= 2;
    }
    return bytes;
}

CpuProbeScope probe_scope(bool quick, int cores) {
    CpuProbeScope scope{matrix_bytes(quick), 14ms, 5, thread_counts(cores, quick), {}};
    if (quick) {
        scope.sample = 6ms;
        scope.repeats = 3;
        scope.accesses = {Access::rows, Access::columns, Access::copy};
    } else {
        scope.accesses.assign(all_accesses.begin(), all_accesses.end());
    }
    return scope;
}

using MatrixMemory =
    std::unique_ptr<std::byte[], decltype([](void* memory) { std::free(memory); })>;

// Page-aligned, touched by `threads` so that on machines with several memories each holds a part.
MatrixMemory make_matrix(std::size_t bytes, int threads) {
    constexpr std::size_t page = 4096; // one more than asked for: shifted reads run over the end
    MatrixMemory matrix(static_cast<std::byte*>(std::aligned_alloc(page, bytes + page)));
    if (matrix == nullptr) {
        throw std::bad_alloc();
    }
    const std::size_t share = (bytes + page) / static_cast<std::size_t>(threads);
    std::vector<std::jthread> touching;
    for (int thread = 0; thread < threads; ++thread) {
        const std::size_t first = share * static_cast<std::size_t>(thread);
        const std::size_t last = thread + 1 == threads ? bytes + page : first + share;
        touching.emplace_back([&matrix, first, last] {
            std::fill(matrix.get() + first, matrix.get() + last, std::byte{1});
        });
    }
    return matrix;
}

class CpuProbe {
public:
    CpuProbe(const ProbeOptions& options, ProbeSteps& steps)
        : steps_(steps), cores_(options.threads > 0 ? options.threads : machine().threads),
          scope_(probe_scope(options.quick, cores_)), widths_{4, 8, 16} {
        if (best_.vector_bytes > widths_.back()) {
            widths_.push_back(best_.vector_bytes);
        }
        steps_.expect(scope_.accesses.size() * widths_.size() * scope_.threads.size() +
                      cpu_kernels().size());
    }

    ProcessorPeaks run() {
        ProcessorPeaks peaks;
        peaks.name = machine().cpu;
        for (const CpuKernels& kernels : cpu_kernels()) {
            if (steps_.begin(std::string("arithmetic, ") + kernels.name)) {
                peaks.rates.push_back(rates(kernels));
            }
        }
        if (steps_.stopped()) {
            return peaks; // before the memory is taken
        }
        const auto matrix = make_matrix(scope_.matrix_bytes, cores_);
        for (const Access access : scope_.accesses) {
            for (const std::size_t width : widths_) {
                for (const int threads : scope_.threads) {
                    if (steps_.begin("memory, " + std::to_string(width) + " bytes, " +
                                     access_name(access))) {
                        peaks.bandwidth.push_back(bandwidth(matrix.get(), access, width, threads));
                    }
                }
            }
        }
        return peaks;
    }

    double processor_share() const { return elapsed_ > 0 ? std::min(1.0, served_ / elapsed_) : 1; }

private:
    template <class DoPortion>
    double best_rate(int threads, const DoPortion& portion) {
        double best = 0;
        for (int i = 0; i < scope_.repeats; ++i) {
            const Work work = work_of(threads, scope_.sample, portion);
            best = std::max(best, work.rate);
            elapsed_ += work.elapsed;
            served_ += work.served;
        }
        return best;
    }

    // The kernels are called by pointer: the compiler cannot see that their results go nowhere.
    Rates rates(const CpuKernels& kernels) {
        constexpr std::size_t turns = 4096;
        const auto rate = [&](double (*chain)(std::size_t), std::size_t operations) {
            const auto portion = [&](int) {
                chain(turns);
                return static_cast<double>(turns * operations);
            };
            return best_rate(cores_, portion);
        };
        return {kernels.name, rate(kernels.fma32, kernels.fma32_operations),
                rate(kernels.fma64, kernels.fma64_operations),
                rate(kernels.rsqrt32, kernels.rsqrt32_operations)};
    }

    BandwidthSample bandwidth(std::byte* data, Access access, std::size_t width, int threads) {
        constexpr std::size_t row_bytes = 4096;
        constexpr std::size_t portion = 8192; // elements
        const Matrix matrix{data, scope_.matrix_bytes, row_bytes};
        const std::size_t moves = access == Access::copy ? 2 : 1;
        const std::size_t portions =
            scope_.matrix_bytes / width / moves / portion; // of all threads
        const std::size_t share =
            std::max(portions / static_cast<std::size_t>(threads), std::size_t{1});
        // Each sample goes on where the one before ended: what that read last is still cached.
        std::vector<std::size_t> next(static_cast<std::size_t>(threads), 0);
        const auto walk = [&](int thread) {
            const auto own = static_cast<std::size_t>(thread);
            const std::size_t number = (own * share + next[own]++ % share) % portions;
            best_.walk(matrix, access, width, {number * portion, portion});
            return static_cast<double>(portion * width * moves);
        };
        const double rate = best_rate(threads, walk);
        return {access, static_cast<int>(width), threads, 1, rate};
    }

    ProbeSteps& steps_;
    const CpuKernels& best_ = cpu_kernels().front();
    const int cores_;
    const CpuProbeScope scope_;
    std::vector<std::size_t> widths_;
    double elapsed_ = 0, served_ = 0; // seconds of all threads: at work, and with a processor
};

} // namespace

void probe_cpu(const ProbeOptions& options, ProbeSteps steps, MachinePeaks& peaks) {
    CpuProbe probe(options, steps);
    peaks.cpu = probe.run();
    peaks.processor_share = probe.processor_share();
}

} // namespace orrery
