/**
 * Version of everything on the wire. History, newest last:
 * 1 — 2026-11-21: sign-in, sync of invoices, customers, products, expenses and aggregates.
 * 1 — 2026-11-23: the status of an invoice says whether `receipt` and `cancellation` are present. The JSON is the same:
 * no app and no server ever wrote another one.
 * 1 — 2026-11-23: a request with a number in its query gets an answer that names it. Without one nothing changed.
 *
 * Adding an optional field keeps the version. Anything else raises it, and the boundary keeps a reader for the
 * old shape: an installed app may come online weeks later with a full outbox.
 */
export const CONTRACT_VERSION = 1

/** The oldest version still served. It may not rise while phones can hold operations written with it (400 days). */
export const OLDEST_SERVED_VERSION = 1
