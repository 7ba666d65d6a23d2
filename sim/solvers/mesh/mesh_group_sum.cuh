#pragma once

// A particle mesh on several GPUs.
//
// Idea:   root, which has all bodies, sends each GPU a share of them. Each spreads its own over a
//         mesh of its own; they share the transforms by slabs (device_slab.cuh), each gets the
//         potential that its bodies need, and reads what pulls on them. What is asked for some
//         bodies or others, or by spectral gradients, root does alone.
// Cost:   the mesh's, divided by the GPUs; 16 bytes a body out and 12 back, and what slabs cost.
//         That is more than it saves for few bodies a cell: where fewer GPUs are faster, as it is
//         measured (member_count.hpp), the others have no bodies, and in the end root is alone.
// Memory: that of one GPU with its share of the bodies, and slabs; root has what it needs alone,
//         too.
// Error:  forces are those of one GPU to rounding.

#include "sim/cuda/device_stream.hpp"
#include "sim/cuda/one_thread_each.hpp"
#include "sim/machine/member_count.hpp"
#include "sim/solvers/mesh/device_slab.cuh"
#include "sim/solvers/mesh/gpu_mesh_sum.cuh"
#include "sim/solvers/multi_gpu/group_sum.hpp"
#include "sim/solvers/multi_gpu/rank_driver.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <vector>

namespace orrery {

// The places of a share's bodies among all: those in the share, `first` further on.
inline __global__ void shift_order(std::uint32_t* order, unsigned count, unsigned first) {
    const unsigned i = own_index();
    if (i < count) {
        order[i] += first;
    }
}

template <class Real>
class MeshGroupSum final : public GroupSum<Real> {
    // What one GPU has.
    struct Rank {
        Rank(DeviceQueue& of_rank, DeviceExchange& exchange, std::size_t k)
            : queue(of_rank), field(of_rank), slab(of_rank, exchange, k),
              slice(of_rank.multiprocessors()), work(of_rank, slice) {}

        DeviceQueue& queue;
        GpuMeshField<Real> field;
        DeviceSlab<Real> slab;
        SliceSize slice;
        SlicedWork work;
        std::array<DeviceArray<Real>, 4> bodies, result; // x, y, z; mass, potential
    };

public:
    MeshGroupSum(const GroupWay& way, const SolverInfo& info)
        : info_(info), group_(way.group), exchange_(way.exchange),
          driver_(way.group, way.exchange, way.threads), alone_(way.group.root(), info),
          members_(way.group.size()) {
        for (std::size_t k = 0; k < group_.size(); ++k) {
            group_.queue(k).activate();
            devices_.push_back(group_.queue(k).device());
            ranks_.push_back(std::make_unique<Rank>(group_.queue(k), exchange_, k));
        }
        group_.root().activate();
    }

    void prepare(const ForceSources<Real>& /*sources*/) override {
        prepared_ = looked_ = complete_ = false;
    }

    Outcome run(const ForceRequest<Real>& request, const Execution& execution) override {
        complete_ = ordered_ = false;
        Execution own = execution;
        const MeshChoice choice = mesh_choice(info_, request.parameters, request.sources.count);
        if (!std::exchange(looked_, true)) {
            alone_.look(request, choice, own);
        }
        const std::optional<MeshSpace> space = alone_.space(request.parameters.box);
        const bool may_share =
            space && request.mutual() && !request.result.add &&
            std::min({request.sources.count, space->cells[0], space->cells[1]}) >= group_.size() &&
            choice.gradient != MeshGradient::spectral;
        used_ = !may_share ? 1 : group_.repeats_gpus() ? group_.size() : members_.count();
        bodies_ = may_share ? request.sources.count : 0;
        cells_ = may_share ? space->cells[0] * space->cells[1] * space->cells[2] : 0;
        group_.root().activate();
        started_.record(group_.root().stream());
        const Outcome outcome =
            used_ == 1 ? by_root(request, choice, own) : together(request, choice, *space, own);
        complete_ = outcome == Outcome::complete;
        group_.root().activate();
        done_.record(group_.root().stream());
        return outcome;
    }

    const std::uint32_t* order() override {
        return !complete_ ? nullptr : used_ == 1 ? alone_.order() : order_of_all();
    }

    void report(StepTimings& timings) override {
        for (std::size_t k = 0; k < group_.size(); ++k) {
            group_.queue(k).report_spans(k, timings);
        }
        group_.root().activate();
        if (complete_ && bodies_ != 0) {
            members_.learn(bodies_ + cells_, milliseconds_between(started_, done_));
        }
    }

