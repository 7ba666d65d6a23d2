#pragma once

// Methods that sort the bodies along a curve, on several GPUs: each has a domain.
//
// Idea:    root, which has all bodies, cuts the curve into as many stretches as there are GPUs and
//          sends each its bodies (sim/domain/device_partition.cu). Each sorts them, builds its tree
//          and sums what stands for its nodes, as if they were all; tells the others the boxes of
//          its coarse nodes, and from theirs finds which of its nodes they have to see
//          (device_essential_tree.cuh). These go from GPU to GPU, and behind its own tree a rank
//          has what it has to see of all others (domain_sight.cuh): one tree, in which its bodies
//          find the pull of all bodies. Stretches of equal numbers are not equal work, so each GPU
//          is timed, without what it waited for others, and the next evaluation cuts the curve
//          where all would have been done at the same time. Where fewer GPUs are faster, as they
//          are for few bodies, the others have no bodies (member_count.hpp).
// Source:  Warren & Salmon 1993, "A Parallel Hashed Oct-Tree N-Body Algorithm", Supercomputing;
//          Salmon 1991, PhD thesis, Caltech; Bedorf et al. 2014, SC14.
// Cost:    the method's, divided by the GPUs; at root a pass over all bodies to divide them and one
//          over all results. 16 bytes a body out, 12 back.
// Memory:  a GPU's share, what it sees of others and what it writes for them. Root has 37 bytes a
//          body more.
//
// A `Sum` answers for a domain as GpuTreeSum does.

#include "sim/cuda/device_array.hpp"
#include "sim/cuda/device_stream.hpp"
#include "sim/domain/device_partition.cuh"
#include "sim/machine/member_count.hpp"
#include "sim/solvers/direct/gpu_frame.cuh"
#include "sim/solvers/multi_gpu/domain_parts.cuh"
#include "sim/solvers/multi_gpu/domain_rank.cuh"
#include "sim/solvers/multi_gpu/domain_results.cuh"
#include "sim/solvers/multi_gpu/domain_sight.cuh"
#include "sim/solvers/multi_gpu/group_sum.hpp"
#include "sim/solvers/multi_gpu/rank_driver.hpp"
#include "sim/solvers/multi_gpu/work_shares.hpp"
#include "sim/solvers/tree/gpu_inspection.cuh"
#include "sim/solvers/tree/gpu_wanted_targets.cuh"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace orrery {

template <class Real, template <class> class Sum>
class DomainSum final : public GroupSum<Real> {
    using Rank = DomainRank<Real, Sum>;

public:
    DomainSum(const GroupWay& way, const SolverInfo& info)
        : group_(way.group), exchange_(way.exchange), driver_(way.group, way.exchange, way.threads),
          domains_(std::min<std::size_t>(way.group.size(), most_domains)), members_(domains_),
          shares_(domains_), id_(info.id) {
        for (std::size_t k = 0; k < group_.size(); ++k) {
            group_.queue(k).activate();
            ranks_.push_back(std::make_unique<Rank>(group_.queue(k), info));
            devices_.push_back(group_.queue(k).device());
        }
        group_.root().activate();
    }

    void prepare(const ForceSources<Real>& sources) override {
        require_numbers_of_bodies(sources.sources.count, id_);
        begin_anew();
        use_fastest_number();
        DeviceQueue& root = group_.root();
        partition_.divide(root, sources.sources, shares_.starts());
        partition_.wait();
        root.begin("exchange");
        for (std::size_t k = 1; k < domains_; ++k) {
            if (has_sources(k)) {
                exchange_.post(0, k, partition_.frame(), sizeof(DomainFrame));
            }
        }
        post_parts(exchange_, partition_, partition_.bodies());
        group_.fork();
        const WholeSystem whole{nullptr, sources.sources.count};
        driver_.each([this](std::size_t k) { begin_rank(k); },
                     [&](std::size_t k) {
                         if (has_sources(k)) {
                             WholeSystem seen = whole;
                             seen.frame = k == 0 ? partition_.frame() : ranks_[k]->frame.data();
                             ranks_[k]->queue.activate();
                             ranks_[k]->sum.prepare(part_of(partition_, ranks_[k]->bodies, k),
                                                    sources.parameters, &seen);
                         }
                     });
        fresh_ = true;
    }

