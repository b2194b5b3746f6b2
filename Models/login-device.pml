/* The devices of login.pml: apps with one login at a time. An app may give up at any point and begin another login. */

#define budget(d) (d == H -> HONEST : OTHER)
#define slot(d) (d == H -> composed[d] : HONEST + composed[d])

inline send(name, sent, shownToken, signed, pinIsRight) {
	r = slot(d);
	composed[d]++;
	request[r].operation = name;
	request[r].target = p;
	request[r].device = d;
	request[r].secret = sent;
	request[r].token = shownToken;
	request[r].statement = signed;
	request[r].isRight = pinIsRight;
	awaited[d] = r + 1
}

inline forget() { awaited[d] = 0; request[r].answer = NONE; r = 0 }

proctype Device(bit d) {
	byte r, token, statement;
	bit p, secret;
again:
end:	atomic {
		composed[d] < budget(d);
		r = 0; token = 0; statement = 0; p = 0; secret = 0;
		if
		:: p = 0; secret = QR
#ifndef ONE
		:: p = 1; secret = QR		/* honest: a live relay, which nothing stops; attacker: its own page */
		:: p = 1; secret = LINK		/* honest: a mailed link; attacker: its own page */
#endif
		:: d == H -> p = 0; secret = LINK	/* nobody else sees the link of the honest page */
		fi;
		send(START, secret, 0, 0, 0);
#ifdef OPENED_QR
		if
		:: d == H && p == 1 -> wasOpenedAsLink[p] = true
		:: else
		fi
#endif
	}
	if
	:: atomic { request[r].answer == OK -> token = r + 1; forget() }
	:: atomic { request[r].answer == REFUSED -> forget(); goto again }
	:: atomic { true -> forget(); goto again }
	fi;
claimed:
end2:	atomic {
		composed[d] < budget(d);
		if
		:: send(PREPARE, 0, token, 0, 0)
		:: goto cancel
		fi
	}
	if
	:: atomic { request[r].answer == OK -> statement = r + 1; forget() }
	:: atomic { request[r].answer == REFUSED -> forget(); goto again }
	:: atomic { true -> forget(); goto again }
	fi;
confirming:
end3:	atomic {
		composed[d] < budget(d);
		if
		:: send(FINISH, 0, token, statement, 1)
		:: send(FINISH, 0, token, statement, 0)
		:: goto claimed			/* another role */
		:: goto cancel
		fi
	}
	if
	:: atomic { request[r].answer == OK ->
		/* The return address is opened in a browser of this device. The attacker mails its own to the honest person, too. */
		if
		:: process[p].channel == SAME_DEVICE -> hasReturnSecret[d * 2 + p] = true
		:: else
		fi;
		if
		:: process[p].channel == SAME_DEVICE && d == A -> hasReturnSecret[H * 2 + p] = true
		:: skip
		fi;
		forget();
		goto again
	   }
	:: atomic { request[r].answer == RENEWED ->
#ifndef REUSED_STATEMENT
		statement = r + 1;
#endif
		forget(); goto confirming }
	:: atomic { request[r].answer == REFUSED -> forget(); goto again }
	:: atomic { true -> forget(); goto again }
	:: atomic { true -> forget(); goto cancel }	/* the person cancels while `finish` is on its way */
	fi;
cancel:
end4:	atomic {
		composed[d] < budget(d);
		send(ABORT, 0, token, 0, 0);
		forget();
		goto again
	}
}
