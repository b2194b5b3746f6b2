@main struct XigninManager { static func main() {} }