    Outcome run(const ForceRequest<Real>& request, const Execution& execution) override {
        complete_ = false;
        ordered_ = false;
        busy_ = true;
        others_ = !request.targets_at;
        const bool fresh = std::exchange(fresh_, false);
        timed_ = fresh && request.mutual();
        ask(request);
        if (!fresh || others_ || !all_wanted_) {
            group_.fork();
        }
        const bool see = others_ || !seen_;
        DomainSight<Real, Sum> sight(exchange_, ranks_, seeing());
        driver_.each([this](std::size_t k) { fetch_targets(k); },
                     [&](std::size_t k) { begin(k, request); },
                     [&](std::size_t k) { see ? sight.tell_boxes(k) : void(); });
        if (see) {
            driver_.each([&](std::size_t k) { sight.fetch_boxes(k); },
                         [&](std::size_t k) { sight.write_trees(k); },
                         [&](std::size_t k) { sight.tell_trees(k); });
            seen_ = !others_;
        }
        const Outcome outcome = driver_.work(
            execution, [this](std::size_t k) -> SlicedWork& { return ranks_[k]->sum.work(); },
            [this](std::size_t k) { send(k); },
            [&](std::size_t k) { see ? sight.fetch_trees(k) : void(); },
            [&](std::size_t k) { build(k, see); }, [this](std::size_t k) { build_on(k); });
        if (outcome == Outcome::cancelled) {
            group_.wait();
            return outcome;
        }
        combine(request);
        busy_ = false;
        complete_ = true;
        return outcome;
    }

    const std::uint32_t* order() override {
        if (!complete_) {
            return nullptr;
        }
        if (!std::exchange(ordered_, true)) {
            find_order();
        }
        return order_.data();
    }

    std::unique_ptr<InspectionReading> inspect(const InspectRequest& request) override {
        if (!complete_) {
            return nullptr;
        }
        std::vector<std::shared_ptr<GpuReading>> readings;
        const bool of_body = request.body && !others_;
        const std::size_t place = of_body
                                      ? place_in_order(aside(), partition_.order(),
                                                       partition_.begin(domains_), *request.body)
                                      : 0;
        for (std::size_t k = 0; k < domains_; ++k) {
            if (!has_sources(k)) {
                continue;
            }
            InspectRequest own = request;
            own.body.reset();
            if (of_body && place >= partition_.begin(k) && place < partition_.begin(k + 1)) {
                own.body = place - partition_.begin(k);
            }
            make_current(devices_[k]);
            readings.push_back(ranks_[k]->sum.inspect(own));
        }
        make_current(devices_[0]);
        return std::make_unique<InspectionReading>(
            [readings] { return GpuReading::finish(readings); });
    }

    void report(StepTimings& timings) override {
        std::vector<double> work;
        StepTimings of_idle; // GPUs: nobody is told
        for (std::size_t k = 0; k < group_.size(); ++k) {
            Rank& rank = *ranks_[k];
            rank.queue.report_spans(k, k < domains_ ? timings : of_idle);
            if (complete_ && has_targets(k)) {
                timings.interactions += rank.sum.new_terms();
            }
            if (complete_ && timed_ && k < domains_) {
                work.push_back(!has_sources(k) ? 0
                                               : milliseconds_between(rank.started, rank.wrote) +
                                                     milliseconds_between(rank.saw, rank.sent));
            }
        }
        if (!work.empty()) {
            shares_.learn(work);
            members_.learn(partition_.begin(domains_),
                           milliseconds_between(ranks_.front()->started, combined_));
        }
        group_.root().activate();
    }

