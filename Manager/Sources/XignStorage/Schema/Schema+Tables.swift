extension Schema {
    /// The tables of the present schema, each after those that it refers to. A move to another database copies them in
    /// this order.
    package static let tables: [SQL.Fragment] = [
        "organization", "service", "role", "account", "membership", "group_member", "role_assignment", "mapping",
        "account_name", "activation",
        "failure", "factor", "open_token", "seen_request", "evidence", "authorization_code", "access_token", "audit",
        "attribute_value", "declared_value", "alias_choice", "attribute_release", "process", "browser_request",
        "setting", "signing_key",
        "encryption_key", "key_material", "key_change", "utility_grant", "notice_number", "notice", "outbox",
        "join_link", "invitation", "browser_session", "account_history", "website_use", "audit_subject",
        "administrator_grant", "pending_act", "shared_login", "remembered_login", "one_time_value", "pushed_request",
        "retired_id_token_key", "refresh_token", "audit_link", "audit_chain", "mail_code", "recovery",
    ]
}
