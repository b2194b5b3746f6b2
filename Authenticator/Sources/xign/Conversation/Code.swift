import Foundation
import PictureReading
import Pictures
import XignSDK

/// The code that begins a process: the text in a picture of a QR code, a link, or typed text.
struct Code: Equatable {
    let text: String
    let source: ProcessInitializationData.Source

    /// - Parameters:
    ///   - argument: the path of a picture, `-` for a picture on standard input, a link, or a code's text.
    ///   - isScanned: true if `argument` is text from a scanner.
    /// - Throws: ``CommandFailure`` if a picture does not exist or contains no code.
    init(_ argument: String, isScanned: Bool = false) throws {
        if isScanned {
            (text, source) = (argument, .scanned)
        } else if let picture = try Self.textInPicture(argument) {
            (text, source) = (picture, .scanned)
        } else {
            (text, source) = (argument, .opened)
        }
    }

    /// Returns the text in a picture; nil if `argument` is not a file.
    private static func textInPicture(_ argument: String) throws -> String? {
        if argument == "-" { return try read(.standardInput, path: nil) }
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: argument, isDirectory: &isFolder) else {
            // Codes and links have no such extension: the person means a file.
            guard !["png", "jpg", "jpeg"].contains((argument as NSString).pathExtension.lowercased()) else {
                throw CommandFailure(.noInput) { $0.input.missing(file: argument) }
            }
            return nil
        }
        guard !isFolder.boolValue, let file = FileHandle(forReadingAtPath: argument) else {
            throw CommandFailure(.noInput) { $0.input.unreadable(argument) }
        }
        return try read(file, path: argument)
    }

    /// - Parameter path: nil for standard input.
    private static func read(_ file: FileHandle, path: String?) throws -> String {
        guard let content = try? file.read(upToCount: QRCodeReader.byteLimit + 1) ?? Data() else {
            throw CommandFailure(.noInput) { $0.input.unreadable(path) }
        }
        do throws(PictureError) { return try ReaderProcess.text(in: Array(content)) } catch {
            throw CommandFailure(.data) { $0.input.picture(path, error) }
        }
    }
}

extension XignSdk {
    /// Parses the code.
    func process(of code: Code) throws -> ProcessInitializationData {
        try explaining {
            try xignCommon.parseProcessInitializationDataSynchronous(data: code.text, source: code.source)
        }
    }
}

extension CommandFailure {
    /// Refuses to read both a picture and other values from standard input.
    static func check(_ code: String, readsInput: Bool) throws(CommandFailure) {
        if code == "-", readsInput { throw CommandFailure(.usage) { $0.input.inputTwice } }
    }
}
