/* The manager's part of login.pml: each operation is one transaction. */

/* A request takes effect once. */
inline effect(r) {
	assert(!hasTakenEffect[r]);
	hasTakenEffect[r] = true
}

inline start(r, now) {
	if
	:: !isOpen(p, now) -> answer = REFUSED
	:: isOpen(p, now) && request[r].isSeen ->
		answer = ((process[p].claimedBy == request[r].device && process[p].token == r + 1) -> OK : REFUSED)
	:: isOpen(p, now) && !request[r].isSeen ->
		if
		:: request[r].secret == QR && process[p].channel == CROSS_DEVICE -> channel = CROSS_DEVICE
		:: request[r].secret == QR && process[p].channel == SAME_DEVICE ->
#ifdef QR_ANY_CHANNEL
			channel = CROSS_DEVICE
#else
			channel = WRONG_CHANNEL
#endif
		:: request[r].secret == QR -> channel = WRONG_CHANNEL	/* the code is too old */
		:: request[r].secret == LINK && (process[p].phase == WAITING || process[p].channel == SAME_DEVICE) ->
			channel = SAME_DEVICE
		:: request[r].secret == LINK && process[p].phase != WAITING && process[p].channel == CROSS_DEVICE ->
			channel = WRONG_CHANNEL
		fi;
		if
		:: channel == WRONG_CHANNEL -> answer = REFUSED
		:: channel != WRONG_CHANNEL && (process[p].phase == WAITING
#ifdef ANY_CLAIMANT
			|| true
#endif
#ifdef QR_ANY_CHANNEL
			|| process[p].claimedBy == request[r].device
#endif
			|| (process[p].claimedBy == request[r].device && process[p].channel == channel)) ->
			enter(p, CLAIMED);
			/* A process of the channel sameDevice stays one. */
			assert(process[p].channel == CROSS_DEVICE || channel == SAME_DEVICE);
			process[p].channel = channel;
			process[p].claimedBy = request[r].device;
			process[p].token = r + 1;
			process[p].statement = 0;
			if
			:: firstClaimant[p] == NOBODY -> firstClaimant[p] = request[r].device
			:: else
			fi;
#ifndef NO_MEMORY_START
			request[r].isSeen = true;
#endif
			effect(r);
			answer = OK
		:: else ->
			request[r].isSeen = true;	/* remembered as sessionTaken */
			answer = REFUSED
#ifdef SEE_TAKEN
			; assert(false)
#endif
		fi
	fi
}

/* Attributes are left out, except that corrections are counted with CORRECTIONS: one is allowed here, five by the manager. */
inline prepare(r, now) {
	if
	:: process[p].token != request[r].token || !isOpen(p, now) -> answer = REFUSED
	:: process[p].token == request[r].token && isOpen(p, now) && request[r].isSeen ->
		answer = (process[p].statement == r + 1 -> OK : REFUSED)
#ifdef CORRECTIONS
	:: process[p].token == request[r].token && isOpen(p, now) && !request[r].isSeen ->
		process[p].corrections++;
		request[r].isSeen = true;
		corrections++;
		assert(corrections <= 2);
		if
		:: process[p].corrections > 1 -> enter(p, EXPIRED)
		:: else
		fi;
		answer = OK
#endif
	:: process[p].token == request[r].token && isOpen(p, now) && !request[r].isSeen ->
		enter(p, CONFIRMING);
		process[p].statement = r + 1;
#ifndef NO_MEMORY_PREPARE
		request[r].isSeen = true;
#endif
		effect(r);
		answer = OK
	fi
}

