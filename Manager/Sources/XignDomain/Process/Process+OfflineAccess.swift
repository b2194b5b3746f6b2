/// The access of a website that continues without the person (OpenID Connect Core, section 11).
extension Process {
    /// Returns the end of the lasting access, if the process begins at this moment.
    ///
    /// The scope alone asks for it: the device's confirmation is the consent that section 11 demands, so that `prompt`
    /// need not contain `consent`.
    /// - Returns: nil where the website asks for no lasting access, or may not have any. An end that is fixed stays.
    public func offlineUntil(at service: Service, now: Timestamp) -> Timestamp? {
        if let offlineUntil { return offlineUntil }
        guard let login = goal.login, login.requirements.scope.contains(LoginRequirements.offlineScope),
            let offlineAccess = service.client.offlineAccess
        else { return nil }
        // Statements have whole seconds.
        return Timestamp(seconds: now.seconds + offlineAccess.seconds)
    }

    /// `start`: fixes the end of the lasting access.
    public func lasting(until end: Timestamp?) -> Process {
        var process = self
        process.offlineUntil = end
        return process
    }
}
