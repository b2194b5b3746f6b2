/*
 * A personalization, seen from the device: one record, one open token, one pair of keys (docs/protocol.md, section 4).
 *
 * No decision depends on a clock.
 *   - An attempt is the open token of one answer to `open`. The pending record names the attempt (by the token's hash), and its keys
 *     sign for that attempt alone.
 *   - An attempt that finds the record of another one sends `status` with the other's token. The manager ends that token, unless it
 *     was used, and then answers "active" or "unknown". After "unknown" nothing that these keys have signed can be enrolled.
 *   - The device deletes keys only if the record, read again under the lock, still names the attempt that `status` was about.
 *   - Any other flow (Login) sends `status` without the token: that ends nothing, and deletes nothing.
 *
 * Size:
 *   ATTEMPTS=n   number of attempts (2), each of which may send `personalizeFinish` twice, with another PIN
 *   SECOND=x     the second attempt: of the same activation (0), of another activation at the same manager (1)
 *   ONCE         each attempt sends once
 *   EXPIRES      tokens may expire, at any time
 *   LOGIN, CHECK, DEPERSONALIZE   flows beside the attempts
 * Assertions for some runs:
 *   HARMLESS        a login beside an attempt never has it refused (with ATTEMPTS=1, without EXPIRES)
 *   CHECK_REVOKED   an activation that was reported as revoked is never active afterwards
 * Rules taken away; in each of these runs Spin must find a violation:
 *   NO_LOCK    the device does not lock its records
 *   NO_END     `status` ends no token
 *   NO_SAME    the device deletes any pending record of the manager
 *   LOUD       logins send the token, too
 *   BLIND      `promote` writes the record without reading it
 *   TRUST_PIN  a retry that finds the activation active reports plain success
 *   REVIVE     the manager enrols keys for an activation that was revoked
 * Witnesses, assertions that must fail: SEE_ACTIVE SEE_REPLACED SEE_TAKEN_UP
 */
#ifndef ATTEMPTS
#define ATTEMPTS 2
#endif
#ifndef SECOND
#define SECOND 0
#endif

#define NONE 0
#define PENDING 1
#define ACTIVE 2
#define REVOKED 3

/* The device. `attempt`: number of the open token, from 1. */
byte record = NONE;
bit recordOf;
byte recordAttempt;
byte keys[2];
byte made;
bool locked;

/* The manager. */
typedef Activation { byte state; byte key; byte pin; byte attempt }
Activation manager[2];
byte ended;		/* one bit for each token that enrols no keys */
byte expired;		/* one bit for each token whose enrolment is not answered again */

/* A `personalizeFinish` under way: two for each attempt. */
typedef Message { byte left; byte key; byte answer }
Message message[4];
#define OK 1
#define NO 2
#define codeOf(m) (m / 2 == 0 -> 0 : SECOND)
#define BIT(n) (1 << (n))
#ifdef REVIVE
#define mayEnrol(a) (manager[a].state == NONE || manager[a].state == REVOKED)
#else
#define mayEnrol(a) (manager[a].state == NONE)
#endif

bool givenUp[2];
bool toldRevoked[2];
#define KEPT(a) assert(!(manager[a].state == ACTIVE && keys[a] != manager[a].key) || givenUp[a])

#ifdef NO_LOCK
#define take() skip
#define release() skip
#else
#define take() atomic { !locked -> locked = true }
#define release() locked = false
#endif

/* `personalizeFinish` at the manager: one transaction. PIN and statement are the number of the message. */
inline commit(m) {
	if
	:: manager[codeOf(m)].state == ACTIVE ->
		if
		:: (manager[codeOf(m)].attempt == m / 2 + 1 && manager[codeOf(m)].key == message[m].key
			&& manager[codeOf(m)].pin == m && (expired & BIT(m / 2 + 1)) == 0) -> answer = OK
		:: else -> answer = NO
		fi
	:: mayEnrol(codeOf(m)) && (ended & BIT(m / 2 + 1)) == 0 ->
		manager[codeOf(m)].state = ACTIVE;
		manager[codeOf(m)].key = message[m].key;
		manager[codeOf(m)].pin = m;
		manager[codeOf(m)].attempt = m / 2 + 1;
		KEPT(codeOf(m));
#ifdef CHECK_REVOKED
		assert(!toldRevoked[codeOf(m)]);
#endif
#ifdef SEE_ACTIVE
		assert(false);
#endif
		answer = OK
	:: else -> answer = NO
	fi;
	message[m].left--;
	if
	:: message[m].answer = answer
	:: true				/* lost */
	fi;
	answer = 0
}

