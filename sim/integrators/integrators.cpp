// Every integrator, the default first: the table of contents. A new one is a file in this folder
// and a line here like its neighbours: it declares what the file defines, and adds it.

#include "sim/base/registry.hpp"
#include "sim/integrator.hpp"

namespace orrery {

void list_integrators(Registry<Integrator>& list) {
    // clang-format off
    extern const Integrator leapfrog;            list.add(leapfrog);
    extern const Integrator symplectic_euler;    list.add(symplectic_euler);
    extern const Integrator euler;               list.add(euler);
    extern const Integrator yoshida4;            list.add(yoshida4);
    extern const Integrator pefrl;               list.add(pefrl);
    extern const Integrator rk4;                 list.add(rk4);
    extern const Integrator hermite4;            list.add(hermite4);
    extern const Integrator fastpm;              list.add(fastpm);
    extern const Integrator bullfrog;            list.add(bullfrog);
    // clang-format on
}

namespace {

Registry<Integrator>& registry() {
    static Registry<Integrator> all(
        {.noun = "integrator",
         .listing = "orrery list integrators",
         .name = [](const Integrator& one) { return std::string_view(one.id); },
         .fill = list_integrators});
    return all;
}

} // namespace

std::span<const Integrator> integrators() {
    return registry().all();
}

const Integrator& find_integrator(std::string_view id) {
    return registry().find(id);
}

void register_integrator(const Integrator& integrator) {
    registry().add(integrator);
}

} // namespace orrery
