/*
 * The recovery of one account by its person, from the recovery code to the device that replaces all former ones. `Recovery` of
 * XignDomain has its states, `RecoveryRules` of XignUseCases its rules, and these use cases its steps: `askBegin` and `askEnd` are
 * FindRecovery and SendRecoveryMail, `confirmBegin` and `confirmEnd` ProveRecovery, `personalize` FinishPersonalization,
 * `stopByDevice` StopOwnRecovery, `stopByLink` StopDevice, `makeCode` MakeRecoveryCode, `operatorRecovers` IssueActivation, and
 * HoldRecoveries ends what is used or over.
 *
 * Two claimants, the owner and the attacker, each in a browser of their own. The owner knows every recovery code, reads the mailbox and
 * has the former device, which may be lost: then nobody uses it. The attacker holds what the switches say. Everybody may send any
 * request that they can compose, at any time, in any order, any number of times. A transaction of the manager is one atomic step.
 * Time passes in steps: a code that was mailed, and an activation that was issued, live until the next one.
 *
 * The attacker holds:
 *   A_CODE    the first recovery code (a sheet of paper)
 *   A_MAIL    the mailbox                      A_ONCE    the mailbox, until time passes for the first time
 * Size: RECOVERIES, ACTIVATIONS
 * Rules taken away; in each of these runs Spin must find a violation:
 *   NO_MAIL_BEGIN  the recovery code alone begins                  NO_MAIL_END    the recovery code alone ends it
 *   NO_CODE_END    the mailed code alone ends it                   ONE_KIND       the code that was mailed for the begin ends it, too
 *   EARLY_MAIL     the code for the end is mailed before the wait is over, and lives until it is used
 *   NO_WAIT        nobody waits                                    KEEP_WAIT      a stop leaves what is left of the wait to the next one
 *   USE_AT_ISSUE   use of a device is looked at when the activation is issued, and not when it becomes active
 *   IGNORE_USE     use of a device is not looked at                ANY_ACTIVATION an activation that no open recovery names becomes active
 *   USE_BY_DEVICE_ALONE  a use that the device's key alone has signed objects, too
 *   KEEP_CODE      a stop by a device leaves the recovery code     ANY_LINK       a stop link stops each later recovery
 *   CODE_STAYS     the code stays after the recovery               REVOKE_LATER   the former devices end in a transaction of their own
 *   BEGIN_GRANT    grants are looked at when it begins alone       OPERATOR_LEAVES an operator's recovery leaves the person's
 *   LOCK_BY_CODE   whoever has the recovery code can lock the devices
 * Witnesses, assertions that must fail: SEE_DONE SEE_ATTACKER SEE_VETO SEE_LINK SEE_AGAIN SEE_EXPIRED SEE_SECOND SEE_OPERATOR
 */

#ifndef RECOVERIES
#define RECOVERIES 2
#endif
#ifndef ACTIVATIONS
#define ACTIVATIONS 3
#endif
#define WAIT 2
#define WINDOW 2
#define OWNER 0
#define ATTACKER 1

/* States of an activation. */
#define NONE 0
#define PENDING 1
#define ACTIVE 2
#define VOID 3

/* The conditions that a switch takes away. */
#if defined(IGNORE_USE)
#define IS_UNUSED_AT_ISSUE true
#define IS_UNUSED true
#elif defined(USE_AT_ISSUE)
#define IS_UNUSED_AT_ISSUE !wasUsed
#define IS_UNUSED true
#else
#define IS_UNUSED_AT_ISSUE !wasUsed
#define IS_UNUSED !wasUsed
#endif
#ifdef BEGIN_GRANT
#define IS_NO_ADMINISTRATOR true
#else
#define IS_NO_ADMINISTRATOR !holdsGrant
#endif
#ifdef ANY_ACTIVATION
#define IS_NAMED(a) true
#else
#define IS_NAMED(a) (isWaiting && named == a + 1)
#endif
#ifdef ANY_LINK
#define IS_LINK_OF_PRESENT(l) true
#else
#define IS_LINK_OF_PRESENT(l) (l == id)
#endif
#ifdef EARLY_MAIL
#define MAY_ASK_FOR_END true
#else
#define MAY_ASK_FOR_END (left == 0)
#endif