proctype Manager() {
	byte answer;
end:	do
	:: atomic { message[0].left > 0 -> commit(0) }
	:: atomic { message[1].left > 0 -> commit(1) }
	:: atomic { message[2].left > 0 -> commit(2) }
	:: atomic { message[3].left > 0 -> commit(3) }
	:: atomic { message[0].left > 0 -> message[0].left = 0 }
	:: atomic { message[1].left > 0 -> message[1].left = 0 }
	:: atomic { message[2].left > 0 -> message[2].left = 0 }
	:: atomic { message[3].left > 0 -> message[3].left = 0 }
#ifdef EXPIRES
	:: atomic { (ended & 2) == 0 -> ended = ended | 2; expired = expired | 2 }
	:: atomic { (ended & 4) == 0 -> ended = ended | 4; expired = expired | 4 }
	:: atomic { (ended & 2) != 0 && (expired & 2) == 0 -> expired = expired | 2 }
	:: atomic { (ended & 4) != 0 && (expired & 4) == 0 -> expired = expired | 4 }
#endif
	od
}

/* Deletes the keys, then the record. Under the lock. */
inline forget(a) {
	atomic { keys[a] = 0; KEPT(a) }
	if
	:: true
	:: true -> release(); goto dead
	fi;
	atomic { record = NONE; recordOf = 0; recordAttempt = 0 }
}

/* Sends `status` about the pending record of `code` and `attempt`, as they were read before. */
inline ask(ending) {
	atomic {
		key = keys[code];
		if
		:: key == 0 -> goto dead	/* keysMissing */
		:: else
		fi
	}
	/* `status` at the manager */
	atomic {
		known = (manager[code].state == ACTIVE && manager[code].key == key);
#ifndef NO_END
		if
		:: ending && !known -> ended = ended | BIT(attempt)
		:: else
		fi
#endif
	}
	if
	:: true
	:: true -> goto dead		/* no answer */
	fi;
	take();
	if
	:: (record == PENDING
#ifndef NO_SAME
		&& recordOf == code && recordAttempt == attempt
#endif
		) ->
		if
		:: known -> record = ACTIVE
		:: !known && ending -> forget(code)
		:: else
		fi
	:: (record == ACTIVE && recordOf == code && recordAttempt == attempt)
	:: else -> known = false	/* the record is another attempt's, which `known` may be about */
	fi;
	release()
}

#ifdef LOUD
#define LOGIN_ENDS true
#else
#define LOGIN_ENDS false
#endif

