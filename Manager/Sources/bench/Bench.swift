import Foundation

@main
struct Bench {
    static func main() throws {
        let site = try Site(
            program: CommandLine.arguments[1], folder: CommandLine.arguments[2], accounts: 1000, devices: 1000)
        print("made in", site.seconds)
        let cores = try Cores()
        try cores.pinClients()
        for n in [1, 8, 64, 512] {
            let process = try ManagerProcess(site, core: cores.manager)
            var result = try Load(site: site, process: process, concurrency: n).closed(warmUp: 1, seconds: 3)
            result.executed = try process.stop()
            print(
                n, result.perSecond, result.cpuMilliseconds, result.clientCPUMilliseconds, result.latency.at(0.5),
                result.latency.at(0.99), result.utilization, result.statementsPerLogin, result.commitsPerLogin,
                result.residentBytes >> 20)
        }
    }
}
