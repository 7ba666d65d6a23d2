// Translations of expansions and what bodies have to do with them: the second half of
// solid_harmonics.hpp. There is no guard, since each instruction set includes it anew.

// ---- translations ----------------------------------------------------------------------------

enum class Translation { m2m, m2l, l2l };

// A translation of `inputs` degrees of coefficients to `outputs` degrees of others by harmonics up
// to degree `harmonics`.
struct TranslationShape {
    Translation kind;
    int inputs, outputs, harmonics;

    // What degree a harmonic of `degree` makes of a coefficient's.
    constexpr int output(int degree, int input) const {
        return kind == Translation::m2m   ? input + degree
               : kind == Translation::m2l ? degree - input
                                          : input - degree;
    }
};

// Coefficients of order `from` and degrees first ... last that meet harmonics of one degree to give
// coefficients of order `to`.
struct Coupling {
    int degree, to, from;
    int first, last;
};

constexpr Coupling coupling(const TranslationShape& shape, int degree, int to, int from) {
    constexpr auto larger = [](int a, int b) { return a > b ? a : b; };
    constexpr auto smaller = [](int a, int b) { return a < b ? a : b; };
    const int apart = to > from ? to - from : from - to;
    switch (shape.kind) {
    case Translation::m2m:
        return {degree, to, from, apart > degree ? shape.inputs + 1 : from,
                smaller(shape.inputs, shape.outputs - degree)};
    case Translation::m2l:
        return {degree, to, from, larger(from, degree - shape.outputs),
                smaller(shape.inputs, degree - to)};
    default:
        return {degree, to, from, apart > degree ? shape.inputs + 1 : larger(from, degree + to),
                smaller(shape.inputs, degree + shape.outputs)};
    }
}

// Calls found(coupling) for all of a translation that are not empty.
template <class Found>
constexpr void for_each_coupling(const TranslationShape& shape, const Found& found) {
    for (int degree = 0; degree <= shape.harmonics; ++degree) {
        for (int to = 0; to <= shape.outputs; ++to) {
            for (int from = 0; from <= shape.inputs; ++from) {
                const Coupling one = coupling(shape, degree, to, from);
                if (one.first <= one.last) {
                    found(one);
                }
            }
        }
    }
}

template <TranslationShape shape>
struct Couplings {
    static constexpr std::size_t count = [] {
        std::size_t number = 0;
        for_each_coupling(shape, [&](const Coupling&) { ++number; });
        return number;
    }();
    static constexpr std::array<Coupling, count> all = [] {
        std::array<Coupling, count> list{};
        std::size_t number = 0;
        for_each_coupling(shape, [&](const Coupling& one) { list[number++] = one; });
        return list;
    }();
};

// What harmonics of one degree do to coefficients (a, b) of order `from` > 0 and to their twins of
// order -from: re += a rr + b ri, im += a ir - b ii, where with p = h^(to + from), q = h^(to -
// from)
//
//   rr = re p + re q    ri = im p - im q    ir = im p + im q    ii = re p - re q
//
// and the sign of q is that of its conjugates. Shared by all degrees that a coupling has.
template <class Value>
struct Factors {
    Value rr, ri, ir, ii;
};

template <int degree, int to, int from, class Value>
[[gnu::always_inline]] constexpr Factors<Value> factors(const Value* h) {
    constexpr int apart = to > from ? to - from : from - to;
    constexpr int re_sign = to >= from ? parity(from) : parity(to);
    constexpr int im_sign = to >= from ? re_sign : -re_sign;
    constexpr int p = degree * degree + 2 * (to + from) - 1;
    constexpr int q = degree * degree + 2 * apart - 1;
    if constexpr (to + from > degree) { // only q is there; of order 0 it has no imaginary part
        const Value re =
            re_sign > 0 ? h[apart == 0 ? q + 1 : q] : Value(0) - h[apart == 0 ? q + 1 : q];
        if constexpr (apart == 0) {
            return {re, Value(0), Value(0), Value(0) - re};
        } else {
            const Value im = im_sign > 0 ? h[q + 1] : Value(0) - h[q + 1];
            return {re, Value(0) - im, im, Value(0) - re};
        }
    } else if constexpr (apart == 0) {
        return {signed_sum<re_sign>(h[p], h[q + 1]), h[p + 1], h[p + 1],
                signed_sum<-re_sign>(h[p], h[q + 1])};
    } else {
        return {signed_sum<re_sign>(h[p], h[q]), signed_sum<-im_sign>(h[p + 1], h[q + 1]),
                signed_sum<im_sign>(h[p + 1], h[q + 1]), signed_sum<-re_sign>(h[p], h[q])};
    }
}

template <TranslationShape shape, Coupling c, class Value>
[[gnu::always_inline]] constexpr void couple(const Value* h, const Value* from, Value* to) {
    constexpr int sign = shape.kind == Translation::m2l   ? 1
                         : shape.kind == Translation::m2m ? parity(c.from)
                                                          : parity(c.to);
    constexpr int square = c.degree * c.degree;
    constexpr auto place = [](int degree, int m) {
        return degree * degree + (m == 0 ? 0 : 2 * m - 1);
    };
    if constexpr (c.from == 0) {
        const Value re = h[square + (c.to == 0 ? 0 : 2 * c.to - 1)];
        for (int n = c.first; n <= c.last; ++n) {
            Value* const out = to + place(shape.output(c.degree, n), c.to);
            out[0] = signed_multiply_add<sign>(from[n * n], re, out[0]);
            if constexpr (c.to > 0) {
                out[1] = signed_multiply_add<sign>(from[n * n], h[square + 2 * c.to], out[1]);
            }
        }
    } else if constexpr (c.to == 0) {
        const Value re = h[square + 2 * c.from - 1] + h[square + 2 * c.from - 1];
        const Value im = h[square + 2 * c.from] + h[square + 2 * c.from];
        for (int n = c.first; n <= c.last; ++n) {
            const Value* const in = from + place(n, c.from);
            Value& out = to[place(shape.output(c.degree, n), 0)];
            out = signed_multiply_add<sign>(in[1], im, signed_multiply_add<sign>(in[0], re, out));
        }
    } else {
        const Factors<Value> f = factors<c.degree, c.to, c.from>(h);
        for (int n = c.first; n <= c.last; ++n) {
            const Value* const in = from + place(n, c.from);
            Value* const out = to + place(shape.output(c.degree, n), c.to);
            out[0] = signed_multiply_add<sign>(in[1], f.ri,
                                               signed_multiply_add<sign>(in[0], f.rr, out[0]));
            out[1] = signed_multiply_add<-sign>(in[1], f.ii,
                                                signed_multiply_add<sign>(in[0], f.ir, out[1]));
        }
    }
}

