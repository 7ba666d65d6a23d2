#include "sim/mesh/mesh_field.hpp"

#include "sim/mesh/gradient_window.hpp"

#include <algorithm>
#include <numbers>
#include <utility>
#include <vector>

namespace orrery {
namespace {

constexpr std::size_t bodies_at_once = 1024; // then the stop token is asked

// The points that a body is spread over, on the mesh.
template <int points, class Real>
struct Cloud {
    AxisWeights<Real, points> axis[3];
    std::size_t index[3][points];

    Cloud(Real x, Real y, Real z, const std::array<std::size_t, 3>& cells)
        : axis{axis_weights<points>(x), axis_weights<points>(y), axis_weights<points>(z)} {
        for (int a = 0; a < 3; ++a) {
            const auto size = static_cast<int>(cells[static_cast<std::size_t>(a)]);
            for (int i = 0; i < points; ++i) {
                int at = axis[a].first + i;
                at += at < 0 ? size : 0;
                at -= at >= size ? size : 0;
                index[a][i] = static_cast<std::size_t>(at);
            }
        }
    }
};

// The planes of a slab and those beyond that its bodies reach, and which of the mesh is which.
struct SlabPlanes {
    std::size_t first, count, all;

    SlabPlanes(std::size_t slab, std::size_t points, std::size_t planes)
        : first(slab * slab_planes), count(slab_planes + points - 1), all(planes) {}

