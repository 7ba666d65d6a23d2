#pragma once

#include "sim/base/error.hpp"
#include "sim/base/words.hpp"

#include <algorithm>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace orrery {

// A list of described things that are known by name: algorithms, integrators, scenes, file formats,
// commands. Its own ones come from a list file, one line each:
//
//     extern const Integrator leapfrog;    list.add(leapfrog);
//
// which declares what another file defines and adds it, so that neither needs a header. Others may
// be added from outside until the list is first read; from then on it stays as it is, so spans and
// references into it are good for ever, from any thread.
template <class Entry>
class Registry {
public:
    struct Description {
        const char* noun;    // "algorithm"
        const char* listing; // the command that shows all: "orrery list algorithms"
        std::string_view (*name)(const Entry& entry);
        void (*fill)(Registry& list); // adds the list file's lines
    };

    explicit Registry(const Description& description) : description_(description) {
        description_.fill(*this);
    }

    // Throws failure for a name that is taken, and once the list has been looked at.
    void add(Entry entry) {
        const std::lock_guard lock(mutex_);
        const std::string called =
            std::string(description_.noun) + " '" + std::string(description_.name(entry)) + "'";
        if (looked_at_) {
            throw failure("the " + called + " comes too late", "",
                          "register it at the start of main, before the list is used");
        }
        if (position(description_.name(entry)) != entries_.end()) {
            throw failure("there are two of the " + called, "", "give one of them another name");
        }
        entries_.push_back(std::move(entry));
    }

    // In the order of the list, what came from outside at the end.
    std::span<const Entry> all() {
        const std::lock_guard lock(mutex_);
        looked_at_ = true;
        return entries_;
    }

    // Null if there is none of that name.
    const Entry* known(std::string_view name) {
        static_cast<void>(all());
        const auto found = position(name);
        return found == entries_.end() ? nullptr : &*found;
    }

    // Throws bad_input for a name that nothing has, naming the nearest one.
    const Entry& find(std::string_view name) {
        if (const Entry* entry = known(name)) {
            return *entry;
        }
        std::vector<std::string> names;
        for (const Entry& entry : entries_) {
            names.emplace_back(description_.name(entry));
        }
        throw bad_input("unknown " + std::string(description_.noun) + " '" + std::string(name) +
                            "'",
                        "", did_you_mean(name, names, description_.listing));
    }

private:
    auto position(std::string_view name) const {
        return std::find_if(entries_.begin(), entries_.end(),
                            [&](const Entry& entry) { return description_.name(entry) == name; });
    }

    Description description_;
    std::mutex mutex_;
    bool looked_at_ = false;
    std::vector<Entry> entries_;
};

} // namespace orrery
