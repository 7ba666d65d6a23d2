#include "sim/domain/device_guests.cuh"

#include <algorithm>

namespace orrery {
namespace {

constexpr unsigned place_threads = 256;
constexpr unsigned warps = place_threads / 32;

struct GuestParts {
    GuestPart of[most_domains];
};

template <class Real>
__device__ void store(const GuestTree<Real>& tree, std::uint32_t at, const NodeRecord<Real>& record,
                      const uint4* row, unsigned lane) {
    if (lane == 0) {
        tree.walk_nodes[at] = record.node;
        tree.boxes[at] = record.box;
    }
    for (unsigned word = lane; word < tree.rows.words; word += 32) {
        tree.rows.first[std::size_t(at) * tree.rows.words + word] = row[word];
    }
}

// A warp for a record; one more row of blocks for the own root.
template <class Real>
__global__ void __launch_bounds__(place_threads)
    place(GuestTree<Real> tree, const __grid_constant__ GuestParts parts) {
    using Record = NodeRecord<Real>;
    constexpr unsigned head = sizeof(Record) / sizeof(uint4);
    const unsigned lane = threadIdx.x % 32;
    const unsigned which = blockIdx.x * warps + threadIdx.x / 32;
    if (blockIdx.y == 0) {
        if (which == 0 && tree.node_count > 0) {
            store(tree, tree.roots.first, Record{tree.walk_nodes[0], tree.boxes[0]},
                  tree.rows.first, lane);
        }
        return;
    }
    const GuestPart& part = parts.of[blockIdx.y - 1];
    if (which >= part.count) {
        return;
    }
    const uint4* const from = part.records + std::size_t(which) * (head + tree.rows.words);
    Record record = *reinterpret_cast<const Record*>(from);
    if (!record.node.is_closed()) {
        record.node.first += record.node.is_leaf() ? part.first_body : part.first_node;
    }
    store(tree, part.first_node + which, record, from + head, lane);
    if (which == 0) {
        store(tree, tree.roots.first + blockIdx.y, record, from + head, lane);
    }
}

} // namespace

template <class Real>
void place_guests(DeviceQueue& queue, const GuestTree<Real>& tree,
                  std::span<const GuestPart> parts) {
    GuestParts all{};
    unsigned most = 1;
    for (std::size_t k = 0; k < parts.size(); ++k) {
        all.of[k] = parts[k];
        most = std::max(most, parts[k].count);
    }
    queue.launch("domains",
                 {dim3((most + warps - 1) / warps, static_cast<unsigned>(parts.size() + 1)),
                  dim3(place_threads)},
                 place<Real>, tree, all);
}

template void place_guests(DeviceQueue&, const GuestTree<float>&, std::span<const GuestPart>);
template void place_guests(DeviceQueue&, const GuestTree<double>&, std::span<const GuestPart>);

} // namespace orrery
