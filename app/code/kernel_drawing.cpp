#include "app/code/kernel_drawing.hpp"

#include "sim/base/error.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <map>
#include <optional>
#include <utility>

namespace orrery {
namespace {

using Kind = DrawingMark::Kind;
using Colour = DrawingMark::Colour;
using Place = DrawingMark::Place;

[[noreturn]] void refuse(std::string_view what) {
    throw failure("a drawing uses what is not read of SVG", std::string(what),
                  "draw it with rect, circle, text and path");
}

// The next number; blanks and commas in front of it go.
float take_number(std::string_view& text) {
    text.remove_prefix(std::min(text.find_first_not_of(" ,"), text.size()));
    float number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc()) {
        refuse(text);
    }
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return number;
}

struct Element {
    std::string_view name;
    std::map<std::string_view, std::string_view> attributes;
    std::string_view text; // up to the next element

    std::string_view of(std::string_view attribute) const {
        const auto found = attributes.find(attribute);
        return found == attributes.end() ? std::string_view() : found->second;
    }
    float number(std::string_view attribute, float otherwise) const {
        std::string_view words = of(attribute);
        return words.empty() ? otherwise : take_number(words);
    }
};

// Ends of elements and what stands between them are left out; nothing behind the last one.
std::optional<Element> take_element(std::string_view& svg) {
    const std::size_t begin = svg.find('<');
    const std::size_t end = svg.find('>', std::min(begin, svg.size()));
    if (end == std::string_view::npos) {
        return std::nullopt;
    }
    std::string_view inside = svg.substr(begin + 1, end - begin - 1);
    Element element;
    element.name = inside.substr(0, inside.find_first_of(" /", 1));
    while (true) {
        const std::size_t equals = inside.find("=\"");
        if (equals == std::string_view::npos) {
            break;
        }
        const std::size_t close = inside.find('"', equals + 2);
        if (close == std::string_view::npos) {
            break;
        }
        const std::size_t name = inside.rfind(' ', equals) + 1;
        element.attributes[inside.substr(name, equals - name)] =
            inside.substr(equals + 2, close - equals - 2);
        inside.remove_prefix(close + 1);
    }
    svg.remove_prefix(end + 1);
    element.text = svg.substr(0, svg.find('<'));
    return element;
}

Colour colour_of(std::string_view code) {
    if (code == "#707a86") {
        return Colour::words;
    }
    if (code == "#2f7fd6") {
        return Colour::targets;
    }
    if (code == "#c8641e") {
        return Colour::sources;
    }
    if (code == "#2a8a4a") {
        return Colour::results;
    }
    refuse(code);
}

// Fills in what all kinds of marks have.
DrawingMark mark_of(const Element& element, Kind kind) {
    DrawingMark mark{.kind = kind, .places = {}};
    const std::string_view fill = element.of("fill"), stroke = element.of("stroke");
    const bool filled = !fill.empty() && fill != "none";
    mark.colour = colour_of(filled ? fill : stroke);
    mark.fill_strength = filled ? element.number("fill-opacity", 1) : 0;
    mark.stroke = stroke.empty() ? 0 : element.number("stroke-width", 1);
    mark.stroke_strength = element.number("stroke-opacity", 1);
    mark.arrow = !element.of("marker-end").empty();
    return mark;
}

Place blend(const std::vector<Place>& ends, float share) { // by de Casteljau's rule
    std::vector<Place> rest = ends;
    for (; rest.size() > 1; rest.pop_back()) {
        for (std::size_t i = 0; i + 1 < rest.size(); ++i) {
            rest[i].x += share * (rest[i + 1].x - rest[i].x);
            rest[i].y += share * (rest[i + 1].y - rest[i].y);
        }
    }
    return rest.front();
}

// Each of its parts that begins with M is a mark; curves become many short lines.
void append_lines(const Element& element, std::vector<DrawingMark>& marks) {
    const auto take_place = [](std::string_view& from) {
        const float x = take_number(from);
        return Place{x, take_number(from)};
    };
    std::string_view rest = element.of("d");
    if (!rest.starts_with('M')) {
        refuse(rest);
    }
    while (!rest.empty()) {
        const char command = rest.front();
        rest.remove_prefix(1);
        if (command == ' ') {
            continue;
        }
        if (command == 'M') {
            marks.push_back(mark_of(element, Kind::line));
            marks.back().places.push_back(take_place(rest));
            continue;
        }
        std::vector<Place>& places = marks.back().places;
        if (command == 'L') {
            places.push_back(take_place(rest));
        } else if (command == 'h') {
            places.push_back({places.back().x + take_number(rest), places.back().y});
        } else if (command == 'v') {
            places.push_back({places.back().x, places.back().y + take_number(rest)});
        } else if (command == 'Q' || command == 'C') {
            std::vector<Place> ends{places.back()};
            for (int left = command == 'Q' ? 2 : 3; left > 0; --left) {
                ends.push_back(take_place(rest));
            }
            constexpr int lines = 16;
            for (int i = 1; i <= lines; ++i) {
                places.push_back(blend(ends, static_cast<float>(i) / lines));
            }
        } else if (command == 'z') {
            marks.back().closed = true;
        } else {
            refuse(std::string(1, command));
        }
    }
}

std::string without_entities(std::string_view words) {
    std::string text(words);
    for (const auto& [entity, letter] :
         {std::pair{"&lt;", "<"}, std::pair{"&gt;", ">"}, std::pair{"&amp;", "&"}}) {
        const std::string_view written(entity);
        for (std::size_t at = text.find(written); at != std::string::npos;
             at = text.find(written, at + 1)) {
            text.replace(at, written.size(), letter);
        }
    }
    return text;
}

void append_words(const Element& element, float letters, std::vector<DrawingMark>& marks) {
    if (element.text.empty()) {
        return;
    }
    DrawingMark mark = mark_of(element, Kind::words);
    mark.places = {{element.number("x", 0), element.number("y", 0)}};
    mark.size = element.number("font-size", letters);
    mark.strong = element.of("font-weight") == "bold";
    const std::string_view anchor = element.of("text-anchor");
    mark.before = anchor == "middle" ? 0.5F : anchor == "end" ? 1.0F : 0.0F;
    mark.text = without_entities(element.text);
    marks.push_back(std::move(mark));
}

} // namespace