/* The counting of failures is in lockout.pml. */
inline finish(r, now) {
	if
	:: process[p].token != request[r].token || process[p].claimedBy != request[r].device -> answer = REFUSED
	:: else ->
		if
#ifndef REUSED_STATEMENT
		:: request[request[r].statement - 1].isRefused ->
			answer = (process[p].phase == CONFIRMING -> RENEWED : REFUSED)
#endif
		:: (!request[request[r].statement - 1].isRefused && process[p].evidence == request[r].statement
			&& (process[p].phase == CONFIRMED || process[p].phase == COLLECTED)) -> answer = OK
		:: else ->
			if
			:: process[p].phase != CONFIRMING || isLate(p, now) || process[p].statement != request[r].statement ->
				answer = REFUSED
			:: else ->
				assert(!isJudged[request[r].statement]);
				isJudged[request[r].statement] = true;
#ifndef REUSED_STATEMENT
				effect(r);
#endif
				if
				:: request[r].isRight ->
					assert(request[r].device == firstClaimant[p]);
					assert(!isOver[p]);
					enter(p, CONFIRMED);
					process[p].evidence = request[r].statement;
					process[p].expiresAt = 2;
					answer = OK
				:: !request[r].isRight ->
					request[request[r].statement - 1].isRefused = true;
#ifdef SEE_REFUSED
					assert(false);
#endif
					if
#ifdef REUSED_STATEMENT
					:: answer = RENEWED
#else
					:: process[p].statement = r + 1; answer = RENEWED
#endif
					:: enter(p, EXPIRED); isOver[p] = true; answer = REFUSED
					fi
				fi
			fi
		fi
	fi
}

inline abort(r) {
	if
	:: process[p].token != request[r].token -> answer = REFUSED
	:: process[p].token == request[r].token && process[p].phase == DECLINED -> answer = OK
	:: (process[p].token == request[r].token && process[p].phase != DECLINED
#ifndef ABORT_ANY
		&& (process[p].phase == CLAIMED || process[p].phase == CONFIRMING)
#endif
		) ->
		enter(p, DECLINED);
		isOver[p] = true;
		effect(r);
		answer = OK
	:: else -> answer = REFUSED
	fi
}

inline serve(r, now) {
	p = request[r].target;
	answer = NONE;
	if
	:: request[r].operation == START -> start(r, now)
	:: request[r].operation == PREPARE -> prepare(r, now)
	:: request[r].operation == FINISH -> finish(r, now)
	:: request[r].operation == ABORT -> abort(r)
	fi;
	commit(request[r].operation);
	if
	:: awaited[request[r].device] == r + 1 -> request[r].answer = answer; awaited[request[r].device] = 0
	:: true			/* the answer is lost */
	fi
}

/* `continue`, and the return page, which sends the secret along. */
inline continue(b, p, withSecret, now) {
	if
#ifndef NO_COOKIE
	:: cookieOwner(p) != b	/* to this browser, the process does not exist */
#endif
	:: else ->
		if
		:: isOpen(p, now)
		:: process[p].phase == DECLINED || process[p].phase == EXPIRED || isLate(p, now) ->
			isOver[p] = true;	/* the website is told */
#ifndef NO_EXPIRY
			if
			:: process[p].phase <= CONFIRMED -> enter(p, EXPIRED)
			:: else
			fi
#else
			skip
#endif
		:: process[p].phase == CONFIRMED && now < process[p].expiresAt ->
			if
#ifndef NO_RETURN_SECRET
			:: process[p].channel == SAME_DEVICE && !withSecret	/* the page stays open */
#endif
			:: else ->
				enter(p, COLLECTED);
				issueCode(b, p, withSecret)
			fi
		:: process[p].phase == COLLECTED ->
			if
			:: (process[p].channel == CROSS_DEVICE && now < process[p].expiresAt && codes[p] < 2	/* five by the manager */
#ifndef CODE_AFTER_REFUSAL
				&& process[p].code != 0
#endif
#ifndef TWO_CODES
				&& !process[p].isRedeemed
#endif
				) ->
				process[p].code = 0;	/* withdrawn */
				process[p].isRedeemed = false;
#ifdef SEE_SECOND_CODE
				assert(false);
#endif
				issueCode(b, p, withSecret)
			:: else
			fi
		fi
	fi
}