    std::size_t bytes() const override {
        std::size_t total = alone_.bytes() + order_.bytes();
        for (const auto& rank : ranks_) {
            total += rank->field.bytes() + rank->slab.bytes();
            for (std::size_t i = 0; i < rank->bodies.size(); ++i) {
                total += rank->bodies[i].bytes() + rank->result[i].bytes();
            }
        }
        return total;
    }

private:
    Outcome by_root(const ForceRequest<Real>& request, const MeshChoice& choice, Execution& own) {
        if (!prepared_) {
            if (alone_.prepare(request, choice, own) == Outcome::cancelled) {
                return Outcome::cancelled;
            }
            prepared_ = true;
        }
        return alone_.run(request, own);
    }

    BodyPart share(std::size_t k) const { return body_part(bodies_, k, used_); }

    Outcome together(const ForceRequest<Real>& request, const MeshChoice& choice,
                     const MeshSpace& space, Execution& own) {
        exchange_.forget_posts();
        for (std::size_t k = 0; k < used_; ++k) {
            ranks_[k]->queue.activate();
            if (ranks_[k]->field.prepare(space, choice, request.parameters.softening, own) ==
                Outcome::cancelled) {
                return Outcome::cancelled;
            }
            ranks_[k]->slab.fit(space.cells, used_);
        }
        post_bodies(request);
        reached_.resize(used_);
        read_.resize(used_);
        step([this](Rank&, std::size_t k) { fetch_bodies(k); },
             [this, &request](Rank& rank, std::size_t k) { sort(rank, k, request); });
        step(
            [this, &space, &choice](Rank& rank, std::size_t k) {
                const std::vector<bool> bricks = rank.field.sources().filled_bricks();
                const int farther = central_difference(choice.gradient).reach;
                reached_[k] = MeshPlanes::reached(bricks, space.cells[0], choice.points, 0);
                read_[k] = MeshPlanes::reached(bricks, space.cells[0], choice.points, farther);
            },
            [this](Rank& rank, std::size_t k) { spread(rank, k); });
        step([this](Rank& rank, std::size_t) { rank.slab.fetch_masses(reached_); },
             [this](Rank& rank, std::size_t) {
                 rank.slab.post_rows(rank.field.values(), reached_);
             });
        step([](Rank& rank, std::size_t) { rank.slab.fetch_rows(); },
             [](Rank& rank, std::size_t) { rank.slab.post_planes(rank.field); });
        step([](Rank& rank, std::size_t) { rank.slab.fetch_planes(); },
             [this](Rank& rank, std::size_t) {
                 rank.slab.post_potential(rank.field.values(), read_);
             });
        const Outcome outcome = driver_.work(
            own, [this](std::size_t k) -> SlicedWork& { return ranks_[k]->work; },
            [](std::size_t) {},
            [this](std::size_t k) {
                if (k < used_) {
                    ranks_[k]->slab.fetch_potential(ranks_[k]->field.values(), read_[k]);
                }
            },
            [this, &request](std::size_t k) { begin_reading(k, request); });
        if (outcome == Outcome::cancelled) {
            group_.wait();
            return outcome;
        }
        fetch_results(request);
        const double points = choice.points;
        own.timings.interactions = points * points * points * static_cast<double>(bodies_);
        return outcome;
    }

    // The two for each GPU in use, one after the other.
    template <class Fetch, class Next>
    void step(const Fetch& fetch, const Next& next) {
        const auto of_used = [this](const auto& what) {
            return [this, &what](std::size_t k) {
                if (k < used_) {
                    ranks_[k]->queue.activate();
                    what(*ranks_[k], k);
                }
            };
        };
        driver_.each(of_used(fetch), of_used(next));
    }

    static std::array<const Real*, 4> arrays_of(const BodiesView<Real>& bodies) {
        return {bodies.x, bodies.y, bodies.z, bodies.mass};
    }

    void post_bodies(const ForceRequest<Real>& request) {
        group_.root().activate();
        group_.root().begin("exchange");
        for (std::size_t k = 1; k < used_; ++k) {
            for (const Real* array : arrays_of(request.sources)) {
                exchange_.post(0, k, array + share(k).first,
                               (share(k).end - share(k).first) * sizeof(Real));
            }
        }
    }

    void fetch_bodies(std::size_t k) {
        if (k == 0) {
            return;
        }
        ranks_[k]->queue.begin("exchange");
        for (DeviceArray<Real>& array : ranks_[k]->bodies) {
            array.reserve(share(k).end - share(k).first);
            exchange_.fetch(k, 0, array.data());
        }
    }

