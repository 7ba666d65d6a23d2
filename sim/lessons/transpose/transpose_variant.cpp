// The problem, and its variants in the order in which the lesson tells them.

#include "sim/lessons/transpose/transpose_variant.hpp"

#include "sim/base/error.hpp"
#include "sim/base/registry.hpp"

namespace orrery {

void list_transpose_variants_on_cpus(Registry<TransposeVariant>& list);

namespace {

Registry<TransposeVariant>& transpose_registry() {
    static Registry<TransposeVariant> list(
        {"way to transpose", "orrery help bench-transpose",
         [](const TransposeVariant& variant) { return std::string_view(variant.id); },
         [](Registry<TransposeVariant>& to) {
             list_transpose_variants_on_cpus(to);
             list_transpose_variants_on_gpus(to);
         }});
    return list;
}

} // namespace

std::span<const TransposeVariant> transpose_variants() {
    return transpose_registry().all();
}

const TransposeVariant& find_transpose_variant(std::string_view id) {
    return transpose_registry().find(id);
}

void require_transpose_shape(const TransposeShape& shape, const std::string& where) {
    for (const std::size_t side : {shape.planes, shape.rows, shape.columns}) {
        if (side < 1 || side > max_transpose_side) {
            throw bad_input("a side of " + std::to_string(side) + " entries", where,
                            "it has 1 to " + std::to_string(max_transpose_side));
        }
    }
    if (shape.size() > max_transpose_size) {
        throw bad_input("matrices of " + std::to_string(shape.size()) + " entries", where,
                        "there may be " + std::to_string(max_transpose_size) + " in all");
    }
}

TransposeProblem make_transpose_problem(const TransposeShape& shape) {
    require_transpose_shape(shape, "");
    TransposeProblem problem{shape, std::vector<float>(shape.size())};
    for (std::size_t i = 0; i < problem.matrices.size(); ++i) {
        // A prime below 2^24, so that each is exact.
        problem.matrices[i] = static_cast<float>(i % 16'777'213);
    }
    return problem;
}

} // namespace orrery
