#pragma once

#include "sim/solver.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace orrery {

// The bodies that are pulled by some bodies: all of them, the last two thirds, every third from the
// last on, or half as many others.
enum class Pulled { all, range, listed, others };

// The bodies of a request in host memory.
template <class Real>
class Question {
public:
    Question(const Bodies<double>& bodies, Pulled pulled)
        : pulled_(pulled), sources_(converted<Real>(bodies)), others_((bodies.size() + 1) / 2) {
        for (std::size_t i = 0; i < others_.size(); ++i) {
            others_.position.x[i] = sources_.position.x[i] + Real(0.25);
            others_.position.y[i] = sources_.position.z[i];
            others_.position.z[i] = sources_.position.y[i];
        }
        for (std::size_t i = bodies.size(); i > 0; i -= std::min<std::size_t>(i, 3)) {
            list_.push_back(static_cast<std::uint32_t>(i - 1));
        }
    }

    std::size_t targets() const {
        return pulled_ == Pulled::others   ? others_.size()
               : pulled_ == Pulled::listed ? list_.size()
                                           : sources_.size() - first();
    }

    ForceRequest<Real> request(const AccelerationsView<Real>& result,
                               const ForceParameters& parameters) const {
        if (pulled_ == Pulled::others) {
            return ForceRequest<Real>::on_others(view(sources_), view(others_), result, parameters);
        }
        if (pulled_ == Pulled::listed) {
            return ForceRequest<Real>::on_listed(view(sources_), list_, result, parameters);
        }
        auto request = ForceRequest<Real>::among(view(sources_), result, parameters);
        request.targets = request.targets.part(first(), sources_.size());
        request.targets_at = first();
        return request;
    }

private:
    std::size_t first() const { return pulled_ == Pulled::range ? sources_.size() / 3 : 0; }

    Pulled pulled_;
    Bodies<Real> sources_, others_;
    std::vector<std::uint32_t> list_;
};

} // namespace orrery