KernelDrawing read_drawing(std::string_view svg) {
    KernelDrawing drawing;
    float letters = 0;
    bool in_definitions = false; // of arrows' heads
    while (const std::optional<Element> element = take_element(svg)) {
        const std::string_view name = element->name;
        if (name == "defs" || name == "/defs") {
            in_definitions = name == "defs";
        } else if (in_definitions || name.starts_with('/') || name == "title") {
            continue;
        } else if (name == "svg") {
            drawing.width = element->number("width", 0);
            drawing.height = element->number("height", 0);
            letters = element->number("font-size", 0);
        } else if (name == "rect") {
            DrawingMark mark = mark_of(*element, Kind::rectangle);
            const Place from{element->number("x", 0), element->number("y", 0)};
            mark.places = {
                from,
                {from.x + element->number("width", 0), from.y + element->number("height", 0)}};
            mark.size = element->number("rx", 0);
            drawing.marks.push_back(std::move(mark));
        } else if (name == "circle") {
            DrawingMark mark = mark_of(*element, Kind::circle);
            mark.places = {{element->number("cx", 0), element->number("cy", 0)}};
            mark.size = element->number("r", 0);
            drawing.marks.push_back(std::move(mark));
        } else if (name == "path") {
            append_lines(*element, drawing.marks);
        } else if (name == "text") {
            append_words(*element, letters, drawing.marks);
        } else {
            refuse(name);
        }
    }
    return drawing;
}

KernelDrawing drawing_of(std::string_view algorithm) {
    const auto files = drawing_files();
    const auto found = std::ranges::find(files, algorithm, &DrawingFile::algorithm);
    return found == files.end() ? KernelDrawing() : read_drawing(found->svg);
}

} // namespace orrery
