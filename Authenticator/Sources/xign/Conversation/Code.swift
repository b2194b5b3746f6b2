import Foundation
import PictureReading
import Pictures
import Terminal
import XignSDK

/// A code that begins a process: the text in a picture of a QR code, or a text or link that was typed.
struct Code: Equatable {
    let text: String
    let source: ProcessInitializationData.Source

    /// - Parameters:
    ///   - argument: the path of a picture, `-` for one on standard input, a link, or a code's text.
    ///   - isScanned: whether `argument` is the text that a scanner has read.
    /// - Throws: ``Failure`` where there is no picture, or nothing to be read in it.
    init(_ argument: String, isScanned: Bool = false) throws {
        if isScanned {
            (text, source) = (argument, .scanned)
        } else if let picture = try Self.textInPicture(argument) {
            (text, source) = (picture, .scanned)
        } else {
            (text, source) = (argument, .opened)
        }
    }

    /// - Returns: nil where `argument` names no file.
    private static func textInPicture(_ argument: String) throws -> String? {
        if argument == "-" { return try read(.standardInput, "the picture on standard input") }
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: argument, isDirectory: &isFolder) else {
            // Codes and links have no extension: somebody means a file.
            guard !["png", "jpg", "jpeg"].contains((argument as NSString).pathExtension.lowercased()) else {
                throw Failure(.noInput, "there is no file \(argument)")
            }
            return nil
        }
        guard !isFolder.boolValue, let file = FileHandle(forReadingAtPath: argument) else {
            throw Failure(.noInput, "cannot read \(argument)")
        }
        return try read(file, argument)
    }

    private static func read(_ file: FileHandle, _ name: String) throws -> String {
        guard let content = try? file.read(upToCount: QRCodeReader.byteLimit + 1) ?? Data() else {
            throw Failure(.noInput, "cannot read \(name)")
        }
        do throws(PictureError) { return try ReaderProcess.text(in: Array(content)) } catch {
            throw Failure(.data, "\(name): \(error.description)")
        }
    }
}

extension XignSdk {
    /// What the code stands for.
    func process(of code: Code) throws -> ProcessInitializationData {
        try explaining {
            try xignCommon.parseProcessInitializationDataSynchronous(data: code.text, source: code.source)
        }
    }
}

extension UsageError {
    /// Standard input cannot give the picture and something else too.
    static func check(_ code: String, readsInput: Bool) throws(UsageError) {
        if code == "-", readsInput {
            throw UsageError("CODE is -, and --pin-stdin or --set NAME=- reads standard input too: use a file")
        }
    }
}
