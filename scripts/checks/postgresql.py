"""Each use case runs on PostgreSQL, in the test that STORIES names.

Most tests of the manager run on SQLite alone (CONTRIBUTING.md). PostgreSQL knows the type of each column and parameter,
so each statement has to run there, too.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import tree
from fault import Fault

USE_CASES = "Manager/Sources/XignUseCases"
TESTS = Path("Manager/Tests/XignManagerTests")
ON_POSTGRESQL_ALONE = "Operations/PostgreSQLTests.swift"
HERE = Path("scripts/checks/postgresql.py")

# The files of the use cases that a test runs, by the test's file and name.
STORIES = {
    "Account/AccountPagesTests.swift": {
        "opening a page changes nothing": (
            "AddUser Apply AuthenticateClient CollectLogin DescribeLogin FindBrowserSession "
            "FindService FinishAuthentication FinishPersonalization IndexAddresses IndexHistory "
            "IssueActivation LinkAudit ListBrowserSessions ListLegacyServices ListNameConflicts ListOwnDevices "
            "OpenActivation OpenBrowserSession OwnData OwnRememberedLogins OwnWebsites "
            "PrepareAuthentication ReadHistory ReadOverview RecordHousekeeping RedeemCode RemoveExpired "
            "ResolveRequirements RotateEncryptionKeys RotateIDTokenKeys ShortenAudit StartAuthentication"
        ),
        "the page with the login's code names the manager once, and can be left": ("GiveUpProcess"),
    },
    "Account/HandoutTests.swift": {
        "the page survives a reload, and no table has the PIN": ("SealedHandout"),
    },
    "Account/SessionActTests.swift": {
        "A person cancels an activation that waits, and nothing else": ("CancelPendingDevice"),
        "A person chooses a language, and takes the choice back": ("SetAccountLanguage"),
        "A person renames a device, as the page showed it": ("RenameOwnDevice"),
    },
    "Admin/AdministratorDeclarationTests.swift": {
        "The list is complete: who is not named loses the role; without the list all stay": ("ListGrants"),
    },
    "Admin/DeviceActsTests.swift": {
        "A device is renamed by alias or by the beginning of its id, and is told": ("RenameDevice ReportActivations"),
        "Platform, key store and attestation are shown, and the end of a new device's cool-down": ("ListDevices"),
    },
    "Admin/ExportTests.swift": {
        "A random state that is exported and applied to an empty database is exported as the same bytes, on either engine": (  # noqa: E501
            "ExportDeclaration"
        ),
    },
    "Admin/ImportPeopleTests.swift": {
        "keeps the language of each person": ("ImportPeople"),
    },
    "Admin/IssueLettersTests.swift": {
        "each member without a device gets a code and a PIN of their own, by which a device is activated": (
            "IssueLetters"
        ),
    },
    "Joining/JoinTests.swift": {
        "The list says who came, and the audit log names the link": ("BeginJoin ListJoinLinks MakeJoinLink"),
        "A link that was withdrawn connects no device that waits": ("WithdrawJoinLink"),
        "Another code voids the former one, for the same account": ("RenewJoin"),
    },
    "Administration/LastAdministratorTests.swift": {
        "Two administrators who go at once leave one: 50 pairs, by each way": (
            "EnableUser FinishUtilityProcess MachineAct PerformAct RemoveUser RevokeDevice"
        ),
        "Two administrators who have each other removed at once leave one: 50 pairs": ("ApproveAtMachine"),
    },
    "Administration/SecondPersonTests.swift": {
        "Whoever asked for it withdraws it, and so does another administrator": ("WithdrawPendingAct"),
    },
    "Attributes/RawAttributeTests.swift": {
        "One person cannot take back another's choice, and an old request takes back no new one": (
            "ListAliasChoices RemoveAliasChoice"
        ),
    },
    "Audit/AuditHeadTests.swift": {
        "a chain that was put back to an earlier state, with all it has, lacks a later head": ("AuditHead VerifyAudit"),
    },
    "Audit/AuditLeaseTests.swift": {
        "a lease that nobody gives back is a failure after ten minutes": ("ReadHealth"),
    },
    "Audit/EvidenceTests.swift": {
        "the evidence of an act is its signed text, verified by the device's key": ("ReadEvidence"),
    },
    "Audit/ExportAuditTests.swift": {
        "an export has each event once with names and public ids, and is an event itself": ("ExportAudit"),
    },
    "Audit/ExportEvidenceTests.swift": {
        "it proves the device's signature without the manager, and its export is an event": ("ExportEvidence"),
    },
    "Audit/ReplaceAuditChainTests.swift": {
        "All events are linked again, with another key, and the former chain's last head shows it": (
            "ReplaceAuditChain"
        ),
    },
    "Console/ConsoleAccountsPagesTests.swift": {
        "opening pages changes no row but the session's last moment": (
            "DescribeAct FindAccounts FindScopes ListAdministrators ListLockedDevices ListPendingActs "
            "SearchAudit StartUtilityProcess ViewAccount"
        ),
    },
    "Console/ConsoleRouteTests.swift": {
        "The name of an account out of scope is like an invented one": ("FindGrantee"),
    },
    "DeclaredAttributes/DeclaredAttributeDeclarationTests.swift": {
        "they are declared, exported and applied again without a change": ("DeclaredAttributeValues"),
        "two people have no names that can be mistaken for each other": ("ChangeAccountName"),
    },
    "Doctor/DoctorStateTests.swift": {
        "A request to a key that was never published is a warning for a day, and none after the repair": (
            "RecordUnpublishedKey"
        ),
    },
    "Doctor/DoctorTests.swift": {
        "It writes nothing to the database": ("ListIDTokenKeys LongIDTokens RolesForUncheckedBrowsers"),
    },
    "Groups/GroupDeclarationTests.swift": {
        "an operator puts a user into a group, and takes the user out again": ("ChangeGroups"),
    },
    "InApp/DirectLoginLimitsTests.swift": {
        "Aborted logins are removed an hour after their end": ("AbortAuthentication"),
    },
    "Mail/VerifyAddressTests.swift": {
        "a code that is typed where it was asked for verifies the address": ("MailedCodes VerifyAddress"),
    },
    "Mail/VerifiedAddressTests.swift": {
        "a service takes addresses that were verified by code, unless it demands an operator": (
            "DemandsOfVerifiedMail"
        ),
    },
    "Mail/InvitationMailTests.swift": {
        "each address gets a mail with a link and a code of its own": ("FindMailedInvitation SendInvitations"),
    },
    "Mail/StopLinkTests.swift": {
        "stops a new device for good, once, without a login": ("StopDevice"),
    },
    "OfflineAccess/OfflineAccessTests.swift": {
        "a confidential client keeps its token, and gets the same login again": (
            "CollectAuthorizationCode ReadUserInfo RedeemRefreshToken StartInAppLogin"
        ),
        "revocation takes access tokens and unknown tokens, and no other client's": ("RevokeToken"),
    },
    "OpenID/RememberedLoginRaceTests.swift": {
        "a use at the moment of the end leaves neither the login nor a code": (
            "DisownLogin LogOutAtWebsites UseRememberedLogin"
        ),
    },
    "Operations/CheckedTimeTests.swift": {
        "Managers together move it by twice the real time at most, and no slower than one": ("CheckTime"),
    },
    "Operations/DamagedDatabaseTests.swift": {
        "A sound database is checked once a week where it is a file, and never where it is a server": (
            "CheckIntegrity"
        ),
    },
    "Operations/EpochTests.swift": {
        "A device that was activated before logs in with its next request": ("PrepareEpoch PublishEpoch"),
    },
    "Operations/IDTokenKeyRotationTests.swift": {
        "In an emergency new keys sign at once, and the old ones verify nothing, at all managers": (
            "ReplaceIDTokenKeys"
        ),
    },
    "Operations/KeyEncryptionKeyRotationTests.swift": {
        "A walk that was interrupted goes on in another process": ("ReplaceKeyEncryptionKey SealAgain"),
    },
    "Operations/PostgreSQLTests.swift": {
        "A backup is recorded by the moment at which it began": ("BeginBackup RecordBackup"),
        "A browser remembers a login": ("RememberLogin"),
        "A manager finds that it is ready": ("CheckReadiness"),
        "A person ends the lasting access of a website": ("EndOfflineAccess"),
        "A pushed request leads to a login page": ("FindPushedRequest PushRequest"),
        "An operator reads the acts that wait for a second administrator": ("PendingActDetails"),
        "An operator reads the services and their risks, and replaces a client secret": (
            "CheckRedirectURI DescribeService EndFormerSecret ListServices PermanentUnlock RepeatedLogins "
            "RolesForDeviceAlone RotateSecret"
        ),
    },
    "Recovery/RecoveryStopTests.swift": {
        "by a device, with its code": ("OwnRecovery"),
        "by an operator, and leaves the code": ("ListRecoveries StopRecovery"),
        "where a device was used with its PIN, also one that has ended since": ("RecoveryRules"),
    },
    "Recovery/RecoveryTests.swift": {
        "is told when it begins and when it goes on, with a link that stops it": ("HoldRecoveries"),
        "takes both proofs twice, a day apart, and replaces every device": (
            "FindRecovery MakeRecoveryCode ProveRecovery SendRecoveryMail"
        ),
    },
    "Restore/RestoreDatabaseTests.swift": {
        "A backup whose audit log was changed is named, and accepting what remains does not cover it": (
            "RestoreDatabase"
        ),
    },
    "SharedLogin/SharedLoginTests.swift": {
        "a website that was confirmed before is answered without the device, as another subject and session": (
            "ShareLogin UseSharedLogin"
        ),
        "the account lists it with its websites": ("OwnSharedLogins"),
    },
    "Utility/MergeTests.swift": {
        "A merge gives membership, roles and an unverified address, and the placeholder goes": (
            "CreateInvitation ListUserAttributes ReportStatus ShowUser UserAttributes"
        ),
        "Of fifty confirmations of one invitation at once, by five accounts, one takes it": ("ListUsers"),
    },
    "Utility/TwoDevicesTests.swift": {
        "Neither loses its state, and nothing deadlocks": ("RenameActivation RevokeActivation"),
    },
}

OPERATION = re.compile(
    r"^    package func callAsFunction|DeviceOperationHandler \{"
    r"|^extension Context \{\n(?:(?!\}).*\n)*?    package func",
    re.MULTILINE,
)


def is_use_case(text: str) -> bool:
    return bool(OPERATION.search(text))


def runs_on_both(text: str, name: str) -> bool:
    """True if a suite lists a test of this name with both engines."""
    return bool(re.search(f'"{re.escape(name)}",[^"{{]*?Engine\\.allCases', text))


def faults_of_stories() -> Iterator[Fault]:
    for file, stories in STORIES.items():
        text = (tree.ROOT / TESTS / file).read_text()
        for name in stories:
            if file == ON_POSTGRESQL_ALONE and f'"{name}"' in text:
                continue
            if not runs_on_both(text.replace('\\"', '"'), name):
                yield Fault(HERE, 1, f'{file} has no test "{name}" with both engines')


def faults() -> Iterator[Fault]:
    yield from faults_of_stories()
    told = {use_case for stories in STORIES.values() for text in stories.values() for use_case in text.split()}
    for path in tree.files(".swift", below=USE_CASES):
        if is_use_case((tree.ROOT / path).read_text()) and path.stem not in told:
            yield Fault(path, 1, f"no test runs it on PostgreSQL: give one both engines, and name it in {HERE}")
