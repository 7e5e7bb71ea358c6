"""Log in with OpenID Connect, at the identity provider of a federation or a company. Off unless CROSSTABLE_OIDC_ISSUER
is set; then `provider.py` asks it, `flow.py` sends people there and reads who comes back, `people.py` says whose
account that is. A provider vouches for who somebody is there, never for whose account is whose here: an account that
was made with a password is connected by whoever knows the password."""
