#include "sim/lessons/m2l/list_m2l_variants.hpp"

namespace orrery {

M2lVariant m2l_matrix();
M2lVariant m2l_diagonals();
M2lVariant m2l_rows();
M2lVariant m2l_unrolled();
M2lVariant m2l_fused();
M2lVariant m2l_unfused();
M2lVariant m2l_scaled();

void list_m2l_variants_on_gpus(Registry<M2lVariant>& list) {
    for (const auto variant :
         {m2l_matrix, m2l_diagonals, m2l_rows, m2l_unrolled, m2l_unfused, m2l_fused, m2l_scaled}) {
        list.add(variant());
    }
}

} // namespace orrery
