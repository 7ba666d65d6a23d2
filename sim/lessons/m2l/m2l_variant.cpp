// The variants, in the order in which the lesson tells them.

#include "sim/lessons/m2l/m2l_variant.hpp"

#include "sim/base/registry.hpp"

#include <array>

namespace orrery {

M2lVariant m2l_cpu();
namespace {

Registry<M2lVariant>& registry() {
    static Registry<M2lVariant> list(
        {"way to translate", "orrery help bench-m2l",
         [](const M2lVariant& variant) { return std::string_view(variant.id); },
         [](Registry<M2lVariant>& to) {
             to.add(m2l_cpu());
             list_m2l_variants_on_gpus(to);
         }});
    return list;
}

} // namespace

std::span<const int> m2l_orders() {
    static constexpr std::array orders{8, 12, 16};
    return orders;
}

std::span<const M2lVariant> m2l_variants() {
    return registry().all();
}

const M2lVariant& find_m2l_variant(std::string_view id) {
    return registry().find(id);
}

} // namespace orrery