    std::size_t of_mesh(std::size_t plane) const { return (first + plane) % all; }
    std::size_t in_slab(std::size_t of_mesh) const {
        return of_mesh >= first ? of_mesh - first : of_mesh + all - first;
    }
};

// Calls work.template operator()<points>().
template <class Work>
void with_points(int points, const Work& work) {
    switch (points) {
    case 2:
        return work.template operator()<2>();
    case 3:
        return work.template operator()<3>();
    default:
        return work.template operator()<4>();
    }
}

template <class Number>
void fit(HostArray<Number>& array, std::size_t count) {
    if (array.size() != count) {
        array = HostArray<Number>(count);
    }
}

template <class Number>
std::span<Number> all_of(HostArray<Number>& array) {
    return {array.data(), array.size()};
}

} // namespace

template <class Real>
bool MeshField<Real>::prepare_mesh(const MeshSpace& space, const MeshChoice& choice,
                                   double softening, Execution& execution) {
    const auto timer = timed("mesh", execution.timings);
    space_ = space;
    choice_ = choice;
    if (transform_ == nullptr || transform_->cells() != space.cells ||
        transform_workers_ != &execution.workers) {
        require_memory_for_mesh(2.2 * space.points() * sizeof(Real)); // a field and its spectrum
        slabs_.reset();
        transform_ = std::make_unique<FourierTransform<Real>>(space.cells, execution.workers);
        transform_workers_ = &execution.workers;
    }
    if (execution.communicator.size() == 1 ||
        (slabs_ && !slabs_->is_of(*transform_, execution.communicator))) {
        slabs_.reset();
    }
    if (execution.communicator.size() > 1 && !slabs_) {
        slabs_.emplace(*transform_, execution.communicator, execution.workers);
    }
    fit(potential_, transform_->field_size());
    const MeshLaw law = mesh_law(space, choice, softening);
    if (green_for_ != law && !make_green(law, execution)) {
        return false;
    }
    fit(spectrum_, by_slabs() ? slabs_->spectrum_size() : transform_->spectrum_size());
    const bool spectral = choice.gradient == MeshGradient::spectral;
    fit(other_spectrum_, spectral ? spectrum_.size() : 0);
    for (HostArray<Real>& axis : gradient_) {
        fit(axis, spectral ? potential_.size() : 0);
    }
    return true;
}

// Each rank makes all of it.
template <class Real>
bool MeshField<Real>::make_green(const MeshLaw& law, Execution& execution) {
    green_for_.reset();
    if (!law.periodic) {
        fit(spectrum_, transform_->spectrum_size());
        if (open_far_field(law, all_of(potential_), execution.workers, execution.stop) ==
                Outcome::cancelled ||
            transform_->forward(all_of(potential_), all_of(spectrum_), execution.stop) ==
                Outcome::cancelled) {
            return false;
        }
    }
    const std::span<const std::complex<Real>> far_field = all_of(spectrum_);
    if (make_green_function(law, far_field, execution.workers, execution.stop, green_) ==
        Outcome::cancelled) {
        return false;
    }
    green_for_ = law;
    return true;
}

template <class Real>
Outcome MeshField<Real>::build(const BodiesView<Real>& sources, const MeshSpace& space,
                               const MeshChoice& choice, double softening, Execution& execution) {
    {
        const auto timer = timed("sort", execution.timings);
        if (!agreed_on(execution.communicator, [&] {
                return sources_.sort(sources, space, choice.points, execution.workers,
                                     execution.stop);
            })) {
            return Outcome::cancelled;
        }
    }
    // Parts of an evaluation; reading is the rest.
    execution.computed(1, 10);
    const bool assigned = agreed_on(execution.communicator, [&] {
        return prepare_mesh(space, choice, softening, execution) && assign(execution);
    });
    execution.computed(assigned ? 2 : 0, 10);
    const bool built = assigned && solve(execution);
    execution.computed(built ? 5 : 0, 10);
    return built ? Outcome::complete : Outcome::cancelled;
}

template <class Real>
template <int points>
void MeshField<Real>::assign_slab(std::size_t slab, const std::stop_token& stop) {
    const SlabPlanes planes(slab, points, space_.cells[0]);
    const std::size_t line = space_.cells[2];
    const std::size_t plane = space_.cells[1] * line;
    // In double: a cell may have a million bodies.
    HostArray<double> masses(planes.count * plane);
    for (std::size_t i = sources_.begin(slab); i < sources_.end(slab); ++i) {
        if (i % bodies_at_once == 0 && stop.stop_requested()) {
            return;
        }
        const Cloud<points, Real> cloud(sources_.x(i), sources_.y(i), sources_.z(i), space_.cells);
        // [cpu.mesh]
        for (int a = 0; a < points; ++a) {
            double* const at = masses.data() + planes.in_slab(cloud.index[0][a]) * plane;
            const Real of_plane = sources_.mass(i) * cloud.axis[0].weight[a];
            for (int b = 0; b < points; ++b) {
                double* const row = at + cloud.index[1][b] * line;
                const Real of_row = of_plane * cloud.axis[1].weight[b];
                for (int c = 0; c < points; ++c) {
                    // [lit]
                    row[cloud.index[2][c]] += static_cast<double>(of_row * cloud.axis[2].weight[c]);
                    // [/lit]
                    // [/cpu.mesh]
                }
            }
        }
    }
    for (std::size_t p = 0; p < planes.count; ++p) {
        Real* const to = potential_.data() + planes.of_mesh(p) * plane;
        const double* const from = masses.data() + p * plane;
        for (std::size_t i = 0; i < plane; ++i) {
            to[i] += static_cast<Real>(from[i]);
        }
    }
}

template <class Real>
bool MeshField<Real>::assign(Execution& execution) {
    const auto timer = timed("assign", execution.timings);
    const std::size_t plane = space_.cells[1] * space_.cells[2];
    execution.workers.for_ranges(space_.cells[0], 1, [&](std::size_t i, std::size_t) {
        std::fill_n(potential_.data() + i * plane, plane, Real(0));
    });
    with_points(choice_.points, [&]<int points>() {
        for (const std::size_t parity : {0U, 1U}) {
            execution.workers.for_ranges(sources_.slabs() / 2, 1, [&](std::size_t k, std::size_t) {
                const std::size_t slab = 2 * k + parity;
                if (sources_.begin(slab) != sources_.end(slab) &&
                    !execution.stop.stop_requested()) {
                    assign_slab<points>(slab, execution.stop);
                }
            });
        }
    });
    return !execution.stop.stop_requested();
}

template <class Real>
void MeshField<Real>::multiply(std::span<std::complex<Real>> into, std::optional<std::size_t> axis,
                               Execution& execution) const {
    const auto [n0, n1, n2] = space_.cells;
    const std::size_t length = n2 / 2 + 1;
    const std::size_t first_row = by_slabs() ? slabs_->first_row() : 0;
    const std::size_t rows = by_slabs() ? slabs_->rows() : n1;
    // i k of a mode, for k from -n/2 to n/2.
    const auto wave = [&](std::size_t of, std::size_t mode) {
        const std::size_t n = space_.cells[of];
        const double spacing = space_.spacing[of] / space_.widest();
        const double j = static_cast<double>(mode) - (2 * mode > n ? static_cast<double>(n) : 0);
        const double k = 2 * std::numbers::pi * j / (static_cast<double>(n) * spacing);
        return static_cast<Real>(
            difference_spectrum(MeshGradient::spectral, k, spacing, 2 * mode == n));
    };
    std::vector<Real> along_row(length, Real(1));
    for (std::size_t c = 0; axis == 2U && c < length; ++c) {
        along_row[c] = wave(2, c);
    }
    execution.workers.for_ranges(n0, 1, [&](std::size_t a, std::size_t) {
        for (std::size_t row = 0; row < rows && !execution.stop.stop_requested(); ++row) {
            const std::size_t b = first_row + row;
            const std::size_t from = (a * rows + row) * length;
            const Real* const green =
                green_.values.data() +
                (green_.folded(0, a) * green_.modes[1] + green_.folded(1, b)) * length;
            const Real of_row = axis == 0U ? wave(0, a) : axis == 1U ? wave(1, b) : Real(1);
            for (std::size_t c = 0; c < length; ++c) {
                const std::complex<Real> mass = spectrum_[from + c];
                const Real factor = green[c] * of_row * along_row[c];
                into[from + c] =
                    axis ? std::complex<Real>(-factor * mass.imag(), factor * mass.real())
                         : factor * mass;
            }
        }
    });
}

template <class Real>
Outcome MeshField<Real>::to_spectrum(const std::stop_token& stop) {
    if (by_slabs()) {
        return slabs_->forward(all_of(potential_), all_of(spectrum_), stop);
    }
    if (slabs_) {
        slabs_->sum_for_all(all_of(potential_));
    }
    return transform_->forward(all_of(potential_), all_of(spectrum_), stop);
}

template <class Real>
Outcome MeshField<Real>::to_field(std::span<std::complex<Real>> spectrum, std::span<Real> field,
                                  Execution& execution) {
    if (by_slabs()) {
        return slabs_->backward(spectrum, field, execution.stop);
    }
    const bool done = agreed_on(execution.communicator, [&] {
        return transform_->backward(spectrum, field, execution.stop) == Outcome::complete;
    });
    return done ? Outcome::complete : Outcome::cancelled;
}

template <class Real>
bool MeshField<Real>::solve(Execution& execution) {
    const auto timer = timed("transform", execution.timings);
    const Clock::time_point start = Clock::now();
    if (!transform(execution)) {
        return false;
    }
    if (slabs_) {
        double milliseconds = milliseconds_since(start); // the same for all: they decide alike
        execution.communicator.all_reduce({&milliseconds, 1}, Reduction::greatest);
        sharing_.learn(potential_.size(), milliseconds);
    }
    return true;
}

// Each step that may be cancelled ends alike on all ranks, or the next one would wait for ever.
template <class Real>
bool MeshField<Real>::transform(Execution& execution) {
    const auto multiplied = [&](std::span<std::complex<Real>> into,
                                std::optional<std::size_t> axis) {
        return agreed_on(execution.communicator, [&] {
            multiply(into, axis, execution);
            return !execution.stop.stop_requested();
        });
    };
    if (!agreed_on(execution.communicator,
                   [&] { return to_spectrum(execution.stop) == Outcome::complete; })) {
        return false;
    }
    if (choice_.gradient == MeshGradient::spectral) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            if (!multiplied(all_of(other_spectrum_), axis) ||
                to_field(all_of(other_spectrum_), all_of(gradient_[axis]), execution) ==
                    Outcome::cancelled) {
                return false;
            }
        }
    }
    return multiplied(all_of(spectrum_), {}) &&
           to_field(all_of(spectrum_), all_of(potential_), execution) == Outcome::complete;
}