inline issueCode(b, p, withSecret) {
	if
	:: true ->
		assert(!isOver[p]);
		assert(cookieOwner(p) == b);
		assert(process[p].channel == CROSS_DEVICE || withSecret);
		/* A mailed link, or a mailed QR code: begun by the attacker's browser, confirmed by the honest person who followed it. */
		assert(!(process[p].channel == SAME_DEVICE && b == A && process[p].claimedBy == H));
		assert(!(wasOpenedAsLink[p] && b == A && process[p].claimedBy == H));
		assert(process[p].evidence != 0);
		codes[p]++;
		process[p].code = codes[p];
#ifdef SEE_SAME
		assert(process[p].channel == CROSS_DEVICE)
#endif
	:: true ->		/* account, activation, membership or role have been withdrawn: the website is told */
#ifdef SEE_DENIED
		assert(false);
#endif
		isOver[p] = true
	fi
}

/* "Begin again": the browser gives the process up for another one. */
inline beginAgain(p) {
	if
	:: (process[p].phase <= CONFIRMING
#ifdef AGAIN_ANY
		|| true
#endif
		) -> enter(p, EXPIRED); isOver[p] = true
	:: else
	fi
}

/* A website presents a code that a browser has brought. An unknown or used one gives nothing, and revokes its tokens. */
inline redeem(p, number) {
	if
	:: process[p].code == number && !process[p].isRedeemed ->
		process[p].isRedeemed = true;
		if
		:: true ->
			redemptions[p]++;
			assert(redemptions[p] <= 1);
#ifdef SEE_CODE
			assert(false)
#endif
		:: true		/* used up by a wrong verifier */
		fi
	:: else
	fi
}

/* Any request that was ever sent. */
inline pickRequest(r) {
	if
	:: composed[H] > 0 -> r = 0; do :: r + 1 < composed[H] -> r++ :: break od
	:: composed[A] > 0 -> r = HONEST; do :: r + 1 < HONEST + composed[A] -> r++ :: break od
	fi
}

/* Any browser asks for the result of any process, with the return secret if it has it. */
inline pickBrowser(b, p, secret) {
	select(b : 0 .. 1);
	select(p : 0 .. 1);
	if
	:: hasReturnSecret[b * 2 + p] -> secret = 1
	:: secret = 0
	fi
}

/* Takes the time and commits in one step. */
proctype Manager() {
	byte r, p, answer, channel, b;
	bit secret;
end:	do
	:: atomic { pickRequest(r); serve(r, clock); r = 0; p = 0; answer = 0; channel = 0 }
	:: atomic { pickBrowser(b, p, secret); continue(b, p, secret, clock); commit(CONTINUE); b = 0; p = 0; secret = 0 }
	:: atomic { select(p : 0 .. 1); beginAgain(p); commit(BEGIN_AGAIN); p = 0 }
	:: atomic { select(p : 0 .. 1); select(b : 1 .. 2); redeem(p, b); commit(REDEEM); b = 0; p = 0 }
	od
}

#ifdef SLOW
/* Takes the time when a request arrives, and commits later or, after a crash, never. */
proctype SlowManager() {
	byte r, p, answer, channel, now, b;
	bit secret;
end:	do
	:: atomic { pickRequest(r); now = clock };
		if
		:: atomic { serve(r, now); r = 0; p = 0; answer = 0; channel = 0; now = 0 }
		:: atomic { r = 0; now = 0 }
		fi
	:: atomic { pickBrowser(b, p, secret); now = clock };
		if
		:: atomic { continue(b, p, secret, now); commit(CONTINUE); b = 0; p = 0; secret = 0; now = 0 }
		:: atomic { b = 0; p = 0; secret = 0; now = 0 }
		fi
	od
}
#endif

proctype Clock() {
end:	do
	:: atomic { clock < 2 -> clock++ }
	od
}
