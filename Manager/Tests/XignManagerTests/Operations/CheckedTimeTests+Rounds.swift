import DatabaseFixture
import Testing
import XignDomain

@testable import XignServer
@testable import XignUseCases

/// The way of the checked time, round by round.
extension CheckedTimeTests {
    func followed() throws {
        let checkTime = CheckTime(context)
        try checkTime()
        let begin = try checked()
        #expect(begin == scene.now)
        for _ in 1...3 {
            clock.advance(seconds: 60)
            try checkTime()
            #expect(try checked() == scene.now)
        }
        clock.jump(seconds: 40 * Self.day)
        try checkTime()
        #expect(try checked() == begin + 180)
        clock.advance(seconds: 60)
        try checkTime()
        #expect(try checked() == begin + 180 + 120)
    }

    func pause() throws {
        try CheckTime(context)()
        let begin = try checked()
        clock.advance(seconds: 10 * Self.day)
        let checkTime = CheckTime(context)
        try checkTime()
        #expect(try checked() == begin)
        for days in 1...9 {
            clock.advance(seconds: Self.day)
            try checkTime()
            #expect(try checked() == begin + 2 * Int64(days) * Self.day)
        }
        clock.advance(seconds: Self.day)
        try checkTime()
        #expect(try checked() == scene.now)
    }

    func setBack() throws {
        let checkTime = CheckTime(context)
        try checkTime()
        clock.jump(seconds: -3650 * Self.day)
        clock.advance(seconds: 60)
        try checkTime()
        clock.jump(seconds: 3650 * Self.day)
        clock.advance(seconds: 60)
        try checkTime()
        #expect(scene.now.seconds - (try checked().seconds) <= 180)
        clock.advance(seconds: 180)
        try checkTime()
        #expect(try checked() == scene.now)
    }

    func together(_ engine: Engine) throws {
        let manager = try TestManager(engine)
        let nodes = try (0..<3).map { _ in try manager.secondNode() }
        defer { for node in nodes { node.context.database.close() } }
        let rounds = ([manager.context] + nodes.map(\.context)).map { CheckTime($0) }
        for round in rounds { try round() }
        let begin = try Self.checked(manager.context)
        manager.clock.jump(seconds: 40 * Self.day)
        // Each has a round of its own pace, some of them at once.
        for second in 1...600 {
            manager.clock.advance(seconds: 1)
            for (round, pace) in zip(rounds, [60, 61, 45, 60]) where second % pace == 0 { try round() }
            if second % 60 == 0 {
                #expect(try Self.checked(manager.context).seconds - begin.seconds <= 2 * Int64(second))
            }
        }
        #expect(try Self.checked(manager.context).seconds - begin.seconds >= 600)
        manager.clock.advance(seconds: 60)
        let errors = DatabaseFixture.concurrently(4) { try rounds[$0]() }
        #expect(errors.isEmpty, "\(errors)")
        #expect(try Self.checked(manager.context).seconds - begin.seconds <= 2 * 660)
    }

    func successor() throws {
        let (first, second) = (CheckTime(context), CheckTime(try scene.manager.secondNode().context))
        for round in [first, second] { try round() }
        clock.advance(seconds: 60)
        try first()
        try second()
        #expect(try checked() == scene.now)
        for _ in 1...2 {
            clock.advance(seconds: 60)
            try second()
        }
        #expect(try checked() == scene.now)
    }
}
