#pragma once

#include <atomic>
#include <string>
#include <vector>

namespace orrery {

// A library of somebody else that is opened at run time, so that Orrery is small and starts where
// it is missing.
class OpenedLibrary {
public:
    // The first of `names` that is there. Throws failure where none is: "`title` is not installed",
    // and what to do about it.
    OpenedLibrary(const char* title, const std::vector<std::string>& names, const char* remedy);
    OpenedLibrary(const OpenedLibrary&) = delete;
    OpenedLibrary& operator=(const OpenedLibrary&) = delete;
    ~OpenedLibrary();

    // Throws failure where the library has no such function.
    template <class Function>
    void find(Function& function, const char* name) const {
        function = reinterpret_cast<Function>(found(name));
    }

private:
    void* found(const char* name) const;

    const char* title_;
    const char* remedy_;
    std::string name_;
    void* library_ = nullptr;
};

// A seam for tests, which have no other way to a machine without a library, or to one that fails:
// who opens libraries. Null: the system's loader.
struct LibraryLoader {
    void* (*open)(const char* name); // null: there is none
    void* (*find)(void* library, const char* name);
    void (*close)(void* library);
};
extern std::atomic<const LibraryLoader*> library_loader;

} // namespace orrery
