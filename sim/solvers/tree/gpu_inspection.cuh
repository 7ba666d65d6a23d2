#pragma once

// Tells what a method has built on a GPU: by small kernels on a stream of their own, into memory of
// the reading, which brings it to the host itself.

#include "sim/cuda/device_queue.hpp"
#include "sim/cuda/device_stream.hpp"
#include "sim/inspection.hpp"
#include "sim/tree/device_tree.cuh"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace orrery {

// The first four are lists of InspectedInteractions.
enum class Role : std::uint8_t { local, multipole, monopole, leaf, group, cell };

struct ToldCell {
    InspectedCell cell;
    Role role;
};

inline constexpr unsigned max_told = 1U << 17; // of a body's interactions: more are not
inline constexpr std::uint32_t no_body = ~0U;

struct Tally {
    unsigned on_level[finest_level + 1];
    unsigned told;
    std::uint32_t body; // where along the curve the body is
};

// Memory for what is told.
struct Telling {
    ToldCell* cells;
    unsigned room;
    Tally* tally;

    template <class Real>
    __device__ void tell(const Box<Real>& box, std::uint32_t bodies, int level, bool leaf,
                         Role role) const {
        const unsigned at = atomicAdd(&tally->told, 1U);
        if (at < room) {
            cells[at] = {{{float(box.low_x), float(box.low_y), float(box.low_z), float(box.high_x),
                           float(box.high_y), float(box.high_z)},
                          bodies,
                          static_cast<std::uint8_t>(level),
                          leaf},
                         role};
        }
    }

    template <class Real>
    __device__ void tell(const DeviceTreeView<Real>& tree, std::uint32_t index, Role role) const {
        const WalkNode<Real>& node = tree.walk_nodes[index];
        tell(tree.boxes[index], bodies_below(tree, index), node.level(), node.is_leaf(), role);
    }

private:
    // A guest's bodies are those of all that is below it. An own node's are a run: its first body
    // is that of its first leaf, and its last that of the last one.
    template <class Real>
    __device__ static std::uint32_t bodies_below(const DeviceTreeView<Real>& tree,
                                                 std::uint32_t index) {
        std::uint32_t stack[max_children * (curve_levels + 1)];
        unsigned waiting = 1;
        stack[0] = index;
        std::uint32_t bodies = 0;
        while (waiting > 0) {
            const std::uint32_t slot = stack[--waiting];
            const WalkNode<Real>& node = tree.walk_nodes[slot];
            if (node.is_closed()) {
                bodies += node.first;
            } else if (node.is_leaf()) {
                bodies += node.count();
            } else if (slot < tree.node_count) {
                bodies += bodies_of_run(tree, node);
            } else {
                for (unsigned child = 0; child < node.count(); ++child) {
                    stack[waiting++] = node.first + child;
                }
            }
        }
        return bodies;
    }
    template <class Real>
    __device__ static std::uint32_t bodies_of_run(const DeviceTreeView<Real>& tree,
                                                  const WalkNode<Real>& node) {
        const WalkNode<Real>* first = &node;
        const WalkNode<Real>* last = &node;
        while (!first->is_leaf()) {
            first = &tree.walk_nodes[first->first];
        }
        while (!last->is_leaf()) {
            last = &tree.walk_nodes[last->first + last->count() - 1];
        }
        return last->first + last->count() - first->first;
    }
};

inline constexpr const char* inspecting = "inspecting the tree on the GPU";

// A reading on its way to the host.
class GpuReading {
public:
    // `room`: of cells that may be told, taken in the order of the stream `inspector`.
    GpuReading(int device, const InspectRequest& request, unsigned room, cudaStream_t inspector);

    Telling telling();
    // All is told when `told` has passed.
    void leave_inspector(const DeviceEvent& told);
    Inspection finish();
    // Of a domain: told by all of them, its cells are a part of the levels that there is room for.
    static Inspection finish(std::span<const std::shared_ptr<GpuReading>> domains);

private:
    struct Told {
        Tally tally;
        std::vector<ToldCell> cells;
    };
    Told fetch();
    static void add_common_root(std::vector<Told>& told);
    static Inspection inspection_of(const InspectRequest& request, std::span<const Told> told);

    template <class T>
    std::vector<T> fetched(StreamArray<T>& from, std::size_t count);

    int device_;
    InspectRequest request_;
    DeviceStream stream_; // before the memory that is given back in it
    StreamArray<ToldCell> cells_;
    StreamArray<Tally> tally_;
};

// Begins a reading: has the cells that are wanted told, and finds where along the curve of the
// bodies the body is that is asked for. The sources of its pull are told next.
template <class Real>
std::shared_ptr<GpuReading> tell_tree(int device, cudaStream_t stream,
                                      const DeviceTreeView<Real>& tree,
                                      const InspectRequest& request);

// Tells of a tree on the GPU that is current where it is made, without making the evaluations that
// follow wait for more than a few kernels on the GPU.
class GpuInspector {
public:
    GpuInspector();

    // After `ready`; one call at a time. tell_body(stream, telling) is to put what tells of the
    // body asked for into the stream, if one is.
    template <class Real>
    std::shared_ptr<GpuReading> begin(const DeviceTreeView<Real>& tree,
                                      const InspectRequest& request, const DeviceEvent& ready,
                                      auto&& tell_body) {
        const cudaStream_t stream = wait_for(ready);
        const auto reading = tell_tree(device_, stream, tree, request);
        if (request.body) {
            tell_body(stream, reading->telling());
        }
        done_.record(stream);
        reading->leave_inspector(done_);
        return reading;
    }

    // Passed when the tree is being read no more.
    const DeviceEvent& done() const { return done_; }

private:
    cudaStream_t wait_for(const DeviceEvent& ready) const;

    int device_ = 0;
    DeviceStream stream_;
    DeviceEvent done_;
};

} // namespace orrery
