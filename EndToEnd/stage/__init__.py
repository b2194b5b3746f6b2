"""The real programs that the demo and the end-to-end tests put on stage: manager, website, authenticator, browser."""
