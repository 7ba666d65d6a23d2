// The methods of the Gauss transform on a GPU; see gauss_methods.cpp.

#include "sim/gauss/gauss_method.hpp"

namespace orrery {

void list_cuda_gauss_methods(Registry<GaussMethod>& list) {
    // clang-format off
    extern const GaussMethod gpu_direct_gauss;        list.add(gpu_direct_gauss);
    extern const GaussMethod gpu_cells_gauss;         list.add(gpu_cells_gauss);
    extern const GaussMethod gpu_plane_wave_gauss;    list.add(gpu_plane_wave_gauss);
    // clang-format on
}

} // namespace orrery
