// Groups of bodies by friends of friends.
//
// Idea:    cells have the diagonal of one linking length, so bodies of one cell are friends without
//          a look, and the cells, not the bodies, are joined. Cells in the order of their rows need
//          no table: the neighbours of consecutive cells in another row are consecutive too, so one
//          cursor a row, twelve and the cell's own, walks along the list. Two cells in one group
//          already are passed over; else the first pair of friends ends the search of two cells.
// Source:  Huchra and Geller, ApJ 257, 423 (1982); Davis, Efstathiou, Frenk and White, ApJ 292, 371
//          (1985): b = 0.2; cells of that diagonal as in Creasey, Astron. Comput. 25, 159 (2018).
// Cost:    a radix sort of N keys, 13 walks along the occupied cells, and distances between cells
//          that no chain has joined yet.
// Memory:  60 bytes a body while it searches.
// Order:   the groups are the same on any number of workers.

#include "sim/structure/friends_of_friends.hpp"

#include "sim/base/box.hpp"
#include "sim/base/error.hpp"
#include "sim/base/words.hpp"
#include "sim/structure/disjoint_sets.hpp"
#include "sim/structure/images.hpp"
#include "sim/structure/places.hpp"
#include "sim/tree/radix_sort.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace orrery {
namespace {

constexpr std::size_t keyed_at_once = 32'768;
constexpr std::size_t cells_at_once = 8'192;
constexpr int reach = 2; // cells: 2 of them are longer than a linking length

Box<double> extent_of(const Bodies<double>& bodies) {
    Box<double> all =
        Box<double>::around(bodies.position.x[0], bodies.position.y[0], bodies.position.z[0]);
    for (std::size_t i = 1; i < bodies.size(); ++i) {
        const Vector3 at = vector_of(bodies.position, i);
        all.extend(Box<double>::around(at.x, at.y, at.z));
    }
    return all;
}

// Space cut into cells whose diagonal is a linking length, or a little less: rounding must not
// make strangers of two bodies in one cell. The key of a cell counts along z first.
struct CellGrid {
    std::array<double, 3> first = {}, cells_per_length = {};
    std::array<std::int64_t, 3> count = {1, 1, 1};
    bool is_periodic;
    Images images;

    CellGrid(const Bodies<double>& bodies, const Friendship& search)
        : is_periodic(search.box.is_periodic()), images(search.box) {
        const double widest = search.linking_length / std::sqrt(3.0) * (1 - 1e-6);
        std::array<double, 3> extent = search.box.lengths;
        if (!is_periodic) {
            const Box<double> all = extent_of(bodies);
            first = {all.low_x, all.low_y, all.low_z};
            extent = {all.high_x - all.low_x, all.high_y - all.low_y, all.high_z - all.low_z};
        }
        double cells = 1;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const double along = std::max(std::ceil(extent[axis] / widest), 1.0);
            cells *= along;
            if (!(cells < 0x1p62)) {
                throw bad_input("the linking length is too short for the space that bodies fill",
                                written(search.linking_length), "take a longer one");
            }
            count[axis] = static_cast<std::int64_t>(along);
            cells_per_length[axis] = extent[axis] > 0 ? along / extent[axis] : 0;
        }
    }

    std::int64_t along(double position, std::size_t axis) const {
        const auto cell =
            static_cast<std::int64_t>((position - first[axis]) * cells_per_length[axis]);
        return std::clamp<std::int64_t>(cell, 0, count[axis] - 1);
    }
    std::int64_t row(std::int64_t x, std::int64_t y) const { return (x * count[1] + y) * count[2]; }
    std::uint64_t key(const Vector3& at) const {
        return static_cast<std::uint64_t>(row(along(at.x, 0), along(at.y, 1)) + along(at.z, 2));
    }
    // The cell of that number along an axis, which may lie beyond a face; false: there is none.
    bool wrap(std::int64_t& cell, std::size_t axis) const {
        if (cell >= 0 && cell < count[axis]) {
            return true;
        }
        cell = ((cell % count[axis]) + count[axis]) % count[axis];
        return is_periodic;
    }
};

// The occupied cells in the order of their keys, and the bodies in that of their cells.
struct Cells {
    std::vector<std::uint64_t> keys;
    std::vector<std::uint32_t> begin; // where each one's bodies begin; one more for the end
    HostArray<std::uint32_t> order;   // of the bodies
    std::vector<Vector3> positions;   // in that order, inside the periodic box

    std::size_t size() const { return keys.size(); }
    std::span<const Vector3> positions_of(std::size_t cell) const {
        return std::span(positions).subspan(begin[cell], begin[cell + 1] - begin[cell]);
    }
};