// Adds the translation of `from` by harmonics `h` to `to`.
template <TranslationShape shape, class Value>
[[gnu::always_inline]] constexpr void translate(const Value* h, const Value* from, Value* to) {
    [&]<std::size_t... i>(std::index_sequence<i...>) __attribute__((always_inline)) {
        (couple<shape, Couplings<shape>::all[i]>(h, from, to), ...);
    }
    (std::make_index_sequence<Couplings<shape>::count>());
}

// A child's coefficients, brought to its parent's length, to the parent's. `regular`: Y of the
// vector from the child's centre to the parent's.
template <int order, class Value>
[[gnu::always_inline]] constexpr void m2m(const Value* regular, const Value* child, Value* parent) {
    translate<TranslationShape{Translation::m2m, order, order, order}>(regular, child, parent);
}

// A source's coefficients, brought to the target's length, to the target's. `irregular`: T of the
// vector from the target's centre to the source's.
template <int order, class Value>
[[gnu::always_inline]] constexpr void m2l(const Value* irregular, const Value* source,
                                          Value* target) {
    translate<TranslationShape{Translation::m2l, order, order, order}>(irregular, source, target);
}

// A parent's coefficients to its child's, still in the parent's length. `regular`: Y of the vector
// from the parent's centre to the child's.
template <int order, class Value>
[[gnu::always_inline]] constexpr void l2l(const Value* regular, const Value* parent, Value* child) {
    translate<TranslationShape{Translation::l2l, order, order, order}>(regular, parent, child);
}

// Times ratio^n for each degree n.
template <int order, class Value>
[[gnu::always_inline]] constexpr void scale_degrees(Value ratio, Value* coefficients_of) {
    Value power = ratio;
    for (int n = 1; n <= order; ++n) {
        for (int i = n * n; i < (n + 1) * (n + 1); ++i) {
            coefficients_of[i] = coefficients_of[i] * power;
        }
        power = power * ratio;
    }
}

// ---- bodies ----------------------------------------------------------------------------------

// Adds a body's mass to a multipole expansion. `regular`: Y of the vector from the body to the
// cell's centre.
template <int order, class Value>
[[gnu::always_inline]] constexpr void p2m(const Value* regular, Value mass, Value* multipole) {
    for (int i = 0; i < coefficients<order>; ++i) {
        multipole[i] = multiply_add(mass, regular[i], multipole[i]);
    }
}

// What bodies are for another one, with signs as above: the sum of m / r, and its gradient, which
// is the acceleration. In a cell's unit of length s: to be divided by s and by s^2.
template <class Value>
struct FieldAt {
    Value potential, x, y, z;
};

template <Translation kind, int order, int harmonics, class Value>
[[gnu::always_inline]] constexpr FieldAt<Value> field_at(const Value* h, const Value* expansion) {
    Value out[4] = {Value(0), Value(0), Value(0), Value(0)};
    translate<TranslationShape{kind, order, 1, harmonics}>(h, expansion, out);
    return {out[0], out[2], out[3], out[1]};
}

// The field of a local expansion at a body. `regular`: Y of the vector from the cell's centre to
// the body; up to degree order - 1 without the potential, which is then not to be used.
template <int order, bool with_potential = true, class Value>
[[gnu::always_inline]] constexpr FieldAt<Value> l2p(const Value* regular, const Value* local) {
    return field_at < Translation::l2l, order,
           with_potential ? order : order - 1 > (regular, local);
}

// That of a multipole expansion. `irregular`: T of the vector from the body to the cell's centre,
// up to degree order + 1.
template <int order, class Value>
[[gnu::always_inline]] constexpr FieldAt<Value> m2p(const Value* irregular,
                                                    const Value* multipole) {
    return field_at<Translation::m2l, order, order + 1>(irregular, multipole);
}

// P_n^2 = sum over -n <= m <= n of (n - m)! (n + m)! |M_n^m|^2, which no rotation changes: what a
// cell's bodies are beyond their mass. P_n is at most M radius^n.
template <int order, class Value>
[[gnu::always_inline]] constexpr void powers_squared(const Value* multipole, Value* powers) {
    for (int n = 0; n <= order; ++n) {
        double factorials = 1; // (n - m)! (n + m)!
        for (int i = 2; i <= n; ++i) {
            factorials *= double(i) * i;
        }
        Value sum = Value(factorials) * (multipole[n * n] * multipole[n * n]);
        for (int m = 1; m <= n; ++m) {
            factorials *= double(n + m) / (n - m + 1);
            const Value re = multipole[n * n + 2 * m - 1], im = multipole[n * n + 2 * m];
            sum = multiply_add(Value(2 * factorials), multiply_add(re, re, im * im), sum);
        }
        powers[n] = sum;
    }
}