/* The account, its row of the table recovery, and the former device. */
byte code = 1;			/* the recovery code that is valid; 0: none */
byte made = 1;			/* codes that were made */
bool isWaiting;
byte id;			/* the present recovery, or the last one */
byte named;			/* 1 + the activation that it has issued last; 0: none */
byte left;			/* of the wait */
byte age;			/* since the begin */
bool wasUsed;			/* a device has confirmed something since then */
bool holdsGrant;
bool isDeviceActive = true;

typedef Activation {
	byte state;
	byte recovery;		/* 0: an operator's */
	byte holder
}
Activation activation[ACTIVATIONS];
byte issued;

/* True for a code that was mailed, and that its claimant can read. */
bool mailedForBegin[2];
bool mailedForEnd[2];

bool canRead[2];		/* who reads the mailbox now */

/* History, for the assertions alone. */
bool isVetoed[RECOVERIES + 1];	/* the device was used, or somebody has stopped it */
byte completions[4];		/* by recovery code */
bool isCodeDead[4];
bool isReplaced;
bool isRevoked;			/* the device, by an operator */

#ifdef A_CODE
#define KNOWS(h) (code != 0 && (h == OWNER || code == 1))
#else
#define KNOWS(h) (code != 0 && h == OWNER)
#endif

inline voidPending() {
	for (i : 0 .. ACTIVATIONS - 1) {
		if
		:: activation[i].state == PENDING ->
			activation[i].state = VOID;
			activation[i].recovery = 0;
			activation[i].holder = 0
		:: else
		fi
	}
}

inline endRecovery() {
	isWaiting = false;
	wasUsed = false;
	named = 0;
	age = 0;
#ifndef KEEP_WAIT
	left = 0
#endif
}

/* Begins the wait, after both proofs. */
inline beginWait() {
	assert(!isCodeDead[code]);
	id++;
	isWaiting = true;
	wasUsed = false;
	age = 0;
#ifdef KEEP_WAIT
	left = (id == 1 -> WAIT : left)
#else
#ifdef NO_WAIT
	left = 0
#else
	left = WAIT
#endif
#endif
}

/* `POST /recover`: the recovery code. Mails a code, to this browser's request. */
inline askBegin(h) {
	KNOWS(h) && !isWaiting && !holdsGrant && id < RECOVERIES && !mailedForBegin[h] ->
#ifdef NO_MAIL_BEGIN
	assert(canRead[h]);		/* the wait begins with both proofs */
	beginWait()
#else
	mailedForBegin[h] = canRead[h]
#endif
}

/* `POST /recover/begin`: the code of the mail. */
inline confirmBegin(h) {
	KNOWS(h) && mailedForBegin[h] && !isWaiting && !holdsGrant && id < RECOVERIES ->
#ifndef ONE_KIND
	mailedForBegin[h] = false;
#endif
	beginWait();
#ifdef SEE_AGAIN
	assert(id == 1)
#endif
}

/* `POST /recover` again, when the wait is over: mails the code for the end. */
inline askEnd(h) {
#ifdef NO_CODE_END
	isWaiting && MAY_ASK_FOR_END && !mailedForEnd[h] ->
#else
	KNOWS(h) && isWaiting && MAY_ASK_FOR_END && !mailedForEnd[h] ->
#endif
#ifdef NO_MAIL_END
	mailedForEnd[h] = true
#else
	mailedForEnd[h] = canRead[h]
#endif
}

