#include "sim/tree/pair_walk.hpp"

namespace orrery {

template <class Real>
void CellArrays<Real>::resize(std::size_t count) {
    tag.resize(count + padding);
    for (std::vector<Real>* array : {&x, &y, &z, &radius, &spread, &mass_root}) {
        array->resize(count + padding);
    }
}

template <class Real>
void CellArrays<Real>::make_room(std::size_t count) {
    if (count + 2 * padding > tag.size()) {
        resize(2 * count + padding);
    }
}

template <class Real>
std::size_t CellArrays<Real>::bytes() const {
    return tag.capacity() * sizeof(std::uint32_t) + 6 * x.capacity() * sizeof(Real);
}

template <class Real>
void PairLists<Real>::make_room() {
    constexpr std::size_t more = CellArrays<Real>::padding;
    const auto grow = [](std::vector<std::uint32_t>& list, std::size_t count) {
        if (count + more > list.size()) {
            list.resize(2 * (count + more));
        }
    };
    grow(far, far_count);
    grow(single, single_count);
    grow(near, near_count);
    grow(open, open_count);
}

template struct CellArrays<float>;
template struct CellArrays<double>;
template struct PairLists<float>;
template struct PairLists<double>;

} // namespace orrery
