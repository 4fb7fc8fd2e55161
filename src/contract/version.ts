/**
 * Version of everything on the wire. History, newest last:
 * 1 — 2026-11-21: sign-in, sync of invoices, customers, products, expenses and aggregates.
 * 1 — 2026-11-23: the status of an invoice says whether `receipt` and `cancellation` are present. The JSON is the same:
 * no app and no server ever wrote another one.
 * 1 — 2026-11-23: a request with a number in its query gets an answer that names it. Without one nothing changed.
 * 1 — 2026-11-24: totals of the kind `stock`, and the operation that begins them. An app from before keeps such a total
 * unread until it is updated.
 * 1 — 2026-11-24: chunks of an imported file (`customer.import`, `product.import`), whose result may name refused rows
 * and aliases, and `customer.merge`, which adds `mergedIds` to a customer. A server from before refuses them, and the phone sends them again after its update.
 *
 * Adding an optional field keeps the version. Anything else raises it, and the boundary keeps a reader for the
 * old shape: an installed app may come online weeks later with a full outbox.
 */
export const CONTRACT_VERSION = 1

/** The oldest version still served. It may not rise while phones can hold operations written with it (400 days). */
export const OLDEST_SERVED_VERSION = 1
