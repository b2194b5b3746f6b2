"""The participants of demo and end-to-end tests: manager, website, authenticator, browser."""