/* `POST /recover/end`: the code of the second mail. Issues an activation, in place of an earlier one. */
inline confirmEnd(h) {
#ifdef NO_CODE_END
	isWaiting && mailedForEnd[h] && left == 0 && issued < ACTIVATIONS && IS_UNUSED_AT_ISSUE && IS_NO_ADMINISTRATOR ->
#else
#ifdef ONE_KIND
	KNOWS(h) && isWaiting && (mailedForEnd[h] || mailedForBegin[h]) && left == 0 && issued < ACTIVATIONS && IS_UNUSED_AT_ISSUE && IS_NO_ADMINISTRATOR ->
#else
	KNOWS(h) && isWaiting && mailedForEnd[h] && left == 0 && issued < ACTIVATIONS && IS_UNUSED_AT_ISSUE && IS_NO_ADMINISTRATOR ->
#endif
#endif
	mailedForEnd[h] = false;
	activation[issued].state = PENDING;
	activation[issued].recovery = id;
	activation[issued].holder = h;
	issued++;
	named = issued;
#ifdef SEE_SECOND
	assert(issued == 1)
#endif
}

/* `personalizeFinish`: the transaction in which the device becomes active. */
inline personalize(a) {
	if
	:: activation[a].state == PENDING && activation[a].recovery == 0 ->
		activation[a].state = ACTIVE;
#ifdef SEE_OPERATOR
		assert(false)
#endif
	:: activation[a].state == PENDING && activation[a].recovery != 0 && IS_NAMED(a) && IS_UNUSED && IS_NO_ADMINISTRATOR ->
		/* Who had one proof alone gets no device; who had both, none that somebody has objected to. */
#if defined(A_CODE) && defined(A_MAIL)
#ifdef SEE_ATTACKER
		assert(activation[a].holder == OWNER);
#endif
#else
		assert(activation[a].holder == OWNER);
#endif
		assert(!isVetoed[activation[a].recovery]);
		assert(age >= WAIT);
		assert(!holdsGrant);
		/* No claimant has taken the objection of the former device away. */
		assert(isDeviceActive || isRevoked);
#ifdef SEE_DONE
		assert(false);
#endif
		for (i : 0 .. ACTIVATIONS - 1) {
			/* One recovery makes one device, and no operator's lives beside it. */
			assert(activation[i].state != ACTIVE)
		}
		activation[a].state = ACTIVE;
		completions[code]++;
		assert(completions[code] <= 1);
#ifndef CODE_STAYS
		code = 0;
#endif
		isReplaced = true;
#ifndef REVOKE_LATER
		isDeviceActive = false;
#endif
		isWaiting = false;
		wasUsed = false;
		named = 0;
		age = 0;
		left = 0
	fi
}

/* The device of a completed recovery is lost in its turn, so that another one may begin. */
inline loseNewDevice() {
	isReplaced ->
	for (i : 0 .. ACTIVATIONS - 1) {
		if
		:: activation[i].state == ACTIVE -> activation[i].state = VOID; activation[i].recovery = 0; activation[i].holder = 0
		:: else
		fi
	}
}

/* Something is confirmed with the former device. */
inline use() {
	isDeviceActive ->
	assert(!isReplaced);
	if
	:: isWaiting ->
		wasUsed = true;
		isVetoed[id] = true;
#ifdef SEE_VETO
		for (i : 0 .. ACTIVATIONS - 1) { assert(activation[i].state != PENDING) }
#endif
	:: else
	fi
}

/* Something is confirmed with the key of the former device alone: a thief who does not know its PIN can do that, for a website that
 * asks for no more. */
inline useByDeviceAlone() {
	isDeviceActive ->
#ifdef USE_BY_DEVICE_ALONE
	if
	:: isWaiting -> wasUsed = true
	:: else
	fi
#else
	skip
#endif
}

/* The end is refused, since a device was used: by somebody who knows its PIN, or else a thief would object for ever. */
inline refuseEnd(h) {
	KNOWS(h) && isWaiting && mailedForEnd[h] && left == 0 && !(IS_UNUSED_AT_ISSUE) ->
	assert(isVetoed[id])
}

