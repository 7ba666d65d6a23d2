#pragma once

// The field of some bodies on a mesh, on the processor: their masses on its points, the potential
// there, and what other bodies read of it.
//
//   P(x) = sum_j m_j g(x - x_j),   pull = G / h^2 grad P,   potential = -G / h P      (h: a cell)
//
// Cost:    assignment and reading 2 points^3 multiply-adds a body, transforms 5 n log2 n for n
//          points, once for masses and once for P (three times, and P, with spectral gradients).
// Memory:  two arrays of the mesh's size, Green's function an eighth of one; for each thread the
//          gradient on the planes of a slab.
// Order:   of all sums fixed by the bodies and the mesh.
// Ranks:   each spreads its own bodies over a mesh of its own; they share the transforms
//          (SlabTransform), and all get P. Where that is slower than if each transforms the sum of
//          their masses by itself, as it is measured, each does: messages cost more than what is
//          saved of a small mesh.

#include "sim/machine/member_count.hpp"
#include "sim/mesh/body_slabs.hpp"
#include "sim/mesh/fourier_transform.hpp"
#include "sim/mesh/green_function.hpp"
#include "sim/mesh/mesh_space.hpp"
#include "sim/mesh/slab_transform.hpp"

#include <array>
#include <complex>
#include <functional>
#include <memory>
#include <optional>
#include <span>

namespace orrery {

// What a body reads of the field, in cells: the gradient of P, and P itself.
template <class Real>
struct MeshReading {
    Real gradient[3];
    Real potential;
};

template <class Real>
class MeshField {
public:
    // Spreads the bodies over the mesh and solves. All have to be finite and on the mesh. Of all
    // ranks of the execution, which call it together.
    Outcome build(const BodiesView<Real>& sources, const MeshSpace& space, const MeshChoice& choice,
                  double softening, Execution& execution);

    const MeshSpace& space() const { return space_; }
    const MeshChoice& choice() const { return choice_; }
    const BodySlabs<Real>& sources() const { return sources_; }
    double self_potential() const { return green_.self_potential; }

    // What bodies read that are sorted into slabs of this mesh: take(begin, end, readings) is
    // called by any thread for sorted bodies that follow one another; not for slabs of which none
    // is wanted(begin, end).
    using Wanted = std::function<bool(std::size_t begin, std::size_t end)>;
    using Take =
        std::function<void(std::size_t begin, std::size_t end, const MeshReading<Real>* readings)>;
    Outcome read(const BodySlabs<Real>& bodies, Execution& execution, const Wanted& wanted,
                 const Take& take) const;

    std::size_t scratch_bytes() const;

private:
    bool prepare_mesh(const MeshSpace& space, const MeshChoice& choice, double softening,
                      Execution& execution);
    bool assign(Execution& execution);
    template <int points>
    void assign_slab(std::size_t slab, const std::stop_token& stop);
    bool solve(Execution& execution);
    bool make_green(const MeshLaw& law, Execution& execution);
    bool by_slabs() const { return slabs_ && sharing_.count() > 1; }
    Outcome to_spectrum(const std::stop_token& stop);
    Outcome to_field(std::span<std::complex<Real>> spectrum, std::span<Real> field,
                     Execution& execution);
    bool transform(Execution& execution);
    // The spectrum of the masses times G, and times i k along `axis`.
    void multiply(std::span<std::complex<Real>> into, std::optional<std::size_t> axis,
                  Execution& execution) const;
    template <int points>
    void read_slab(const BodySlabs<Real>& bodies, std::size_t slab, Execution& execution,
                   const Take& take) const;

    MeshSpace space_;
    MeshChoice choice_{};
    std::optional<MeshLaw> green_for_; // the law that Green's function is of
    GreenFunction<Real> green_;
    std::unique_ptr<FourierTransform<Real>> transform_;
    Workers* transform_workers_ = nullptr;
    std::optional<SlabTransform<Real>> slabs_; // where there are several ranks
    MemberCount sharing_{2};                   // the transforms; 1: each makes all of them
    BodySlabs<Real> sources_;
    HostArray<Real> potential_;               // masses at first
    std::array<HostArray<Real>, 3> gradient_; // only where it is spectral
    HostArray<std::complex<Real>> spectrum_, other_spectrum_;
};

} // namespace orrery
