// Keys of Ed25519 that the protocol allows (docs/protocol.md, section 1). WebCrypto imports all others, too.

const prime = 2n ** 255n - 19n;
const d = 37095705934669439343138083508754565189542113879843219016388785533085940283555n;
const modulo = (number) => ((number % prime) + prime) % prime;

function power(base, exponent) {
  let result = 1n;
  for (let rest = exponent, square = modulo(base); rest > 0n; rest >>= 1n, square = modulo(square * square)) {
    if (rest & 1n) result = modulo(result * square);
  }
  return result;
}

/** Returns true for a point of the curve, canonically encoded, and not of small order. */
export function isEd25519Key(bytes) {
  if (bytes.length !== 32) return false;
  const y = bytes.reduceRight((number, byte) => (number << 8n) | BigInt(byte), 0n) & (2n ** 255n - 1n);
  const square = modulo(y * y);
  // The order divides 8 if y is 1, -1 or 0, or d y^4 + 2 y^2 - 1 = 0. Both signs of x = 0 are among these points.
  const isSmall = y === 0n || square === 1n || modulo(d * square * square + 2n * square - 1n) === 0n;
  // x^2 = (y^2 - 1) / (d y^2 + 1) is a square (Euler's criterion).
  return y < prime && !isSmall && power((square - 1n) * (d * square + 1n), (prime - 1n) / 2n) === 1n;
}
