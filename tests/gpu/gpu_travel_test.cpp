// Bytes that go from one rank's GPU to another's arrive, whichever way they take.

#include "sim/cuda/copy_many.hpp"
#include "sim/domain/device_travel.hpp"
#include "sim/domain/travel.hpp"
#include "tests/gpu/gpu_test.hpp"
#include "tests/sim/domain/on_ranks.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

namespace orrery {
namespace {

using Way = DeviceCarrier::Way;

// Ranks that are threads, and an MPI that takes addresses in the memory of GPUs.
class AwareRanks final : public Communicator, public DeviceCarrier {
public:
    explicit AwareRanks(Communicator& threads) : threads_(threads) {}
    std::size_t rank() const override { return threads_.rank(); }
    std::size_t size() const override { return threads_.size(); }
    std::string unproved(bool) override { return ""; }

private:
    void exchange(std::span<const std::span<const std::byte>> to,
                  std::span<const std::span<std::byte>> from) override {
        std::vector<const std::byte*> told;
        for (const std::span<const std::byte> one : to) {
            told.push_back(one.data());
        }
        const std::vector<const std::byte*> found = swapped(threads_, told);
        for (std::size_t k = 0; k < from.size(); ++k) {
            if (!from[k].empty()) {
                cuda_check(cudaMemcpy(from[k].data(), found[k], from[k].size(), cudaMemcpyDefault),
                           "copying");
            }
        }
        threads_.agree(WayOut::complete);
    }
    void reduce(std::span<double> numbers, Reduction reduction) override {
        threads_.all_reduce(numbers, reduction);
    }

    Communicator& threads_;
};

// From `from` to `to`, in the round-th exchange.
std::vector<unsigned char> message(std::size_t from, std::size_t to, std::size_t kind,
                                   std::size_t round) {
    const std::size_t length =
        (from + to + kind) % 3 == 0 ? 0 : 100 * (round + 1) * (from + 1) + to + 1000 * kind;
    return std::vector<unsigned char>(
        from == to ? 0 : length, static_cast<unsigned char>(31 * from + 7 * to + kind + round));
}

void expect_all_to_arrive(Communicator& ranks) {
    constexpr std::size_t kinds = 2, room = 20'000;
    DeviceQueue queue(0);
    queue.activate();
    DeviceTravel travel;
    DeviceArray<unsigned char> found(ranks.size() * kinds * room);
    // What goes stays as it is: others may read it while this rank is a round further.
    std::array sent{DeviceArray<unsigned char>(found.size()),
                    DeviceArray<unsigned char>(found.size())};
    for (std::size_t round = 0; round < 5; ++round) {
        unsigned char* const from = sent[round % 2].data();
        std::vector<DeviceTravel::Parcel> out, in;
        for (std::size_t k = 0; k < ranks.size(); ++k) {
            for (std::size_t kind = 0; kind < kinds; ++kind) {
                const auto own = message(ranks.rank(), k, kind, round);
                const std::size_t place = (k * kinds + kind) * room;
                cuda_check(cudaMemcpy(from + place, own.data(), own.size(), cudaMemcpyHostToDevice),
                           "copying");
                out.push_back({k, from + place, own.size()});
                in.push_back(
                    {k, found.data() + place, message(k, ranks.rank(), kind, round).size()});
            }
        }
        cuda_check(cudaDeviceSynchronize(), "copying"); // from memory that is not page-locked
        travel.carry(ranks, queue, kinds, [&] { return DeviceTravel::Parcels{out, in}; });
        queue.wait();
        for (std::size_t k = 0; k < ranks.size(); ++k) {
            for (std::size_t kind = 0; kind < kinds; ++kind) {
                const auto expected = message(k, ranks.rank(), kind, round);
                std::vector<unsigned char> came(expected.size());
                cuda_check(cudaMemcpy(came.data(), found.data() + (k * kinds + kind) * room,
                                      came.size(), cudaMemcpyDeviceToHost),
                           "copying");
                EXPECT_EQ(came, expected) << "from " << k << " in round " << round;
            }
        }
    }
    ranks.agree(WayOut::complete); // before memory that others read is given back
}

class GpuTravel : public OnGpu<testing::TestWithParam<Way>> {};

TEST_P(GpuTravel, BringsEveryByteInEveryRound) {
    for (const std::size_t count : {1U, 2U, 3U, 4U}) {
        on_ranks(count, [](Communicator& threads) {
            AwareRanks aware(threads);
            Communicator& ranks =
                GetParam() == Way::by_itself ? static_cast<Communicator&>(aware) : threads;
            device_carrier(ranks)->way = GetParam();
            expect_all_to_arrive(ranks);
        });
    }
}

using GpuNotConnected = GpuTest;

TEST_F(GpuNotConnected, BringsEveryByteByCopiesAlone) {
    on_ranks(3, [](Communicator& ranks) {
        device_carrier(ranks)->way = Way::past_it;
        device_carrier(ranks)->kernels_reach = false;
        EXPECT_FALSE(DeviceTravel::may_leave(ranks));
        expect_all_to_arrive(ranks);
    });
}

using GpuCopies = GpuTest;

TEST_F(GpuCopies, OfAllSizesAndAddressesAreMadeAtOnce) {
    constexpr std::size_t room = 1 << 20, many = 100; // more than one launch takes
    std::vector<unsigned char> expected(many * room / 64);
    DeviceArray<unsigned char> from(expected.size()), to(expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        expected[i] = static_cast<unsigned char>(i * 37 >> 5);
    }
    cuda_check(cudaMemcpy(from.data(), expected.data(), expected.size(), cudaMemcpyHostToDevice),
               "copying");
    for (const std::size_t grain : {16U, 4U, 1U}) {
        DeviceQueue queue(0);
        cuda_check(cudaMemset(to.data(), 0, to.size()), "clearing");
        std::vector<DeviceCopy> copies;
        std::size_t place = 0;
        for (std::size_t k = 0; place < expected.size(); ++k) {
            const std::size_t bytes = std::min(grain * (k * k % 1009), expected.size() - place);
            copies.push_back({to.data() + place, from.data() + place, bytes});
            place += bytes;
        }
        ASSERT_GT(copies.size(), many);
        copy_many("exchange", queue, copies);
        queue.wait();
        std::vector<unsigned char> found(expected.size());
        cuda_check(cudaMemcpy(found.data(), to.data(), found.size(), cudaMemcpyDeviceToHost),
                   "copying");
        EXPECT_EQ(found, expected) << grain;
    }
}

using GpuReach = GpuTest;

TEST_F(GpuReach, ReachesTheMemoryOfOtherRanksOfItsProcess) {
    on_ranks(3, [](Communicator& ranks) { EXPECT_TRUE(gpus_reach_each_other(ranks, 0)); });
}

INSTANTIATE_TEST_SUITE_P(Of, GpuTravel, testing::Values(Way::by_host, Way::by_itself, Way::past_it),
                         [](const auto& one) {
                             return one.param == Way::by_host     ? "by_host"
                                    : one.param == Way::by_itself ? "by_itself"
                                                                  : "past_it";
                         });

} // namespace
} // namespace orrery
