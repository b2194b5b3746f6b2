import CLibCrypto
import FoundationEssentials

/// A hash in progress: an `EVP_MD_CTX` with value semantics.
///
/// The type is public only because ``HashFunction`` names it; it has no public interface.
public struct HashContext: Sendable {
    private var state: State

    init(_ algorithm: DigestAlgorithm) {
        state = State()
        unsafe state.withPointer { unsafe LibCrypto.require(EVP_DigestInit_ex2($0, algorithm.pointer, nil)) }
    }

    /// Begins again with the same algorithm, and keeps the memory.
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

    /// Ends the hash; only `restart` may follow.
    mutating func finish(into output: UnsafeMutableRawBufferPointer) {
        makeUnique()
        unsafe state.withPointer { unsafe LibCrypto.require(EVP_DigestFinal_ex($0, output.octets, nil)) }
    }

    /// Ends an extendable-output function (FIPS 202, section 6.2), whose output fills `output`.
    mutating func finishExtendable(into output: UnsafeMutableRawBufferPointer) {
        makeUnique()
        unsafe state.withPointer { unsafe LibCrypto.require(EVP_DigestFinalXOF($0, output.octets, output.count)) }
    }

    /// Writes the hash of the data so far. More may be added afterwards.
    func snapshot(into output: UnsafeMutableRawBufferPointer) {
        unsafe State(copying: state).withPointer {
            unsafe LibCrypto.require(EVP_DigestFinal_ex($0, output.octets, nil))
        }
    }

    /// Hashes bytes at once, without a Swift object for the context.
    static func hash(
        _ bytes: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer, _ algorithm: DigestAlgorithm
    ) {
        unsafe LibCrypto.require(EVP_Digest(bytes.octets, bytes.count, output.octets, nil, algorithm.pointer, nil))
    }

    /// Copies the hash in progress into a context of libcrypto.
    fileprivate func copy(to context: OpaquePointer) {
        unsafe state.withPointer { unsafe LibCrypto.require(EVP_MD_CTX_copy_ex(context, $0)) }
    }

    private mutating func makeUnique() {
        if !isKnownUniquelyReferenced(&state) { state = State(copying: state) }
    }

    /// The owner of the context. libcrypto wipes it when it frees it.
    // Sendable: written only by `HashContext`'s mutating functions, which first make sure that no other
    // value refers to it (`makeUnique`); two values on two threads therefore never write to one state.
    @safe private final class State: @unchecked Sendable {
        private let pointer = unsafe LibCrypto.require(EVP_MD_CTX_new())

        init() {}

        init(copying other: State) {
            unsafe other.withPointer { unsafe LibCrypto.require(EVP_MD_CTX_copy_ex(pointer, $0)) }
        }

        deinit { unsafe EVP_MD_CTX_free(pointer) }

        /// Calls `body` with the pointer, the only way to access it; see ``KeyHandle/withPointer(_:)``.
        func withPointer<R>(_ body: (OpaquePointer) -> R) -> R {
            withExtendedLifetime(self) { unsafe body(pointer) }
        }
    }
}

/// A context that computes several hashes in turn, each continued from another context, and is wiped at the end. It
/// saves allocations where many hashes are made.
@safe struct HashScratch: ~Copyable {
    private let pointer = unsafe LibCrypto.require(EVP_MD_CTX_new())

    deinit { unsafe EVP_MD_CTX_free(pointer) }

    /// Continues from `context`, which does not change. The previous state is overwritten.
    func begin(after context: HashContext) { unsafe context.copy(to: pointer) }

    func update(_ bytes: UnsafeRawBufferPointer) {
        unsafe LibCrypto.require(EVP_DigestUpdate(pointer, bytes.octets, bytes.count))
    }

    /// Ends the hash; only `begin` may follow.
    func finish(into output: UnsafeMutableRawBufferPointer) {
        unsafe LibCrypto.require(EVP_DigestFinal_ex(pointer, output.octets, nil))
    }
}
