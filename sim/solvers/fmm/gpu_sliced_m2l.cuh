#pragma once

// M2L on a GPU for orders that no thread has registers for: a block for a target, a source for each
// lane.
//
// Idea:    with coefficients in slices of one power of z each, M2L is a sum over pairs of a local
//          slice k and a slice n of the moments, which take the derivatives' slice n + k:
//
//              L_k[b] += M_n[a] D_(n+k)[a + b]        a, b: powers of x and y
//
//          45 local coefficients and 45 derivatives at most up to order 8, 66 up to 10, which are
//          registers; moments are read once each. All slices' sizes are compiled, and serve all
//          orders. The pairs are shared out to the warps of the block, as even as their work is;
//          each warp sums over sources by halving, and the warps' sums are added in the same order
//          always. Where shared memory is short, half of the lanes have a source.
// Source:  the split of a product of polynomials by one variable is old; derivatives:
//          sim/tree/sliced_expansion.hpp.
// Cost:    3003 multiply-adds a translation at order 8, 8008 at 10; a quarter as many reads of
//          shared memory.
// Memory:  derivatives and moments of 31 sources in shared memory: 45 KB at order 8 in float, 79
//          at 10; of 16 sources 135 KB at order 12 in double.

#include "sim/solvers/fmm/gpu_sliced_expansions.cuh"

#include "sim/solvers/fmm/gpu_lane_sums.cuh"
#include "sim/solvers/fmm/with_order.hpp"
#include "sim/solvers/tree/gpu_cell_stack.cuh"

namespace orrery::sliced_m2l {

constexpr unsigned slice_threads = 128;
constexpr int warps = slice_threads / warp_size;

// Numbers in shared memory, with `columns` sources at once. Moments are written along a row and
// read across: a row has one column more.
constexpr int shared_numbers(int order, int columns) {
    return coefficients(order) * (columns + (columns + 1) + warps);
}

// A run of `count` pairs of slices, local ones first, from this one on.
struct SlicePairs {
    int local, moments, count;
};

template <class Real>
struct SliceTask {
    TranslationTask<Real> all;
    int order;
    SliceTables<Real> tables;
    SlicePairs pairs[warps];
};

// The place of the product of two terms in a slice of derivatives of this degree.
consteval int product_in_slice(int degree, int a, int b) {
    const Exponents first = sliced_exponents(max_expansion_order, a);
    const Exponents second = sliced_exponents(max_expansion_order, b);
    return rows_before(degree, first.y + second.y) + first.x + second.x;
}
consteval int degree_in_slice(int a) {
    const Exponents n = sliced_exponents(max_expansion_order, a);
    return n.x + n.y;
}

template <int degree, int a, class Real, int... b>
__device__ void add_products(Real moment, const Real* derivative, Real* sum,
                             std::integer_sequence<int, b...> /*all*/) {
    ((sum[b] += moment * derivative[product_in_slice(degree, a, b)]), ...);
}
template <int degree, int banks, class Real, int... a>
__device__ void add_all_products(const Real* moments, const Real* derivative, Real* sum,
                                 std::integer_sequence<int, a...> /*all*/) {
    (add_products<degree, a>(
         moments[a * banks], derivative, sum,
         std::make_integer_sequence<int, slice_size(degree - degree_in_slice(a))>()),
     ...);
}

// A pair of slices whose powers of z leave x and y this degree. Both in shared memory.
template <int degree, int columns, class Real>
__device__ void multiply_slices(const Real* moments, const Real* derivatives, Real* sum) {
    constexpr int size = slice_size(degree);
    Real derivative[size];
    expansion::for_indices<0, size>([&]<int n>() { derivative[n] = derivatives[n * columns]; });
    add_all_products<degree, columns + 1>(moments, derivative, sum,
                                          std::make_integer_sequence<int, size>());
}

// Stores a local slice of this degree: adds all lanes' to the warp's one in shared memory.
template <int degree, class Real>
__device__ void store_slice(const Real* sum, Real* to, unsigned lane) {
    constexpr int size = slice_size(degree);
    expansion::for_indices<0, (size + 31) / 32>([&]<int block>() {
        constexpr int first = block * 32;
        constexpr int width = width_of_sums(size - first);
        Real part[width];
        expansion::for_indices<0, width>([&]<int i>() {
            if constexpr (first + i < size) {
                part[i] = sum[first + i];
            } else {
                part[i] = 0;
            }
        });
        const Real own = sum_each_to_its_lane(part, lane);
        if (lane < width && first + int(lane) < size) {
            to[first + int(lane)] += own;
        }
    });
}

// The work of a block's threads on some of a target's sources after the others.
template <class Real, int highest, int columns>
class SliceBlock {
public:
    __device__ SliceBlock(const SliceTask<Real>& task, Real* memory)
        : task_(task), count_(coefficients(task.order)), row_(sliced_row(task.order)),
          lane_(threadIdx.x % warp_size), warp_(int(threadIdx.x / warp_size)),
          pairs_(task.pairs[warp_]), units_(*task.all.units),
          softening_(task.all.softening_squared * units_.inverse_length * units_.inverse_length),
          derivatives_(memory), moments_(derivatives_ + count_ * columns),
          sums_(moments_ + count_ * banks) {
        // Read by lanes that have no column.
        for (int n = int(threadIdx.x); n < count_; n += int(slice_threads)) {
            moments_[n * banks + columns] = 0;
        }
    }

