/// Migration 25: the ids by which the operators of an organization know its members.
extension Schema {
    static let memberIDs: [Definition] = [
        // Filled by `Organizations.addMemberIDs`.
        "ALTER TABLE membership ADD COLUMN member_id \(.bytes)",
        "CREATE UNIQUE INDEX membership_by_member_id ON membership (member_id)",
    ]
}
