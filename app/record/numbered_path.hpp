#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

namespace orrery {

// A file name with a place for a number: "out-%05d.png" gives out-00042.png. The place is % and d,
// with a 0 and a width from 1 to 9 between them or nothing. Used instead of handing the user's text
// to printf.
class NumberedPath {
public:
    // Throws bad_input for a name with a % that is no such place, or with several.
    explicit NumberedPath(const std::filesystem::path& pattern);

    bool has_number() const { return length_ != 0; }
    // The pattern itself where it has no number.
    std::filesystem::path at(std::size_t number) const;

private:
    std::string pattern_;
    std::size_t place_ = 0, length_ = 0; // of "%05d" in the pattern
    int width_ = 0;
};

} // namespace orrery
