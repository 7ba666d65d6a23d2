#pragma once

#include "sim/simulation/settings.hpp"
#include "sim/solver.hpp"

#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace orrery {

// How threads walk over a matrix in memory.
enum class Access {
    rows,    // along rows: what neighbours read lies side by side
    columns, // down columns: each element is a row's length from the next
    shifted, // along rows, but beginning one element off an aligned address
    copy     // along rows, each element read and written elsewhere
};
inline constexpr std::array all_accesses{Access::rows, Access::columns, Access::shifted,
                                         Access::copy};
const char* access_name(Access access); // "rows"

struct BandwidthSample {
    Access access = Access::rows;
    int width = 4;   // bytes of an element, moved by one instruction of one thread
    int threads = 1; // CPU: in all; GPU: of a block
    int blocks = 1;  // CPU: 1
    // Bytes of the elements read and written; the hardware's further traffic does not count.
    double bytes_per_second = 0;
};

// The peak rates of the arithmetic units, all threads together.
struct Rates {
    std::string instruction_set; // "AVX-512", "CUDA"
    double fp32 = 0;             // FLOP/s; a fused multiply-add is two
    double fp64 = 0;
    double rsqrt = 0; // single-precision estimates of 1 / sqrt(x) a second
};

// The measured peaks of a CPU or of one GPU.
struct ProcessorPeaks {
    std::string name;
    int index = 0; // of a GPU, as CUDA counts
    std::vector<BandwidthSample> bandwidth;
    std::vector<Rates> rates; // the widest instruction set first

    double bytes_per_second() const;         // the best sample read
    double flops(Precision precision) const; // the best instruction set's
    double rsqrt() const;
};

enum class HostMemory { pinned, pageable };
const char* host_memory_name(HostMemory memory);

enum class Direction { to_gpu, from_gpu };
const char* direction_name(Direction direction);

// A copy between the host and a GPU, or (from >= 0) between two GPUs.
struct LinkSample {
    int gpu = 0;
    HostMemory memory = HostMemory::pinned;
    Direction direction = Direction::to_gpu;
    std::size_t bytes = 0;
    double microseconds = 0; // median of one copy, from the call to its end
    double bytes_per_second() const;
};

struct PeerSample {
    int from = 0, to = 0;
    bool direct = false; // by peer access; else through the host
    std::size_t bytes = 0;
    double microseconds = 0;
    double bytes_per_second() const;
};

// "This machine's measured peaks": what `orrery probe` finds.
struct MachinePeaks {
    ProcessorPeaks cpu;
    std::vector<ProcessorPeaks> gpus;
    std::vector<LinkSample> links;
    std::vector<PeerSample> peers;
    bool quick = false; // a part of the sweep only
    double seconds = 0; // that measuring took
    // The share of the processor time asked for that measuring got; the rest went to others.
    double processor_share = 1;

    bool kept_all_the_same = false; // at the user's wish, though the machine was busy

    // Not where others took so much that the figures tell of them as well.
    bool trusted() const { return kept_all_the_same || processor_share >= 0.9; }

    // The sum of the processors that an algorithm of this kind runs on: FLOP/s and bytes/s; 0 where
    // none of them was measured.
    double flops(Space space, Precision precision) const;
    double bytes_per_second(Space space) const;
    double rsqrt(Space space) const;
};

// 100 x the share of the measured arithmetic peak that `interactions_per_second` take, by the
// field's count of operations; 0 where the peak is unknown.
double percent_of_peak(const MachinePeaks& peaks, const SolverInfo& info, Precision precision,
                       double interactions_per_second);

// Whether so large a share tells that the peak is wrong, as one measured on a busy machine is. Sums
// that use each pair twice may be above 100 %.
bool is_suspect(const SolverInfo& info, double percent);

// Floating-point operations per byte that the algorithm asks of memory.
double arithmetic_intensity(const SolverInfo& info, Precision precision);

// The most that a one-sided direct sum can reach, FLOP/s by the field's count: an interaction that
// counts as 20 operations is 12 vector instructions and a reciprocal square root, hardly any of
// them two operations at once; and the estimates of roots have a rate of their own. Single
// precision. Sums that use each pair twice may be faster.
double issue_limit(const MachinePeaks& peaks, Space space);

} // namespace orrery