    void sort(Rank& rank, std::size_t k, const ForceRequest<Real>& request) {
        const auto& [x, y, z, mass] = rank.bodies;
        rank.field.sort(k == 0 ? request.sources.part(0, share(0).end)
                               : BodiesView<Real>{share(k).end - share(k).first, x.data(), y.data(),
                                                  z.data(), mass.data()});
        rank.field.tell_bricks();
    }

    void spread(Rank& rank, std::size_t k) {
        MeshPlanes planes = reached_[k];
        planes.add(rank.slab.own()); // those that no body reaches have to be zero
        rank.field.spread(planes);
        rank.slab.post_masses(rank.field.values(), reached_[k]);
    }

    void begin_reading(std::size_t k, const ForceRequest<Real>& request) {
        Rank& rank = *ranks_[k];
        rank.work.clear();
        if (k >= used_) {
            return;
        }
        rank.queue.activate();
        ForceRequest<Real> own = request;
        const std::size_t count = share(k).end - share(k).first;
        if (k != 0) {
            for (DeviceArray<Real>& array : rank.result) {
                array.reserve(count);
            }
            auto& [x, y, z, potential] = rank.result;
            own.result = {.x = x.data(), .y = y.data(), .z = z.data()};
            own.result.potential = request.result.potential != nullptr ? potential.data() : nullptr;
        }
        const WantedTargets all{0, static_cast<unsigned>(count), nullptr};
        rank.field.add_reading(rank.work, rank.field.sources().view(),
                               alone_.readout(rank.field, own, all));
    }

    // The same way back, straight to where they are wanted.
    void fetch_results(const ForceRequest<Real>& request) {
        const std::array to{request.result.x, request.result.y, request.result.z,
                            request.result.potential};
        for (std::size_t k = 1; k < used_; ++k) {
            ranks_[k]->queue.activate();
            for (std::size_t i = 0; i < to.size(); ++i) {
                if (to[i] != nullptr) {
                    exchange_.post(k, 0, ranks_[k]->result[i].data(),
                                   (share(k).end - share(k).first) * sizeof(Real));
                }
            }
        }
        group_.root().activate();
        group_.root().begin("exchange");
        for (std::size_t k = 1; k < used_; ++k) {
            for (Real* array : to) {
                if (array != nullptr) {
                    exchange_.fetch(0, k, array + share(k).first);
                }
            }
        }
        exchange_.carry();
        group_.root().activate();
    }

    // Each share by itself in its order, and the shares one after the other.
    const std::uint32_t* order_of_all() {
        if (std::exchange(ordered_, true)) {
            return order_.data();
        }
        cuda_check(cudaSetDevice(devices_[0]), "choosing the GPU");
        cuda_check(cudaStreamWaitEvent(aside_.get(), done_.get()), "waiting for the GPU");
        order_.reserve(bodies_);
        for (std::size_t k = 0; k < used_; ++k) {
            const auto [first, end] = share(k);
            cuda_check(cudaMemcpyPeerAsync(order_.data() + first, devices_[0],
                                           ranks_[k]->field.sources().order(), devices_[k],
                                           (end - first) * sizeof(std::uint32_t), aside_.get()),
                       "copying the order of bodies");
            DeviceQueue::launch_into(aside_.get(), "order", one_thread_each(end - first),
                                     shift_order, order_.data() + first,
                                     static_cast<unsigned>(end - first),
                                     static_cast<unsigned>(first));
        }
        aside_.wait();
        return order_.data();
    }

    const SolverInfo& info_;
    DeviceGroup& group_;
    DeviceExchange& exchange_;
    RankDriver driver_;
    GpuMeshSum<Real> alone_;
    MemberCount members_;
    std::vector<std::unique_ptr<Rank>> ranks_;
    std::vector<MeshPlanes> reached_, read_; // planes, by the bodies of each
    bool looked_ = false, prepared_ = false; // since the last prepare: at bodies; root alone
    bool complete_ = false;                  // the last evaluation
    bool ordered_ = false;                   // order_ is that of it
    std::size_t used_ = 1;                   // GPUs of it
    std::size_t bodies_ = 0, cells_ = 0;     // of it; none: such as is not learned of
    std::vector<int> devices_;               // of the ranks
    DeviceStream aside_;                     // at root, whose queue may be gone
    DeviceEvent started_{DeviceEvent::Kind::time}, done_{DeviceEvent::Kind::time};
    DeviceArray<std::uint32_t> order_;
};

} // namespace orrery
