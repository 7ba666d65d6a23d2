#pragma once

// The moments, boxes and reaches of an octree's cells, from the leaves up.

#include "sim/cuda/device_queue.hpp"
#include "sim/solvers/tree/gpu_found_cells.cuh"

#include <cstdint>

namespace orrery {

// Where the moments of the cells go.
template <class Real>
struct CellArrays {
    CellHead<Real>* heads;
    CellShape<Real>* shapes;
    Box<Real>* boxes;
};

// Puts the summing into the queue.
template <class Real>
void find_moments(DeviceQueue& queue, std::uint32_t cell_count, const PointMass<Real>* bodies,
                  const FoundCells& cells, const Opening& opening, const CellArrays<Real>& arrays);

} // namespace orrery