proctype Finish(bit f) {
	byte key, attempt, seen, m;
	bit code;
	bool known;

	m = 2 * f;
begin:	take();
	atomic { seen = record; code = recordOf; attempt = recordAttempt };
	if
	:: seen == NONE ->
		atomic { made++; keys[codeOf(m)] = made; KEPT(codeOf(m)) }
		if
		:: true
		:: true -> release(); goto dead
		fi;
		atomic { record = PENDING; recordOf = codeOf(m); recordAttempt = f + 1 }
	:: seen == PENDING && code == codeOf(m) && attempt == f + 1
	:: seen == PENDING && !(code == codeOf(m) && attempt == f + 1) ->
		release();
		ask(true);
#ifdef SEE_REPLACED
		assert(known);
#endif
		goto begin
	:: seen == ACTIVE -> release(); goto dead	/* alreadyPersonalized */
	fi;
	release();
	if
	:: true
	:: true -> goto dead
	fi;
	atomic {
		key = keys[codeOf(m)];
		if
		:: key == 0 -> goto dead
		:: else
		fi;
		message[m].key = key; message[m].left = 1 + (1 - m % 2)	/* the first may come twice */
	}
	if
	:: atomic { message[m].answer == OK -> message[m].answer = 0 }
		take();
		if
		:: (true
#ifndef BLIND
			&& record == PENDING && recordOf == codeOf(m) && recordAttempt == f + 1
#endif
			) -> atomic { record = ACTIVE; recordOf = codeOf(m); recordAttempt = f + 1 }
		:: else
		fi;
		release();
		/* The app is told "activated". */
		atomic { assert(manager[codeOf(m)].pin == m) }
	:: atomic { message[m].answer == NO ->
#ifdef HARMLESS
		assert(m % 2 == 1);
#endif
		message[m].answer = 0 }
		atomic { seen = record; code = recordOf; attempt = recordAttempt };
		if
		:: code == codeOf(m) && attempt == f + 1 && seen == PENDING -> ask(true)
		:: code == codeOf(m) && attempt == f + 1 && seen == ACTIVE -> known = true
		:: else -> goto dead			/* another attempt has taken over, or it was given up */
		fi;
#ifdef SEE_TAKEN_UP
		assert(!known);
#endif
		/* The attempt knows which PINs it has sent: one, or two, and then the earlier may count. */
#ifndef TRUST_PIN
		atomic { assert(!known || m % 2 == 1 || manager[codeOf(m)].pin == m) }
#else
		atomic { assert(!known || manager[codeOf(m)].pin == m) }
#endif
#ifndef ONCE
	:: m % 2 == 0 -> m++; goto begin		/* no answer: the app tries again, with another PIN */
#endif
	:: true
	fi;
dead:	atomic { key = 0; attempt = 0; seen = 0; code = 0; known = false; message[m].answer = 0; m = 0 }
}

#ifdef LOGIN
proctype Login() {
	byte key, attempt, seen;
	bit code;
	bool known;
	atomic { seen = record; code = recordOf; attempt = recordAttempt };
	if
	:: seen == PENDING -> ask(LOGIN_ENDS)
	:: else
	fi;
dead:	atomic { key = 0; attempt = 0; seen = 0; code = 0; known = false }
}
#endif

#ifdef CHECK
proctype Check() {
	take();
	if
	:: record != NONE && keys[recordOf] == 0 -> atomic { record = NONE; recordOf = 0; recordAttempt = 0 }
	:: else
	fi;
	release()
}
#endif

#ifdef DEPERSONALIZE
proctype Depersonalize() {
	byte key, attempt, seen;
	bit code;
	bool known;
	atomic { seen = record; code = recordOf; attempt = recordAttempt };
	if
	:: seen == PENDING ->
		atomic {
			key = keys[code];
			known = (manager[code].state == ACTIVE && manager[code].key == key);
			if
			:: !known && key != 0 -> ended = ended | BIT(attempt)
			:: else
			fi;
			if
			:: true
			:: key = 0; givenUp[code] = true	/* no answer: `forgottenLocally` */
			fi
		};
		if
		:: key != 0 && known ->
			atomic {
				if
				:: manager[code].state == ACTIVE && manager[code].key == key ->
					manager[code].state = REVOKED; toldRevoked[code] = true
				:: manager[code].state == ACTIVE -> givenUp[code] = true
				:: else
				fi
			}
		:: else
		fi
	:: seen == ACTIVE ->
		atomic {
			key = keys[code];
			if
			:: manager[code].state == ACTIVE && manager[code].key == key ->
				manager[code].state = REVOKED; toldRevoked[code] = true
			:: manager[code].state != ACTIVE || manager[code].key != key -> toldRevoked[code] = true
			:: givenUp[code] = true
			fi
		}
	:: else -> goto dead
	fi;
	take();
	if
	:: record != NONE && recordOf == code && recordAttempt == attempt -> forget(code)
	:: else
	fi;
	release();
dead:	atomic { key = 0; attempt = 0; seen = 0; code = 0; known = false }
}
#endif

init {
	atomic {
		run Manager();
		run Finish(0);
#if ATTEMPTS > 1
		run Finish(1);
#endif
#ifdef LOGIN
		run Login();
#endif
#ifdef CHECK
		run Check();
#endif
#ifdef DEPERSONALIZE
		run Depersonalize();
#endif
	}
	timeout;
	assert(manager[0].state != ACTIVE || givenUp[0] || (record != NONE && recordOf == 0));
	assert(manager[1].state != ACTIVE || givenUp[1] || (record != NONE && recordOf == 1))
}
