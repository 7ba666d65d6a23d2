// The ways in which several GPUs share work: a choice of how bytes travel and of who drives.
//
// threads        A CUDA call concerns the calling thread's current GPU, so the plainest way to use
//                several is a thread for each. Positions go to every GPU through portable
//                page-locked host memory, results come back the same way.
//                Source: Wilt, "The CUDA Handbook" (2013), section 14.8.
//                Cost: two copies over PCI Express of 16 bytes a body and GPU, and waking a thread
//                a GPU.
// single_thread  Copies and launches are asynchronous, so one thread can give every GPU its work in
//                turn (cudaSetDevice, copy, launch, record an event) and be done long before they
//                are. No threads have to be woken or to wait for each other.
//                Source: section 14.9 there.
//                Cost: the same copies, and some microseconds of launching a GPU, one after the
//                other.
// peer           GPUs of one machine can read each other's memory, over NVLink at ten times the
//                speed of PCI Express, without the host. Positions come in parts on a stream that
//                only copies, and the sum over a part's sources starts when that part is there.
//                Each GPU has a CPU thread, because giving four of them their work one after the
//                other takes as long as a quarter of a small system's evaluation.
//                Source: NVIDIA, CUDA C++ Programming Guide, "Peer-to-Peer Memory Access"; the
//                overlap is that of Wilt's chapter 6.
//                Cost: 16 bytes a body and GPU over NVLink, hidden behind the work but for the
//                first part.
// nccl           Who copies what to whom, over which links and in which pieces, is a solved
//                problem: broadcast the positions, all-gather the results, and let the library
//                choose rings or trees for this machine. The same calls work between machines.
//                Source: NVIDIA, NCCL User Guide, "Collective Operations".
//                Cost: 16 bytes a body and GPU, and the collectives' own launches, tens of
//                microseconds each.
//
// Whatever the way, the kernel's work is divided by the GPUs.

#include "sim/solvers/multi_gpu/communication_mode.hpp"

#include <cassert>

namespace orrery {

CommunicationMode communication_mode(Sharing sharing) {
    switch (sharing) {
    case Sharing::threads:
        return {host_communicator, Drivers::thread_per_rank};
    case Sharing::single_thread:
        return {host_communicator, Drivers::one_thread};
    case Sharing::peer:
        return {peer_communicator, Drivers::thread_per_rank};
    case Sharing::nccl:
        return {nccl_communicator, Drivers::one_thread, false};
    case Sharing::none:
        break;
    }
    assert(!"one GPU is no group");
    return {};
}

std::string sharing_unavailable(Sharing sharing) {
    return sharing == Sharing::nccl ? nccl_unavailable() : "";
}

} // namespace orrery
