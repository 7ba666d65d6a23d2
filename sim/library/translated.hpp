#pragma once

#include "sim/base/error.hpp"

#include <orrery/error.hpp>

#include <new>

namespace orrery::library {

// Does the work; what the engine throws is thrown as the library's.
template <class Work>
auto translated(const Work& work) {
    try {
        return work();
    } catch (const orrery::Error& error) {
        throw Error(error.kind() == ErrorKind::bad_input ? Error::Kind::input
                                                         : Error::Kind::failure,
                    error.what());
    } catch (const std::bad_alloc&) {
        throw Error(Error::Kind::failure, "there is not enough memory");
    }
}

} // namespace orrery::library
