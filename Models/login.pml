/*
 * A login, from the browser's cookie to the redeemed code (docs/protocol.md, sections 2, 3, 5 and 6).
 *
 *     waiting --start--> claimed --prepare--> confirming --finish--> confirmed --continue--> collected
 *        |                  |                     |                      |
 *        |                  +---------------------+--abort--> declined   |
 *        +------------------+---------------------+----------------------+--time--> expired
 *
 * Process 0 was begun by the honest browser, process 1 by the attacker's. There are two devices, each with an activation. A
 * transaction of the manager is one atomic step. A crash before the commit is a request that never arrived, a crash after it an
 * answer that is lost.
 *
 * The manager's operations are in login-manager.pml, the devices in login-device.pml.
 *
 * Size:
 *   HONEST, OTHER   how many requests the honest and the attacker's device may send
 *   ONE             process 0 and the honest device alone; with TWO: both devices
 *   SLOW            a second manager takes the time when a request arrives, and commits later: load, or clocks that differ
 * Rules taken away; in each of these runs Spin must find a violation:
 *   NO_COOKIE           any browser may continue any process
 *   NO_RETURN_SECRET    the cookie alone suffices on the channel sameDevice
 *   OPENED_QR           the app accepts the data of a QR code from a link
 *   QR_ANY_CHANNEL      a QR code claims a process of the channel sameDevice
 *   ANY_CLAIMANT        a second activation may claim a process
 *   NO_MEMORY_START, NO_MEMORY_PREPARE    a repeated request takes effect again
 *   REUSED_STATEMENT    a refused statement may be signed again
 *   ABORT_ANY           `abort` declines a process in any phase
 *   AGAIN_ANY           "begin again" ends a process in any phase
 *   NO_EXPIRY           a website is told that the time is over, and the process stays as it is (with SLOW)
 *   CODE_AFTER_REFUSAL  a website that was refused may get a code later
 *   TWO_CODES           a second code is issued although the first is redeemed
 * Witnesses, assertions that must fail: SEE_CODE SEE_SAME SEE_REFUSED SEE_TAKEN SEE_SECOND_CODE SEE_DENIED
 */

#ifndef HONEST
#define HONEST 3
#endif
#ifndef OTHER
#define OTHER 1
#endif
#define REQUESTS (HONEST + OTHER)

/* Browsers and devices. */
#define H 0			/* honest */
#define A 1			/* attacker */
#define NOBODY 2

/* Phases, in the order of the drawing. */
#define WAITING 0
#define CLAIMED 1
#define CONFIRMING 2
#define CONFIRMED 3
#define COLLECTED 4
#define DECLINED 5
#define EXPIRED 6

/* Channels. */
#define CROSS_DEVICE 0
#define SAME_DEVICE 1
#define WRONG_CHANNEL 2		/* the secret is not of the process's channel */

/* Operations: those of the device API, then those of browsers and websites. */
#define START 1
#define PREPARE 2
#define FINISH 3
#define ABORT 4
#define CONTINUE 5
#define BEGIN_AGAIN 6
#define REDEEM 7

/* Secrets that claim a process. */
#define QR 0
#define LINK 1

/* Answers, as far as a device acts on them. */
#define NONE 0
#define OK 1
#define RENEWED 2		/* refused, with `nextStatement` */
#define REFUSED 3		/* ends the process for the device */

/* A process in the database. A session token or statement is named by the request that made it, 0 is none: the manager derives
 * them from the request, or draws them at random when it renews a statement. */
typedef Process {
	byte phase;
	bit channel;
	byte claimedBy;
	byte token;
	byte statement;
	byte evidence;		/* the statement that was confirmed */
	byte expiresAt;		/* 1: end of the process, 2: end of the minute after `finish` */
	byte code;		/* number of the valid authorization code, 0 is none */
	bool isRedeemed
#ifdef CORRECTIONS
	; byte corrections
#endif
}
Process process[2];

/* A sealed request, once composed. It can be delivered at any time, any number of times, by anybody. */
typedef Request {
	byte operation;
	bit target;		/* the process */
	bit device;
	bit secret;		/* START: QR or LINK */
	bool isRight;		/* FINISH: the PIN is right */
	byte token;
	byte statement;
	bool isSeen;		/* the manager remembers the request */
	bool isRefused;		/* the manager remembers that it refused the statement made by this request */
	byte answer		/* as it reached the device */
}
Request request[REQUESTS];
byte composed[2];		/* number of requests that each device has sent */
byte awaited[2];		/* the request whose answer a device awaits, + 1 */

byte clock;			/* 0: within the time of a process, 1: past it, 2: past the minute after `finish`, too */
bool hasReturnSecret[4];	/* [browser * 2 + process] */
byte codes[2];			/* number of codes issued for each process */

/* History, for the assertions alone. */
byte firstClaimant[2] = NOBODY;
bool isOver[2];			/* ended without a result, or reported to the website as refused */
byte redemptions[2];
byte corrections;
bool hasTakenEffect[REQUESTS];
bool isJudged[REQUESTS + 1];	/* statements at which a PIN was judged */
bool wasOpenedAsLink[2];	/* claimed by the data of a QR code that the person opened as a link */

/* Browser 0 has the cookie of process 0, browser 1 that of process 1. */
#define cookieOwner(p) (p)

#define isOpen(p, now) (process[p].phase <= CONFIRMING && (now) < process[p].expiresAt)
#define isLate(p, now) (process[p].phase <= CONFIRMED && !((now) < process[p].expiresAt))

/* The arrows of the drawing. `start` and `prepare` may be repeated by the activation that has claimed the process. */
#define isArrow(from, to) (((to) == CLAIMED && (from) <= CONFIRMING) \
	|| ((to) == CONFIRMING && ((from) == CLAIMED || (from) == CONFIRMING)) \
	|| ((to) == CONFIRMED && (from) == CONFIRMING) \
	|| ((to) == COLLECTED && (from) == CONFIRMED) \
	|| ((to) == DECLINED && ((from) == CLAIMED || (from) == CONFIRMING)) \
	|| ((to) == EXPIRED && (from) <= CONFIRMED))

inline enter(p, next) {
	assert(isArrow(process[p].phase, next));
	process[p].phase = next
}

#ifdef DURABILITY
#include "durability.pml"
#else
#define commit(name) skip	/* durable before it is answered */
#endif
#include "login-manager.pml"
#include "login-device.pml"

init {
	byte i;
	atomic {
		process[0].claimedBy = NOBODY; process[0].expiresAt = 1;
		process[1].claimedBy = NOBODY; process[1].expiresAt = 1;
		run Manager();
#ifdef SLOW
		run SlowManager();
#endif
		run Clock();
#ifdef DURABILITY
		for (i : 0 .. 1) { copy(durable[i], process[i]) }
		run Disk();
#endif
		run Device(H);
#if !defined(ONE) || defined(TWO)
		run Device(A)
#endif
	}
}
