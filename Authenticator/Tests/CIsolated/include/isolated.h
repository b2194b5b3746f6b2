#ifndef ISOLATED_H
#define ISOLATED_H

/// Runs `attempt` in a copy of this process that has given up everything.
/// Returns what it returned, or minus the signal that ended it, or 255 where nothing could be given up.
int isolated(int (*attempt)(void));

#endif
