#pragma once

#include "sim/communicator.hpp"

#include <memory>
#include <string>

namespace orrery {

class RankedFrame;

// What a communicator is besides, if it may be able to take bytes from the memory of one rank's GPU
// to another's.
class DeviceCarrier {
public:
    virtual ~DeviceCarrier() = default;

    // Empty: that has been proved; else why it does not work. Unless the library is believed where
    // it says that it cannot, this takes seconds at first.
    virtual std::string unproved(bool believes_library) = 0;

    // How bytes get from GPU to GPU, as all ranks have agreed: by copies in the host's memory, by
    // this communicator, or past it, as all ranks' GPUs reach each other's memory.
    enum class Way { by_host, by_itself, past_it };
    Way way = Way::by_host;
    // Past it: whether kernels reach all ranks' memory, too, and not copies alone, which CUDA takes
    // through the host where GPUs are not connected.
    bool kernels_reach = true;

    // By which the domains of the ranks' GPUs were cut last, with the bodies that they have since;
    // null: they were not.
    std::weak_ptr<const RankedFrame> frame;
};

// Null: it never is.
inline DeviceCarrier* device_carrier(Communicator& ranks) {
    return dynamic_cast<DeviceCarrier*>(&ranks);
}

// Whether the GPUs of all ranks, of which this one has `device`, reach each other's memory: those
// of one machine do as a rule. Collective.
bool gpus_reach_each_other(Communicator& ranks, int device);

} // namespace orrery
