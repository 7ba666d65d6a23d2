// The spectrum of the masses on a mesh times Green's function (green_function.hpp), on a GPU.
//
// Idea:   a block of threads for each row of modes. Green's function is the same for opposite wave
//         numbers: an eighth of it is in memory.
// Cost:   4 bytes read and 8 read and written for a mode, in float.

#include "sim/solvers/mesh/gpu_mesh_kernels.cuh"

namespace orrery {
namespace {

constexpr unsigned row_threads = 128;

template <class Real>
struct alignas(2 * sizeof(Real)) Mode {
    Real real, imaginary;
};

// The wave number of a mode, -n/2 to n/2: 0 for the one that is its own opposite, as no derivative
// sees it.
__device__ int signed_mode(int mode, int n) {
    return 2 * mode == n ? 0 : 2 * mode > n ? mode - n : mode;
}

template <class Real>
__global__ void __launch_bounds__(row_threads)
    multiply_row(DeviceMesh mesh, ModeRows rows, const Real* green, const Mode<Real>* masses,
                 int axis, double wave, Mode<Real>* into) {
    const int x = static_cast<int>(blockIdx.x) / rows.count;
    const int y = rows.first + static_cast<int>(blockIdx.x) % rows.count;
    const int length = mesh.row_length() / 2;
    const auto from = static_cast<std::size_t>(blockIdx.x) * static_cast<std::size_t>(length);
    const int folded_x = min(x, mesh.cells[0] - x);
    const int folded_y = min(y, mesh.cells[1] - y);
    const Real* const of_row = green + (static_cast<std::size_t>(folded_x) *
                                            static_cast<std::size_t>(mesh.cells[1] / 2 + 1) +
                                        static_cast<std::size_t>(folded_y)) *
                                           static_cast<std::size_t>(length);
    for (int z = static_cast<int>(threadIdx.x); z < length; z += row_threads) {
        // [gpu.mesh]
        const Mode<Real> mass = masses[from + static_cast<std::size_t>(z)];
        Mode<Real>& result = into[from + static_cast<std::size_t>(z)];
        if (axis == no_axis) {
            // [lit]
            const Real factor = of_row[z];
            // [/lit]
            // [/gpu.mesh]
            result = {factor * mass.real, factor * mass.imaginary};
        } else { // i k times it
            const int mode = axis == 0   ? signed_mode(x, mesh.cells[0])
                             : axis == 1 ? signed_mode(y, mesh.cells[1])
                                         : signed_mode(z, mesh.cells[2]);
            const Real k = static_cast<Real>(wave * mode);
            const Real factor = of_row[z] * k;
            result = {-factor * mass.imaginary, factor * mass.real};
        }
    }
}

} // namespace

template <class Real>
void multiply_by_green(DeviceQueue& queue, const DeviceMesh& mesh, ModeRows rows, const Real* green,
                       const Real* masses, int axis, double wave, Real* into) {
    queue.launch("transform",
                 {dim3(static_cast<unsigned>(mesh.cells[0] * rows.count)), dim3(row_threads)},
                 multiply_row<Real>, mesh, rows, green, reinterpret_cast<const Mode<Real>*>(masses),
                 axis, wave, reinterpret_cast<Mode<Real>*>(into));
}

template void multiply_by_green(DeviceQueue&, const DeviceMesh&, ModeRows, const float*,
                                const float*, int, double, float*);
template void multiply_by_green(DeviceQueue&, const DeviceMesh&, ModeRows, const double*,
                                const double*, int, double, double*);

} // namespace orrery
