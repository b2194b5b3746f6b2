/*
 * Guessing at the PIN of one activation, and the lockout that stops it (docs/protocol.md, section 5, "What finish decides").
 *
 * A guesser holds the device, and so its key. Each guesser has a process of its own, and all of them guess at once, through any
 * number of managers at one database. A guess is one transaction of `finish`; several transactions may share a commit. They are in
 * `current` when they have run, in `durable` when the commit is on the disk, and only then are they answered. A crash loses what is
 * not durable, and the answers that are under way. A refused statement is remembered, and can be sent again with any PIN.
 *
 * A lockout may end at any time: guessers are patient, and the clocks of two managers may differ.
 *
 * Size:
 *   GUESSERS     number of guessers
 *   LIMIT        failures in a row that lock for good (10 by default)
 *   BUDGET       failures in 30 days that lock for good (50 by default)
 *   OWNER        number of right PINs that are given in all
 *   OTHER        some attempts claim no guessable factor
 * Rules taken away; in each of these runs Spin must find a violation:
 *   EARLY_ANSWER (answered before the commit is durable)  THROWN (a refusal is thrown, which rolls the count back)
 *   NO_MEMORY (a refused statement is judged again)  COUNT_LATER (judged in one transaction, counted in the next)
 *   NO_LOCK (decides on what was read before the lock)  CLEAR_ALL (a success clears what it did not prove)
 *   NO_PENDING (judges while locked)  NO_LIMIT  NO_BUDGET
 * Witnesses, assertions that must fail: SEE_LIMIT SEE_SUCCESS SEE_REPEATED SEE_BATCH
 */

#ifndef GUESSERS
#define GUESSERS 2
#endif
#ifndef LIMIT
#define LIMIT 10
#endif
#ifndef BUDGET
#define BUDGET 50
#endif
#ifndef OWNER
#define OWNER 1
#endif

#ifdef NO_LIMIT
#define hasReachedLimit false
#else
#define hasReachedLimit (current.pinFailures >= LIMIT || current.otherFailures >= LIMIT)
#endif
#ifdef NO_BUDGET
#define hasSpentBudget false
#else
#define hasSpentBudget (current.recorded >= BUDGET)
#endif

/* The activation in the database. `recorded`: wrong PINs within the 30 days. */
typedef Activation { byte pinFailures; byte otherFailures; byte recorded; bool isPermanent; bool isLocked }
Activation current;
Activation durable;

/* The guessers' processes. `isOpen`: a statement waits for its signatures. `hasRefused`: the statement before it was refused. */
typedef Process { bool isOpen; bool hasRefused }
Process process[GUESSERS];
Process durableProcess[GUESSERS];

/* Each guesser's request. */
#define IDLE 0
#define RUN 1			/* its transaction has run */
#define DURABLE 2
#define LOST 3
byte request[GUESSERS];

byte wrongAnswers;		/* wrong PINs that were judged, and answered */
byte successes;			/* right PINs that were judged */

#define OK 1
#define WRONG 2
#define REFUSED 3		/* not judged */

inline copy(to, from) {
	to.pinFailures = from.pinFailures; to.otherFailures = from.otherFailures; to.recorded = from.recorded;
	to.isPermanent = from.isPermanent; to.isLocked = from.isLocked
}

/* Counts the failure, remembers the statement, and renews it or ends the process. */
inline countFailure() {
#ifdef THROWN
	skip
#else
	if
	:: claimsPIN -> current.pinFailures = failuresBefore + 1; current.recorded++
	:: !claimsPIN -> current.otherFailures++
	fi;
	current.isPermanent = current.isPermanent || hasReachedLimit || hasSpentBudget;
	current.isLocked = true;
#ifdef SEE_LIMIT
	assert(!current.isPermanent);
#endif
	process[g].hasRefused = true;
	if
	:: !current.isPermanent		/* with a new statement */
	:: process[g].isOpen = false
	fi
#endif
}

/* A success clears the failures in a row of the factors that it proved. */
inline clearFailures() {
#ifdef CLEAR_ALL
	current.pinFailures = 0; current.otherFailures = 0;
#else
	if
	:: claimsPIN -> current.pinFailures = 0
	:: !claimsPIN -> current.otherFailures = 0
	fi;
#endif
	assert(claimsPIN || current.pinFailures == failuresBefore);
	assert(!current.isPermanent);
	current.isLocked = false;
	process[g].isOpen = false
#ifdef SEE_SUCCESS
	; assert(false)
#endif
}

