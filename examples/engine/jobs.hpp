// A pool of threads that interframe may use: with_jobs(pool).
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <thread>
#include <type_traits>
#include <vector>

#include "interframe.hpp"

namespace engine {

/// A parallel loop over threads that stay. A frame runs it some twenty times, so between two runs the threads wait without
/// sleeping for a while.
class job_pool {
public:
    /// So many threads in all: the one that calls is one of them.
    explicit job_pool(unsigned threads);
    ~job_pool();
    job_pool(const job_pool &) = delete;
    job_pool &operator=(const job_pool &) = delete;

    /// Calls job(0) to job(n - 1), and returns when all have returned.
    void operator()(std::size_t n, interframe::job job);

    /// The same for a function of the engine's own.
    template <class F>
    void each(std::size_t n, F &&function) {
        const auto call = [](void *context, std::size_t k) { (*static_cast<std::remove_reference_t<F> *>(context))(k); };
        (*this)(n, interframe::job{call, &function});
    }

private:
    void work(); // takes one job after the other
    void wait(); // what a thread does until the pool ends

    interframe::job job_{};
    std::size_t count_ = 0;
    std::atomic<std::size_t> next_{0};
    std::atomic<unsigned> round_{0}, busy_{0}; // runs so far; threads that have not finished this one
    std::atomic<bool> ends_{false};
    std::mutex mutex_;
    std::condition_variable wake_;
    std::vector<std::thread> threads_;
};

} // namespace engine
