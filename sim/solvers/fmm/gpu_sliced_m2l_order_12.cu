// gpu_sliced_m2l.cuh in double precision beyond order 10, and where shared memory is short.
#include "sim/solvers/fmm/gpu_sliced_m2l.cuh"

namespace orrery::sliced_m2l {

template void translate_in_form<12, 16>(DeviceQueue&, const SliceTask<double>&);

} // namespace orrery::sliced_m2l