/* "Stop it" on the account pages, after a login with the former device. */
inline stopByDevice() {
	isDeviceActive && isWaiting ->
	isVetoed[id] = true;
	isCodeDead[code] = true;
#ifndef KEEP_CODE
	code = 0;
#endif
	endRecovery()
}

/* The stop link in the mails about a recovery, which stay in the mailbox. */
inline stopByLink(h, link) {
	canRead[h] && link <= id && isWaiting && IS_LINK_OF_PRESENT(link) ->
	assert(link == id);
	isVetoed[id] = true;
	endRecovery();
#ifdef SEE_LINK
	assert(false)
#endif
}

/* An operator issues an activation, after a check of the person; no usable device is left. */
inline operatorRecovers() {
	isRevoked && !isReplaced && issued < ACTIVATIONS ->
#ifndef OPERATOR_LEAVES
	endRecovery();
	voidPending();
	code = 0;
#endif
	activation[issued].state = PENDING;
	activation[issued].recovery = 0;
	activation[issued].holder = OWNER;
	issued++
}

/* The owner makes another recovery code, confirmed on the device. */
inline makeCode() {
	isDeviceActive && made < 3 ->
	use();
	made++;
	code = made
}

inline pass() {
	canRead[OWNER] = true;
#ifdef A_ONCE
	canRead[ATTACKER] = false;
#endif
#ifndef ONE_KIND
	mailedForBegin[0] = false;
	mailedForBegin[1] = false;
#endif
#ifndef EARLY_MAIL
	mailedForEnd[0] = false;
	mailedForEnd[1] = false;
#endif
	voidPending();
	left = (left > 0 -> left - 1 : 0);
	if
	:: isWaiting && age == WAIT + WINDOW ->
		endRecovery();
#ifdef SEE_EXPIRED
		assert(false)
#endif
	:: isWaiting && age < WAIT + WINDOW -> age++
	:: else
	fi
}

#define RESET i = 0

init {
	byte i;
	canRead[OWNER] = true;
#if defined(A_MAIL) || defined(A_ONCE)
	canRead[ATTACKER] = true;
#endif
	do
	:: atomic { askBegin(OWNER); RESET }
	:: atomic { askBegin(ATTACKER); RESET }
	:: atomic { confirmBegin(OWNER); RESET }
	:: atomic { confirmBegin(ATTACKER); RESET }
	:: atomic { askEnd(OWNER); RESET }
	:: atomic { askEnd(ATTACKER); RESET }
	:: atomic { confirmEnd(OWNER); RESET }
	:: atomic { confirmEnd(ATTACKER); RESET }
	:: atomic { personalize(0); RESET }
	:: atomic { personalize(1); RESET }
#if ACTIVATIONS > 2
	:: atomic { personalize(2); RESET }
#endif
	:: atomic { stopByLink(OWNER, 1); RESET }
	:: atomic { stopByLink(ATTACKER, 1); RESET }
	:: atomic { stopByLink(OWNER, 2); RESET }
	:: atomic { stopByLink(ATTACKER, 2); RESET }
	:: atomic { use(); RESET }
	:: atomic { useByDeviceAlone(); RESET }
	:: atomic { refuseEnd(OWNER); RESET }
	:: atomic { refuseEnd(ATTACKER); RESET }
	:: atomic { makeCode(); RESET }
	:: atomic { stopByDevice(); RESET }
	:: atomic { loseNewDevice(); RESET }
	/* An operator revokes the device, which is lost. */
	:: atomic { isDeviceActive && !isReplaced -> isDeviceActive = false; isRevoked = true }
	:: atomic { operatorRecovers(); RESET }
	/* An operator stops the recovery. */
	:: atomic { isWaiting -> isVetoed[id] = true; endRecovery(); RESET }
	:: atomic { !holdsGrant -> holdsGrant = true }
#ifdef LOCK_BY_CODE
	:: atomic { (KNOWS(OWNER) || KNOWS(ATTACKER)) && isDeviceActive -> isDeviceActive = false }
#endif
	:: atomic { pass(); RESET }
	od
}
