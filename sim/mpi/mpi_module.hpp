#pragma once

#include "sim/communicator.hpp"

#include <cstddef>
#include <memory>
#include <span>
#include <string>

namespace orrery {

// What liborrery_mpi.so gives, the one part of Orrery that is linked with MPI. It is opened where a
// launcher has started this process, so that the program starts where there is no MPI; and as it
// was built with the MPI that it is linked with, the numbers and handles are that one's. Of the
// rest of Orrery it needs errors alone.

// Some of the processes, with a channel of their own.
class MpiChannel {
public:
    virtual ~MpiChannel() = default;

    virtual std::size_t rank() const = 0;
    virtual std::size_t size() const = 0;
    // As a Communicator's.
    virtual void exchange(std::span<const std::span<const std::byte>> to,
                          std::span<const std::span<std::byte>> from) = 0;
    virtual void reduce(std::span<double> numbers, Reduction reduction) = 0;
    // Of those that come before `count`; null on all others.
    virtual std::unique_ptr<MpiChannel> first(std::size_t count) const = 0;
};

// All that the launcher started, while it lives.
class MpiProcesses {
public:
    virtual ~MpiProcesses() = default;

    virtual std::unique_ptr<MpiChannel> all() const = 0; // has to end before it
    virtual std::size_t local_size() const = 0;
    virtual std::size_t local_rank() const = 0;
    virtual void end_all(int code) const = 0;
};

struct MpiModule {
    std::string (*name)();
    // Messages of more than so many bytes go in parts. Throws failure.
    std::unique_ptr<MpiProcesses> (*start)(std::size_t most_bytes);
};

// A module's only symbol: an MpiModule.
inline constexpr const char* mpi_module_symbol = "orrery_mpi_module";

} // namespace orrery
