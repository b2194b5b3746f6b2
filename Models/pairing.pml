/*
 * The digits of one process, whose QR code an activation has opened or scanned (docs/protocol.md, sections 5 and 6).
 *
 * The activation sends `start` with the secret of the code, as opened or as scanned, and `prepare` with digits that its user has
 * typed. The user does not see the page, and so types any digits, or none. Every request can arrive at any time, in any order,
 * any number of times. A transaction of the manager is one atomic step, and nothing but the database outlives it: so a manager
 * that is restarted, or a second one, is in the model.
 *
 * Size:
 *   REQUESTS   how many requests the activation may send
 *   DIGITS     how many pairs of digits there are
 * Rules taken away; in each of these runs Spin must find a violation:
 *   THROWN         the refusal of wrong digits rolls the end of the process back
 *   REVIVED        a process that wrong digits have ended can be claimed anew
 *   REDRAWN        each `start` with an opened code draws digits anew
 *   FREED          a `start` with a scanned code takes the pairing back
 *   FORGOTTEN      a refused role rolls right digits back
 *   UNPROVEN       a statement is made before the digits are judged
 * Witnesses, assertions that must fail: SEE_STATEMENT SEE_SCANNED SEE_DECLINED SEE_OPENED_LATER
 */

#ifndef REQUESTS
#define REQUESTS 5
#endif
#ifndef DIGITS
#define DIGITS 2
#endif

/* Phases. */
#define WAITING 0
#define CLAIMED 1
#define CONFIRMING 2
#define DECLINED 3

/* Operations. */
#define NONE 0
#define START 1
#define PREPARE 2

/* Pairings; digits are 1 to DIGITS, and 0 is none. */
#define NO_PAIRING 0
#define AWAITING 1
#define PROVEN 2

/* The process in the database. A session token is named by the request that made it, 0 is none. */
byte phase;
byte token;
byte pairing;
byte digits;

typedef Request {
	byte operation;
	bool isOpened;		/* START: the code was opened */
	byte token;
	byte typed;		/* PREPARE: the digits, or 0 */
	bool isRoleRight;	/* PREPARE: the role is one that the user holds */
	bool isSeen		/* the manager remembers the request */
}
Request request[REQUESTS];
byte composed;

/* History, for the assertions alone. */
byte judged;			/* number of times that digits were judged */
bool wasOpened;
bool wasScanned;		/* there was a statement before the code was opened */
bool wasRight;
bool wasWrong;

inline start(r) {
	if
#ifdef REVIVED
	:: phase == DECLINED -> phase = CLAIMED; token = r + 1; pairing = NO_PAIRING
#else
	:: phase == DECLINED
#endif
	:: phase != DECLINED && request[r].isSeen
	:: phase != DECLINED && !request[r].isSeen ->
		request[r].isSeen = true;
		phase = CLAIMED;
		token = r + 1;
#ifdef FREED
		if
		:: !request[r].isOpened -> pairing = NO_PAIRING
		:: else
		fi;
#endif
		if
#ifdef REDRAWN
		:: request[r].isOpened ->
#else
		:: request[r].isOpened && pairing == NO_PAIRING ->
#endif
#ifdef SEE_OPENED_LATER
			assert(!wasScanned);
#endif
			wasOpened = true;
			pairing = AWAITING;
			select(digits : 1 .. DIGITS)
		:: else
		fi
	fi
}

inline makeStatement(r) {
	if
	:: !request[r].isRoleRight
	:: request[r].isRoleRight ->
		assert(!wasWrong);
		assert(!wasOpened || wasRight);
#ifdef SEE_STATEMENT
		assert(!wasOpened);
#endif
#ifdef SEE_SCANNED
		assert(wasOpened);
#endif
		wasScanned = !wasOpened;
		phase = CONFIRMING;
		request[r].isSeen = true
	fi
}

inline prepare(r) {
	if
	:: phase == DECLINED || token != request[r].token || request[r].isSeen
	:: else ->
#ifdef UNPROVEN
		makeStatement(r);
#endif
		if
		:: pairing == AWAITING && request[r].typed != digits ->
			judged++;
			wasWrong = true;
#ifndef THROWN
			phase = DECLINED;
			pairing = NO_PAIRING;
#endif
#ifdef SEE_DECLINED
			assert(false)
#endif
		:: pairing == AWAITING && request[r].typed == digits ->
			judged++;
			wasRight = true;
#ifdef FORGOTTEN
			pairing = (request[r].isRoleRight -> PROVEN : AWAITING);
#else
			pairing = PROVEN;
#endif
			makeStatement(r)
		:: pairing != AWAITING -> makeStatement(r)
		fi;
		/* One attempt for each process; right digits are not asked for again. */
		assert(judged <= 1)
	fi
}

/* The activation composes any request, with any token that a `start` of its own may have got. */
proctype Activation() {
	byte t, typed;
end:	do
	:: atomic {
		composed < REQUESTS;
		if
		:: request[composed].operation = START; request[composed].isOpened = true
		:: request[composed].operation = START
		:: composed > 0 ->
			select(t : 1 .. composed);
			select(typed : 0 .. DIGITS);
			request[composed].operation = PREPARE;
			request[composed].token = t;
			request[composed].typed = typed;
			if
			:: request[composed].isRoleRight = true
			:: skip
			fi
		fi;
		composed++;
		t = 0;
		typed = 0
	   }
	od
}

proctype Manager() {
	byte r;
end:	do
	:: atomic {
		composed > 0;
		select(r : 0 .. composed - 1);
		if
		:: request[r].operation == START -> start(r)
		:: request[r].operation == PREPARE -> prepare(r)
		fi;
		r = 0
	   }
	od
}

init { atomic { run Activation(); run Manager() } }