inline readActivation() {
	failuresBefore = current.pinFailures;
	isPending = current.isPermanent || current.isLocked
}

inline judge() {
	if
#ifndef NO_MEMORY
	:: isRepeated -> result = REFUSED
#ifdef SEE_REPEATED
		; assert(false)
#endif
#endif
	:: !process[g].isOpen && !isRepeated -> result = REFUSED
	:: else ->
		if
#ifndef NO_PENDING
		:: isPending -> process[g].isOpen = false; result = REFUSED
		:: !isPending ->
#else
		:: true ->
#endif
			assert(!isRepeated);	/* a statement is judged once */
			if
			:: isRight ->
				if
				:: claimsPIN -> successes++
				:: else
				fi;
				clearFailures();
				result = OK
			:: !isRight ->
#ifndef COUNT_LATER
				countFailure();
#endif
				result = (claimsPIN -> WRONG : REFUSED)
			fi
		fi
	fi
}

proctype Guesser(byte g) {
	byte result, failuresBefore;
	bool isRight, claimsPIN, isRepeated, isPending;
end:	do
	:: atomic { !process[g].isOpen -> process[g].isOpen = true; durableProcess[g].isOpen = true }	/* start, prepare */
	:: atomic {
		process[g].isOpen || process[g].hasRefused;
		isRepeated = false; isRight = false; claimsPIN = true;
		if
		:: process[g].isOpen
		:: process[g].hasRefused -> isRepeated = true
		fi;
		if
		:: successes < OWNER -> isRight = true
		:: true
		fi;
#ifdef OTHER
		if
		:: claimsPIN = false
		:: true
		fi;
#endif
		readActivation()
	   };
	   atomic {
#ifndef NO_LOCK
		readActivation();
#endif
		judge();
		request[g] = RUN
#ifdef EARLY_ANSWER
		; if
		:: result == WRONG -> wrongAnswers++
		:: else
		fi
#endif
	   };
	   if
	   :: atomic { request[g] == DURABLE ->
		if
#ifndef EARLY_ANSWER
		:: result == WRONG -> wrongAnswers++
#endif
		:: true			/* no wrong PIN, or the answer is lost */
		fi;
		assert(wrongAnswers <= durable.recorded);
		assert(wrongAnswers <= LIMIT * (successes + 1));
		assert(wrongAnswers <= BUDGET)
	   }
	   :: request[g] == LOST
	   fi;
#ifdef COUNT_LATER
	   if
	   :: atomic { request[g] == DURABLE && result == WRONG -> countFailure() }
	   :: request[g] == LOST || result != WRONG
	   fi;
#endif
	   atomic {
		request[g] = IDLE; result = 0; failuresBefore = 0;
		isRight = false; claimsPIN = false; isRepeated = false; isPending = false
	   }
	od
}

/* One durable commit of all transactions that have run. */
proctype Commit() {
	byte i, count;
end:	do
	:: atomic {
		for (i : 0 .. GUESSERS - 1) { if :: request[i] == RUN -> count++ :: else fi }
		if
		:: count > 0 ->
#ifdef SEE_BATCH
			assert(count < 2);
#endif
			copy(durable, current);
			for (i : 0 .. GUESSERS - 1) {
				durableProcess[i].isOpen = process[i].isOpen;
				durableProcess[i].hasRefused = process[i].hasRefused;
				if :: request[i] == RUN -> request[i] = DURABLE :: else fi
			}
		:: else
		fi;
		i = 0; count = 0
	   }
	od
}

/* A crash of manager or database, at any time. */
proctype Crash() {
	byte i;
end:	do
	:: atomic {
		copy(current, durable);
		for (i : 0 .. GUESSERS - 1) {
			process[i].isOpen = durableProcess[i].isOpen;
			process[i].hasRefused = durableProcess[i].hasRefused;
			if :: request[i] != IDLE -> request[i] = LOST :: else fi
		}
		i = 0;
		assert(wrongAnswers <= durable.recorded)
	   }
	od
}

/* The end of a lockout that is not permanent. */
proctype Time() {
end:	do
	:: atomic { current.isLocked || durable.isLocked -> current.isLocked = false; durable.isLocked = false }
	od
}

init {
	byte i;
	atomic {
		run Commit(); run Crash(); run Time();
		for (i : 0 .. GUESSERS - 1) { run Guesser(i) }
	}
}
