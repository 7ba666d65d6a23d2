#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace orrery {

template <class Entry>
class Registry;

// Matrices that are stored by rows, `planes` of them one behind the other, each to be transposed:
// entry (row, column) of a plane goes to (column, row). One plane is the textbook's transpose;
// several are what a Fourier transform in three dimensions needs, which makes each axis in turn the
// one that lies side by side in memory: an array [x][y][z] with x for planes becomes [x][z][y], and
// as one plane of x rows and y z columns [y][z][x].
//
// Source: Harris, "An Efficient Matrix Transpose in CUDA C/C++", NVIDIA technical blog (2013);
//         Ruetsch & Micikevicius, "Optimizing Matrix Transpose in CUDA" (2009).
struct TransposeShape {
    std::size_t planes = 1, rows = 0, columns = 0;

    std::size_t size() const { return planes * rows * columns; }
    // What has to be moved: each entry is read once and written once.
    double bytes() const { return 2.0 * sizeof(float) * static_cast<double>(size()); }
};

struct TransposeProblem {
    TransposeShape shape;
    std::vector<float> matrices;
};

inline constexpr std::size_t max_transpose_side = 65'535;
inline constexpr std::size_t max_transpose_size = std::size_t{1} << 30;

// Throws bad_input, naming `where`, for an empty or a long side and for too many entries.
void require_transpose_shape(const TransposeShape& shape, const std::string& where);

// Entries that differ from all their neighbours. Throws as require_transpose_shape does.
TransposeProblem make_transpose_problem(const TransposeShape& shape);

// One way to transpose a problem's matrices, with its data where it computes.
class TransposeRun {
public:
    virtual ~TransposeRun() = default;

    // Does it `passes` times, one right after the other; seconds of one.
    virtual double run(int passes) = 0;
    // Copies the matrices likewise, which moves the same bytes: no transpose can be faster.
    virtual double copy(int passes) = 0;
    // After run.
    virtual std::vector<float> result() = 0;
};

struct TransposeVariant {
    const char* id;
    const char* title;
    const char* idea;
    bool transposes; // false: it only copies, as a measure
    // Throws failure where its device has too little memory. The problem must outlive it.
    std::unique_ptr<TransposeRun> (*make)(const TransposeProblem& problem);
    // Empty, or why it cannot run here.
    std::string (*unavailable)();
};

std::span<const TransposeVariant> transpose_variants();
// Throws bad_input for an id that none has.
const TransposeVariant& find_transpose_variant(std::string_view id);

// The variants on GPUs; nothing in a build without CUDA.
void list_transpose_variants_on_gpus(Registry<TransposeVariant>& list);

} // namespace orrery