std::optional<Cells> sorted_cells(const Bodies<double>& bodies, const CellGrid& grid,
                                  Workers& workers, const std::stop_token& stop) {
    const std::size_t count = bodies.size();
    RadixSort sort;
    sort.resize(count);
    workers.for_ranges(count, keyed_at_once, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            sort.keys[i] = grid.key(grid.images.inside(vector_of(bodies.position, i)));
            sort.order[i] = static_cast<std::uint32_t>(i);
        }
    });
    if (!sort.sort(workers, stop)) {
        return std::nullopt;
    }
    Cells cells;
    cells.positions.resize(count);
    workers.for_ranges(count, keyed_at_once, [&](std::size_t begin, std::size_t end) {
        for (std::size_t k = begin; k < end; ++k) {
            cells.positions[k] = grid.images.inside(vector_of(bodies.position, sort.order[k]));
        }
    });
    for (std::size_t k = 0; k < count; ++k) {
        if (k == 0 || sort.keys[k] != sort.keys[k - 1]) {
            cells.keys.push_back(sort.keys[k]);
            cells.begin.push_back(static_cast<std::uint32_t>(k));
        }
    }
    cells.begin.push_back(static_cast<std::uint32_t>(count));
    cells.order.swap(sort.order);
    return cells;
}

class Linker {
public:
    Linker(const Cells& cells, const CellGrid& grid, double linking_length)
        : cells_(cells), grid_(grid), squared_(linking_length * linking_length),
          sets_(cells.size()) {}

    // Joins cells [begin, end) with their neighbours that come later in the rows.
    void link(std::size_t begin, std::size_t end) {
        std::array<Cursor, rows> cursors;
        cursors.fill(Cursor{begin});
        for (std::size_t cell = begin; cell < end; ++cell) {
            const auto key = static_cast<std::int64_t>(cells_.keys[cell]);
            const std::int64_t z = key % grid_.count[2];
            const std::int64_t y = key / grid_.count[2] % grid_.count[1];
            const std::int64_t x = key / grid_.count[2] / grid_.count[1];
            link_along(cell, grid_.row(x, y), z + 1, z + reach, cursors[0]);
            std::size_t row = 1;
            for (std::int64_t dx = 0; dx <= reach; ++dx) {
                for (std::int64_t dy = dx == 0 ? 1 : -reach; dy <= reach; ++dy, ++row) {
                    std::int64_t other_x = x + dx, other_y = y + dy;
                    if (grid_.wrap(other_x, 0) && grid_.wrap(other_y, 1)) {
                        link_along(cell, grid_.row(other_x, other_y), z - reach, z + reach,
                                   cursors[row]);
                    }
                }
            }
        }
    }

    DisjointSets& sets() { return sets_; }

private:
    static constexpr std::size_t rows = 1 + reach + reach * (2 * reach + 1);

    // The first cell whose key is not below the one that was looked for last.
    struct Cursor {
        std::size_t cell = 0;
        std::uint64_t key = no_key;
    };
    static constexpr std::uint64_t no_key = ~std::uint64_t{0};

    // With the cells of a row from number `from` to `to`, which may lie beyond the faces.
    void link_along(std::size_t cell, std::int64_t row, std::int64_t from, std::int64_t to,
                    Cursor& cursor) {
        const std::int64_t count = grid_.count[2];
        if (grid_.is_periodic && (from < 0 || to >= count)) {
            Cursor other;
            if (to - from + 1 >= count) {
                link_run(cell, row, 0, count - 1, other);
                return;
            }
            if (from < 0) {
                link_run(cell, row, std::max<std::int64_t>(from + count, 0), count - 1, other);
            }
            if (to >= count) {
                link_run(cell, row, 0, to - count, other);
            }
        }
        link_run(cell, row, std::max<std::int64_t>(from, 0), std::min(to, count - 1), cursor);
    }

    void link_run(std::size_t cell, std::int64_t row, std::int64_t from, std::int64_t to,
                  Cursor& cursor) {
        if (from > to) {
            return;
        }
        seek(static_cast<std::uint64_t>(row + from), cursor);
        const auto last = static_cast<std::uint64_t>(row + to);
        for (std::size_t k = cursor.cell; k < cells_.size() && cells_.keys[k] <= last; ++k) {
            link_pair(cell, k);
        }
    }

    void seek(std::uint64_t key, Cursor& cursor) const {
        constexpr int worth_walking = 16; // cells; further away halving the list is quicker
        const std::vector<std::uint64_t>& keys = cells_.keys;
        std::size_t& at = cursor.cell;
        bool found = false;
        if (cursor.key <= key) { // it lies ahead
            for (int step = 0; step < worth_walking && !found; ++step) {
                found = at == keys.size() || keys[at] >= key;
                at += found ? 0 : 1;
            }
        }
        if (!found) {
            at = static_cast<std::size_t>(std::ranges::lower_bound(keys, key) - keys.begin());
        }
        cursor.key = key;
    }

    void link_pair(std::size_t a, std::size_t b) {
        const auto one = static_cast<std::uint32_t>(a), other = static_cast<std::uint32_t>(b);
        if (sets_.root(one) != sets_.root(other) && has_friends(a, b)) {
            sets_.join(one, other);
        }
    }

    bool is_near(const Vector3& a, const Vector3& b) const {
        const Vector3 way = grid_.images.nearest(a, b);
        return dot(way, way) <= squared_;
    }