    std::size_t bytes() const override {
        std::size_t total = partition_.bytes() + others_partition_.bytes() +
                            wanted_entries_.bytes() + total_bytes(entries_, order_, slots_);
        for (const auto& rank : ranks_) {
            total += rank->bytes();
        }
        return total;
    }

private:
    static void make_current(int device) { cuda_check(cudaSetDevice(device), "choosing the GPU"); }

    bool has_sources(std::size_t k) const { return k < domains_ && partition_.count(k) != 0; }
    bool has_targets(std::size_t k) const { return k < domains_ && pulled().count(k) != 0; }
    const DomainPartition<Real>& pulled() const { return others_ ? others_partition_ : partition_; }

    DomainsSeeing seeing() const {
        DomainsSeeing seeing{domains_, 0, 0, others_};
        for (std::size_t k = 0; k < domains_; ++k) {
            seeing.sources |= has_sources(k) ? 1U << k : 0U;
            seeing.targets |= has_targets(k) ? 1U << k : 0U;
        }
        return seeing;
    }

    // One GPU that plays several has them all: it would never be faster.
    void use_fastest_number() {
        const std::size_t used = group_.repeats_gpus() ? domains_ : members_.count();
        if (used != domains_) {
            domains_ = used;
            shares_ = WorkShares(used);
        }
    }

    void begin_anew() {
        if (busy_) { // else the evaluation before has waited on the GPUs
            group_.wait();
        }
        busy_ = true;
        group_.root().activate();
        exchange_.forget_posts();
        complete_ = false;
        others_ = false;
        seen_ = false;
    }

    void begin_rank(std::size_t k) {
        Rank& rank = *ranks_[k];
        rank.queue.activate();
        rank.queue.begin("exchange");
        rank.started.record(rank.queue.stream());
        if (k != 0 && has_sources(k)) {
            rank.frame.reserve(1);
            exchange_.fetch(k, 0, rank.frame.data());
        }
        fetch_part(exchange_, partition_, k, rank.bodies);
    }

    // At root: what each domain is asked for.
    void ask(const ForceRequest<Real>& request) {
        DeviceQueue& root = group_.root();
        root.activate();
        wanted_ = wanted_entries_.find(root, request);
        all_wanted_ = others_ || request.mutual();
        if (others_) {
            require_numbers_of_bodies(request.targets.count, id_);
            others_partition_.divide_like(root, request.targets, partition_);
            others_partition_.wait();
            post_parts(exchange_, others_partition_, others_partition_.bodies());
        } else if (!all_wanted_) {
            entries_.reserve(request.sources.count);
            for (std::size_t k = 0; k < domains_; ++k) {
                find_entries(root, partition_, k, wanted_, entries_.data());
            }
            post_parts(exchange_, partition_, entries_.data());
        }
        layout_ = {request.result, pulled()};
        if (slots_.size() < layout_.numbers() * group_.size()) {
            slots_.grow(layout_.numbers_with_margin() * group_.size());
        }
        exchange_.collect({slots_.data(), layout_.numbers() * sizeof(Real)});
        root.activate();
        root.begin("exchange");
    }

    void fetch_targets(std::size_t k) {
        Rank& rank = *ranks_[k];
        rank.queue.activate();
        if (others_) {
            fetch_part(exchange_, others_partition_, k, rank.others);
        } else if (!all_wanted_) {
            fetch_part(exchange_, partition_, k, rank.entries);
        }
    }