    __device__ void run(std::uint32_t target) {
        __syncthreads(); // the last sums have been read
        for (int n = int(threadIdx.x); n < warps * count_; n += int(slice_threads)) {
            sums_[n] = 0;
        }
        const ChunkList list = task_.all.lists.far[target];
        const Sphere<Real> centre = task_.all.spheres[target];
        taken_ = 0;
        entries_ = list.in_last();
        word_ = read_chunk(list.last);
        take_sources();
        while (sources_ > 0) {
            fetch_moments();
            advance();
            make_derivatives(centre);
            await_fetches<0>();
            __syncthreads();
            take_sources(); // on their way while these are translated
            multiply();
            __syncthreads();
        }
        __syncthreads();
        Real* to = task_.all.locals + std::size_t(target) * row_;
        for (int n = int(threadIdx.x); n < count_; n += int(slice_threads)) {
            Real sum = 0;
            for (int warp = 0; warp < warps; ++warp) {
                sum += sums_[warp * count_ + n];
            }
            to[n] = sum;
        }
    }

private:
    static constexpr int most_in_slice = slice_size(highest);
    static constexpr int banks = columns + 1;

    // A chunk's words, one for each lane.
    __device__ std::uint32_t read_chunk(std::uint32_t chunk) const {
        return entries_ == 0 ? ListChunk::none
                             : task_.all.lists.chunks[chunk].word(lane_, entries_);
    }

    // To the next sources of the chunk, or to the next chunk.
    __device__ void advance() {
        taken_ += sources_;
        if (taken_ >= entries_) {
            const std::uint32_t chunk = __shfl_sync(all_lanes, word_, 0);
            entries_ = chunk == ListChunk::none ? 0 : ListChunk::entries;
            word_ = read_chunk(chunk);
            taken_ = 0;
        }
    }

    // One for each column, and where it is; of columns without one, nowhere near.
    __device__ void take_sources() {
        sources_ = min(entries_ - taken_, unsigned(columns));
        node_ = __shfl_sync(all_lanes, word_, 1 + taken_ + lane_);
        is_source_ = lane_ < sources_;
        const Real* from = task_.all.moments + std::size_t(is_source_ ? node_ : 0) * row_ + count_;
        source_[0] = from[0];
        source_[1] = from[1];
        source_[2] = from[2];
    }

    // A column without a source weighs nothing.
    __device__ void fetch_moments() {
        for (unsigned column = unsigned(warp_); column < columns; column += unsigned(warps)) {
            const std::uint32_t node = __shfl_sync(all_lanes, node_, column);
            const bool is_source = column < sources_;
            const Real* from = task_.all.moments + std::size_t(is_source ? node : 0) * row_;
            for (int n = int(lane_); n < count_; n += int(warp_size)) {
                Real* to = moments_ + n * banks + column;
                if (is_source) {
                    fetch<sizeof(Real)>(to, from + n);
                } else {
                    *to = 0;
                }
            }
        }
        close_fetches();
    }