    // Whether a body of one cell is a friend of one of the other.
    bool has_friends(std::size_t a, std::size_t b) const {
        const std::span<const Vector3> ones = cells_.positions_of(a);
        const std::span<const Vector3> others = cells_.positions_of(b);
        if (ones.size() * others.size() <= few_pairs ||
            std::ranges::min(grid_.count) < least_cells) {
            return std::ranges::any_of(ones, [&](const Vector3& one) {
                return std::ranges::any_of(
                    others, [&](const Vector3& other) { return is_near(one, other); });
            });
        }
        // Crowded cells: only those count that are near the box around the other cell's bodies.
        const std::vector<Vector3> near_ones = near_to(ones, others);
        const std::vector<Vector3> near_others = near_to(others, near_ones);
        return std::ranges::any_of(near_ones, [&](const Vector3& one) {
            return std::ranges::any_of(near_others,
                                       [&](const Vector3& other) { return is_near(one, other); });
        });
    }

    // Those that are within a linking length of the box around the others.
    std::vector<Vector3> near_to(std::span<const Vector3> points,
                                 std::span<const Vector3> others) const {
        std::vector<Vector3> found;
        if (others.empty()) {
            return found;
        }
        const Vector3 origin = others.front();
        Box<double> box = Box<double>::around(0, 0, 0);
        for (const Vector3& other : others) {
            const Vector3 way = grid_.images.nearest(origin, other);
            box.extend(Box<double>::around(way.x, way.y, way.z));
        }
        for (const Vector3& point : points) {
            const Vector3 way = grid_.images.nearest(origin, point);
            if (box.distance_squared(way.x, way.y, way.z) <= squared_) {
                found.push_back(point);
            }
        }
        return found;
    }

    static constexpr std::size_t few_pairs = 64;
    static constexpr std::int64_t least_cells = 8; // so that no point is near by two images

    const Cells& cells_;
    const CellGrid& grid_;
    double squared_;
    DisjointSets sets_;
};

// Of `least` bodies and more, in the order of their lowest cells.
FriendGroups large_groups(const Cells& cells, DisjointSets& sets, std::size_t least,
                          Workers& workers) {
    std::vector<std::uint32_t> count(cells.size()); // of the bodies of each root
    for (std::uint32_t cell = 0; cell < cells.size(); ++cell) {
        count[sets.root(cell)] += cells.begin[cell + 1] - cells.begin[cell];
    }
    FriendGroups groups;
    std::vector<std::size_t> next(cells.size()); // place for a member of each root's group
    for (std::uint32_t cell = 0; cell < cells.size(); ++cell) {
        groups.linked += count[cell] > 1 ? 1 : 0;
        if (count[cell] >= std::max<std::size_t>(least, 1)) {
            next[cell] = groups.begin.back();
            groups.begin.push_back(groups.begin.back() + count[cell]);
        } else {
            count[cell] = 0;
        }
    }
    groups.members.resize(groups.begin.back());
    for (std::uint32_t cell = 0; cell < cells.size(); ++cell) {
        const std::uint32_t root = sets.root(cell);
        for (std::uint32_t k = cells.begin[cell]; count[root] > 0 && k < cells.begin[cell + 1];
             ++k) {
            groups.members[next[root]++] = cells.order[k];
        }
    }
    workers.for_ranges(groups.size(), 16, [&](std::size_t begin, std::size_t end) {
        for (std::size_t group = begin; group < end; ++group) {
            const auto at = groups.members.begin();
            std::sort(at + static_cast<std::ptrdiff_t>(groups.begin[group]),
                      at + static_cast<std::ptrdiff_t>(groups.begin[group + 1]));
        }
    });
    return groups;
}

} // namespace

double linking_length_of(const Bodies<double>& bodies, const PeriodicBox& box, double part) {
    if (bodies.size() == 0) {
        return 0;
    }
    std::array<double, 3> edges = box.lengths;
    if (!box.is_periodic()) {
        const Box<double> all = extent_of(bodies);
        edges = {all.high_x - all.low_x, all.high_y - all.low_y, all.high_z - all.low_z};
    }
    return part * std::cbrt(edges[0] * edges[1] * edges[2] / static_cast<double>(bodies.size()));
}

std::optional<FriendGroups> find_friends(const Bodies<double>& bodies, const Friendship& search,
                                         Workers& workers, const std::stop_token& stop) {
    if (!(search.linking_length > 0)) {
        throw bad_input("no linking length follows from these bodies", "friends of friends",
                        "give one that is above 0");
    }
    if (bodies.size() == 0) {
        return FriendGroups{};
    }
    require_places(bodies.position);
    const CellGrid grid(bodies, search);
    const std::optional<Cells> cells = sorted_cells(bodies, grid, workers, stop);
    if (!cells) {
        return std::nullopt;
    }
    Linker linker(*cells, grid, search.linking_length);
    workers.for_ranges(cells->size(), cells_at_once, [&](std::size_t begin, std::size_t end) {
        if (!stop.stop_requested()) {
            linker.link(begin, end);
        }
    });
    if (stop.stop_requested()) {
        return std::nullopt;
    }
    return large_groups(*cells, linker.sets(), search.least, workers);
}

} // namespace orrery
