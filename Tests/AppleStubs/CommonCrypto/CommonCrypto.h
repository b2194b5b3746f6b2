// https://opensource.apple.com/source/CommonCrypto/CommonCrypto-60061/include/CommonKeyDerivation.h
#include <stddef.h>
#include <stdint.h>

enum { kCCSuccess = 0 };

enum { kCCPBKDF2 = 2 };
typedef uint32_t CCPBKDFAlgorithm;

enum {
    kCCPRFHmacAlgSHA1 = 1,
    kCCPRFHmacAlgSHA256 = 3,
    kCCPRFHmacAlgSHA384 = 4,
    kCCPRFHmacAlgSHA512 = 5,
};
typedef uint32_t CCPseudoRandomAlgorithm;

int CCKeyDerivationPBKDF(
    CCPBKDFAlgorithm algorithm, const char *password, size_t passwordLen, const uint8_t *salt, size_t saltLen,
    CCPseudoRandomAlgorithm prf, unsigned rounds, uint8_t *derivedKey, size_t derivedKeyLen);
