// gpu_sliced_m2l.cuh in double precision, up to order 10.
#include "sim/solvers/fmm/gpu_sliced_m2l.cuh"

namespace orrery::sliced_m2l {

template void translate_in_form<8, 32>(DeviceQueue&, const SliceTask<double>&);
template void translate_in_form<10, 32>(DeviceQueue&, const SliceTask<double>&);

} // namespace orrery::sliced_m2l