    __device__ void make_derivatives(const Sphere<Real>& centre) {
        Real d[3] = {1, 0, 0};
        if (is_source_) {
            d[0] = (centre.x - source_[0]) * units_.inverse_length;
            d[1] = (centre.y - source_[1]) * units_.inverse_length;
            d[2] = (centre.z - source_[2]) * units_.inverse_length;
        }
        const Real squared = d[0] * d[0] + d[1] * d[1] + d[2] * d[2] + softening_;
        const DerivativePoint<Real> at = derivative_point(d, reciprocal_root(squared));
        // Rows whose powers of y and z together are the same need those with less alone.
        for (int powers = 0; powers <= task_.order; ++powers) {
            for (int k = warp_; lane_ < columns && k <= powers; k += warps) {
                derivative_row<columns, highest>(task_.order, powers - k, k, at, task_.tables,
                                                 derivatives_ + lane_, [](int, Real) {});
            }
            __syncthreads();
        }
    }

    __device__ void multiply() {
        Real sum[most_in_slice] = {};
        const Real* moments = moments_ + min(lane_, unsigned(columns));
        const Real* derivatives = derivatives_ + (lane_ < columns ? lane_ : 0);
        int local = pairs_.local;
        int n = pairs_.moments;
        for (int pair = 0; pair < pairs_.count; ++pair) {
            const Real* own_moments = moments + task_.tables.begin[n] * banks;
            const Real* own_derivatives = derivatives + task_.tables.begin[n + local] * columns;
            with_number<0, highest>(task_.order - n - local, [&]<int degree>() {
                multiply_slices<degree, columns>(own_moments, own_derivatives, sum);
            });
            ++n;
            if (n + local > task_.order || pair + 1 == pairs_.count) {
                Real* to = sums_ + warp_ * count_ + task_.tables.begin[local];
                with_number<0, highest>(task_.order - local,
                                        [&]<int degree>() { store_slice<degree>(sum, to, lane_); });
                expansion::for_indices<0, most_in_slice>([&]<int i>() { sum[i] = 0; });
                __syncwarp();
                ++local;
                n = 0;
            }
        }
    }

    const SliceTask<Real>& task_;
    int count_, row_;
    unsigned lane_;
    int warp_;
    SlicePairs pairs_;
    FmmUnits<Real> units_;
    Real softening_;
    // The list: words of a chunk with `entries_` entries, of which `taken_` were taken.
    std::uint32_t word_ = ListChunk::none;
    unsigned entries_ = 0, taken_ = 0;
    // The columns' sources, and the lane's own one.
    unsigned sources_ = 0;
    std::uint32_t node_ = 0;
    bool is_source_ = false;
    Real source_[3] = {};
    Real* derivatives_; // of each, one for each column
    Real* moments_;     // likewise
    Real* sums_;        // of each warp
};

template <class Real, int highest>
constexpr unsigned blocks_at_once = sizeof(Real) == sizeof(double) ? 2
                                    : highest > 8                  ? 3
                                                                   : 4;

template <class Real, int highest, int columns>
__global__ void __launch_bounds__(slice_threads, (blocks_at_once<Real, highest>))
    translate_by_slices(const __grid_constant__ SliceTask<Real> task) {
    extern __shared__ __align__(16) unsigned char memory[];
    __shared__ unsigned next;
    SliceBlock<Real, highest, columns> block(task, reinterpret_cast<Real*>(memory));
    const unsigned nodes = task.all.nodes.count;
    for (;;) {
        if (threadIdx.x == 0) {
            next = atomicAdd(task.all.next, 1U);
        }
        __syncthreads();
        const unsigned place = next;
        if (place >= nodes) {
            return;
        }
        block.run(task.all.nodes.slots[place]); // which has barriers before `next` changes
    }
}

template <int highest, int columns, class Real>
void translate_in_form(DeviceQueue& queue, const SliceTask<Real>& task) {
    const auto kernel = translate_by_slices<Real, highest, columns>;
    const std::size_t shared = std::size_t(shared_numbers(task.order, columns)) * sizeof(Real);
    allow_if_enough(kernel, shared);
    queue.launch("m2l", queue.resident_shape(kernel, task.all.nodes.count, slice_threads, shared),
                 kernel, task);
}

// Compiled apart, as each takes a while.
extern template void translate_in_form<8, 32>(DeviceQueue&, const SliceTask<float>&);
extern template void translate_in_form<10, 32>(DeviceQueue&, const SliceTask<float>&);
extern template void translate_in_form<8, 32>(DeviceQueue&, const SliceTask<double>&);
extern template void translate_in_form<10, 32>(DeviceQueue&, const SliceTask<double>&);
extern template void translate_in_form<12, 16>(DeviceQueue&, const SliceTask<double>&);

} // namespace orrery::sliced_m2l
