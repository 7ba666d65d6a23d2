#include "sim/base/opened_library.hpp"

#include "sim/base/error.hpp"

#include <dlfcn.h>

namespace orrery {
namespace {

// Left in memory when closed: it may have told a driver of kernels that are in it.
constexpr LibraryLoader of_system{
    [](const char* name) { return dlopen(name, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE); },
    [](void* library, const char* name) { return dlsym(library, name); },
    [](void* library) { dlclose(library); }};

const LibraryLoader& loader() {
    const LibraryLoader* const others = library_loader.load();
    return others == nullptr ? of_system : *others;
}

} // namespace

std::atomic<const LibraryLoader*> library_loader = nullptr;

OpenedLibrary::OpenedLibrary(const char* title, const std::vector<std::string>& names,
                             const char* remedy)
    : title_(title), remedy_(remedy), name_(names.front()) {
    for (const std::string& name : names) {
        library_ = loader().open(name.c_str());
        if (library_ != nullptr) {
            name_ = name;
            return;
        }
    }
    throw failure(std::string(title) + " is not installed", name_, remedy);
}

OpenedLibrary::~OpenedLibrary() {
    loader().close(library_);
}

void* OpenedLibrary::found(const char* name) const {
    void* const function = loader().find(library_, name);
    if (function == nullptr) {
        throw failure(std::string(title_) + " has no '" + name + "'", name_, remedy_);
    }
    return function;
}

} // namespace orrery