template <class Real>
template <int points>
void MeshField<Real>::read_slab(const BodySlabs<Real>& bodies, std::size_t slab,
                                Execution& execution, const Take& take) const {
    const double unit = space_.widest();
    const DifferencedField<Real> field{
        space_.cells,
        {static_cast<Real>(unit / space_.spacing[0]), static_cast<Real>(unit / space_.spacing[1]),
         static_cast<Real>(unit / space_.spacing[2])},
        choice_.gradient,
        potential_.data(),
        {gradient_[0].data(), gradient_[1].data(), gradient_[2].data()}};
    const SlabPlanes planes(slab, points, space_.cells[0]);
    GradientWindow<Real> window(field, planes.count);
    for (std::size_t p = 0; p < planes.count && !execution.stop.stop_requested(); ++p) {
        window.fill(p, planes.of_mesh(p));
    }
    MeshReading<Real> readings[bodies_at_once];
    for (std::size_t begin = bodies.begin(slab);
         begin < bodies.end(slab) && !execution.stop.stop_requested(); begin += bodies_at_once) {
        const std::size_t end = std::min(begin + bodies_at_once, bodies.end(slab));
        for (std::size_t i = begin; i < end; ++i) {
            const Cloud<points, Real> cloud(bodies.x(i), bodies.y(i), bodies.z(i), space_.cells);
            Real sum[4] = {0, 0, 0, 0};
            for (int a = 0; a < points; ++a) {
                const std::size_t plane = planes.in_slab(cloud.index[0][a]);
                for (int b = 0; b < points; ++b) {
                    const Real* const row = window.row(plane, cloud.index[1][b]);
                    const Real of_row = cloud.axis[0].weight[a] * cloud.axis[1].weight[b];
                    for (int c = 0; c < points; ++c) {
                        const Real weight = of_row * cloud.axis[2].weight[c];
                        const Real* const point = row + 4 * cloud.index[2][c];
                        for (int n = 0; n < 4; ++n) {
                            sum[n] += weight * point[n];
                        }
                    }
                }
            }
            readings[i - begin] = {{sum[0], sum[1], sum[2]}, sum[3]};
        }
        take(begin, end, readings);
    }
}

template <class Real>
Outcome MeshField<Real>::read(const BodySlabs<Real>& bodies, Execution& execution,
                              const Wanted& wanted, const Take& take) const {
    with_points(choice_.points, [&]<int points>() {
        execution.workers.for_ranges(bodies.slabs(), 1, [&](std::size_t slab, std::size_t) {
            const std::size_t begin = bodies.begin(slab);
            const std::size_t end = bodies.end(slab);
            if (begin != end && !execution.stop.stop_requested() && wanted(begin, end)) {
                read_slab<points>(bodies, slab, execution, take);
            }
        });
    });
    return execution.stop.stop_requested() ? Outcome::cancelled : Outcome::complete;
}

template <class Real>
std::size_t MeshField<Real>::scratch_bytes() const {
    std::size_t bytes = green_.values.bytes() + sources_.scratch_bytes() + potential_.bytes() +
                        spectrum_.bytes() + other_spectrum_.bytes() +
                        (slabs_ ? slabs_->scratch_bytes() : 0);
    for (const HostArray<Real>& axis : gradient_) {
        bytes += axis.bytes();
    }
    return bytes;
}

template class MeshField<float>;
template class MeshField<double>;

} // namespace orrery
