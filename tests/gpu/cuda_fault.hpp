#pragma once

#include "sim/cuda/cuda_check.hpp"

#include <cassert>
#include <mutex>
#include <string>
#include <thread>

namespace orrery {

// While one of these exists, cuda_check takes a call that did what was asked as failed with
// `error`. One at a time; threads may meet it, but not outlive it.
class CudaFault {
public:
    enum class Lasting {
        one_call,
        one_call_here, // of the thread that made this: copies taken beside the steps go on
        all_calls,     // nothing works from then on, as without a GPU
    };

    // Strikes calls named `doing` ("": any), after letting `passing` of those through.
    CudaFault(const std::string& doing, cudaError_t error, Lasting lasting = Lasting::one_call,
              int passing = 0)
        : doing_(doing), error_(error), lasting_(lasting), passing_(passing) {
        assert(present_ == nullptr);
        present_ = this;
        cuda_fault = [](const char* call) { return present_->result_of(call); };
    }
    CudaFault(const CudaFault&) = delete;
    CudaFault& operator=(const CudaFault&) = delete;
    ~CudaFault() {
        cuda_fault = nullptr;
        present_ = nullptr;
    }

    bool has_struck() const {
        const std::lock_guard lock(mutex_);
        return has_struck_;
    }

private:
    cudaError_t result_of(const std::string& call) {
        const std::lock_guard lock(mutex_);
        const bool here =
            lasting_ != Lasting::one_call_here || thread_ == std::this_thread::get_id();
        const bool meant = here && (doing_.empty() || doing_ == call);
        if (has_struck_ ? lasting_ != Lasting::all_calls : !meant || passing_-- > 0) {
            return cudaSuccess;
        }
        has_struck_ = true;
        return error_;
    }

    static inline CudaFault* present_ = nullptr;

    mutable std::mutex mutex_;
    const std::string doing_;
    const cudaError_t error_;
    const Lasting lasting_;
    const std::thread::id thread_ = std::this_thread::get_id();
    int passing_;
    bool has_struck_ = false;
};

} // namespace orrery
