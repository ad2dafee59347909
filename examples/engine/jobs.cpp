#include "jobs.hpp"

namespace engine {

namespace {

constexpr int spins = 2000; // tests before a thread that waits goes to sleep

} // namespace

job_pool::job_pool(unsigned threads) {
    for (unsigned k = 1; k < threads; k++)
        threads_.emplace_back([this] { wait(); });
}

job_pool::~job_pool() {
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        ends_ = true;
        round_++;
    }
    wake_.notify_all();
    for (std::thread &thread : threads_)
        thread.join();
}

void job_pool::operator()(std::size_t n, interframe::job job) {
    job_ = job;
    count_ = n;
    next_ = 0;
    busy_ = static_cast<unsigned>(threads_.size());
    {
        // Under the lock, so that no thread falls asleep between its last look and this.
        const std::lock_guard<std::mutex> lock(mutex_);
        round_++;
    }
    wake_.notify_all();
    work();
    while (busy_ != 0)
        std::this_thread::yield();
}

void job_pool::work() {
    for (std::size_t k = next_++; k < count_; k = next_++)
        job_(k);
}

void job_pool::wait() {
    for (unsigned seen = 0;;) {
        for (int k = 0; k < spins && round_ == seen; k++)
            std::this_thread::yield();
        if (round_ == seen) {
            std::unique_lock<std::mutex> lock(mutex_);
            wake_.wait(lock, [&] { return round_ != seen; });
        }
        seen++; // each thread takes part in each round, which does not end before
        if (ends_)
            return;
        work();
        busy_--;
    }
}

} // namespace engine
