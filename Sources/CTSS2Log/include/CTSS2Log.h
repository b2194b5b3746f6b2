#ifndef XIGN_CTSS2LOG_H
#define XIGN_CTSS2LOG_H

// Makes tpm2-tss log nothing, unless the environment variable TSS2_LOG says otherwise. It runs by itself before `main`;
// calling it has no further effect.
void xign_tss2_silence(void);

#endif
