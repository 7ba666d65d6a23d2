// Mass, centre of mass, second moments and the box of every cell of an octree, in double precision.
//
// Idea:    a leaf's thread sums over its bodies, then climbs towards the root. Of a cell's children
//          only the last to arrive goes on, and sums all of them in a fixed order: so the result
//          does not depend on who came when.
// Source:  the climb: Karras 2012, "Maximizing Parallelism in the Construction of BVHs, Octrees,
//          and k-d Trees" (bounding boxes).
// Cost:    O(N); its time is that of the deepest climb where there are few bodies.

#include "sim/solvers/tree/gpu_moments.cuh"

#include "sim/cuda/one_thread_each.hpp"
#include "sim/solvers/tree/moments.hpp"

#include <type_traits>

namespace orrery {
namespace {

// What another multiprocessor wrote during this launch: from the common cache, since this one's
// own may be older.
template <class Value>
__device__ Value load_common(const Value* from) {
    using Word = std::conditional_t<alignof(Value) % sizeof(uint4) == 0, uint4, uint2>;
    static_assert(alignof(Value) % sizeof(Word) == 0);
    Value value;
    auto* to = reinterpret_cast<Word*>(&value);
    for (std::size_t word = 0; word < sizeof(Value) / sizeof(Word); ++word) {
        to[word] = __ldcg(reinterpret_cast<const Word*>(from) + word);
    }
    return value;
}

template <class Real>
__device__ Moments moments_of(const PointMass<Real>& centre, const CellShape<Real>& shape) {
    const double mass = double(centre.mass);
    Moments moments;
    moments.mass = mass;
    moments.x = double(centre.x);
    moments.y = double(centre.y);
    moments.z = double(centre.z);
    moments.xx = mass * double(shape.xx);
    moments.xy = mass * double(shape.xy);
    moments.xz = mass * double(shape.xz);
    moments.yy = mass * double(shape.yy);
    moments.yz = mass * double(shape.yz);
    moments.zz = mass * double(shape.zz);
    return moments;
}

template <class Real>
__device__ void store_cell(const CellArrays<Real>& arrays, std::uint32_t slot,
                           const Moments& moments, const Box<Real>& box, const CellLinks& links) {
    const double per_mass = moments.mass > 0 ? 1 / moments.mass : 0;
    arrays.heads[slot] = {{static_cast<Real>(moments.x), static_cast<Real>(moments.y),
                           static_cast<Real>(moments.z), static_cast<Real>(moments.mass)},
                          links};
    const auto scaled = [per_mass](double moment) { return static_cast<Real>(moment * per_mass); };
    arrays.shapes[slot] = {scaled(moments.xx),
                           scaled(moments.xy),
                           scaled(moments.xz),
                           scaled(moments.yy),
                           scaled(moments.yz),
                           scaled(moments.zz),
                           scaled(-1.5 * (moments.xx + moments.yy + moments.zz)),
                           Real(0)};
    arrays.boxes[slot] = box;
}

// Each leaf's thread sums over its bodies and climbs. At a cell all threads but the last to arrive
// stop there; that one knows that all children are done.
template <class Real>
__global__ void sum_upwards(const PointMass<Real>* bodies, std::uint32_t cell_count,
                            FoundCells cells, Opening opening, CellArrays<Real> arrays) {
    const unsigned leaf = blockIdx.x * block_threads + threadIdx.x;
    if (leaf >= cell_count || cells.children[leaf] != 0) {
        return;
    }
    const unsigned begin = cells.begin[leaf];
    const unsigned end = cells.end_of(leaf);
    const PointMass<Real> first = bodies[begin];
    Moments sums;
    Box<Real> box = Box<Real>::around(first.x, first.y, first.z);
    for (unsigned body = begin; body < end; ++body) {
        const PointMass<Real> one = bodies[body];
        sums.add(double(one.mass), double(one.x), double(one.y), double(one.z), double(first.x),
                 double(first.y), double(first.z));
        box.extend(Box<Real>::around(one.x, one.y, one.z));
    }
    const Moments moments = sums.centred(double(first.x), double(first.y), double(first.z));
    store_cell(arrays, cells.slot[leaf], moments, box,
               CellLinks::of(cell_reach(opening, moments, box), begin, end - begin,
                             cells.level_of(leaf), true));
    for (std::uint32_t cell = leaf; cell != 0;) {
        cell = cells.parent[cell];
        const std::uint32_t children = cells.children[cell];
        const unsigned count = Children::count(children);
        __threadfence();
        if (atomicAdd(&cells.begin[cell], 1U) + 1 != count) {
            return;
        }
        __threadfence();
        const unsigned slot = Children::first(children);
        const PointMass<Real> near = load_common(&arrays.heads[slot].centre);
        Moments all;
        Box<Real> whole = load_common(&arrays.boxes[slot]);
        for (unsigned child = slot; child < slot + count; ++child) {
            all.add(moments_of(load_common(&arrays.heads[child].centre),
                               load_common(&arrays.shapes[child])),
                    double(near.x), double(near.y), double(near.z));
            whole.extend(load_common(&arrays.boxes[child]));
        }
        const Moments summed = all.centred(double(near.x), double(near.y), double(near.z));
        store_cell(arrays, cells.slot[cell], summed, whole,
                   CellLinks::of(cell_reach(opening, summed, whole), slot, count,
                                 cells.level_of(cell), false));
    }
}

} // namespace

template <class Real>
void find_moments(DeviceQueue& queue, std::uint32_t cell_count, const PointMass<Real>* bodies,
                  const FoundCells& cells, const Opening& opening, const CellArrays<Real>& arrays) {
    queue.launch("moments", one_thread_each(cell_count), sum_upwards<Real>, bodies, cell_count,
                 cells, opening, arrays);
}

template void find_moments(DeviceQueue&, std::uint32_t, const PointMass<float>*, const FoundCells&,
                           const Opening&, const CellArrays<float>&);
template void find_moments(DeviceQueue&, std::uint32_t, const PointMass<double>*, const FoundCells&,
                           const Opening&, const CellArrays<double>&);

} // namespace orrery
