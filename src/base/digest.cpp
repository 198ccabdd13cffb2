#include "base/digest.hpp"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/rand.h>

#include <climits>

namespace gate {

Sha256::Sha256() noexcept
    : algorithm_(EVP_MD_fetch(nullptr, "SHA256", nullptr)),
      context_(EVP_MD_CTX_new())
{
}

Sha256::~Sha256()
{
    EVP_MD_CTX_free(context_);
    EVP_MD_free(algorithm_);
}

bool Sha256::digest(std::string_view in, Digest* out) noexcept
{
    if (algorithm_ == nullptr || context_ == nullptr) {
        return false;
    }

    return EVP_DigestInit_ex2(context_, algorithm_, nullptr) == 1
           && EVP_DigestUpdate(context_, in.data(), in.size()) == 1
           && EVP_DigestFinal_ex(context_, out->data(), nullptr) == 1;
}

bool is_equal(const Digest& a, const Digest& b) noexcept
{
    return CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

bool random_bytes(uint8_t* out, size_t size) noexcept
{
    return size <= INT_MAX && RAND_bytes(out, static_cast<int>(size)) == 1;
}

}  // namespace gate
