// Keys along the Hilbert curve, many bodies at a time: the loops over bodies are innermost and have
// no branches, so the compiler makes vectors of them.
// Included by tree_kernels.cpp, once per instruction set.

HWY_BEFORE_NAMESPACE();
namespace orrery::HWY_NAMESPACE {

template <class Real>
void keys(const CurveSpace& space, const BodiesView<Real>& bodies, std::size_t first,
          std::size_t last, std::uint64_t* keys) {
    constexpr std::size_t most = 128;
    alignas(64) std::uint32_t x[most], y[most], z[most];
    for (; first < last; first += most) {
        const std::size_t count = last - first < most ? last - first : most;
        for (std::size_t i = 0; i < count; ++i) {
            const auto cell = [&](const Real* axis, double centre) {
                return curve_cell(static_cast<double>(axis[first + i]), centre, space.reach);
            };
            x[i] = cell(bodies.x, space.centre_x);
            y[i] = cell(bodies.y, space.centre_y);
            z[i] = cell(bodies.z, space.centre_z);
        }
        for (int bit = curve_levels - 1; bit > 0; --bit) {
            for (std::size_t i = 0; i < count; ++i) {
                hilbert_turn(x[i], x[i], bit);
                hilbert_turn(x[i], y[i], bit);
                hilbert_turn(x[i], z[i], bit);
            }
        }
        for (std::size_t i = 0; i < count; ++i) {
            keys[first + i] = hilbert_turned(x[i], y[i], z[i]);
        }
    }
}

} // namespace orrery::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
