#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace orrery {

// Lines of a source as they were when the program was built, between the marks of an algorithm:
// cmake/cut_code.cmake.
struct CodePart {
    const char* algorithm; // "cpu.simd"
    const char* file;      // "sim/solvers/direct/simd_pair_inl.hpp"
    int line;              // of the first one
    const char* text;
};
std::span<const CodePart> code_parts();

struct CodeLine {
    std::string text; // without the indentation that all lines of its part have
    int number = 0;   // in its file; 0: something is left out here
    bool lit = false; // what the algorithm is about
};

// The part of an algorithm's source that is shown.
struct CodeExcerpt {
    std::string file; // of the first part
    std::vector<CodeLine> lines;
};
// Without lines where nothing is known, as of an algorithm from outside. Lines that hold one of the
// words `lit` are lit, in place of the marked ones, if there are some.
CodeExcerpt excerpt_of(std::string_view algorithm, std::span<const std::string> lit = {});

// The same in lines of at most `columns`, broken where a token begins and indented further.
CodeExcerpt wrapped_code(const CodeExcerpt& excerpt, std::size_t columns);

enum class TokenKind { plain, keyword, type, number, string, comment, directive };
struct CodeToken {
    std::string_view text; // blanks in front of it included
    TokenKind kind = TokenKind::plain;
};
// A line of C++ or CUDA in its order; all of it.
std::vector<CodeToken> tokens_of(std::string_view line);

} // namespace orrery
