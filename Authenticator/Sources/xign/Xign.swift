@main struct Xign { static func main() {} }
