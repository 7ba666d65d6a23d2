// Translations on all cores, as the definition has them but for one thing.
//
// Idea:    powers of d stand on both sides of the binomials: with m'_k = d^-k m_k,
//
//              l_n = (-1)^n d^-(n+1) sum over k of C(n+k, k) m'_k,
//
//          and what is in the middle is one real matrix, the same for all translations. Sixteen
//          translations are done side by side, one in each lane of a vector register.
// Source:  Cruz, Layton & Barba 2011, section 4; that Pascal's matrix stands in the middle is
//          textbook (Greengard & Rokhlin, J. Comput. Phys. 73 (1987), lemma 2.4).
// Cost:    4 p^2 + 28 p operations a translation.

#include "sim/lessons/host_copy.hpp"
#include "sim/lessons/m2l/m2l_variant.hpp"

#include <algorithm>
#include <array>

namespace orrery {
namespace {

constexpr std::size_t lanes = 16;
constexpr std::size_t max_order = 16;

using Lanes = std::array<float, lanes>;
struct ComplexLanes {
    Lanes re{}, im{};
};

std::array<std::array<float, max_order>, max_order> binomials() {
    std::array<std::array<float, max_order>, max_order> c{};
    for (std::size_t n = 0; n < max_order; ++n) {
        for (std::size_t k = 0; k < max_order; ++k) {
            c[n][k] = n == 0 || k == 0 ? 1 : c[n - 1][k] + c[n][k - 1];
        }
    }
    return c;
}

void multiply(ComplexLanes& to, const ComplexLanes& by) {
    for (std::size_t i = 0; i < lanes; ++i) {
        const float re = to.re[i] * by.re[i] - to.im[i] * by.im[i];
        to.im[i] = to.re[i] * by.im[i] + to.im[i] * by.re[i];
        to.re[i] = re;
    }
}

class CpuRun final : public M2lRun {
public:
    explicit CpuRun(const TranslationProblem& problem)
        : problem_(problem), order_(static_cast<std::size_t>(problem.order)),
          locals_(problem.cells * order_) {}

    double run(int passes) override {
        const std::size_t blocks = (problem_.cells + lanes - 1) / lanes;
        return seconds_on_host(passes, [&] {
            workers_.for_ranges(blocks, 16, [&](std::size_t first, std::size_t last) {
                for (std::size_t block = first; block < last; ++block) {
                    translate(block * lanes, std::min((block + 1) * lanes, problem_.cells));
                }
            });
        });
    }

    std::optional<M2lSteps> run_steps(int /*passes*/) override { return std::nullopt; }

    std::vector<std::complex<float>> locals() override { return locals_; }

private:
    // The targets from `first` on, one in each lane.
    void translate(std::size_t first, std::size_t end) {
        std::array<ComplexLanes, max_order> sums{};
        for (std::size_t j = 0; j < TranslationProblem::sources_of_cell; ++j) {
            add_source(first, end, j, sums);
        }
        for (std::size_t cell = first; cell < end; ++cell) {
            for (std::size_t n = 0; n < order_; ++n) {
                locals_[cell * order_ + n] = {sums[n].re[cell - first], sums[n].im[cell - first]};
            }
        }
    }

    // Adds what the j-th source of each lane's target gives.
    void add_source(std::size_t first, std::size_t end, std::size_t j,
                    std::array<ComplexLanes, max_order>& sums) const {
        ComplexLanes w; // 1 / d
        std::array<ComplexLanes, max_order> m;
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            const std::size_t cell = std::min(first + lane, end - 1);
            const std::size_t i = cell * TranslationProblem::sources_of_cell + j;
            const std::complex<float> d = problem_.distance[i];
            const float square = std::norm(d);
            w.re[lane] = d.real() / square;
            w.im[lane] = -d.imag() / square;
            const std::complex<float>* const from =
                &problem_.multipoles[problem_.sources[i] * order_];
            for (std::size_t k = 0; k < order_; ++k) {
                m[k].re[lane] = from[k].real();
                m[k].im[lane] = from[k].imag();
            }
        }
        ComplexLanes power = w;
        for (std::size_t k = 1; k < order_; ++k) {
            multiply(m[k], power);
            multiply(power, w);
        }
        ComplexLanes outer = w; // (-1)^n d^-(n+1)
        for (std::size_t n = 0; n < order_; ++n) {
            ComplexLanes middle;
            for (std::size_t k = 0; k < order_; ++k) {
                for (std::size_t i = 0; i < lanes; ++i) {
                    middle.re[i] += binomials_[n][k] * m[k].re[i];
                    middle.im[i] += binomials_[n][k] * m[k].im[i];
                }
            }
            multiply(middle, outer);
            for (std::size_t i = 0; i < lanes; ++i) {
                sums[n].re[i] += middle.re[i];
                sums[n].im[i] += middle.im[i];
                outer.re[i] = -outer.re[i];
                outer.im[i] = -outer.im[i];
            }
            multiply(outer, w);
        }
    }

    const TranslationProblem& problem_;
    std::size_t order_;
    std::array<std::array<float, max_order>, max_order> binomials_ = binomials();
    std::vector<std::complex<float>> locals_;
    Workers workers_{0};
};

} // namespace

M2lVariant m2l_cpu() {
    return {"cpu.scaled",
            "All cores",
            "Powers of the distance on both sides, one real matrix between them",
            [](int p) { return 4.0 * p * p + 28.0 * p; },
            [](const TranslationProblem& problem) -> std::unique_ptr<M2lRun> {
                return std::make_unique<CpuRun>(problem);
            },
            [] { return std::string(); }};
}

} // namespace orrery
