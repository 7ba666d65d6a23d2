// The processes of a launcher, by the library that speaks with MPI; and a clear word where there
// is none.

#include "sim/mpi/rank_session.hpp"

#include "sim/base/error.hpp"
#include "sim/device_carrier.hpp"
#include "sim/mpi/mpi_module.hpp"

#include <dlfcn.h>
#include <filesystem>
#include <malloc.h>
#include <optional>
#include <utility>

namespace orrery {
namespace {

struct Opened {
    const MpiModule* module = nullptr;
    std::string why_not = "this build has no MPI";
};

// Beside the program where it is built, else where programs have libraries of their own. Never
// closed, as MPI cannot be; its symbols are for all, as what it opens itself looks for them.
Opened open_module() {
    std::error_code unknown; // then it is looked for in the working folder
    const auto here = std::filesystem::read_symlink("/proc/self/exe", unknown).parent_path();
    for (const char* const folder : {".", "../lib/orrery"}) {
        const auto file = here / folder / "liborrery_mpi.so";
        if (!std::filesystem::exists(file, unknown)) {
            continue;
        }
        void* const library = dlopen(file.c_str(), RTLD_NOW | RTLD_GLOBAL);
        const void* const module = library == nullptr ? nullptr : dlsym(library, mpi_module_symbol);
        if (module == nullptr) {
            return {nullptr, std::string("MPI cannot be opened: ") + dlerror()};
        }
        return {static_cast<const MpiModule*>(module), ""};
    }
    return {};
}

const Opened& opened() {
    static const Opened once = open_module();
    return once;
}

const MpiModule& needed_module() {
    if (opened().module == nullptr) {
        throw bad_input(opened().why_not + ", so each process would compute the same", "",
                        "build Orrery where MPI is installed (Debian: libopenmpi-dev) and start it "
                        "where that is, too (libopenmpi3), or start it without a launcher");
    }
    return *opened().module;
}

class MpiRanks final : public Communicator, public DeviceCarrier {
public:
    explicit MpiRanks(std::unique_ptr<MpiChannel> channel) : channel_(std::move(channel)) {}

    std::size_t rank() const override { return channel_->rank(); }
    std::size_t size() const override { return channel_->size(); }
    std::string unproved(bool believes_library) override {
        return device_memory_unproved(believes_library);
    }

    std::unique_ptr<Communicator> first(std::size_t count) const {
        auto part = channel_->first(count);
        return part == nullptr ? nullptr : std::make_unique<MpiRanks>(std::move(part));
    }

private:
    void exchange(std::span<const std::span<const std::byte>> to,
                  std::span<const std::span<std::byte>> from) override {
        channel_->exchange(to, from);
    }
    void reduce(std::span<double> numbers, Reduction reduction) override {
        channel_->reduce(numbers, reduction);
    }

    std::unique_ptr<MpiChannel> channel_;
};

} // namespace

struct RankSession::Mpi {
    explicit Mpi(std::size_t most_bytes) : processes(needed_module().start(most_bytes)) {
        auto channel = processes->all();
        if (channel->size() == 1) {
            throw bad_input("each process is alone, though a launcher started many", mpi_library(),
                            "start them by the mpirun of that library");
        }
        ranks.emplace(std::move(channel));
    }

    std::unique_ptr<MpiProcesses> processes;
    std::optional<MpiRanks> ranks;
};

std::unique_ptr<Communicator> first_ranks(Communicator& ranks, std::size_t count) {
    const auto* const by_mpi = dynamic_cast<const MpiRanks*>(&ranks);
    return by_mpi == nullptr ? nullptr : by_mpi->first(count);
}

std::string mpi_library() {
    return opened().module == nullptr ? "" : opened().module->name();
}

std::string mpi_unavailable() {
    return opened().why_not;
}

// A rank sends and receives arrays as large as its bodies in every step: freed ones go back to the
// system, as else holes between what is kept take half as much as they did.
RankSession::RankSession(std::size_t most_bytes) {
    constexpr int own_pages_from = 1 << 20; // bytes
    if (launched_processes() > 1) {
        mallopt(M_MMAP_THRESHOLD, own_pages_from);
        mpi_ = std::make_unique<Mpi>(most_bytes);
    }
}

RankSession::~RankSession() = default;

Communicator& RankSession::communicator() {
    return mpi_ != nullptr ? *mpi_->ranks : one_process();
}

std::size_t RankSession::local_size() const {
    return mpi_ == nullptr ? 1 : mpi_->processes->local_size();
}

std::size_t RankSession::local_rank() const {
    return mpi_ == nullptr ? 0 : mpi_->processes->local_rank();
}

void RankSession::end_all(int code) {
    if (mpi_ != nullptr) {
        mpi_->processes->end_all(code);
    }
}

} // namespace orrery
