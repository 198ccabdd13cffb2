// SHA-256 and constant-time comparison of digests.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string_view>

struct evp_md_st;
struct evp_md_ctx_st;

namespace gate {

using Digest = std::array<uint8_t, 32>;

// Computes SHA-256. The algorithm is looked up once: OpenSSL 3 takes longer
// to find it than to hash a key. One object serves one thread.
class Sha256 {
public:
    Sha256() noexcept;
    ~Sha256();
    Sha256(const Sha256&) = delete;
    Sha256& operator=(const Sha256&) = delete;

    // False when OpenSSL is out of memory or has no SHA-256: refuse then.
    bool digest(std::string_view in, Digest* out) noexcept;

private:
    evp_md_st*      algorithm_;
    evp_md_ctx_st*  context_;
};

// Takes the same time wherever the digests differ.
bool is_equal(const Digest& a, const Digest& b) noexcept;

// Fills `out` from the system's generator; false if there is no randomness.
bool random_bytes(uint8_t* out, size_t size) noexcept;

}  // namespace gate
