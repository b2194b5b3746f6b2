import CLibCrypto
import FoundationEssentials

/// A hash in progress: an `EVP_MD_CTX` with value semantics.
///
/// Public only because ``HashFunction`` names it; nothing can be done with it outside this module.
public struct HashContext: Sendable {
    private var state: State

    init(_ algorithm: DigestAlgorithm) {
        state = State()
        unsafe state.withPointer { unsafe LibCrypto.require(EVP_DigestInit_ex2($0, algorithm.pointer, nil)) }
    }

    /// Starts over with the same algorithm, keeping the memory.
    mutating func restart(_ algorithm: DigestAlgorithm) {
        makeUnique()
        unsafe state.withPointer { unsafe LibCrypto.require(EVP_DigestInit_ex2($0, algorithm.pointer, nil)) }
    }

    mutating func update(_ bytes: some ContiguousBytes) {
        unsafe bytes.withUnsafeBytes { unsafe update($0) }
    }

    mutating func update(_ bytes: UnsafeRawBufferPointer) {
        makeUnique()
        unsafe state.withPointer { unsafe LibCrypto.require(EVP_DigestUpdate($0, bytes.octets, bytes.count)) }
    }

    /// Ends the hash; only `restart` is allowed afterwards.
    mutating func finish(into output: UnsafeMutableRawBufferPointer) {
        makeUnique()
        unsafe state.withPointer { unsafe LibCrypto.require(EVP_DigestFinal_ex($0, output.octets, nil)) }
    }

    /// Ends an extendable-output function (FIPS 202, section 6.2) with as many bytes as `output` takes.
    mutating func finishExtendable(into output: UnsafeMutableRawBufferPointer) {
        makeUnique()
        unsafe state.withPointer { unsafe LibCrypto.require(EVP_DigestFinalXOF($0, output.octets, output.count)) }
    }

    /// The hash of what was added so far; more may be added afterwards.
    func snapshot(into output: UnsafeMutableRawBufferPointer) {
        unsafe State(copying: state).withPointer {
            unsafe LibCrypto.require(EVP_DigestFinal_ex($0, output.octets, nil))
        }
    }

    /// All at once, without an object of ours around the context.
    static func hash(
        _ bytes: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer, _ algorithm: DigestAlgorithm
    ) {
        unsafe LibCrypto.require(EVP_Digest(bytes.octets, bytes.count, output.octets, nil, algorithm.pointer, nil))
    }

    /// Puts the hash in progress into a context of libcrypto, to go on with there.
    fileprivate func copy(to context: OpaquePointer) {
        unsafe state.withPointer { unsafe LibCrypto.require(EVP_MD_CTX_copy_ex(context, $0)) }
    }

    private mutating func makeUnique() {
        if !isKnownUniquelyReferenced(&state) { state = State(copying: state) }
    }

    /// The context's owner. Freeing wipes it.
    // Sendable: written only by `HashContext`'s mutating functions, which first make sure that no other
    // value refers to it (`makeUnique`); two values on two threads therefore never write to one state.
    @safe private final class State: @unchecked Sendable {
        private let pointer = unsafe LibCrypto.require(EVP_MD_CTX_new())

        init() {}

        init(copying other: State) {
            unsafe other.withPointer { unsafe LibCrypto.require(EVP_MD_CTX_copy_ex(pointer, $0)) }
        }

        deinit { unsafe EVP_MD_CTX_free(pointer) }

        /// The only way to the pointer; see ``KeyHandle/withPointer(_:)``.
        func withPointer<R>(_ body: (OpaquePointer) -> R) -> R {
            withExtendedLifetime(self) { unsafe body(pointer) }
        }
    }
}

/// Hashes that go on from others, one after the other in the same memory, which is wiped in the end: for what makes many of them.
@safe struct HashScratch: ~Copyable {
    private let pointer = unsafe LibCrypto.require(EVP_MD_CTX_new())

    deinit { unsafe EVP_MD_CTX_free(pointer) }

    /// Goes on from `context`, which stays as it is. What was here before is wiped.
    func begin(after context: HashContext) { unsafe context.copy(to: pointer) }

    func update(_ bytes: UnsafeRawBufferPointer) {
        unsafe LibCrypto.require(EVP_DigestUpdate(pointer, bytes.octets, bytes.count))
    }

    /// Ends the hash; only `begin` is allowed afterwards.
    func finish(into output: UnsafeMutableRawBufferPointer) {
        unsafe LibCrypto.require(EVP_DigestFinal_ex(pointer, output.octets, nil))
    }
}
