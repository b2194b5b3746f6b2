/*
 * The commits of login.pml that must be durable before they are answered. Run with DURABILITY: login.pml includes this file.
 *
 * The manager answers after a durable commit, always. Each LAZY_... lets it answer one operation before; what was committed stays
 * in order (one log: SQLite's WAL, PostgreSQL's), and one power loss at any time drops the end of it. Browsers and devices
 * remember the answers that they got.
 *
 *   LOSSES          number of power losses: 1
 *   CORRECTIONS     corrections of attributes are counted
 *   LAZY_START LAZY_PREPARE LAZY_FINISH LAZY_ABORT LAZY_CONTINUE LAZY_BEGIN_AGAIN LAZY_REDEEM
 *   CLAIM_MAY_GO    accepts that a claim which was answered is undone, and that another device then comes first
 *   SEE_LOSS        a witness: a power loss undoes something
 */

#ifndef LOSSES
#define LOSSES 1
#endif

byte n;				/* for loops */

Process durable[2];
bool isSeenDurably[REQUESTS];
bool isRefusedDurably[REQUESTS];
bool hasTakenEffectDurably[REQUESTS];

inline copy(to, from) {
	to.phase = from.phase; to.channel = from.channel; to.claimedBy = from.claimedBy; to.token = from.token;
	to.statement = from.statement; to.evidence = from.evidence; to.expiresAt = from.expiresAt; to.code = from.code;
	to.isRedeemed = from.isRedeemed;
#ifdef CORRECTIONS
	to.corrections = from.corrections
#endif
}

/* All that was committed becomes durable. */
inline sync() {
	d_step {
		copy(durable[0], process[0]);
		copy(durable[1], process[1]);
		n = 0;
		do
		:: n < REQUESTS ->
			isSeenDurably[n] = request[n].isSeen;
			isRefusedDurably[n] = request[n].isRefused;
			hasTakenEffectDurably[n] = hasTakenEffect[n];
			n++
		:: else -> break
		od;
		n = 0
	}
}

inline lose() {
	d_step {
		copy(process[0], durable[0]);
		copy(process[1], durable[1]);
		n = 0;
		do
		:: n < REQUESTS ->
			request[n].isSeen = isSeenDurably[n];
			request[n].isRefused = isRefusedDurably[n];
			hasTakenEffect[n] = hasTakenEffectDurably[n];
			n++
		:: else -> break
		od;
		n = 0;
#ifdef CLAIM_MAY_GO
		if
		:: process[0].claimedBy == NOBODY -> firstClaimant[0] = NOBODY
		:: else
		fi
#endif
	}
}

inline commit(name) {
	if
#ifdef LAZY_START
	:: name == START
#endif
#ifdef LAZY_PREPARE
	:: name == PREPARE
#endif
#ifdef LAZY_FINISH
	:: name == FINISH
#endif
#ifdef LAZY_ABORT
	:: name == ABORT
#endif
#ifdef LAZY_CONTINUE
	:: name == CONTINUE
#endif
#ifdef LAZY_BEGIN_AGAIN
	:: name == BEGIN_AGAIN
#endif
#ifdef LAZY_REDEEM
	:: name == REDEEM
#endif
	:: else -> sync()
	fi
}

proctype Disk() {
	byte losses;
end:	do
	:: atomic { sync() }	/* whenever the system likes, so that any beginning of the log may survive */
	:: atomic { losses < LOSSES -> losses++;
#ifdef SEE_LOSS
		assert(durable[0].phase == process[0].phase);
#endif
		lose() }
	od
}
