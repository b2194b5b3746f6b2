// What stands behind the # is for an app. Neither the history nor a bookmark keeps it.

history.replaceState(null, "", location.pathname);