    void begin(std::size_t k, const ForceRequest<Real>& request) {
        Rank& rank = *ranks_[k];
        rank.queue.activate();
        if (rank.result.size() < layout_.numbers()) { // all of it travels
            rank.result.grow(layout_.numbers_with_margin());
            cuda_check(
                cudaMemsetAsync(rank.result.data(), 0, rank.result.bytes(), rank.queue.stream()),
                "clearing results");
        }
        if (!has_targets(k)) {
            rank.sum.work().clear();
            return;
        }
        const std::uint32_t* const entries = all_wanted_ ? nullptr
                                             : k == 0    ? entries_.data()
                                                         : rank.entries.data();
        rank.sum.begin({request.parameters, others_, part_of(pulled(), rank.others, k),
                        WantedTargets{0, static_cast<unsigned>(pulled().count(k)), entries},
                        layout_.view(rank.result.data())});
    }

    void build(std::size_t k, bool with_guests) {
        Rank& rank = *ranks_[k];
        rank.building = false;
        if (!has_targets(k)) {
            return;
        }
        rank.queue.activate();
        if (with_guests) {
            place_guests<Real>(rank.queue, rank.tree, rank.guests);
        }
        rank.building = rank.sum.build();
    }

    void build_on(std::size_t k) {
        Rank& rank = *ranks_[k];
        rank.queue.activate();
        while (rank.building) {
            rank.building = rank.sum.build();
        }
    }

    // Gives rank k's result on its way.
    void send(std::size_t k) {
        Rank& rank = *ranks_[k];
        rank.queue.activate();
        rank.queue.begin("exchange");
        if (has_targets(k)) {
            rank.sum.finish();
        }
        exchange_.send(k, rank.result.data());
        rank.queue.activate();
        rank.sent.record(rank.queue.stream());
    }

    void combine(const ForceRequest<Real>& request) {
        DeviceQueue& root = group_.root();
        root.activate();
        root.begin("exchange");
        exchange_.gather();
        exchange_.forget_posts();
        root.activate();
        for (std::size_t k = 0; k < domains_; ++k) {
            scatter_results(root, layout_, slots_.data() + k * layout_.numbers(), pulled(), k,
                            wanted_, request.result);
        }
        combined_.record(root.stream());
    }

    // The stream of what is asked for between evaluations, when root's queue may be gone, after the
    // last one.
    cudaStream_t aside() {
        make_current(devices_[0]);
        cuda_check(cudaStreamWaitEvent(aside_.get(), combined_.get()), "waiting for the GPU");
        return aside_.get();
    }

    void find_order() {
        const cudaStream_t stream = aside();
        order_.reserve(partition_.begin(domains_));
        for (std::size_t k = 0; k < domains_; ++k) {
            if (has_sources(k)) {
                fetch_order(stream, partition_, k, {ranks_[k]->sum.tree().order, devices_[k]},
                            {order_.data(), devices_[0]});
            }
        }
        aside_.wait();
    }

    DeviceGroup& group_;
    DeviceExchange& exchange_;
    RankDriver driver_;
    std::size_t domains_;
    MemberCount members_;
    WorkShares shares_;
    std::string id_;
    std::vector<std::unique_ptr<Rank>> ranks_;
    std::vector<int> devices_; // of the ranks
    // At root.
    DeviceStream aside_;
    DeviceEvent combined_{DeviceEvent::Kind::time}; // the last evaluation
    DomainPartition<Real> partition_, others_partition_;
    WantedEntries wanted_entries_;
    WantedTargets wanted_{};
    DeviceArray<std::uint32_t> entries_; // for all bodies, domain by domain
    DeviceArray<std::uint32_t> order_;
    SlotLayout<Real> layout_;
    DeviceArray<Real> slots_;
    bool others_ = false;     // targets are no sources
    bool all_wanted_ = false; // of the targets
    bool fresh_ = false;      // what was handed out last has not been used
    bool busy_ = false;       // ranks may be at work that root does not wait for
    bool seen_ = false;       // guests are those that the sources see
    bool complete_ = false;   // an evaluation, since the sources were prepared
    bool timed_ = false;      // that was a whole one
    bool ordered_ = false;
};

} // namespace orrery
