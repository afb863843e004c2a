"""HTTP for all of the API and the page: bodies, errors, routes, identities, trusted proxies."""
